// A state_dict that torch.save wrote, as .pt, .pth or .pth.tar: the tensors of a dictionary, or of one in a
// checkpoint. Nothing in its pickle is executed.
#ifndef CAL_RUN_WEIGHTS_STATE_DICT_H
#define CAL_RUN_WEIGHTS_STATE_DICT_H
#include "base/bytes/file.h"
#include "base/status.h"
#include "base/text.h"

// Returns true if the file begins as torch.save's do.
bool cal_state_dict_is(const cal_file *file);
// Writes its tensors of floats as a safetensors file. CAL_FAILED says how to convert a file that is not read.
cal_status cal_state_dict_read(cal_text *out, const cal_file *file, cal_error *err);

#endif
