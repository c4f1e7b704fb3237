// SHA-256 (FIPS 180-4), for data hashes and digests.
#ifndef CAL_BASE_BYTES_SHA256_H
#define CAL_BASE_BYTES_SHA256_H
#include <stddef.h>
#include <stdint.h>

typedef struct cal_sha256 {
    uint32_t state[8];
    uint64_t length;
    uint8_t block[64];
} cal_sha256;

void cal_sha256_start(cal_sha256 *hash);
void cal_sha256_add(cal_sha256 *hash, const void *bytes, size_t count);
void cal_sha256_hex(char hex[65], cal_sha256 *hash); // finishes

#endif
