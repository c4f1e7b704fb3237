// The receipt, `receipt=` in a link: the result that a run of this link has to reproduce.
//
//   receipt = engine ':' name '=' value *( ',' name '=' value )      all eight names, in any order
//
//   receipt=1.1.0:data=86d0...,weights=0b1c...,digest=5a41...,error=0.25,nll=0.9,brier=0.4,ece=0.1,mce=0.3
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

enum { CAL_RECEIPT_FIGURES = 5, CAL_HEX16 = 16 + 1 };
extern const char *const cal_receipt_figures[CAL_RECEIPT_FIGURES]; // "error", "nll", "brier", "ece", "mce"

// A part that is not promised is empty, or NaN.
typedef struct cal_receipt {
    char engine[16];
    char data[CAL_HEX16], weights[CAL_HEX16], digest[CAL_HEX16];
    double figure[CAL_RECEIPT_FIGURES];
} cal_receipt;

void cal_receipt_clear(cal_receipt *out); // a receipt that promises nothing
// Reads the text after "receipt=", whose alphabet has been checked.
cal_status cal_receipt_read(cal_receipt *out, const char *text, int length, cal_error *err);
void cal_receipt_write(cal_text *out, const cal_receipt *receipt);

// Writes a row for each promised part: [{"what": "ece", "promised": 0.1, "got": 0.1, "same": true}, ...].
// Returns whether all are the same; a different engine alone does not count as a difference.
bool cal_receipt_compare(cal_text *json, const cal_receipt *promised, const cal_receipt *got);
// An error with the first difference: "the link promises ece 0.1, but this run gave 0.2; ...".
cal_status cal_receipt_differs(const cal_receipt *promised, const cal_receipt *got, cal_error *err);

#endif
