// The handle behind api.h, and what its files share.
#ifndef CAL_WASM_API_INTERNAL_H
#define CAL_WASM_API_INTERNAL_H
#include "api.h"
#include "api/handles.h"
#include "base/memory.h"
#include "base/text.h"

enum { CAL_API_FILES_MAX = 128 }; // a report on many models has four for each

struct cal_api {
    cal_text reply;
    cal_error error;
    cal_arena asked;                  // the texts of a call, until the next one
    cal_lab *lab;                     // of one thread
    cal_lab *crew;                    // of as many as a run, a probe or a report has asked for; or null
    cal_file file[CAL_API_FILES_MAX]; // the handle owns names and bytes
    int files;
    cal_samples *shown;    // what cal_api_samples points into
    uint8_t *corrupted;    // its pixels, where they are corrupted
    cal_samples *blends;   // what cal_api_blend points into
    cal_network *looker;   // at blends; or null
    uint8_t *looked_at;    // its state
    float *said;           // its logits
    cal_file_array *array; // what cal_api_array points into
    cal_result *table;     // what cal_api_view and cal_api_probe point into
    cal_training *run;
    bool probed;     // a probe has had its run
    cal_bytes saved; // as cal_api_network_save wrote it
};

// An empty reply to write into.
cal_text *cal_api_begin(cal_api *api);
// A text of JavaScript's as the library takes it. It may hold a zero byte, which is written as a link has it, %00, and
// refused as such. Null where memory was refused, which cal_api_end tells.
const char *cal_api_text(cal_api *api, const char *text, size_t length);
// The reply, or the error in its place.
const char *cal_api_end(cal_api *api, cal_status status);
// The same with a JSON text of the library's as the reply, which is taken over.
const char *cal_api_end_json(cal_api *api, cal_bytes *json, cal_status status);

// A lab of so many threads in api->crew. One that is there with as many is kept.
cal_status cal_api_crew(cal_api *api, int threads);
// Members of the samples of a set from `first` on, `count` of `n`, left open for more. pixels: in place of theirs, or null.
void cal_api_open_samples(cal_text *json, const cal_samples *samples, cal_set set, int n, int first,
                          int count, const uint8_t *pixels);
// Gives a lab the handle's files.
cal_status cal_api_lend_files(cal_api *api, cal_lab *lab);
// File `number` as the library takes it. CAL_USAGE: there is none.
cal_status cal_api_input(cal_input *out, cal_api *api, int number);

// Arrays of JavaScript's as a set; labelling is a cal_labelling, and checked as one.
cal_logit_set cal_api_logits(const float *logits, const int32_t *labels, const double *posterior, int n,
                             int k, int labelling);

// Members of an answer.
void cal_api_member_json(cal_text *json, const char *key, cal_bytes *value); // JSON of the library's, freed
void cal_api_member_address(cal_text *json, const char *key, const void *address);
// "columns" and "facts" of a table.
void cal_api_member_columns(cal_text *json, const cal_result_info *about);
void cal_api_member_facts(cal_text *json, const cal_result_info *about);

#endif
