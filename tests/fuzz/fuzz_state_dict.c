// Files of torch.save as weights: any bytes become a safetensors file, or are refused in one sentence. Random
// bytes rarely have the right checksums. Unless the first byte is 0, the target packs an archive: a pickle,
// whose length two bytes give, and the rest as the storage 0.
#include <stdlib.h>
#include <string.h>
#include "run/weights/model_guess.h"
#include "run/weights/state_dict.h"

enum { ROOM = 512 }; // bytes of the archive's headers and names, at most

static void must(int good) {
    if (!good) abort();
}

static uint8_t *put(uint8_t *to, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) *to++ = (uint8_t)(value >> 8 * i);
    return to;
}

static uint32_t crc_of(const uint8_t *bytes, size_t size) {
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    }
    return ~crc;
}

// Writes the part that the local header and the directory share.
static uint8_t *put_facts(uint8_t *to, const cal_file *file) {
    to = put(put(put(to, 20, 4), 0, 4), 0, 2);
    to = put(to, crc_of(file->bytes, file->size), 4);
    to = put(put(to, (uint32_t)file->size, 4), (uint32_t)file->size, 4);
    return put(put(to, (uint32_t)strlen(file->name), 2), 0, 2);
}

// Packs two files without compression. Returns the archive's size.
static size_t pack(uint8_t *out, const cal_file file[2]) {
    uint8_t *to = out;
    uint32_t start[2];
    for (int i = 0; i < 2; i++) {
        start[i] = (uint32_t)(to - out);
        to = put_facts(put(to, 0x04034b50, 4), &file[i]);
        to = (uint8_t *)memcpy(to, file[i].name, strlen(file[i].name)) + strlen(file[i].name);
        if (file[i].size) memcpy(to, file[i].bytes, file[i].size);
        to += file[i].size;
    }
    const uint32_t directory = (uint32_t)(to - out);
    for (int i = 0; i < 2; i++) {
        to = put_facts(put(put(to, 0x02014b50, 4), 20, 2), &file[i]);
        to = put(put(put(put(to, 0, 4), 0, 4), 0, 2), start[i], 4);
        to = (uint8_t *)memcpy(to, file[i].name, strlen(file[i].name)) + strlen(file[i].name);
    }
    const uint32_t size = (uint32_t)(to - out) - directory;
    to = put(put(put(put(to, 0x06054b50, 4), 0, 4), 2, 2), 2, 2);
    to = put(put(put(to, size, 4), directory, 4), 0, 2);
    return (size_t)(to - out);
}

// Reads the tensors again, and guesses their network.
static void look(const cal_text *bytes) {
    const cal_file file = {"w", (const uint8_t *)bytes->data, (size_t)bytes->length};
    cal_arena arena = {0};
    cal_weights_about about;
    cal_proposal *fits;
    int count = 0;
    cal_error err = {0};
    must(cal_weights_inspect(&about, &arena, &file, &err) == CAL_OK);
    const cal_status status = cal_weights_propose(&fits, &count, &arena, &about, &file, &err);
    must(!status || (err.text[0] && !strchr(err.text, '\n')));
    must(count >= 0);
    cal_arena_free(&arena);
}

static void read_file(const uint8_t *bytes, size_t size) {
    cal_text out = {0};
    cal_error err = {0};
    const cal_file file = {"m.pt", bytes, size};
    (void)cal_state_dict_is(&file);
    const cal_status status = cal_state_dict_read(&out, &file, &err);
    must(status ? err.text[0] && !strchr(err.text, '\n') : out.length > 8);
    if (!status) look(&out);
    cal_text_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3) return 0;
    if (!data[0]) return read_file(data + 1, size - 1), 0;
    const size_t given = data[1] | (size_t)data[2] << 8, rest = size - 3,
                 length = given < rest ? given : rest;
    const cal_file file[2] = {{"a/data.pkl", data + 3, length},
                              {"a/data/0", data + 3 + length, rest - length}};
    uint8_t *archive = malloc(size + ROOM);
    must(archive != NULL);
    const size_t packed = pack(archive, file);
    uint8_t *exact = malloc(packed); // so that the sanitizer finds reads past the end
    memcpy(exact, archive, packed);
    read_file(exact, packed);
    free(exact), free(archive);
    return 0;
}
