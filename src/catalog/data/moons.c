// Two interlocking half circles with Gaussian noise.
//
// The first class has the upper half of the unit circle about (-1/2, -1/4), the second the lower half of the
// one about (1/2, 1/4). It is the usual set, moved so that its centre is the origin, where a rotation by 180
// degrees exchanges the classes. A point of the first class is (cos a, sin a) about its centre, a uniform in
// [0, pi], plus noise of standard deviation s. With (x, y) measured from that centre, its density is
// proportional to
//
//     integral over [0, pi] of exp(-((x - cos a)^2 + (y - sin a)^2) / 2s^2) da,
//
// which has no closed form. It is integrated by Gauss-Legendre quadrature, 8 nodes on each of 32 panels. At
// the least noise, 0.05, a panel is two standard deviations long and the rule's error is below 1e-11 of the
// result. The largest term is factored out, so that far points do not underflow.
#include "base/maths/maths.h"
#include "catalog/data/plane/plane.h"

enum { PANELS = 32, NODES = 8, TERMS = PANELS * NODES };

static const double pi = 3.141592653589793;

// Nodes and weights on [-1, 1]; the other half by symmetry.
static const double node[NODES / 2] = {0.18343464249564981, 0.52553240991632899, 0.79666647741362674,
                                       0.96028985649753623};
static const double weight[NODES / 2] = {0.36268378337836198, 0.31370664587788729, 0.22238103445337447,
                                         0.10122853629037626};

typedef struct arc {
    double x[TERMS], y[TERMS]; // the rule's points on the upper half circle
} arc;

static void arc_start(arc *out) {
    for (int i = 0; i < TERMS; i++) {
        const int n = i % NODES;
        const double place = n % 2 ? node[n / 2] : -node[n / 2];
        const double angle = pi * (i / NODES + 0.5 + 0.5 * place) / (double)PANELS;
        out->x[i] = cal_cos(angle), out->y[i] = cal_sin(angle);
    }
}

// Logarithm of the integral above, up to a constant that is the same for both classes.
static double log_density(double x, double y, double sd, const arc *points) {
    const double scale = 1 / (2 * sd * sd);
    double exponent[TERMS], largest = -1e300, sum = 0;
    for (int i = 0; i < TERMS; i++) {
        const double dx = x - points->x[i], dy = y - points->y[i];
        exponent[i] = -(dx * dx + dy * dy) * scale;
        if (exponent[i] > largest) largest = exponent[i];
    }
    for (int i = 0; i < TERMS; i++) sum += weight[i % NODES / 2] * cal_exp(exponent[i] - largest);
    return largest + cal_log(sum);
}

static double second_class(double x, double y, double sd, const void *context) {
    const double first = log_density(x + 0.5, y + 0.25, sd, context);
    const double second = log_density(0.5 - x, 0.25 - y, sd, context);
    return 1 / (1 + cal_exp(first - second));
}

static void skeleton(double *x, double *y, const cal_sample *at) {
    const double side = cal_sample_uniform(at, CAL_PLANE_FREE) < 0.5 ? 1 : -1;
    const double angle = pi * cal_sample_uniform(at, CAL_PLANE_FREE + 1);
    *x = side * (cal_cos(angle) - 0.5);
    *y = side * (cal_sin(angle) - 0.25);
}

static const char *const class_names[2] = {"upper", "lower"};

static cal_status load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                       cal_error *err) {
    (void)files, (void)nfiles;
    arc points;
    arc_start(&points);
    const cal_plane plane = {class_names, skeleton, second_class, &points};
    return cal_plane_load(out, choice, &plane, err);
}

static void posterior_at(double *posterior, const float *point, int n, const cal_choice *choice) {
    arc points;
    arc_start(&points);
    cal_plane_posterior(posterior, point, n, choice,
                        &(cal_plane){class_names, skeleton, second_class, &points});
}

static const cal_param params[] = {
    CAL_DATA_TRAIN(500, 100000),
    CAL_DATA_VAL(500, 100000),
    CAL_DATA_TEST(2000, 100000),
    CAL_PLANE_NOISE(0.2, 0.05),
    CAL_DATA_FLIP(0),
    CAL_DATA_LABEL_NOISE,
    CAL_DATA_IMBALANCE,
    CAL_DATA_SEED("Seed of the points: sample i depends on the seed and i alone"),
    {0},
};

const cal_data cal_data_moons = {
    .entry = {.id = "moons",
              .label = "Two moons",
              .tex = "P(y=1\\mid x)=\\frac{\\int_0^\\pi e^{-\\|x-m_1(a)\\|^2/2s^2}da}"
                     "{\\sum_j\\int_0^\\pi e^{-\\|x-m_j(a)\\|^2/2s^2}da}",
              .source = "The usual two half circles (make_moons of scikit-learn), centred on the origin",
              .help = "Two interlocking half circles with Gaussian noise",
              .params = params},
    .k = 2,
    .c = 2,
    .h = 1,
    .w = 1,
    .truth = true,
    .clean_posterior = posterior_at,
    .load = load,
};
