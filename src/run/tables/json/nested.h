// Nested JSON of services that predict in batches.
#ifndef CAL_RUN_TABLES_JSON_NESTED_H
#define CAL_RUN_TABLES_JSON_NESTED_H
#include "run/tables/json/objects.h"

// Writes the object as one with plain values and {"cat": 0.8, "dog": 0.2}, in `arena`. It has the nesting of
// OpenAI (response.body.choices with top_logprobs) or of Vertex AI (instance and prediction). Any other
// object: *text stays the same. CAL_FAILED: an answer without top_logprobs.
cal_status cal_json_flatten(cal_slice *text, cal_arena *arena, const cal_json_object *object,
                            const char *file, cal_error *err);

#endif
