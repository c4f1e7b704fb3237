// A file in memory.
#ifndef CAL_BASE_BYTES_FILE_H
#define CAL_BASE_BYTES_FILE_H
#include <stddef.h>
#include <stdint.h>

// Files the user gave: bytes that stay valid during the load. Name is the last part of the path.
typedef struct cal_file {
    const char *name;
    const uint8_t *bytes;
    size_t size;
} cal_file;

#endif
