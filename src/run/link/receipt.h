// The receipt, `receipt=` in a link: the result that a run of this link must reproduce. The grammar, with all
// eight names in any order:
//
//   receipt = engine ':' name '=' value *( ',' name '=' value )
//
//   receipt=1.1.0:data=86d0...,weights=0b1c...,digest=5a41...,error=0.25,nll=0.9,brier=0.4,ece=0.1,mce=0.3
//
// An engine "1.1.0-fused" means that fused multiply-add was used, at least in part.
//
// Hashes are the first 16 hexadecimal digits of three SHA-256 values: the data hash, the final weights, and
// the digest of weights and figures. Figures are those of the test set, with the fewest decimals that read
// back as the same bits.
#ifndef CAL_RUN_RECEIPT_H
#define CAL_RUN_RECEIPT_H
#include <stdbool.h>
#include "base/slice.h"
#include "base/status.h"
#include "base/text.h"

// The engine's version, increased whenever any result changes; tests/cli/receipts.test.mjs checks a run
// against it.
//
// 1.1.0: smooth ECE by its definition, so that runs with by=smece stop at and keep other epochs.
#define CAL_ENGINE "1.1.0"

// True if this build multiplies and adds with one rounding (base/simd.h).
#ifdef CAL_FUSED
enum { CAL_ENGINE_FUSED = true };
#else
enum { CAL_ENGINE_FUSED = false };
#endif

enum { CAL_RECEIPT_FIGURES = 5, CAL_HEX16 = 16 + 1 };
extern const char *const cal_receipt_figures[CAL_RECEIPT_FIGURES]; // "error", "nll", "brier", "ece", "mce"

// A receipt. Parts that are not promised are empty, or NaN.
typedef struct cal_receipt {
    char engine[16];
    bool fused; // computed with fused multiply-add, so with different bits
    char data[CAL_HEX16], weights[CAL_HEX16], digest[CAL_HEX16];
    double figure[CAL_RECEIPT_FIGURES];
} cal_receipt;

// Reads 16 lower-case hexadecimal digits; an error begins with `name`.
cal_status cal_hex16_read(char out[CAL_HEX16], const char *name, cal_slice text, cal_error *err);

void cal_receipt_clear(cal_receipt *out); // a receipt that promises nothing
// Reads the text after "receipt=", whose alphabet has been checked.
cal_status cal_receipt_read(cal_receipt *out, const char *text, int length, cal_error *err);
void cal_receipt_write(cal_text *out, const cal_receipt *receipt);

// CAL_RECEIPT_SAME: the same bits. CAL_RECEIPT_CLOSE: at least one used fused multiply-add, the data are the
// same, and the figures of the test set are within rounding.
typedef enum cal_receipt_agreement {
    CAL_RECEIPT_DIFFERS,
    CAL_RECEIPT_CLOSE,
    CAL_RECEIPT_SAME
} cal_receipt_agreement;

// Writes a row for each compared part: [{"what": "ece", "promised": 0.1, "got": 0.1, "same": true}, ...].
// `json` may be null. A different engine alone does not count as a difference. With fused multiply-add, a
// figure's row has "within", the tolerance for `test` samples, and "same" is true within it. Hashes of
// weights, the digest and mce are then not compared.
cal_receipt_agreement cal_receipt_compare(cal_text *json, const cal_receipt *promised, const cal_receipt *got,
                                          int test);
// Returns the tolerance of figure `i` between runs of the same link with different rounding; NaN for one that
// is not compared.
//
// Training amplifies a difference in the last bit until the two networks disagree like two with different
// seeds (Summers & Dinneen, 2021). So the bound is not the size of a rounding, but the distance of two such
// networks on n samples.
double cal_receipt_tolerance(int i, const cal_receipt *promised, const cal_receipt *got, int test);
// Fails with the first difference: "the link promises ece 0.1, but this run gave 0.2; ...".
cal_status cal_receipt_differs(const cal_receipt *promised, const cal_receipt *got, int test, cal_error *err);

#endif
