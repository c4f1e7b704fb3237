// Errors of sets, groups of calibrators, selective prediction, the camera and predictions. Their author had
// not read the tests, and no test saw them at first.

/** @type {import('../mutate.mjs').Mutation[]} */
export default [
  {
    file: 'src/run/conformal/make.c',
    find: 'q->expected = q->rank / (q->calibrated + 1.0);',
    put: 'q->expected = q->rank / (double)q->calibrated;',
    why: 'the expected coverage of a quantile is too high',
    tests: ['cli/sets'],
  },
  {
    file: 'src/run/conformal/measure.c',
    find: 'for (int j = 1; j < v->k; j++)\n            if (1 - p[j]',
    put: 'for (int j = 2; j < v->k; j++)\n            if (1 - p[j]',
    why: 'class 1 never counts as the likeliest: samples have the wrong difficulty',
    tests: ['cli/sets'],
  },
  {
    file: 'src/run/conformal/write.c',
    find: 'share(v->single.covered, v->single.n)',
    put: 'share(v->single.covered, v->n)',
    why: 'the accuracy of sets with one class is divided by all samples',
    tests: ['cli/sets'],
  },
  {
    file: 'src/run/calibration/groups_fit.c',
    find: 'of[o->cases ? o->cases[i] : i]',
    put: 'of[i % units]',
    why: 'rows of one case are on both sides of a fold, and groups get too much weight',
    tests: ['cli/calibrated-groups'],
  },
  {
    file: 'src/run/calibration/rows.c',
    find: '(double)(s->rows + row), column',
    put: '(double)row, column',
    why: 'the refusal of a number names its row in the batch, not in the file',
    tests: ['cli/calibrated-groups'],
  },
  {
    file: 'src/catalog/scores/certainty/selective.c',
    find: 'wanted += exact - wanted > near_whole;',
    put: 'wanted += exact - wanted > near_whole / 1e9;',
    why: 'a rounding error answers one more sample than the coverage allows',
    tests: ['engine/selective'],
  },
  {
    file: 'web/ui/camera/other.js',
    find: 'after: await roc(score, T)',
    put: 'after: await roc(score, 1)',
    why: 'the AUROC after the temperature is that before it',
    tests: ['page/camera'],
  },
  {
    file: 'web/ui/camera/train.js',
    find: 'if (trained.data !== same) trained',
    put: 'if (!trained.data.startsWith(data)) trained',
    why: 'runs of two networks are compared as if only their losses differed',
    tests: ['page/camera'],
  },
  {
    file: 'web/model/exercise/guess.js',
    find: 'answered.get(mark)?.[id] !== undefined',
    put: 'answered.has(mark)',
    why: 'a prediction that a student’s answer code lacks is lost',
    tests: ['page/parts-exercises'],
  },
  {
    file: 'web/views/sets/card.js',
    find: 'const rest = size - shown.length - covered;',
    put: 'const rest = size - shown.length;',
    why: 'the card of a covered sample counts its class twice',
    tests: ['page/parts-views'],
  },
  {
    file: 'web/views/selective/view.js',
    find: "words.areas(factOf(table, 'aurc'), factOf(table, 'augrc'))",
    put: "words.areas(factOf(table, 'augrc'), factOf(table, 'aurc'))",
    why: 'the sentence swaps AURC and AUGRC',
    tests: ['page/parts-views'],
  },
];
