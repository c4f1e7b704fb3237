// Sends many links through fuzz_link.c. For each, stdin has a length in four bytes, little-endian, and its
// bytes; stdout gets a line. It is 'ok', followed by the text for the page's address and the receipt, or 'no'
// and the error's sentence.
#include <stdio.h>
#include <unistd.h>
#include "run/link/spec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PATIENCE = 60, ROOM = 1 << 16 }; // PATIENCE: seconds after which a link counts as hanging

int main(void) {
    static uint8_t length[4], link[ROOM];
    while (fread(length, 1, sizeof length, stdin) == sizeof length) {
        const size_t size = length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16;
        if (size > sizeof link || fread(link, 1, size, stdin) != size) return 2;
        alarm(PATIENCE);
        LLVMFuzzerTestOneInput(link, size);
        static cal_spec spec;
        cal_error err = {0};
        cal_text text = {0};
        if (cal_spec_parse(&spec, (const char *)link, size, &err)) printf("no %s\n", err.text);
        else {
            cal_spec_address(&text, &spec);
            printf("ok %s\n", text.data);
        }
        cal_text_free(&text);
    }
    return 0;
}
