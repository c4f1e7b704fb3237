// How long a run will take. Where this browser has trained such a run before, or does now, that is what it took; otherwise a
// range, from what it took where these figures were made and what other runs took here.
import { duration } from '../texts/format.js';
import { texts } from '../texts/index.js';

/** @typedef {import('./types.js').Store} Store */
/** @typedef {import('../engine.d.ts').Check} Check */
/** @typedef {{least: number, most: number}} Range seconds */

const stored = 'calib-speeds';
const kept = 40; // kinds of runs whose speed is remembered
const enough = 0.3; // seconds below which a measurement does not take the place of an earlier one
// Where these figures were made: multiply-adds a second and thread, by the slowest kind of layer there is, and seconds beside them.
const usual = /** @type {const} */ ([/^/, 9e9]);
const rates = /** @type {const} */ ([[/^att/, 3.4e9], [/^(c|dw)\d/, 17e9], usual]);
const perEpoch = 0.01;
const perStep = 0.0001;

/** Measured here: seconds of an epoch, and what it would have taken there. @type {Record<string, [number, number]> | null} */
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
    speeds = {}; // closed to this page, or damaged
  }
  return speeds;
}

function remember() {
  try {
    localStorage.setItem(stored, JSON.stringify(speeds));
  } catch {
    // closed to this page: known as long as it is open
  }
}

/** Seconds of an epoch there: forward and backward over the training set, forward over the others. @param {Check} check @param {number} threads */
function elsewhere({ need, choices, run, net }, threads) {
  const { val, test } = choices.data.params;
  const samples = 3 * need.steps_per_epoch * run.batch + (Number(val) || 0) + (Number(test) || 0);
  const [, rate] = rates.find(([kind]) => net.layers.some(({ token }) => kind.test(token))) ?? usual;
  return (need.multiply_adds * samples) / (rate * threads) + perEpoch + need.steps_per_epoch * perStep;
}

/** What epochs that take equally long have in common. @param {Check} check @param {number} threads */
function kindOf({ need, choices, run, page }, threads) {
  const { data, model, loss, penalty, augment } = choices;
  const { train, val, test } = data.params;
  const { batch, curvature, curvature_at, diagnostics } = run;
  const asked = [data.id, train, val, test, need.multiply_adds, model.id, loss.id, penalty, augment.id];
  return JSON.stringify([
    page.fast === 'yes' ? `${threads} fast` : threads,
    need.steps_per_epoch,
    batch,
    ...asked,
    curvature,
    curvature_at,
    diagnostics,
  ]);
}

/** How much slower this machine is, by what was measured here of other runs; null where nothing was. */
function slowness() {
  const all = Object.values(known())
    .map(([here, there]) => here / there)
    .sort((a, b) => a - b);
  return all[all.length >> 1] ?? null;
}

/** @param {Check} check @param {number} threads @returns {Range} least and most are the same where it was measured */
export function estimate(check, threads) {
  const [measured] = known()[kindOf(check, threads)] ?? [];
  const { epochs } = check.run;
  if (measured) return { least: measured * epochs, most: measured * epochs };
  const there = elsewhere(check, threads) * epochs;
  const slower = slowness();
  return slower ? { least: (there * slower) / 2, most: there * slower * 2 } : { least: there / 2, most: there * 3 };
}

/** Seconds as one says them when they are not known well: 4, 15, 20, 90. @param {number} seconds */
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

/** On how many threads a link runs here. @param {Pick<import('./types.js').State, 'badge' | 'page'>} state */
export function threadsOf({ badge, page }) {
  const threads = badge?.threads ?? 1;
  return threads > 1 ? Number(page.threads) || threads : 1;
}

/**
 * @param {Check} check @param {number} threads
 * @param {number} epochs @param {number} seconds that they took
 */
export function learn(check, threads, epochs, seconds) {
  const all = known();
  const kind = kindOf(check, threads);
  if (seconds < enough && all[kind]) return;
  delete all[kind]; // the latest stand last
  all[kind] = [Math.max(seconds, 0.001) / epochs, elsewhere(check, threads)];
  for (const old of Object.keys(all).slice(0, -kept)) delete all[old];
}

/** Learns from every epoch of the run on show, as long as nothing holds it up. @param {Store} store */
export function learnSpeeds(store) {
  /** Since when it trains, and after which epoch. @type {{id: string, since: number, epochs: number} | null} */
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
      if ((done & (done - 1)) === 0) remember(); // after 1, 2, 4, ... epochs: it may be the last that is seen of this page
    }
  });
}
