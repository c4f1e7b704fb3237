// The handle behind api.h, and what its files share.
#ifndef CAL_WASM_API_INTERNAL_H
#define CAL_WASM_API_INTERNAL_H
#include "api.h"
#include "api/handles.h"
#include "base/parallel.h"
#include "base/text.h"
#include "run/train/trainer.h"
#include "catalog/view/view.h"

enum { CAL_API_FILES_MAX = 128 }; // a report on many models has four for each

struct cal_api {
    cal_text reply;
    cal_error error;
    cal_arena asked;                  // the texts of a call, until the next one
    cal_lab *lab;                     // of one thread
    cal_file file[CAL_API_FILES_MAX]; // the handle owns names and bytes
    int files;
    cal_samples *shown; // what cal_api_samples points into
    double *table;      // what cal_api_view points into
    cal_pool *pool;
    cal_run *run;
    cal_arena array; // what cal_api_array points into
    cal_text state;  // as cal_api_run_save wrote it
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

// Collects a table as [columns][rows].
typedef struct cal_api_cells {
    double *cell;
    int columns, rows, at;
} cal_api_cells;
cal_table cal_api_table(cal_api_cells *cells);
void cal_api_cells_row(void *cells, const double *cell); // adds a row to it
// Hands the cells over to api->table, even if making them failed.
cal_status cal_api_table_keep(cal_api *api, cal_api_cells *cells, cal_status status);

// Gives a lab the handle's files.
cal_status cal_api_lend_files(cal_api *api, cal_lab *lab);

// Members of an answer.
void cal_api_member_address(cal_text *json, const char *key, const void *address);
void cal_api_member_classes(cal_text *json, const cal_dataset *data);

#endif
