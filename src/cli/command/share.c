#include <string.h>
#include "cli/cli.h"

static const cal_option options[] = {
    {"--page", "URL", "Address of a page; the link becomes its fragment", false},
    {"--out", "F.calib.json", "Write a file instead, which the page and every command can open", false},
    {NULL, NULL, NULL, false},
};

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *page = cal_argument(arguments, "--page"), *path = cal_argument(arguments, "--out");
    cal_bytes shared = {0}, file = {0};
    cal_link *given;
    cal_text link = {0};
    cal_status status = cal_link_parse(&given, arguments->operand, err);
    if (!status) status = cal_link_shared(&shared, given, err);
    cal_link_free(given);
    if (status) return status;
    if (page) cal_text_add(&link, "%.*s#", (int)strcspn(page, "#"), page);
    cal_text_add(&link, "%s", shared.data);
    cal_bytes_free(&shared);
    if (link.refused) status = cal_refuse_memory(err, "the link");
    else if (path) {
        status = cal_link_parse(&given, link.data, err);
        if (!status) status = cal_link_file(&file, given, err);
        cal_link_free(given);
        if (!status) status = cal_bytes_save(NULL, path, &file, err);
    } else {
        cal_text_add(&link, "\n");
        status = cal_print_text(&link, err);
    }
    cal_text_free(&link);
    cal_bytes_free(&file);
    return status;
}

const cal_command cal_command_share = {
    .name = "share",
    .group = CAL_GROUP_SHARE,
    .rank = 1,
    .operand = "LINK",
    .summary = "The link to share: canonical, with the result that it promises and a checksum.",
    .options = options,
    .run = run,
};
