// What a run promises whoever trains its link again: `receipt=` in a link.
//
//   receipt = engine ':' name '=' value *( ',' name '=' value )      all eight names, in any order
//
//   receipt=1.1.0:data=86d0...,weights=0b1c...,digest=5a41...,error=0.25,nll=0.9,brier=0.4,ece=0.1,mce=0.3
//
// Hashes are the first 16 hexadecimal digits of the data hash, of a SHA-256 over the final weights, and of
// the digest, which is over both weights and figures. Figures are those of the test set, in their shortest
// decimals, so that they read back as the same bits.
#ifndef CAL_RUN_RECEIPT_H
#define CAL_RUN_RECEIPT_H
#include <stdbool.h>
#include "base/status.h"
#include "base/text.h"

// Raised with every change that gives any link other bits; tests/receipts.test.mjs holds a run to it. 1.1.0:
// smooth ECE by its definition, by which by=smece stops and keeps other epochs.
#define CAL_ENGINE "1.1.0"

enum { CAL_RECEIPT_FIGURES = 5, CAL_HEX16 = 16 + 1 };
extern const char *const cal_receipt_figures[CAL_RECEIPT_FIGURES]; // "error", "nll", "brier", "ece", "mce"

// What is not promised is empty, or NaN.
typedef struct cal_receipt {
    char engine[16];
    char data[CAL_HEX16], weights[CAL_HEX16], digest[CAL_HEX16];
    double figure[CAL_RECEIPT_FIGURES];
} cal_receipt;

void cal_receipt_clear(cal_receipt *out); // promises nothing
// Text after "receipt=", whose alphabet is known to be a link's.
cal_status cal_receipt_read(cal_receipt *out, const char *text, int length, cal_error *err);
void cal_receipt_write(cal_text *out, const cal_receipt *receipt);

// One row for everything that is promised: [{"what": "ece", "promised": 0.1, "got": 0.1, "same": true}, ...].
// Returns whether all are the same; another engine alone is no difference.
bool cal_receipt_compare(cal_text *json, const cal_receipt *promised, const cal_receipt *got);
// The first difference in words: "the link promises ece 0.1, but this run gave 0.2; ...".
cal_status cal_receipt_differs(const cal_receipt *promised, const cal_receipt *got, cal_error *err);

#endif
