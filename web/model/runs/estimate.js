// Estimates how long a run takes. If this browser has trained such a run, that is its time. Otherwise a
// range, from times on the reference machine and those of other runs here.
import { duration } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../types.js').Store} Store */
/** @typedef {import('../../engine.d.ts').Check} Check */
/** @typedef {{least: number, most: number}} Range seconds */

const stored = 'calib-speeds';
const kept = 40; // most kinds of runs with a stored speed
const enough = 0.3; // seconds; a shorter measurement does not replace an earlier one
// Multiply-adds per second and thread on the reference machine, by the slowest kind of layer, and additional
// seconds.
const usual = /** @type {const} */ ([/^/, 9e9]);
const rates = /** @type {const} */ ([[/^att/, 3.4e9], [/^(c|dw)\d/, 17e9], usual]);
const perEpoch = 0.01;
const perStep = 0.0001;

/**
 * Speeds measured here: seconds per epoch, and the estimate for the reference machine.
 * @type {Record<string, [number, number]> | null}
 */
let speeds = null;

/** @returns {Record<string, [number, number]>} */
function known() {
  if (speeds) return speeds;
  try {
    /** @type {[string, unknown][]} */
    const read = Object.entries(JSON.parse(localStorage.getItem(stored) ?? '{}') ?? {});
    /** @param {unknown} pair @returns {pair is [number, number]} */
    const sound = (pair) => Array.isArray(pair) && pair.length === 2 && pair.every((one) => one > 0 && Number.isFinite(one));
    speeds = Object.fromEntries(read.flatMap(([kind, pair]) => (sound(pair) ? [/** @type {const} */ ([kind, pair])] : [])).slice(-kept));
  } catch {
    speeds = {}; // storage is blocked or damaged
  }
  return speeds;
}

function remember() {
  try {
    localStorage.setItem(stored, JSON.stringify(speeds));
  } catch {
    // storage is blocked: the speed lasts as long as the page
  }
}

/** Forward and backward passes of a step. @param {Check['run']} run */
const passesOf = ({ sam }) => (sam > 0 ? 2 : 1);

/**
 * Seconds per epoch on the reference machine: forward and backward passes over the training set, forward
 * passes over the other sets.
 * @param {Check} check
 * @param {number} threads
 */
function elsewhere({ need, choices, run, net }, threads) {
  const { val, test } = choices.data.params;
  const samples = 3 * passesOf(run) * need.steps_per_epoch * run.batch + (Number(val) || 0) + (Number(test) || 0);
  const [, rate] = rates.find(([kind]) => net.layers.some(({ token }) => kind.test(token))) ?? usual;
  return (need.multiply_adds * samples) / (rate * threads) + perEpoch + need.steps_per_epoch * perStep;
}

/**
 * Returns the key shared by runs whose epochs take equally long.
 * @param {Check} check
 * @param {number} threads
 */
function kindOf({ need, choices, run, page }, threads) {
  const { data, model, loss, penalty, augment } = choices;
  const { train, val, test } = data.params;
  const { batch, curvature, curvature_at, diagnostics } = run;
  const chosen = [data.id, train, val, test, need.multiply_adds, model.id, loss.id, penalty, augment.id];
  return JSON.stringify([
    page.fast === 'yes' ? `${threads} fast` : threads,
    need.steps_per_epoch,
    batch,
    passesOf(run),
    ...chosen,
    curvature,
    curvature_at,
    diagnostics,
  ]);
}

/** Ratio of this machine's time to the reference's, from measurements of other runs; null without any. */
function slowness() {
  const all = Object.values(known())
    .map(([here, there]) => here / there)
    .sort((a, b) => a - b);
  return all[all.length >> 1] ?? null;
}

/**
 * @param {Check} check
 * @param {number} threads
 * @returns {Range} least and most are equal if the time was measured
 */
export function estimate(check, threads) {
  const [measured] = known()[kindOf(check, threads)] ?? [];
  const { epochs } = check.run;
  if (measured) return { least: measured * epochs, most: measured * epochs };
  const there = elsewhere(check, threads) * epochs;
  const slower = slowness();
  return slower ? { least: (there * slower) / 2, most: there * slower * 2 } : { least: there / 2, most: there * 3 };
}

/** Rounds seconds to about one digit: 4, 15, 20, 90. @param {number} seconds */
function roughly(seconds) {
  const digit = 10 ** Math.floor(Math.log10(Math.max(1, seconds)));
  const step = seconds < 10 ? 1 : seconds < 60 ? 5 : digit / 2;
  return Math.max(1, Math.round(seconds / step) * step);
}

/** @param {Range} range */
export function timeOf({ least, most }) {
  if (most <= least) return duration(least);
  const [from, to] = [roughly(least), Math.max(roughly(most), roughly(least) + 1)];
  return to < 60 ? texts.fromTo(String(from), duration(to)) : texts.fromTo(duration(from), duration(to));
}

/**
 * Returns the thread count of a link here.
 * @param {Pick<import('../types.js').State, 'badge' | 'page'>} state
 */
export function threadsOf({ badge, page }) {
  const threads = badge?.threads ?? 1;
  return threads > 1 ? Number(page.threads) || threads : 1;
}

/**
 * @param {Check} check
 * @param {number} threads
 * @param {number} epochs
 * @param {number} seconds their total time
 */
export function learn(check, threads, epochs, seconds) {
  const all = known();
  const kind = kindOf(check, threads);
  if (seconds < enough && all[kind]) return;
  delete all[kind]; // the latest is last
  all[kind] = [Math.max(seconds, 0.001) / epochs, elsewhere(check, threads)];
  for (const old of Object.keys(all).slice(0, -kept)) delete all[old];
}

/** Learns from every epoch of the current run while it trains without a pause. @param {Store} store */
export function learnSpeeds(store) {
  /**
   * When the measurement started, and after which epoch.
   * @type {{id: string, since: number, epochs: number} | null}
   */
  let mark = null;
  store.onChange(({ run, check }, before) => {
    if (run === before.run) return;
    if (run?.state !== 'running') {
      if (mark) remember();
      mark = null;
    } else if (mark?.id !== run.id) mark = { id: run.id, since: performance.now(), epochs: run.history.length };
    else if (run.history !== before.run?.history && run.history.length > mark.epochs && check?.spec === run.spec) {
      const done = run.history.length - mark.epochs;
      learn(check, run.ready?.threads ?? 1, done, (performance.now() - mark.since) / 1000);
      if ((done & (done - 1)) === 0) remember(); // after 1, 2, 4, ... epochs, since the page may end at any time
    }
  });
}
