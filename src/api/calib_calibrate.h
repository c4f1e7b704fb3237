// Fits calibrators, keeps them as files and applies them: a part of calib.h, which includes it.
#ifndef CAL_API_CALIB_CALIBRATE_H
#define CAL_API_CALIB_CALIBRATE_H
#ifndef CAL_API_CALIB_H
#error "include calib.h, which includes this part"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cal_calibration cal_calibration;
typedef struct cal_calibration_def {
    uint32_t cookie;
    const char *calibrator;  // "temperature", "spline:knots=8"
    cal_logit_set fitted_on; // the validation set; read only during the call
} cal_calibration_def;
CAL_API cal_calibration_def cal_default_calibration(void);
// Fits it in every way that it has; for multi-label outputs one map for all labels, as a report does.
// CAL_FAILED: too few samples. CAL_USAGE: multi-label outputs, and a calibrator of the predicted class alone.
CAL_API cal_status cal_calibration_fit(cal_calibration **out, cal_lab *lab, const cal_calibration_def *def,
                                       cal_error *err);
// Does it for the validation files: val_logits and val_labels, or val_csv. Errors name a file or an option.
// "temperature:by=nll,group=sex" also corrects the groups of a table's column; then there is one way.
CAL_API cal_status cal_calibration_fit_files(cal_calibration **out, cal_lab *lab, const char *calibrator,
                                             const cal_report_inputs *inputs, cal_naming naming,
                                             cal_error *err);
// Saves a way as a file of JSON (using.md has its format), and opens such a file, which has one way.
CAL_API cal_status cal_calibration_save(cal_bytes *out, const cal_calibration *c, int way, cal_error *err);
CAL_API cal_status cal_calibration_load(cal_calibration **out, cal_lab *lab, const cal_input *file,
                                        cal_error *err);
// Returns a note for the user on how files were read, a sentence; null past the last.
CAL_API const char *cal_calibration_note(const cal_calibration *c, int index);
CAL_API void cal_calibration_free(cal_calibration *c);
// The way to use if nothing else is wished: "by_nll" if there is one, else the first.
CAL_API int cal_calibration_usual(const cal_calibration *c);
CAL_API int cal_calibration_ways(const cal_calibration *c);
CAL_API const char *cal_calibration_way(const cal_calibration *c, int way); // "by_nll"; null past the last
// Fills value[0..most) with what a way found by name ("T") and returns their number; 0: no such name.
CAL_API int cal_calibration_found(double *value, int most, const cal_calibration *c, int way,
                                  const char *name);
// Writes all that a way found, as in a report: {"T": 1.4, "at_bound": false, "curve": {"at", "score"}}.
CAL_API cal_status cal_calibration_json(cal_bytes *out, const cal_calibration *c, int way, cal_error *err);
// Calibrates logits [n,k], k as fitted: probabilities [n,k], confidence [n] and predicted [n]; each may be
// null. For multi-label logits only probabilities, that each label is present. CAL_USAGE: probabilities from
// a calibrator that gives confidences alone.
CAL_API cal_status cal_calibration_apply(double *probabilities, double *confidence, int32_t *predicted,
                                         const cal_calibration *c, int way, const float *logits, int n,
                                         cal_error *err);
// Writes a network as ONNX with a way of a calibration inside. CAL_USAGE: it is neither temperature nor
// vector scaling, or was fitted on probabilities, a binary task or another number of classes.
CAL_API cal_status cal_network_save_calibrated(cal_bytes *out, const cal_network *w, const cal_calibration *c,
                                               int way, cal_error *err);

// Applies a way of a calibration to a file of outputs in pieces of any size. A file or pipe that is larger
// than memory passes through. Arrays (.npy, also in an .npz or .pt) become arrays of probabilities; tables
// are copied, with a column of probabilities for each of their outputs.
typedef struct cal_apply cal_apply;
typedef struct cal_apply_def {
    uint32_t cookie;
    const cal_calibration *calibration; // must outlive the application
    int way;
    const char *name;      // the file's name, for errors
    const char *format;    // "npy", "npz" or "csv"; null: as the file's
    const char *columns;   // "class=A,class=B", "classes=p*", "p=risk"; null: named as when fitted
    cal_input groups;      // a table of an array's rows, if the calibrator has groups; must outlive this
    bool probs, as_logits; // the outputs are probabilities, or logits
    bool single;           // arrays of single precision
    bool intervals;        // columns of each probability's interval, too, if the calibrator has them
    cal_naming naming;     // how errors spell options
} cal_apply_def;
CAL_API cal_apply_def cal_default_apply(void);
CAL_API cal_status cal_apply_open(cal_apply **out, const cal_apply_def *def, cal_error *err);
// Takes the next bytes, `last`: the last ones, and gives what is to be written next, which may be nothing. It
// is the handle's, valid until the next call.
// CAL_USAGE, CAL_FAILED: the outputs do not fit the calibrator; names a row, line or column.
CAL_API cal_status cal_apply_bytes(cal_bytes *out, cal_apply *a, const void *bytes, size_t size, bool last,
                                   cal_error *err);
// After the last bytes, writes a sentence on rows without a result; empty if there are none.
CAL_API cal_status cal_apply_note(cal_bytes *out, const cal_apply *a, cal_error *err);
CAL_API void cal_apply_free(cal_apply *a);

#ifdef __cplusplus
}
#endif

#endif
