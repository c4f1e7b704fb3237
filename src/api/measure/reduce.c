// Reductions: take outputs row by row and save shards for reports.
#include "api/handles.h"
#include "run/reduce/reduce.h"

struct cal_reduction {
    cal_reduced_set set;
    cal_pool *pool;
};

cal_status cal_reduction_create(cal_reduction **out, cal_lab *lab, int classes, double temperature,
                                cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_pointer(lab, "the lab", err);
    if (!status) status = cal_make_handle(out, sizeof **out, err);
    if (status) return status;
    (*out)->pool = lab->pool;
    status = cal_reduced_set_begin(&(*out)->set, classes, temperature, err);
    if (!status) return CAL_OK;
    cal_mem_free(*out);
    *out = NULL;
    return status;
}

cal_status cal_reduction_add(cal_reduction *r, const cal_logit_set *rows, cal_error *err) {
    cal_status status = cal_need_pointer(r, "the reduction", err);
    if (!status) status = cal_check_one_label(rows->labelling, "rows", err);
    if (!status) status = cal_check_logit_set(rows, "rows", err);
    if (!status && rows->k != r->set.k)
        status = cal_fail(err, CAL_USAGE, "rows have %d classes, and those before %d", rows->k, r->set.k);
    return status ? status : cal_reduced_set_take(&r->set, r->pool, rows->logits, rows->labels, rows->n, err);
}

cal_status cal_reduction_save(cal_bytes *out, const cal_reduction *r, cal_error *err) {
    cal_text file = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(r, "the reduction", err);
    if (!status && !r->set.n) status = cal_fail(err, CAL_FAILED, "a shard needs at least one row");
    if (!status) cal_reduced_set_write(&file, &r->set);
    return cal_give_text(out, &file, status, err);
}

void cal_reduction_free(cal_reduction *r) {
    if (!r) return;
    cal_reduced_set_end(&r->set);
    cal_mem_free(r);
}
