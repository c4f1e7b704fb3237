// Decisions that outputs allow: conformal sets. A part of calib.h, which includes it.
#ifndef CAL_API_CALIB_DECIDE_H
#define CAL_API_CALIB_DECIDE_H
#ifndef CAL_API_CALIB_H
#error "include calib.h, which includes this part"
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ---- conformal sets: classes that are still possible, at a promised coverage

typedef struct cal_sets cal_sets;
typedef struct cal_sets_def {
    uint32_t cookie;
    cal_logit_set validation, test; // for cal_sets_logits
    const char *score;              // "lac", "aps" (the default), "raps:lambda=0.1", "topk"
    const char *calibrator;         // "temperature", fitted on one half of the validation set; null: none
    cal_input calibrator_file;      // cal_calibration_save wrote it: instead of a calibrator fitted here
    double temperature;             // divides the logits, 1 by default; not with a calibrator
    double alpha;                   // promised fraction of sets without the true class, 0.1 by default
    uint32_t seed;                  // draws the halves and the uniform numbers, 1 by default
    const char *by;                 // "class" or "group": a quantile for each; null: one for all
    const char *empty; // "allow" (the default), or "top": an empty set gets the most probable class
    const char *seen;  // option that used the validation set before, for a warning; null: nothing
    cal_naming naming; // how errors spell options
} cal_sets_def;
CAL_API cal_sets_def cal_default_sets(void);
// Makes sets of logits or probabilities of classes. The quantile is the ceil((n + 1)(1 - alpha))-th smallest
// score of n validation samples. RAPS's parameters and the calibrator are fitted on one half of the
// validation set, and then the quantile is of the other half. Arrays are read only during the call.
// CAL_USAGE: multi-label outputs, or an option that makes no sense. CAL_FAILED: too few validation samples,
// or a calibrator's file that does not fit the outputs, or was fitted on these samples.
CAL_API cal_status cal_sets_logits(cal_sets **out, cal_lab *lab, const cal_sets_def *def, cal_error *err);
// Does it for files as a report reads them; ignores the definition's sets and calibrator_file.
CAL_API cal_status cal_sets_read(cal_sets **out, cal_lab *lab, const cal_sets_def *def,
                                 const cal_report_inputs *inputs, cal_error *err);
// Does it for a training's latest outputs. A link that used the validation set, for example with keep=best,
// adds a warning.
CAL_API cal_status cal_sets_training(cal_sets **out, cal_training *t, const cal_sets_def *def,
                                     cal_error *err);
// Writes the figures, as `calib sets` prints them.
CAL_API cal_status cal_sets_json(cal_bytes *out, const cal_sets *s, cal_error *err);
// Writes the sets as "npy", u1 [n,k], or as "csv": row, label, size, covered, set ("0 3 7").
CAL_API cal_status cal_sets_save(cal_bytes *out, const cal_sets *s, const char *format, cal_error *err);
// Returns a note for the user on how files were read, a sentence; null past the last.
CAL_API const char *cal_sets_note(const cal_sets *s, int index);
CAL_API void cal_sets_free(cal_sets *s);

#ifdef __cplusplus
}
#endif

#endif
