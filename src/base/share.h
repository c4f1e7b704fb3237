// How far a long piece of work is.
#ifndef CAL_BASE_SHARE_H
#define CAL_BASE_SHARE_H

// A part of the whole work, `from` to `until` of it; all of it is {tell, to, 0, 1}.
typedef struct cal_share {
    void (*tell)(void *to, double share); // that is done, 0 to 1, of the whole; null: nobody asks
    void *to;
    double from, until;
} cal_share;

// Of this part so much is done.
static inline void cal_share_tell(const cal_share *s, double done) {
    if (s->tell) s->tell(s->to, s->from + done * (s->until - s->from));
}

static inline cal_share cal_share_part(const cal_share *s, double from, double until) {
    const double length = s->until - s->from;
    return (cal_share){s->tell, s->to, s->from + from * length, s->from + until * length};
}

#endif
