// Checks a filed run against its own logits and its link: the engine computes the report again.
// Refuses a run with a point figure that differs.
// Lists claims that nothing here checks, so that the page can mark them.
import { membersOf } from '../../formats/json.js';
import { npyFile } from '../../formats/npy-write.js';

/** @import {Checked, Engine, Ready, Report} from '../../types.js' */
/** @typedef {import('../../../model/types.js').HistoryItem} HistoryItem */
/**
 * Parts of a run that only its file states: figures (the report), data (labels and truth),
 * history (training, epochs without logits), digest (weights, receipt).
 * @typedef {'figures' | 'data' | 'history' | 'digest'} Unchecked
 */
/**
 * Figures of the file that this engine replaced.
 * @typedef {object} Recomputed
 * @property {string} engine version that the file names; empty: this version, in another build
 * @property {string} first path of the first figure that differed
 * @property {number} count
 */
/** @typedef {{check: Checked, ready: Ready, history: HistoryItem[], report: Report | null}} Claim */
/**
 * why: the reason to refuse the run, or empty.
 * @typedef {{why: string} & Pick<import('./file.js').FiledRun, 'report' | 'unchecked' | 'recomputed'>} Result
 */
/**
 * A leaf at which two JSON values differ; absent: one side lacks it.
 * @typedef {{path: string, filed: unknown, found: unknown, absent: boolean}} Difference
 */

/** Members that a run adds to the report on its logits (src/reference.md). */
const OF_RUN = new Set(['spec', 'digest', 'link', 'fused', 'data_hash', 'parameters', 'ended', 'kept', 'history', 'diagnostics']);
/** Members from resampling or a test: two builds of one version may draw or approximate differently. */
const INFERENCE = new Set(['floor', 'interval', 'true_interval', 'draws', 'p_value', 'band', 'chance', 'calibrated_chance']);
const RECEIPT = /** @type {const} */ (['error', 'nll', 'ece', 'mce']); // the same metrics in a report
const SHORT = 50_000; // logits
const DIGITS = 16; // length of a link's digest

/**
 * Lists the leaves at which two JSON values differ.
 * @param {unknown} filed
 * @param {unknown} found
 * @param {string} [path]
 * @returns {Difference[]}
 */
export function differences(filed, found, path = '') {
  if (filed === found) return [];
  if (typeof filed !== 'object' || typeof found !== 'object' || !filed || !found || Array.isArray(filed) !== Array.isArray(found))
    return [{ path, filed, found, absent: false }];
  const [a, b] = [membersOf(filed), membersOf(found)];
  return [...new Set([...Object.keys(b), ...Object.keys(a)])].flatMap((key) => {
    const inner = path ? `${path}.${key}` : key;
    return Object.hasOwn(a, key) && Object.hasOwn(b, key)
      ? differences(a[key], b[key], inner)
      : [{ path: inner, filed: a[key], found: b[key], absent: true }];
  });
}

/**
 * Tells whether another build of the same engine version may give another value.
 * @param {Difference} difference
 */
const isOfBuild = ({ path, absent }) => absent || path.split('.').some((name) => INFERENCE.has(name));

/**
 * Picks members.
 * @param {Report} report
 * @param {boolean} run true: those of the run; false: those that logits give
 */
const membersFor = (report, run) => Object.fromEntries(Object.entries(report).filter(([key]) => OF_RUN.has(key) === run));

/**
 * Computes the report on the logits of an epoch.
 * @param {Claim} claim
 * @param {HistoryItem} item with logits
 * @param {ReturnType<Engine['openEvaluation']>} evaluation
 * @returns {Promise<Record<string, unknown>>}
 */
async function recomputed({ check, ready }, { testLogits, valLogits }, evaluation) {
  const { n_test, n_val, k, labelling, testLabels, valLabels, testPosterior, classNames } = ready;
  const several = labelling === 1;
  const array = (/** @type {string} */ name, /** @type {any} */ values, /** @type {number[]} */ shape) =>
    npyFile(`${name}.npy`, values, shape);
  const files = {
    logits: array('logits', testLogits, [n_test, k]),
    labels: array('labels', testLabels, several ? [n_test, k] : [n_test]),
    ...(n_val && {
      'val-logits': array('val-logits', valLogits, [n_val, k]),
      'val-labels': array('val-labels', valLabels, several ? [n_val, k] : [n_val]),
    }),
    ...(testPosterior && { posterior: array('posterior', testPosterior, [n_test, k]) }),
  };
  const task = several ? { task: 'multilabel', 'label-names': classNames.join('\n') } : { task: 'classes' };
  try {
    const threads = n_test * k < SHORT ? 1 : undefined; // workers take longer to start than a short report
    return JSON.parse(await evaluation.report({ files, 'as-logits': true, bins: check.run.bins, ...task }, undefined, threads));
  } finally {
    evaluation.keep([]); // frees the files
  }
}

/**
 * Compares validation and test figures of each epoch that has logits.
 * @param {Claim} claim
 * @param {Engine} engine
 * @returns {Promise<string>} the reason to refuse the run, or ''
 */
async function wrongHistory({ check, ready, history }, engine) {
  const { n_test, n_val, k, labelling, testLabels, valLabels, testPosterior } = ready;
  const { bins } = check.run;
  for (const { epoch, entry, testLogits, valLogits } of history) {
    if (!testLogits || !valLogits) continue;
    const sets = [
      { name: 'test', n: n_test, logits: testLogits, labels: testLabels, posterior: testPosterior },
      { name: 'val', n: n_val, logits: valLogits, labels: valLabels, posterior: null },
    ];
    for (const { name, n, ...scores } of sets) {
      if (!n) continue;
      const filed = membersOf(membersOf(entry)[name]);
      const { metrics } = await engine.evaluate({ ...scores, n, k, labelling, bins });
      for (const [id, { value }] of Object.entries(metrics))
        if (Object.hasOwn(filed, id) && filed[id] !== value)
          return `its history says ${id} ${filed[id]} of epoch ${epoch}, its logits give ${value}`;
    }
  }
  return '';
}

/**
 * Compares a run's receipt with its report.
 * @param {Report} report
 * @param {Awaited<ReturnType<Engine['check']>>} linked the receipt's link
 * @param {Claim} claim
 * @param {boolean} same the receipt names this engine version; another version's figures may differ
 */
function wrongReceipt(report, linked, { check, ready }, same) {
  if (report.data_hash !== ready.hash) return 'its report is of other data';
  if (!linked.ok || linked.spec !== check.spec || !linked.receipt) return 'its receipt is of another link';
  const { promise } = linked;
  const equal =
    promise.digest === report.digest.slice(0, DIGITS) &&
    promise.data === report.data_hash.slice(0, DIGITS) &&
    !!promise.fused === report.fused &&
    (!same || RECEIPT.every((id) => promise[id] === undefined || promise[id] === report.metrics[id]?.value));
  return equal ? '' : 'its receipt differs from its report';
}

/**
 * Compares labels and true probabilities with the link's drawn samples.
 * @param {Claim} claim
 * @param {Engine} engine
 */
async function wrongData({ check, ready }, engine) {
  const { testLabels, valLabels, testPosterior, n_test, n_val, hash } = ready;
  const same = (/** @type {ArrayLike<number> | null} */ a, /** @type {ArrayLike<number> | null} */ b) =>
    a === b || (!!a && !!b && a.length === b.length && Array.prototype.every.call(a, (value, i) => value === b[i]));
  const data = await engine.data(check.spec);
  if (data.hash !== hash) return 'its data hash is not that of its link';
  const test = await engine.samples(check.spec, 'test', 0, n_test);
  const val = n_val ? await engine.samples(check.spec, 'val', 0, n_val) : null;
  if (test.n !== n_test || (val?.n ?? 0) !== n_val) return 'it has another number of samples than its data';
  if (!same(test.labels, testLabels) || (val && !same(val.labels, valLabels))) return 'its labels are not those of its data';
  return same(test.posterior, testPosterior) ? '' : 'its true probabilities are not those of its data';
}

/**
 * Checks all that needs no training. Returns this engine's report if the file's may differ.
 * @param {Claim} claim
 * @param {Engine} engine
 * @param {ReturnType<Engine['openEvaluation']>} evaluation
 * @returns {Promise<Result>}
 */
export async function checkRun(claim, engine, evaluation) {
  const { check, history, report } = claim;
  /** @type {Unchecked[]} */
  const unchecked = [...(check.files.length ? /** @type {const} */ (['data']) : []), 'history', 'digest'];
  const linked = report ? await engine.check(report.link ?? '') : null;
  const version = (linked?.ok && linked.promise.engine) || '';
  const same = !linked?.ok || version === engine.describe.engine;
  const why = (check.files.length ? '' : await wrongData(claim, engine)) || (same ? await wrongHistory(claim, engine) : '');
  if (why || !report || !linked) return { why, report, unchecked, recomputed: null };
  const result = { why: wrongReceipt(report, linked, claim, same), report, unchecked, recomputed: null };
  const item = history[(report.kept?.epoch ?? 0) - 1];
  if (!item?.testLogits || !item.valLogits) return { ...result, unchecked: ['figures', ...unchecked] };
  const { spec: _, notes: __, ...found } = await recomputed(claim, item, evaluation);
  const all = differences(membersFor(report, false), found);
  const [first] = all;
  if (!first) return result;
  const point = same ? all.find((one) => !isOfBuild(one)) : undefined;
  if (!point) {
    const own = /** @type {Report} */ ({ ...membersFor(report, true), ...found });
    return { ...result, report: own, recomputed: { engine: same ? '' : version, first: first.path, count: all.length } };
  }
  const { path, filed, found: value } = point;
  const areNumbers = typeof filed === 'number' && typeof value === 'number';
  return {
    ...result,
    why: areNumbers ? `its report says ${path} ${filed}, its logits give ${value}` : `${path} of its report is not what its logits give`,
  };
}
