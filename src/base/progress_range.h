// Progress of a long task in parts. Each part reports within its own range of the whole.
#ifndef CAL_BASE_PROGRESS_RANGE_H
#define CAL_BASE_PROGRESS_RANGE_H

// The range `from` .. `until`, as fractions of the whole work; {report, context, 0, 1} is all of it.
typedef struct cal_progress_range {
    void (*report)(void *context, double done); // fraction of the whole that is done; null: not reported
    void *context;
    double from, until;
} cal_progress_range;

// Reports that the fraction `done`, 0 to 1, of this range is done.
static inline void cal_progress_range_report(const cal_progress_range *s, double done) {
    if (s->report) s->report(s->context, s->from + done * (s->until - s->from));
}

// The sub-range from .. until of s.
static inline cal_progress_range cal_progress_range_part(const cal_progress_range *s, double from,
                                                         double until) {
    const double length = s->until - s->from;
    return (cal_progress_range){s->report, s->context, s->from + from * length, s->from + until * length};
}

#endif
