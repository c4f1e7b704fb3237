// .npy and safetensors: written files are read back, and errors name the position in invalid ones.
#include <math.h>
#include <stdlib.h>
#include "check.h"
#include "base/bytes/mat.h"
#include "base/bytes/safetensors.h"
#include "run/outputs/probabilities.h"
#include "run/weights/weights.h"

static cal_arena arena;
static cal_error err;

// Makes a .npy file from a header's text and some numbers.
static cal_file npy(const char *header, int version, const void *data, size_t size) {
    size_t length = strlen(header), start = version == 1 ? 10 : 12;
    uint8_t *bytes = cal_arena_alloc(&arena, start + length + size + 1);
    memcpy(bytes, "\x93NUMPY", 6);
    bytes[6] = (uint8_t)version;
    for (size_t i = 8; i < start; i++) bytes[i] = (uint8_t)(length >> 8 * (i - 8));
    memcpy(bytes + start, header, length);
    if (size) memcpy(bytes + start + length, data, size);
    return (cal_file){"a.npy", bytes, start + length + size};
}

#define HEADER(type, order, shape) "{'descr': '" type "', 'fortran_order': " order ", 'shape': " shape ", }\n"

static void test_npy_read(void) {
    const float f4[6] = {1, 2, 3, 4, 5, 6.5f};
    cal_array a;
    float *floats = NULL;
    for (int version = 1; version <= 3; version++) {
        cal_file file = npy(HEADER("<f4", "False", "(2, 3)"), version, f4, sizeof f4);
        CHECK(cal_npy_read(&a, &file, &err) == CAL_OK);
        CHECK(a.ndim == 2 && a.dim[0] == 2 && a.dim[1] == 3 && a.count == 6);
        CHECK(cal_npy_floats(&floats, &arena, &a, "a", &err) == CAL_OK);
        CHECK(memcmp(floats, f4, sizeof f4) == 0);
    }
    // Other valid spellings of the header.
    cal_file file = npy("{\"shape\":(6,),'fortran_order':True,'descr':'=f4'}", 1, f4, sizeof f4);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK && a.ndim == 1 && a.dim[0] == 6);
    file = npy(HEADER("<f4", "False", "()"), 1, f4, 4);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK && a.ndim == 0 && a.count == 1);
    file = npy(HEADER("<f4", "False", "(0, 3)"), 1, f4, 0);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK && a.count == 0);
    CHECK(cal_npy_floats(&floats, &arena, &a, "a", &err) == CAL_OK);
}

// Every one of the 65,536 halves, against the value that the standard gives its fields.
static void test_npy_halves(void) {
    static uint16_t bits[65536];
    float *floats = NULL;
    double *doubles = NULL;
    cal_array a;
    for (int i = 0; i < 65536; i++) bits[i] = (uint16_t)i;
    cal_file file = npy(HEADER("<f2", "False", "(256, 256)"), 1, bits, sizeof bits);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK);
    CHECK(cal_npy_floats(&floats, &arena, &a, "a", &err) == CAL_OK);
    CHECK(cal_npy_doubles(&doubles, &arena, &a, "a", &err) == CAL_OK);
    int wrong = 0;
    for (int i = 0; i < 65536; i++) {
        int exponent = i >> 10 & 31, fraction = i & 1023;
        double size = exponent == 31 ? (fraction ? NAN : INFINITY)
                      : exponent     ? ldexp(1 + fraction / 1024.0, exponent - 15)
                                     : ldexp(fraction, -24);
        double value = copysign(size, i & 0x8000 ? -1 : 1);
        wrong += isnan(value) ? !isnan(floats[i]) || !isnan(doubles[i])
                              : floats[i] != (float)value || doubles[i] != value ||
                                    signbit(floats[i]) != signbit(value);
    }
    CHECK(!wrong);
}

static void test_npy_labels(void) {
    const int64_t i8[3] = {7, -1, 2147483647}, large[1] = {2147483648};
    const uint8_t u1[3] = {7, 255, 0};
    const int16_t i2[2] = {-300, 9};
    int32_t *labels = NULL;
    cal_array a;
    cal_file file = npy(HEADER("<i8", "False", "(3,)"), 1, i8, sizeof i8);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK &&
          cal_npy_labels(&labels, &arena, &a, "y", &err) == CAL_OK);
    CHECK(labels[0] == 7 && labels[1] == -1 && labels[2] == 2147483647);
    file = npy(HEADER("|u1", "False", "(3,)"), 1, u1, sizeof u1);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK &&
          cal_npy_labels(&labels, &arena, &a, "y", &err) == CAL_OK);
    CHECK(labels[0] == 7 && labels[1] == 255 && labels[2] == 0);
    file = npy(HEADER("<i2", "False", "(2,)"), 1, i2, sizeof i2);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK &&
          cal_npy_labels(&labels, &arena, &a, "y", &err) == CAL_OK);
    CHECK(labels[0] == -300 && labels[1] == 9);
    file = npy(HEADER("<u8", "False", "(1,)"), 1, large, sizeof large);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK &&
          cal_npy_labels(&labels, &arena, &a, "y", &err) == CAL_FAILED);
    CHECK_TEXT(err.text, "y: row 0 does not fit into 32 bits");
    // Integers as floats, and booleans.
    const float f4[3] = {3, -0.0f, 2.5f};
    const double f8[2] = {1e5, 3e9};
    const uint16_t f2[2] = {0x4200, 0x7e00}; // 3, not a number
    file = npy(HEADER("<f4", "False", "(2,)"), 1, f4, 8);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK &&
          cal_npy_labels(&labels, &arena, &a, "y", &err) == CAL_OK && labels[0] == 3 && labels[1] == 0);
    file = npy(HEADER("<f4", "False", "(3,)"), 1, f4, sizeof f4);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK &&
          cal_npy_labels(&labels, &arena, &a, "y", &err) == CAL_FAILED);
    CHECK_TEXT(err.text, "y: row 2 is 2.5; labels are whole numbers");
    file = npy(HEADER("<f8", "False", "(2,)"), 1, f8, sizeof f8);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK &&
          cal_npy_labels(&labels, &arena, &a, "y", &err) == CAL_FAILED);
    CHECK_TEXT(err.text, "y: row 1 is 3e+09; labels are whole numbers");
    file = npy(HEADER("<f2", "False", "(2,)"), 1, f2, sizeof f2);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK &&
          cal_npy_labels(&labels, &arena, &a, "y", &err) == CAL_FAILED);
    CHECK_TEXT(err.text, "y: row 1 is nan; labels are whole numbers");
    file = npy(HEADER("|b1", "False", "(2,)"), 1, (const uint8_t[]){1, 0}, 2);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK &&
          cal_npy_labels(&labels, &arena, &a, "y", &err) == CAL_OK && labels[0] == 1 && labels[1] == 0);
}

// Reads any byte order, and rows and columns.
static void test_npy_orders(void) {
    const uint8_t big[8] = {0x3f, 0xc0, 0, 0, 0xc0, 0x20, 0, 0}; // 1.5, -2.5
    const uint8_t wholes[8] = {0, 0, 1, 2, 0xff, 0xff, 0xff, 0xfe};
    float *floats = NULL;
    double *doubles = NULL;
    int32_t *labels = NULL;
    cal_array a;
    cal_file file = npy(HEADER(">f4", "False", "(2,)"), 1, big, sizeof big);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK && a.big);
    CHECK(!cal_npy_floats(&floats, &arena, &a, "a", &err) && floats[0] == 1.5f && floats[1] == -2.5f);
    CHECK(!cal_npy_doubles(&doubles, &arena, &a, "a", &err) && doubles[0] == 1.5 && doubles[1] == -2.5);
    CHECK(cal_npy_check_plain(&a, "a", &err) == CAL_FAILED);
    CHECK_TEXT(err.text, "a: its numbers are big-endian; save them with astype('<f4') or the like");
    file = npy(HEADER(">i4", "False", "(2,)"), 1, wholes, sizeof wholes);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK);
    CHECK(!cal_npy_labels(&labels, &arena, &a, "a", &err) && labels[0] == 258 && labels[1] == -2);
    float turned[24];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int l = 0; l < 4; l++) turned[i + 2 * j + 6 * l] = (float)(i * 12 + j * 4 + l);
    file = npy(HEADER("<f4", "True", "(2, 3, 4)"), 1, turned, sizeof turned);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK && a.fortran);
    CHECK(!cal_npy_floats(&floats, &arena, &a, "a", &err) &&
          !cal_npy_doubles(&doubles, &arena, &a, "a", &err));
    for (int i = 0; i < 24; i++) CHECK(floats[i] == (float)i && doubles[i] == i);
    CHECK(cal_npy_check_plain(&a, "a", &err) == CAL_FAILED);
    CHECK_TEXT(err.text,
               "a: its rows and columns are in Fortran order; save it after numpy.ascontiguousarray");
    file = npy(HEADER("|u1", "True", "(2, 2)"), 1, (const uint8_t[]){1, 2, 3, 4}, 4);
    CHECK(cal_npy_read(&a, &file, &err) == CAL_OK && !cal_npy_labels(&labels, &arena, &a, "a", &err));
    CHECK(labels[0] == 1 && labels[1] == 3 && labels[2] == 2 && labels[3] == 4);
}

static void test_npy_refusals(void) {
    static const struct {
        const char *header, *error;
    } cases[] = {
        {"", "a.npy: byte 10: its header does not open with '{'"},
        {"{}", "a.npy: byte 12: its header lacks descr, fortran_order or shape"},
        {"{'descr': '<f4'", "a.npy: byte 25: a ',' or '}' is missing"},
        {HEADER("<f3", "False", "(1,)"),
         "a.npy: numbers of type '<f3' cannot be read; save them as float32 or int32"},
        {HEADER("|O", "False", "(1,)"),
         "a.npy: numbers of type '|O' cannot be read; save them as float32 or int32"},
        {HEADER("<f4", "Maybe", "(1,)"), "a.npy: byte 44: its 'fortran_order' is not True or False"},
        {HEADER("<f4", "False", "(1, 1, 1, 1, 1)"), "a.npy: byte 74: more than 4 dimensions"},
        {HEADER("<f4", "False", "(-1,)"), "a.npy: byte 61: its 'shape' is not a list of sizes"},
        {HEADER("<f4", "False", "(99999999999,)"), "a.npy: byte 71: the sizes are too large"},
        {HEADER("<f8", "False", "(2147483647, 2147483647, 9)"), "a.npy: byte 83: the sizes are too large"},
        {HEADER("<f4", "False", "(2,)"), "a.npy: byte 68: its shape needs 8 bytes of f4, but 4 follow"},
        {HEADER("<f4", "False", "(0,)"), "a.npy: byte 68: its shape needs 0 bytes of f4, but 4 follow"},
        {"{'descr': '<f4', 'descr': '<f4'}", "a.npy: byte 35: its header has an unknown or repeated key"},
        {"{'a': 1}", "a.npy: byte 15: its header has an unknown or repeated key"},
        {HEADER("<f4", "False", "(1,)") "x", "a.npy: byte 68: unexpected text after the dictionary"},
    };
    cal_array a;
    const float number = 1;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cal_file file = npy(cases[i].header, 1, &number, sizeof number);
        CHECK(cal_npy_read(&a, &file, &err) == CAL_FAILED);
        CHECK_TEXT(err.text, cases[i].error);
    }
    cal_file file = npy(HEADER("<f4", "False", "(1,)"), 1, &number, sizeof number);
    for (size_t size = 0; size < file.size;
         size++) { // truncated anywhere; copied, so that a sanitizer sees the end
        uint8_t *cut = malloc(size + !size);
        memcpy(cut, file.bytes, size);
        CHECK(cal_npy_read(&a, &(cal_file){"a.npy", cut, size}, &err) == CAL_FAILED);
        CHECK(strncmp(err.text, "a.npy: ", 7) == 0);
        free(cut);
    }
    CHECK(cal_npy_read(&a, &(cal_file){"a.npy", (const uint8_t *)"\x93NUMPY\x09\x00\x00\x00", 10}, &err) ==
          CAL_FAILED);
    CHECK_TEXT(err.text, "a.npy: version 9 of the .npy format is unknown; versions 1 to 3 are read");
}

static void test_npy_write(void) {
    const double numbers[6] = {1, -2.5, 3, 4, 5, 1e300};
    for (int ndim = 1; ndim <= 3; ndim++) {
        const int dims[3][3] = {{6}, {2, 3}, {3, 1, 2}};
        cal_text out = {0};
        cal_array a;
        cal_npy_write(&out, "f8", numbers, dims[ndim - 1], ndim);
        cal_file file = {"b.npy", (const uint8_t *)out.data, (size_t)out.length};
        CHECK((out.length - 48) % 64 == 0);
        CHECK(cal_npy_read(&a, &file, &err) == CAL_OK);
        CHECK(a.ndim == ndim && a.count == 6 && strcmp(a.type, "f8") == 0);
        for (int i = 0; i < ndim; i++) CHECK(a.dim[i] == dims[ndim - 1][i]);
        CHECK(memcmp(a.data, numbers, sizeof numbers) == 0);
        cal_text_free(&out);
    }
}

// ---- safetensors, of a network with every role of tensor

static cal_net *net;

static cal_file tensors(const char *header, size_t data_bytes) {
    size_t length = strlen(header);
    uint8_t *bytes = cal_arena_alloc(&arena, 8 + length + data_bytes);
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)((uint64_t)length >> 8 * i);
    memcpy(bytes + 8, header, length);
    return (cal_file){"w.safetensors", bytes, 8 + length + data_bytes};
}

static void test_safetensors_round_trip(void) {
    size_t count = cal_net_parameters(net) + cal_net_statistics(net);
    float *flat = cal_arena_alloc(&arena, count * sizeof *flat),
          *back = cal_arena_alloc(&arena, count * sizeof *back);
    double *wide = cal_arena_alloc(&arena, count * sizeof *wide);
    cal_text out = {0};
    for (size_t i = 0; i < count; i++) flat[i] = (float)i * 0.37f - 3;
    cal_weights_write(&out, &(cal_weights_about){.k = 0}, net, flat);
    cal_file file = {"w.safetensors", (const uint8_t *)out.data, (size_t)out.length};
    cal_tensor_map naming;
    CHECK(cal_weights_read(back, wide, &naming, &arena, net, &file, &err) == CAL_OK);
    CHECK(naming.order == CAL_BY_NAME && naming.rows == 7 && cal_tensor_map_complete(&naming));
    CHECK(memcmp(flat, back, count * sizeof *flat) == 0);
    for (size_t i = 0; i < count; i++) CHECK(wide[i] == flat[i]);
    CHECK(strstr(out.data + 8, "{\"__metadata__\":{\"format\":\"calib weights "
                               "1\",\"layers\":\"c2-bn-relu-gap-fc\"},\"0.weight\":{\"dtype\":\"F32\","
                               "\"shape\":[2,1,3,3],\"data_offsets\":[0,72]}") == out.data + 8);
    for (size_t size = 0; size < file.size; size++) { // truncated anywhere
        uint8_t *cut = malloc(size + !size);
        memcpy(cut, file.bytes, size);
        CHECK(cal_weights_read(back, NULL, &naming, &arena, net, &(cal_file){"w", cut, size}, &err) ==
              CAL_FAILED);
        free(cut);
    }
    CHECK(memcmp(flat, back, count * sizeof *flat) == 0); // a refused file changes nothing
    float bad = __builtin_nanf("");
    memcpy(out.data + out.length - 4, &bad, 4);
    CHECK(cal_weights_read(back, NULL, &naming, &arena, net, &file, &err) == CAL_FAILED);
    CHECK_TEXT(err.text, "w.safetensors: number 2 of 4.bias is not a finite float");
    cal_text_free(&out);
}

static cal_status find(const cal_file *file) {
    const cal_tensor *tensor;
    cal_safetensors_file *stored;
    cal_safetensor *list = cal_weights_tensors(&arena, net, NULL, 0);
    cal_status status = cal_safetensors_open(&stored, &arena, file, "model", &err);
    return status ? status : cal_safetensors_find(list, cal_net_tensors(net, &tensor), stored, &err);
}

static void test_safetensors_refusals(void) {
    static const struct {
        const char *header, *error;
    } cases[] = {
        {"", "w.safetensors: byte 8: the header is not JSON"},
        {"[]", "w.safetensors: byte 8: the header is not an object"},
        {"{", "w.safetensors: byte 8: the header is not JSON"},
        {"{}", "w.safetensors: the model's tensor 0.weight is missing"},
        {"{}{}", "w.safetensors: byte 10: there is more text after the header's object"},
        {"{\"0.weight\":3}", "w.safetensors: byte 20: a tensor is not described by an object"},
        {"{\"0.weight\":{}}", "w.safetensors: byte 20: dtype, shape or data_offsets is missing"},
        {"{\"0.weight\":{\"dtype\":\"F32\",\"shape\":[2,1,3,3],\"data_offsets\":[0,73]}}",
         "w.safetensors: byte 20: its data_offsets point outside the file"},
        {"{\"0.weight\":{\"dtype\":\"F32\",\"shape\":[2,1,3,3],\"data_offsets\":[8,4]}}",
         "w.safetensors: byte 20: its data_offsets point outside the file"},
        {"{\"0.weight\":{\"dtype\":\"F32\",\"shape\":[2,1,3,3],\"data_offsets\":[0,68]}}",
         "w.safetensors: byte 20: its data_offsets do not fit its shape"},
        {"{\"0.weight\":{\"dtype\":\"F32\",\"shape\":[2,1,3,3],\"data_offsets\":[0,-4]}}",
         "w.safetensors: byte 54: its data_offsets are not two numbers"},
        // 2^64 + 72
        {"{\"0.weight\":{\"dtype\":\"F32\",\"shape\":[2,1,3,3],\"data_offsets\":[0,18446744073709551688]}}",
         "w.safetensors: byte 54: its data_offsets are not two numbers"},
        {"{\"0.weight\":{\"dtype\":\"F32\",\"shape\":[2,1,3,3],\"data_offsets\":[0,72],\"x\":1}}",
         "w.safetensors: byte 76: a key other than dtype, shape and data_offsets"},
        {"{\"0.weight\":{\"dtype\":\"F32\",\"shape\":[1,2,3,3],\"data_offsets\":[0,72]}}",
         "w.safetensors: 0.weight has shape [1, 2, 3, 3], the model needs [2, 1, 3, 3]"},
        {"{\"0.weight\":{\"dtype\":\"I32\",\"shape\":[2,1,3,3],\"data_offsets\":[0,72]}}",
         "w.safetensors: 0.weight has a type other than F16, BF16, F32 and F64"},
        {"{\"9.weight\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}",
         "w.safetensors: the model has no tensor '9.weight'"},
        {"{\"0.weight\":{\"dtype\":\"F32\",\"shape\":[2,1,3,3],\"data_offsets\":[0,72]},"
         "\"0.weight\":{\"dtype\":\"F32\",\"shape\":[2,1,3,3],\"data_offsets\":[0,72]}}",
         "w.safetensors: byte 77: a tensor is given twice"},
        {"{\"1.num_batches_tracked\":{\"dtype\":\"I64\",\"shape\":[],\"data_offsets\":[0,8]}}",
         "w.safetensors: the model's tensor 0.weight is missing"},
        {"{\"__metadata__\":{\"a\":\"\",\"b\":\"c\"}}",
         "w.safetensors: the model's tensor 0.weight is missing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cal_file file = tensors(cases[i].header, 72);
        CHECK(find(&file) == CAL_FAILED);
        CHECK_TEXT(err.text, cases[i].error);
    }
    cal_file file = tensors("{}", 0);
    ((uint8_t *)file.bytes)[7] = 0x7f; // a header longer than any file
    CHECK(find(&file) == CAL_FAILED);
    CHECK_TEXT(err.text, "w.safetensors: not a safetensors file, or cut short (10 bytes)");
}

// Reads numbers as their formats define them, byte by byte.
static void test_numbers(void) {
    static const struct {
        cal_dtype type;
        uint8_t bytes[8];
        double value;
    } stored[] = {{CAL_BF16, {0x80, 0x3f}, 1},
                  {CAL_BF16, {0x81, 0x3f}, 1.0078125},
                  {CAL_BF16, {0x40, 0xc0}, -3},
                  {CAL_F16, {0x00, 0x3c}, 1},
                  {CAL_F16, {0x01, 0xc2}, -3.001953125},
                  {CAL_F32, {0, 0, 0x40, 0xc0}, -3},
                  {CAL_F64, {0, 0, 0, 0, 0, 0, 0x08, 0xc0}, -3}};
    for (size_t i = 0; i < sizeof stored / sizeof *stored; i++) {
        const cal_safetensor tensor = {.found = stored[i].bytes, .found_type = stored[i].type};
        CHECK(cal_safetensor_number(&tensor, 0) == stored[i].value);
    }
    static const struct {
        char kind;
        int size;
        uint8_t bytes[8];
        double value;
    } of_matlab[] = {{'i', 1, {0xff}, -1},
                     {'u', 1, {0xff}, 255},
                     {'i', 2, {0xfe, 0xff}, -2},
                     {'u', 2, {0xfe, 0xff}, 65534},
                     {'i', 4, {0, 0, 0, 0x80}, -2147483648.0},
                     {'i', 2, {0x34, 0x12}, 0x1234}};
    for (size_t i = 0; i < sizeof of_matlab / sizeof *of_matlab; i++) {
        const cal_mat_array array = {
            .kind = of_matlab[i].kind, .size = of_matlab[i].size, .data = of_matlab[i].bytes};
        CHECK(cal_mat_number(&array, 0) == of_matlab[i].value);
    }
}

// Rows are processed four at a time: any deviating one counts, in floats and in doubles.
static void test_probability_range(void) {
    enum { N = 11, K = 3 };
    float floats[N * K];
    double doubles[N * K];
    cal_probability_range of_floats, of_doubles;
    for (int n = 1; n <= N; n++)
        for (int odd = -1; odd < n; odd++) {
            for (int i = 0; i < n * K; i++) floats[i] = i % K ? 0.25f : 0.5f;
            if (odd >= 0) floats[odd * K] = -0.125f, floats[odd * K + 2] = 0.75f;
            for (int i = 0; i < n * K; i++) doubles[i] = floats[i];
            cal_probability_range_of(&of_floats, floats, NULL, (size_t)n, K);
            cal_probability_range_of(&of_doubles, NULL, doubles, (size_t)n, K);
            CHECK(of_floats.likely == (odd < 0) && of_doubles.likely == (odd < 0));
            CHECK(of_floats.least == (odd < 0 ? 0.25 : -0.125) && of_doubles.least == of_floats.least);
            CHECK(of_floats.most == (odd < 0 ? 0.5 : 0.75));
            CHECK(of_doubles.most == of_floats.most);
            CHECK(of_floats.farthest == (odd < 0 ? 0 : 0.125) && of_doubles.farthest == of_floats.farthest);
        }
    // A tenth of the rows may be badly rounded; none of fewer than ten.
    for (int n = 9; n <= N; n++) {
        for (int i = 0; i < n * K; i++) floats[i] = i % K ? 0.25f : 0.5f;
        floats[(n - 2) * K] = 0.75f;
        cal_probability_range_of(&of_floats, floats, NULL, (size_t)n, K);
        CHECK(of_floats.likely == (n >= 10) && of_floats.farthest == 0.25);
    }
    floats[5] = __builtin_nanf("");
    cal_probability_range_of(&of_floats, floats, NULL, N, K);
    CHECK(!of_floats.likely);
}

int main(void) {
    test_numbers();
    test_probability_range();
    test_npy_read();
    test_npy_halves();
    test_npy_labels();
    test_npy_orders();
    test_npy_refusals();
    test_npy_write();
    CHECK(cal_net_parse(&net, "c2-bn-relu-gap-fc", false, 3, 1, 8, 8, &err) == CAL_OK);
    test_safetensors_round_trip();
    test_safetensors_refusals();
    cal_net_free(net);
    cal_arena_free(&arena);
    return CHECK_DONE();
}
