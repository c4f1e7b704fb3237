// A figure: one number about scores, with the bins, the parts or the curve behind it.
#ifndef CAL_CATALOG_SCORES_FIGURE_H
#define CAL_CATALOG_SCORES_FIGURE_H

typedef struct cal_bin {
    double low, high;            // edges
    int count;                   // samples
    double confidence, accuracy; // means; 0 where count is 0
    double weight;               // weighted samples: the sum of their weights; else 0
} cal_bin;

// A named further number of a figure: "calibration" of the Brier score.
typedef struct cal_part {
    const char *name;
    double value;
} cal_part;

// A curve behind a figure, and the names of its axes.
typedef struct cal_curve {
    const char *x_name, *y_name;
    int points;
    const double *x, *y; // [points], in the arena
} cal_curve;

// A band around a curve, at separate points.
typedef struct cal_band {
    int points;
    const double *x, *low, *high; // [points], in the arena
} cal_band;

enum { CAL_PARTS_MAX = 4 };

typedef struct cal_figure {
    // A fraction, never percent; NaN where the metric has no value (true_ce without a posterior).
    double value;
    int bins;     // 0 for metrics that do not bin
    cal_bin *bin; // [bins], in the arena
    int outside;  // samples in no bin; 0 for all of the lab's definitions
    int parts;
    cal_part part[CAL_PARTS_MAX];
    const char *note; // a sentence for readers of the figure, or null
    cal_curve curve;  // no points: no curve
    cal_band band;    // likewise
} cal_figure;

// A set of samples behind a figure that sums magnitudes; it adds |residual|. Everything is in units of the
// figure, in which a sample's residual p - a counts `unit` times: usually 1/n.
typedef struct cal_gap {
    double residual; // sum over the samples
    double size;     // number of samples times the unit
    double variance; // variance of the residual if every p were true: sum of p (1 - p) unit^2
    double lean;     // derivative of the variance by the gap: sum of (2 p - 1) unit^2
    double square;   // number of samples times unit^2
} cal_gap;

enum { CAL_NO_TRUTH = -1 }; // instead of a number of gaps: the true error is undefined

#endif
