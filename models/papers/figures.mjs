// Extracts from a run's whole report what the papers' figures need: about a hundredth of it.

const METRICS = ['error', 'nll', 'brier', 'ece', 'adaece', 'cwece', 'mce', 'smce', 'smece', 'ece_debias', 'ece_sweep', 's99'];

// Figures whose means over the seeds are stored, for tables and claims.
export const SUMMARISED = [
  'before.ece',
  'after.ece',
  'T',
  'before.adaece',
  'after.adaece',
  'before.error',
  'before.nll',
  'after.nll',
  'before.smce',
  'before.cwece',
  'before.s99',
  'after.s99',
  'after.s99_accuracy',
  'floor',
  'over',
  'nll_rise',
  'mean_ece',
  'ets',
  'spline',
  'gap',
  'gap_ece',
  'gamma_fall',
  'train.error',
  'train.nll',
  'curvature.trace',
  'curvature.eig_max',
  'curvature.gradient_norm',
  'ce_curvature.trace',
  'ce_curvature.eig_max',
  'fisher.eig_max',
  'diagnostics.wrong_nll',
  'diagnostics.wrong_entropy',
  'diagnostics.wrong_p',
  'diagnostics.correct_p',
  'diagnostics.weight_norm',
  'diagnostics.train_logit_norm',
  'cifar100.auroc',
  'cifar100.auroc_after',
  'blur.auroc',
  'gaussian-noise.auroc',
  'gaussian-noise.auroc_after',
];

/** @param {any} metrics */
const values = (metrics) => ({
  ...Object.fromEntries(METRICS.map((id) => [id, metrics[id].value])),
  s99_accuracy: metrics.s99.accuracy,
});

/**
 * Returns the noise floors, at this number of samples, of the other errors in claims.
 * @param {any} metrics
 */
const floorsOf = ({ adaece, smce }) => ({ adaece: adaece.floor, smce: smce.floor });

/** Returns the mean confidence, from the bins of ece. @param {any} report */
const confidence = ({ n, metrics }) =>
  metrics.ece.bins.reduce((/** @type {number} */ sum, /** @type {any} */ { count, confidence: mean }) => sum + count * (mean ?? 0), 0) / n;

/** @param {any} bins gammas by bin, the least confident first: the mean of the lower third, less the last */
function fallOf(bins) {
  const low = bins.slice(0, Math.ceil(bins.length / 3));
  return low.reduce((/** @type {number} */ sum, /** @type {number} */ gamma) => sum + gamma, 0) / low.length - bins.at(-1);
}

/** Returns the last epoch's `diagnostics=yes`. @param {any} diagnostics */
function diagnosed({ epochs }) {
  const { test, train, weight_norm, gradient_mean } = epochs.at(-1);
  const { wrong, correct } = test;
  return {
    wrong_nll: wrong.nll,
    wrong_entropy: wrong.entropy,
    wrong_p: wrong.p_label,
    correct_nll: correct.nll,
    correct_p: correct.p_label,
    weight_norm,
    gradient_mean,
    logit_norm: test.logit_norm,
    train_logit_norm: train.logit_norm,
  };
}

/**
 * Returns the figures of one run. They are fractions, except nll, brier, T, curvature and diagnostics.
 * @param {any} report
 */
export function figuresOf(report) {
  const { by_ece: byEce, by_nll: byNll } = report.calibrators.temperature;
  const last = report.history.at(-1);
  const gammas = last.loss_state?.gammas;
  const meanConfidence = confidence(report);
  const nll = report.history.map((/** @type {any} */ { test }) => test.nll);
  const ece = report.history.map((/** @type {any} */ { test }) => test.ece);
  return {
    n: report.n,
    floor: report.metrics.ece.floor,
    floors: floorsOf(report.metrics),
    interval: report.metrics.ece.interval,
    confidence: meanConfidence,
    over: meanConfidence - report.metrics.accuracy.value,
    nll_rise: nll.at(-1) - Math.min(...nll),
    mean_ece: ece.reduce((/** @type {number} */ sum, /** @type {number} */ value) => sum + value, 0) / ece.length,
    before: values(report.metrics),
    T: byEce.T,
    T_nll: byNll.T,
    after: { ...values(byEce.metrics), floor: byEce.metrics.ece.floor, floors: floorsOf(byEce.metrics) },
    ets: report.calibrators.ets.by_mse.metrics.ece.value,
    spline: report.calibrators.spline.by_gap?.metrics.ece.value ?? null,
    gap: report.post_processing_gap.value,
    gap_ece: report.post_processing_gap.temperature.ece,
    train: { error: last.train.error, nll: last.train.nll, ece: last.train.ece, confidence: last.train.confidence },
    ...(last.curvature ? { curvature: last.curvature } : {}),
    ...(gammas ? { gammas, gamma_fall: fallOf(gammas) } : {}),
    ...(report.diagnostics ? { diagnostics: diagnosed(report.diagnostics) } : {}),
  };
}

/** Returns the course of a run: for each figure a list with one number an epoch. @param {any} report */
export function courseOf(report) {
  const of = (/** @type {string} */ set, /** @type {string} */ figure) =>
    report.history.map((/** @type {any} */ epoch) => epoch[set][figure]);
  const course = {
    ece: of('test', 'ece'),
    nll: of('test', 'nll'),
    error: of('test', 'error'),
    val_ece: of('val', 'ece'),
    train_nll: of('train', 'nll'),
    train_error: of('train', 'error'),
    ...(report.history[0].loss_state?.gammas ? { gammas: of('loss_state', 'gammas') } : {}),
  };
  if (!report.diagnostics) return course;
  const diagnosed = (/** @type {'wrong' | 'correct'} */ which, /** @type {string} */ figure) =>
    report.diagnostics.epochs.map((/** @type {any} */ { test }) => test[which][figure]);
  return {
    ...course,
    wrong_nll: diagnosed('wrong', 'nll'),
    wrong_entropy: diagnosed('wrong', 'entropy'),
    wrong_p: diagnosed('wrong', 'p_label'),
    correct_nll: diagnosed('correct', 'nll'),
    correct_p: diagnosed('correct', 'p_label'),
  };
}
