// Prints results on stdout and remarks on stderr.
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/untrusted.h"
#include "cli/cli.h"

// Prints with '?' for control characters, because names in files may have escape sequences. All output to
// stdout passes here.
static cal_status print(const char *text, size_t length, cal_error *err) {
    cal_text safe = {0};
    cal_text_add_printable(&safe, text, length, "\n\t");
    if (safe.refused) {
        cal_text_free(&safe);
        return cal_refuse_memory(err, "the result");
    }
    const size_t count = (size_t)safe.length;
    const bool good = fwrite(count ? safe.data : "", 1, count, stdout) == count && fflush(stdout) == 0;
    cal_text_free(&safe);
    return good ? CAL_OK : cal_fail(err, CAL_FAILED, "stdout: %s", strerror(errno));
}

cal_status cal_print_text(const cal_text *text, cal_error *err) {
    if (text->refused) return cal_refuse_memory(err, "the result");
    return print(text->data, (size_t)text->length, err);
}

cal_status cal_print_bytes(const cal_bytes *bytes, cal_error *err) {
    return print(bytes->data, bytes->size, err);
}

cal_status cal_print_line(const cal_bytes *bytes, cal_error *err) {
    cal_status status = print(bytes->data, bytes->size, err);
    return status ? status : print("\n", 1, err);
}

cal_status cal_print_json(cal_text *json, cal_error *err) {
    cal_text_add(json, "\n");
    cal_status status = cal_print_text(json, err);
    cal_text_free(json);
    return status;
}

// Writes each line at once: a reader of stderr gets it completely, even if this process is killed.
void cal_remark(const char *format, ...) {
    char sentence[2048];
    cal_text line = {0};
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    if (length < 0) return;
    cal_text_add_printable(&line, sentence, strlen(sentence), "");
    cal_text_add(&line, length < (int)sizeof sentence ? "\n" : "...\n");
    if (!line.refused) fputs(line.data, stderr);
    cal_text_free(&line);
}
