// The f64 interpreter: images.
#include "ad/interpret_parts.h"

// x is the input image, y the output image, f the filter; `what` of the three is computed from the other two.
void cal_interpret_convolution(const cal_operands *o) {
    int op = o->node->op, stride = o->node->a & 255, dilation = o->node->a >> 8;
    int pad_h = o->node->b & 255, pad_w = o->node->b >> 8 & 255;
    cal_shape sx = op == CAL_OP_CONV_IMAGE ? o->s : o->sa;
    cal_shape sy = op == CAL_OP_CONV ? o->s : op == CAL_OP_CONV_IMAGE ? o->sa : o->sb;
    cal_shape sf = op == CAL_OP_CONV_FILTER ? o->s : o->sb;
    int group_outputs = sy.c / (sx.c / sf.c);
    for (size_t i = 0; i < cal_elements(o->s); i++) o->y[i] = 0;
    for (int n = 0; n < sy.n; n++)
        for (int co = 0; co < sy.c; co++)
            for (int c = 0; c < sf.c; c++)
                for (int u = 0; u < sf.h; u++)
                    for (int v = 0; v < sf.w; v++) {
                        int ci = co / group_outputs * sf.c + c;
                        size_t f = (((size_t)co * sf.c + c) * sf.h + u) * sf.w + v;
                        for (int i = 0; i < sy.h; i++) {
                            int r = i * stride + u * dilation - pad_h;
                            if (r < 0 || r >= sx.h) continue;
                            for (int j = 0; j < sy.w; j++) {
                                int q = j * stride + v * dilation - pad_w;
                                if (q < 0 || q >= sx.w) continue;
                                size_t x = (((size_t)n * sx.c + ci) * sx.h + r) * sx.w + q;
                                size_t y = (((size_t)n * sy.c + co) * sy.h + i) * sy.w + j;
                                if (op == CAL_OP_CONV) o->y[y] += o->a[x] * o->b[f];
                                else if (op == CAL_OP_CONV_IMAGE) o->y[x] += o->a[y] * o->b[f];
                                else o->y[f] += o->a[x] * o->b[y];
                            }
                        }
                    }
}

void cal_interpret_pooling(const cal_operands *o) {
    int op = o->node->op, kh = o->node->a & 255, kw = o->node->a >> 8;
    int stride = o->node->b & 255, pad_h = o->node->b >> 8 & 255, pad_w = o->node->b >> 16;
    bool grows = op == CAL_OP_POOL_SCATTER || op == CAL_OP_POOL_SPREAD;
    cal_shape large = grows ? o->s : o->sa, small = grows ? o->sa : o->s;
    for (size_t i = 0; i < cal_elements(o->s); i++) o->y[i] = 0;
    for (int m = 0; m < small.n * small.c; m++)
        for (int i = 0; i < small.h; i++)
            for (int j = 0; j < small.w; j++) {
                size_t at = ((size_t)m * small.h + i) * small.w + j, top = 0;
                int best = -1;
                for (int p = 0; p < kh * kw; p++) {
                    int y = i * stride - pad_h + p / kw, x = j * stride - pad_w + p % kw;
                    if (y < 0 || y >= large.h || x < 0 || x >= large.w) continue;
                    size_t from = ((size_t)m * large.h + y) * large.w + x;
                    switch (op) {
                    case CAL_OP_POOL_INDEX:
                        if (best < 0 || o->a[from] > o->a[top]) best = p, top = from;
                        break;
                    case CAL_OP_POOL_GATHER:
                        if (p == (int)o->b[at]) o->y[at] = o->a[from];
                        break;
                    case CAL_OP_POOL_SCATTER:
                        if (p == (int)o->b[at]) o->y[from] += o->a[at];
                        break;
                    case CAL_OP_POOL_AVERAGE: o->y[at] += o->a[from] / (kh * kw); break;
                    default: o->y[from] += o->a[at] / (kh * kw); break;
                    }
                }
                if (op == CAL_OP_POOL_INDEX) o->y[at] = best;
            }
}

void cal_interpret_plane_choice(const cal_operands *o) {
    cal_shape large = o->node->op == CAL_OP_PLANE_UNPICK ? o->s : o->sa;
    size_t pixels = (size_t)large.h * large.w, planes = (size_t)large.n * large.c;
    for (size_t i = 0; i < cal_elements(o->s); i++) o->y[i] = 0;
    for (size_t m = 0; m < planes; m++) {
        size_t best = 0;
        switch (o->node->op) {
        case CAL_OP_PLANE_ARGMAX:
            for (size_t i = 1; i < pixels; i++)
                if (o->a[m * pixels + i] > o->a[m * pixels + best]) best = i;
            o->y[m] = (double)best;
            break;
        case CAL_OP_PLANE_PICK: o->y[m] = o->a[m * pixels + (size_t)o->b[m]]; break;
        default: o->y[m * pixels + (size_t)o->b[m]] = o->a[m]; break;
        }
    }
}

void cal_interpret_shortcut(const cal_operands *o) {
    bool forward = o->node->op == CAL_OP_SHORTCUT;
    int stride = o->node->a, before = o->node->b;
    cal_shape large = forward ? o->sa : o->s, small = forward ? o->s : o->sa;
    for (size_t i = 0; i < cal_elements(o->s); i++) o->y[i] = 0;
    for (int n = 0; n < large.n; n++)
        for (int c = 0; c < large.c; c++)
            for (int i = 0; i < small.h; i++)
                for (int j = 0; j < small.w; j++) {
                    size_t p = (((size_t)n * small.c + c + before) * small.h + i) * small.w + j;
                    size_t q = (((size_t)n * large.c + c) * large.h + (size_t)i * stride) * large.w +
                               (size_t)j * stride;
                    if (forward) o->y[p] = o->a[q];
                    else o->y[q] = o->a[p];
                }
}

void cal_interpret_concat(const cal_operands *o) {
    size_t plane = (size_t)o->s.h * o->s.w, i = 0;
    for (int n = 0; n < o->s.n; n++)
        for (int c = 0; c < o->s.c; c++)
            for (size_t p = 0; p < plane; p++, i++)
                o->y[i] = c < o->sa.c ? o->a[((size_t)n * o->sa.c + c) * plane + p]
                                      : o->b[((size_t)n * o->sb.c + c - o->sa.c) * plane + p];
}

void cal_interpret_channel_stat(const cal_operands *o) {
    int plane = o->sa.h * o->sa.w;
    double count = (double)o->sa.n * plane;
    for (int c = 0; c < o->sa.c; c++)
        for (int pass = 0; pass < 2; pass++) {
            double sum = 0;
            for (int n = 0; n < o->sa.n; n++)
                for (int p = 0; p < plane; p++) {
                    double x = o->a[((size_t)n * o->sa.c + c) * plane + p];
                    sum += pass ? (x - o->y[c]) * (x - o->y[c]) : x;
                }
            o->y[pass * o->sa.c + c] = sum / count;
        }
}

void cal_interpret_channel_dot(const cal_operands *o) {
    int plane = o->sa.h * o->sa.w;
    for (int c = 0; c < o->sa.c; c++) {
        double sum = 0, dot = 0;
        for (int n = 0; n < o->sa.n; n++)
            for (int p = 0; p < plane; p++) {
                size_t i = ((size_t)n * o->sa.c + c) * plane + p;
                sum += o->a[i];
                dot += o->a[i] * o->b[i];
            }
        o->y[c] = sum;
        o->y[o->sa.c + c] = dot;
    }
}
