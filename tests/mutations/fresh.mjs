// Errors by an author who had read the code but not the tests: those that no test saw at first.

const groups = ['engine/weights-groups'];
const resampling = ['unit test_resampling'];

/** @type {import('../mutate.mjs').Mutation[]} */
export default [
  // ---- weights, log odds and cases of groups, and after calibrators
  {
    file: 'src/run/report/part.c',
    find: 'if (weight) weight[i] = r->weight[row];',
    put: 'if (weight) weight[i] = r->weight[i];',
    why: 'each group has the weights of the first rows of the table',
    tests: groups,
  },
  {
    file: 'src/run/report/part.c',
    find: 'if (odds) odds[i] = r->odds[row];',
    put: 'if (odds) odds[i] = r->odds[i];',
    why: 'each group has the log odds of the first rows of the table',
    tests: groups,
  },
  {
    file: 'src/run/report/part.c',
    find: 'const double weight = r->weight ? r->weight[part->row[i]] : 1;',
    put: 'const double weight = 1;',
    why: 'the rate of a group ignores its weights',
    tests: groups,
  },
  {
    file: 'src/run/report/fits.c',
    find: 'after.weight = test->weight, after.cases = test->cases, after.case_count = test->case_count;',
    put: 'after.weight = test->weight;',
    why: 'rows of one case are drawn apart after a calibrator',
    tests: groups,
  },
  {
    file: 'src/catalog/metric/binary_brier.c',
    find: 'rate += cal_scores_weight(s, i) * s->correct[i];',
    put: 'rate += total / s->n * s->correct[i];',
    why: 'the decomposition of a weighted Brier score has the unweighted rate',
    tests: groups,
  },
  {
    file: 'src/run/files/binary.c',
    find: 'weight[i] /= sum / n;',
    put: 'weight[i] /= sum;',
    why: 'the weights of all bins sum to 1, not to the number of rows',
    tests: groups,
  },
  // ---- draws
  {
    file: 'src/run/report/bootstrap.c',
    find: '(uint64_t)(first + d), (uint64_t)i);',
    put: '(uint64_t)d, (uint64_t)i);',
    why: 'each block of the bootstrap repeats the draws of the first',
    tests: resampling,
  },
  {
    file: 'src/run/report/bootstrap.c',
    find: 'cal_random_bits(SEED, CAL_STREAM_RESAMPLE, (uint64_t)(first + d), (uint64_t)c),',
    put: 'cal_random_bits(SEED, CAL_STREAM_RESAMPLE, (uint64_t)d, (uint64_t)c),',
    why: 'each block of the bootstrap repeats the cases of the first',
    tests: resampling,
  },
  {
    file: 'src/run/report/resampling.c',
    find: 'cal_class_draws_next(&others, word[2] * 0x1p-32)',
    put: '(scores->predicted[i] + 1) % scores->k',
    why: 'the floor of a class-wise figure draws one other class alone',
    tests: resampling,
  },
  {
    file: 'src/run/report/best.c',
    find: '(1.96 + 2.4 / (draws - 1))',
    put: '(1.64 + 2.4 / (draws - 1))',
    why: 'a row is bold where a 90 % interval excludes 0',
    tests: resampling,
  },
  {
    file: 'src/run/report/means.c',
    find: 'cal_draws_percentile(draw, known, 0.975)',
    put: 'cal_draws_percentile(draw, known, 0.9)',
    why: 'the interval of a mean over labels ends too early',
    tests: ['engine/many'],
  },
  {
    file: 'src/cli/sweep/groups.c',
    find: 'if (unit >= UNITS || x - x != 0) continue;',
    put: 'if (unit >= UNITS) continue;',
    why: 'a failed run makes the difference of its whole group unknown',
    tests: ['cli/sweep'],
  },
  // ---- joined tables
  {
    file: 'src/run/files/join.c',
    find: 'if (number && (!(__builtin_fabs(value) <= 1e15) || value != (double)(int64_t)value)) return false;',
    put: '',
    why: 'rows are joined by a measured number, such as a probability',
    tests: ['formats/joined'],
  },
  {
    file: 'src/run/files/multi_label_read.c',
    find: 'if (both && odds) value[i] -= cal_npy_number(&z, 2 * i);',
    put: '',
    why: 'of two logits of a binary task the second alone counts',
    tests: ['engine/many'],
  },
];
