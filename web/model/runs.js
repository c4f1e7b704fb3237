// The runs of the page: a list that is replaced, never changed in place. The logits of all of them share one budget.
import { nth } from './nth.js';

/** @typedef {import('./types.js').Run} Run */
/** @typedef {import('./types.js').HistoryItem} HistoryItem */

/**
 * What of an epoch is dropped where memory is short; the figures of all epochs stay.
 * @typedef {object} Kind
 * @property {number} limit bytes of all runs together
 * @property {(item: HistoryItem) => number} size bytes
 * @property {(item: HistoryItem) => HistoryItem} without
 */

/** For going back to earlier epochs. @type {Kind} */
const logits = {
  limit: 256e6,
  size: ({ testLogits, valLogits }) => (testLogits?.byteLength ?? 0) + (valLogits?.byteLength ?? 0),
  without: (item) => ({ ...item, testLogits: null, valLogits: null }),
};

/** For forks, and for looking into a network; they lie outside of the page's own memory. @type {Kind} */
const states = { limit: 600e6, size: ({ state }) => state?.size ?? 0, without: (item) => ({ ...item, state: null }) };

/** Lets every second one go, never the last. @param {HistoryItem[]} history @param {Kind} kind */
function halved(history, { size, without }) {
  const full = history.filter(size);
  const drop = new Set(full.filter((_, i) => i % 2 === 1 && i < full.length - 1));
  return drop.size ? history.map((item) => (drop.has(item) ? without(item) : item)) : history;
}

/** @template {{history: HistoryItem[]}} R @param {R[]} runs @param {Kind} kind @returns {R[]} */
function thinnedOf(runs, kind) {
  const total = (/** @type {HistoryItem[]} */ history) => history.reduce((sum, item) => sum + kind.size(item), 0);
  let kept = runs;
  const sizes = runs.map(({ history }) => total(history));
  const spent = new Set(); // nothing more to give
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
 * Within the limits, or as near as it gets: the run that takes most gives first.
 * @template {{history: HistoryItem[]}} R
 * @param {R[]} runs
 * @param {number} [limit] bytes of logits
 * @returns {R[]} the same list where nothing had to go
 */
export const thinned = (runs, limit = logits.limit) => thinnedOf(thinnedOf(runs, { ...logits, limit }), states);

/** The kept epoch nearest to the one that is asked for. @param {HistoryItem[]} history @param {number | null} epoch */
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
 * @returns {Item | null} null where its logits are gone
 */
export function keptEpoch(history, { kept }) {
  const epoch = kept?.epoch ?? history.at(-1)?.epoch;
  return history.find((item) => item.epoch === epoch && item.testLogits) ?? null;
}

/** A to Z, then AA. @param {number} index @returns {string} */
function letterAt(index) {
  const rest = Math.floor(index / 26);
  return (rest ? letterAt(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** The first letter that no run has. @param {{letter: string}[]} runs */
export function freeLetter(runs) {
  const taken = new Set(runs.map(({ letter }) => letter));
  for (let i = 0; ; i++) if (!taken.has(letterAt(i))) return letterAt(i);
}

/** Is there a run that could go on? @param {Run | null} run */
export const isActive = (run) => !!run && (run.state === 'running' || run.state === 'paused' || run.state === 'loading');

/**
 * Runs worth a place beside a new one of this link: those that trained, but not the same link's, whose figures it
 * will give again.
 * @param {Run[]} runs
 * @param {string} spec
 */
export const keptBeside = (runs, spec) => runs.filter((run) => run.spec !== spec && (run.history.length || isActive(run)));

/** May a run of this link start now? An exercise wants its predictions first. @param {import('./types.js').State} state @param {string} spec */
export const mayRun = ({ exercise }, spec) => !exercise || exercise.free || exercise.may.includes(spec);
