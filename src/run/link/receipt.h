// The receipt, `receipt=` in a link: the result that a run of this link has to reproduce.
//
//   receipt = engine ':' name '=' value *( ',' name '=' value )      all eight names, in any order
//
//   receipt=1.1.0:data=86d0...,weights=0b1c...,digest=5a41...,error=0.25,nll=0.9,brier=0.4,ece=0.1,mce=0.3
//   receipt=1.1.0-fused:data=...          computed with fused multiply-add, in part at least
//
// Hashes are the first 16 hexadecimal digits of the data hash, of the SHA-256 of the final weights, and of
// the digest, the SHA-256 of weights and figures. Figures are those of the test set, written with as few
// decimals as read back as the same bits.
#ifndef CAL_RUN_RECEIPT_H
#define CAL_RUN_RECEIPT_H
#include <stdbool.h>
#include "base/status.h"
#include "base/text.h"

// The engine's version, bumped whenever any result changes; tests/cli/receipts.test.mjs checks a run against it.
// 1.1.0: smooth ECE by its definition, so that runs with by=smece stop at and keep other epochs.
#define CAL_ENGINE "1.1.0"

// Whether this build multiplies and adds with one rounding (base/simd.h).
#ifdef CAL_FUSED
enum { CAL_ENGINE_FUSED = true };
#else
enum { CAL_ENGINE_FUSED = false };
#endif

enum { CAL_RECEIPT_FIGURES = 5, CAL_HEX16 = 16 + 1 };
extern const char *const cal_receipt_figures[CAL_RECEIPT_FIGURES]; // "error", "nll", "brier", "ece", "mce"

// A part that is not promised is empty, or NaN.
typedef struct cal_receipt {
    char engine[16];
    bool fused; // computed with fused multiply-add: other bits than everywhere else
    char data[CAL_HEX16], weights[CAL_HEX16], digest[CAL_HEX16];
    double figure[CAL_RECEIPT_FIGURES];
} cal_receipt;

void cal_receipt_clear(cal_receipt *out); // a receipt that promises nothing
// Reads the text after "receipt=", whose alphabet has been checked.
cal_status cal_receipt_read(cal_receipt *out, const char *text, int length, cal_error *err);
void cal_receipt_write(cal_text *out, const cal_receipt *receipt);

// The same bits; or, where one of the two or both were computed with fused multiply-add, the same data and figures of the test set
// as close as rounding lets them be. That is never called the same.
typedef enum cal_receipt_agreement {
    CAL_RECEIPT_DIFFERS,
    CAL_RECEIPT_CLOSE,
    CAL_RECEIPT_SAME
} cal_receipt_agreement;

// Writes a row for each promised part that is compared: [{"what": "ece", "promised": 0.1, "got": 0.1, "same": true}, ...].
// `json` may be null. A different engine alone does not count as a difference. With fused multiply-add a figure's row has
// "within", the difference that it may have among `test` samples, "same" says whether it has no more, and
// hashes of weights, the digest and mce are not compared.
cal_receipt_agreement cal_receipt_compare(cal_text *json, const cal_receipt *promised, const cal_receipt *got,
                                          int test);
// What figure `i` may differ by, from run to run of the same link that round differently; NaN for one that is not compared.
//
// Training amplifies a difference in the last bit until the two networks disagree as two of different seeds do (Summers &
// Dinneen, 2021), so what bounds it is not the size of a rounding but how far two such networks lie apart on n samples.
double cal_receipt_tolerance(int i, const cal_receipt *promised, const cal_receipt *got, int test);
// An error with the first difference: "the link promises ece 0.1, but this run gave 0.2; ...".
cal_status cal_receipt_differs(const cal_receipt *promised, const cal_receipt *got, int test, cal_error *err);

#endif
