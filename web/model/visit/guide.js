// Determines the stage of the first visit from measured figures, for any network and temperature. Uses no
// DOM.
import { sideOf } from '../chance.js';
import { coldest, hottest } from '../temperature.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../frame.js').Frame} Frame */
/** @typedef {ReturnType<typeof sideOf>} Side none: chance explains the distance */

/**
 * @typedef {object} Where
 * @property {0 | 1 | 2 | 3} at stage: before the run, training, trained, finished
 * @property {boolean} halted paused, stopped or failed
 * @property {Side} first at temperature 1
 * @property {Side} side at the current temperature
 * @property {boolean} moved true if the temperature is not 1
 * @property {boolean} nearer true if the gap is smaller than at temperature 1
 * @property {'' | 'calibrated' | 'level' | 'fitted' | 'far'} end kind of end: every bin within chance, only
 *   the mean within chance, the fitted temperature, or the end of the slider
 */

const above = 1.645; // 5 % of chance is beyond this number of standard deviations

/** ECE that calibrated answers stay below in 95 % of draws. @param {Pick<Frame, 'bins'>} frame */
export function eceByChance({ bins }) {
  let n = 0;
  let mean = 0;
  let variance = 0;
  for (const { count, confidence, chance } of bins) {
    n += count;
    mean += count * chance.mean;
    if (count) variance += count ** 2 * Math.max(0, (confidence * (1 - confidence)) / count - chance.mean ** 2);
  }
  return n ? (mean + above * Math.sqrt(variance)) / n : 0;
}

/** Gap and ECE at temperature 1. @param {Frame} frame */
export function atOne({ columns, epoch, gap, ece }) {
  const i = columns.epoch.indexOf(epoch);
  return { gap: columns.gap[i] ?? gap, ece: columns.test.ece?.[i] ?? ece };
}

/** @param {Frame} frame @param {Side} side @returns {Where['end']} */
function endOf(frame, side) {
  const { temperature: t, fit } = frame;
  if (side === 'none') return frame.ece <= eceByChance(frame) ? 'calibrated' : 'level';
  if (fit && t !== 1 && Math.abs(Math.log(t / fit.T)) < 0.01) return 'fitted';
  return (side === 'over' && t >= hottest) || (side === 'under' && t <= coldest) ? 'far' : '';
}

/** @param {Pick<State, 'run'>} state @param {Frame | null} frame @returns {Where} */
export function whereOf({ run }, frame) {
  /** @type {Where} */
  const where = { at: 0, halted: false, first: 'none', side: 'none', moved: false, nearer: false, end: '' };
  if (!run) return where;
  const over = run.state === 'ended' || run.state === 'stopped' || run.state === 'failed';
  where.halted = run.state !== 'ended' && (over || run.state === 'paused');
  where.at = 1;
  if (!over || !frame) return where;
  const before = atOne(frame);
  where.first = sideOf(frame.right + before.gap, frame.right, frame.n);
  where.side = sideOf(frame.says, frame.right, frame.n);
  where.moved = frame.temperature !== 1;
  where.nearer = Math.abs(frame.gap) < Math.abs(before.gap);
  where.end = endOf(frame, where.side);
  where.at = where.end ? 3 : 2;
  return where;
}
