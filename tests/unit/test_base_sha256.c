// SHA-256: the examples of FIPS 180-4 and NIST's long message, and every way to cut a message.
#include "base/bytes/sha256.h"
#include "check.h"

static void hash_of(char hex[65], const void *bytes, size_t count) {
    cal_sha256 hash;
    cal_sha256_start(&hash);
    cal_sha256_add(&hash, bytes, count);
    cal_sha256_hex(hex, &hash);
}

int main(void) {
    char hex[65], part[65];
    hash_of(hex, "", 0);
    CHECK_TEXT(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    hash_of(hex, "abc", 3);
    CHECK_TEXT(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const char *two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    hash_of(hex, two_blocks, strlen(two_blocks));
    CHECK_TEXT(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");

    cal_sha256 hash;
    cal_sha256_start(&hash);
    char as[1000];
    memset(as, 'a', sizeof as);
    for (int i = 0; i < 1000; i++) cal_sha256_add(&hash, as, sizeof as);
    cal_sha256_hex(hex, &hash);
    CHECK_TEXT(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");

    // Every length around the padding's edges, cut at every place; five of them hashed by Python's hashlib.
    unsigned char text[200];
    for (int i = 0; i < 200; i++) text[i] = (unsigned char)(i * 37 + 11);
    for (size_t length = 0; length <= 200; length++) {
        hash_of(hex, text, length);
        for (size_t cut = 0; cut <= length; cut++) {
            cal_sha256_start(&hash);
            cal_sha256_add(&hash, text, cut);
            cal_sha256_add(&hash, text + cut, length - cut);
            cal_sha256_hex(part, &hash);
            if (strcmp(part, hex) != 0) CHECK_TEXT(part, hex);
        }
        if (length == 55) CHECK_TEXT(hex, "2900465fcb533e05a158fd2b3be0e5e3b03740d83060aa3580e0d98a96bf2384");
        if (length == 56) CHECK_TEXT(hex, "31454ff48ef36af2f08fd511bdc37d9d5855ac23e992e5ff5445cb6b7674a674");
        if (length == 64) CHECK_TEXT(hex, "94eb5de4943613fd048dc93393ab06877405faa39c11f53e9386083339833e7e");
        if (length == 119)
            CHECK_TEXT(hex, "b0dc41b1a384e2f1203f0351b38fbeaafceef577ce1191d5bfc25da39f721eae");
        if (length == 120)
            CHECK_TEXT(hex, "5df24dd802ac26132ce608dcb5f09841eef039ee0f152acf98d26d17fe4e88e6");
    }
    return CHECK_DONE();
}
