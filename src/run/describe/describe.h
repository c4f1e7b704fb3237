// Describes all registries as JSON.
#ifndef CAL_RUN_DESCRIBE_H
#define CAL_RUN_DESCRIBE_H
#include "base/text.h"

// Writes {"version":1, "engine":CAL_ENGINE, "default":link ids by kind, "data":[entries], "model":[...], ...,
// "probe":[...], "library":[...], "run":[params], "page":[keys]}.
void cal_describe(cal_text *json);

#endif
