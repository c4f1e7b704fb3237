// Progress of a long piece of work in parts: each part reports within its own range of the whole.
#ifndef CAL_BASE_PROGRESS_RANGE_H
#define CAL_BASE_PROGRESS_RANGE_H

// The range `from` .. `until`, fractions of the whole work; all of it is {report, context, 0, 1}.
typedef struct cal_share {
    void (*report)(void *context, double done); // fraction of the whole that is done; null: not reported
    void *context;
    double from, until;
} cal_share;

// Reports that the fraction `done`, 0 to 1, of this range is done.
static inline void cal_share_tell(const cal_share *s, double done) {
    if (s->report) s->report(s->context, s->from + done * (s->until - s->from));
}

// The range from .. until of the range s.
static inline cal_share cal_share_part(const cal_share *s, double from, double until) {
    const double length = s->until - s->from;
    return (cal_share){s->report, s->context, s->from + from * length, s->from + until * length};
}

#endif
