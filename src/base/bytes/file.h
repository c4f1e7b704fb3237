// A file in memory.
#ifndef CAL_BASE_BYTES_FILE_H
#define CAL_BASE_BYTES_FILE_H
#include <stddef.h>
#include <stdint.h>

// A file that the user gave. Its bytes stay valid during the load; `name` is the last part of its path.
typedef struct cal_file {
    const char *name;
    const uint8_t *bytes;
    size_t size;
} cal_file;

#endif
