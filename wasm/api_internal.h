// The handle behind api.h, and helpers that its files share.
#ifndef CAL_WASM_API_INTERNAL_H
#define CAL_WASM_API_INTERNAL_H
#include "api/handles.h"
#include "base/bytes/arrays.h"
#include "base/memory.h"
#include "base/slice.h"
#include "base/text.h"

enum { CAL_API_FILES_MAX = 128 }; // a report on many models has four for each

typedef struct cal_api {
    cal_text reply;
    cal_error error;
    cal_arena texts;                  // texts of a call, until the next one
    cal_link *link;                   // the latest request's link, for the next request with it
    cal_lab *lab;                     // has one thread
    cal_lab *crew;                    // has the most recent thread count of a run, probe or report; or null
    cal_file file[CAL_API_FILES_MAX]; // the handle owns names and bytes
    int files;
    uint8_t *packed;            // file of several arrays that cal_api_unpack read
    cal_arrays arrays;          // its arrays
    cal_arena listed;           // memory of `arrays`
    cal_arena opened;           // array that cal_api_unpacked points into
    cal_samples *shown;         // samples that cal_api_samples points into
    uint8_t *corrupted;         // their pixels, if they are corrupted
    cal_samples *blends;        // samples that cal_api_blend points into
    cal_network *blend_network; // computes the logits of blends; or null
    uint8_t *blend_state;       // its state
    float *blend_logits;        // its logits
    cal_file_array *array;      // array that cal_api_array points into
    cal_result *table;          // table that cal_api_view and cal_api_probe point into
    cal_training *run;
    bool probed;                  // a probe has had the run
    cal_bytes saved;              // result of cal_api_network_save, or sets as CSV
    cal_calibration *calibration; // applied by cal_api_apply_bytes
    cal_apply *apply;
} cal_api;

// A report as options from JavaScript request it.
typedef struct cal_api_request {
    cal_report_inputs inputs;
    cal_report_def def;
    cal_slice options; // the text of all
    int threads;
} cal_api_request;
// Reads options as of cal_api_report. Texts live until the next call.
cal_status cal_api_read_options(cal_api_request *out, cal_api *api, const char *options, size_t length);

// Returns an empty reply to write into.
cal_text *cal_api_begin(cal_api *api);
// Copies a text from JavaScript for the library. Writes a zero byte as a link has it, %00, so that it is
// refused as such. Returns null if memory was refused, which cal_api_end reports.
const char *cal_api_text(cal_api *api, const char *text, size_t length);
// Parses a link from JavaScript. The handle keeps it until the next one.
cal_status cal_api_link(const cal_link **out, cal_api *api, const char *text, size_t length);
// Returns the reply, or the error instead.
const char *cal_api_end(cal_api *api, cal_status status);
// Returns a JSON text of the library as the reply, and frees it.
const char *cal_api_end_json(cal_api *api, cal_bytes *json, cal_status status);

// Makes api->crew a lab with `threads` threads, or keeps it if it has that many.
cal_status cal_api_crew(cal_api *api, int threads);
// Writes members of `count` of `n` samples of a set, from `first` on, and leaves the object open. pixels:
// replacement, or null.
void cal_api_open_samples(cal_text *json, const cal_samples *samples, cal_set set, int n, int first,
                          int count, const uint8_t *pixels);
// Gives a lab the handle's files.
cal_status cal_api_lend_files(cal_api *api, cal_lab *lab);
// Returns file `number` as the library takes it. CAL_USAGE: there is none.
cal_status cal_api_input(cal_input *out, cal_api *api, int number);

// Makes a set from JavaScript's arrays. Checks that labelling is a cal_labelling.
cal_logit_set cal_api_logits(const float *logits, const int32_t *labels, const double *posterior, int n,
                             int k, int labelling);

// Write members of an answer.
// the library's JSON, which is freed
void cal_api_member_json(cal_text *json, const char *key, cal_bytes *value);
void cal_api_member_address(cal_text *json, const char *key, const void *address);
// Write "columns" and "facts" of a table.
void cal_api_member_columns(cal_text *json, const cal_result_info *about);
void cal_api_member_facts(cal_text *json, const cal_result_info *about);

#endif
