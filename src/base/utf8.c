// Well-formed UTF-8 by table 3-7 of Unicode: only the second byte's range depends on the first.
#include "base/utf8.h"
#include <stdbool.h>

int cal_utf8_length(const char *text, size_t left) {
    const unsigned char *b = (const unsigned char *)text;
    if (b[0] < 0x80) return 1;
    int length = b[0] >= 0xf0 ? 4 : b[0] >= 0xe0 ? 3 : 2;
    if (b[0] < 0xc2 || b[0] > 0xf4 || left < (size_t)length) return 0;
    unsigned low = b[0] == 0xe0 ? 0xa0 : b[0] == 0xf0 ? 0x90 : 0x80;
    unsigned high = b[0] == 0xed ? 0x9f : b[0] == 0xf4 ? 0x8f : 0xbf;
    if (b[1] < low || b[1] > high) return 0;
    for (int i = 2; i < length; i++)
        if ((b[i] & 0xc0) != 0x80) return 0;
    return length;
}

int cal_utf8_printable(const char *text, size_t left) {
    const unsigned char *b = (const unsigned char *)text;
    const int bytes = cal_utf8_length(text, left);
    const bool control = b[0] < 0x20 || b[0] == 0x7f || (bytes == 2 && b[0] == 0xc2 && b[1] < 0xa0);
    return control ? 0 : bytes;
}
