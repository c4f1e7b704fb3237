// The page's runs: an immutable list. The logits of all runs share one memory budget.
import { nth } from '../nth.js';

/** @typedef {import('../types.js').Run} Run */
/** @typedef {import('../types.js').HistoryItem} HistoryItem */

/**
 * Part of an epoch that is dropped when memory is short. The figures of all epochs stay.
 * @typedef {object} Kind
 * @property {number} limit bytes of all runs together
 * @property {(item: HistoryItem) => number} size bytes
 * @property {(item: HistoryItem) => HistoryItem} strip
 */

/** Logits, for showing earlier epochs. @type {Kind} */
const logits = {
  limit: 256e6,
  size: ({ testLogits, valLogits }) => (testLogits?.byteLength ?? 0) + (valLogits?.byteLength ?? 0),
  strip: (item) => ({ ...item, testLogits: null, valLogits: null }),
};

/** States, for forks and probes. They are not in the page's own memory. @type {Kind} */
const states = { limit: 600e6, size: ({ state }) => state?.size ?? 0, strip: (item) => ({ ...item, state: null }) };

/** Drops every second one, but never the last. @param {HistoryItem[]} history @param {Kind} kind */
function halved(history, { size, strip }) {
  const full = history.filter(size);
  const drop = new Set(full.filter((_, i) => i % 2 === 1 && i < full.length - 1));
  return drop.size ? history.map((item) => (drop.has(item) ? strip(item) : item)) : history;
}

/** @template {{history: HistoryItem[]}} R @param {R[]} runs @param {Kind} kind @returns {R[]} */
function thinnedOf(runs, kind) {
  const total = (/** @type {HistoryItem[]} */ history) => history.reduce((sum, item) => sum + kind.size(item), 0);
  let kept = runs;
  const sizes = runs.map(({ history }) => total(history));
  const spent = new Set(); // runs that cannot shrink further
  for (let sum = sizes.reduce((a, b) => a + b, 0); sum > kind.limit && spent.size < runs.length; ) {
    let most = -1;
    for (let i = 0; i < runs.length; i++) if (!spent.has(i) && (most < 0 || nth(sizes, i) > nth(sizes, most))) most = i;
    const before = nth(kept, most).history;
    const history = halved(before, kind);
    if (history === before) spent.add(most);
    else kept = kept.map((run, i) => (i === most ? { ...run, history } : run));
    const size = total(history);
    sum += size - nth(sizes, most);
    sizes[most] = size;
  }
  return kept;
}

/**
 * Drops data until the limits hold, or as close as possible. The largest run shrinks first.
 * @template {{history: HistoryItem[]}} R
 * @param {R[]} runs
 * @param {number} [limit] bytes of logits
 * @returns {R[]} the same list if nothing was dropped
 */
export const thinned = (runs, limit = logits.limit) => thinnedOf(thinnedOf(runs, { ...logits, limit }), states);

/**
 * Returns the stored epoch nearest to the requested one.
 * @param {HistoryItem[]} history
 * @param {number | null} epoch
 */
export function nearest(history, epoch) {
  const kept = history.filter((item) => item.testLogits);
  if (epoch === null) return kept[kept.length - 1] ?? null;
  return kept.reduce(
    (/** @type {HistoryItem | null} */ best, item) => (!best || Math.abs(item.epoch - epoch) < Math.abs(best.epoch - epoch) ? item : best),
    null,
  );
}

/**
 * Finds the epoch whose weights the report is about.
 * @template {{epoch: number, testLogits: Float32Array | null}} Item
 * @param {Item[]} history
 * @param {{kept: {epoch: number} | null}} report
 * @returns {Item | null} null if its logits were dropped
 */
export function keptEpoch(history, { kept }) {
  const epoch = kept?.epoch ?? history.at(-1)?.epoch;
  return history.find((item) => item.epoch === epoch && item.testLogits) ?? null;
}

/** Returns A to Z, then AA. @param {number} index @returns {string} */
function letterAt(index) {
  const rest = Math.floor(index / 26);
  return (rest ? letterAt(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** Returns the first unused letter. @param {{letter: string}[]} runs */
export function freeLetter(runs) {
  const taken = new Set(runs.map(({ letter }) => letter));
  for (let i = 0; ; i++) if (!taken.has(letterAt(i))) return letterAt(i);
}

/** Returns true if the run can continue. @param {Run | null} run */
export const isActive = (run) => !!run && (run.state === 'running' || run.state === 'paused' || run.state === 'loading');

/**
 * Returns the runs to show next to a new one of this link: those that trained. Runs of the same link are left
 * out, because the new run repeats their figures.
 * @param {Run[]} runs
 * @param {string} spec
 */
export const runsToKeep = (runs, spec) => runs.filter((run) => run.spec !== spec && (run.history.length || isActive(run)));

/**
 * Returns true if a run of this link may start. An exercise requires its predictions first.
 * @param {import('../types.js').State} state
 * @param {string} spec
 */
export const mayRun = ({ exercise }, spec) => !exercise || exercise.free || exercise.may.includes(spec);
