// Reads .zip archives (PKWARE's APPNOTE 6.3.10) below 4 GB, such as NumPy's .npz and PyTorch's .pt. Accepts
// hostile bytes: errors name the archive, the file in it and the reason.
#ifndef CAL_BASE_BYTES_ZIP_H
#define CAL_BASE_BYTES_ZIP_H
#include "base/bytes/file.h"
#include "base/memory.h"
#include "base/slice.h"
#include "base/status.h"
#include "base/text.h"

typedef struct cal_zip_entry {
    cal_slice path;
    const uint8_t *packed; // points into the archive's bytes
    size_t stored, size;   // bytes in the archive, and unpacked
    uint32_t crc;
    bool deflated;
} cal_zip_entry;

typedef struct cal_zip {
    const char *name;
    cal_zip_entry *entry; // files only, no folders
    int count;
} cal_zip;

bool cal_zip_is(const cal_file *file);
cal_status cal_zip_read(cal_zip *out, cal_arena *arena, const cal_file *file, cal_error *err);
// Returns the entry's bytes after comparing their checksum. Stored bytes are returned in place; compressed
// ones are unpacked into `arena`.
cal_status cal_zip_open(const uint8_t **out, cal_arena *arena, const cal_zip *zip, const cal_zip_entry *entry,
                        cal_error *err);

// Writes an archive of one stored file, of up to 4 GB in all, as its bytes come.
typedef struct cal_zip_writer {
    const char *name; // the file's; must outlive the writer
    uint32_t crc, size;
} cal_zip_writer;
void cal_zip_begin(cal_text *out, cal_zip_writer *zip, const char *name);
void cal_zip_add(cal_text *out, cal_zip_writer *zip, const void *bytes, uint32_t size);
void cal_zip_end(cal_text *out, const cal_zip_writer *zip);

#endif
