// Texts of a sweep that was computed elsewhere and opened as a file.
import { count, percent } from '../format.js';

/** @param {number} n @param {string} one @param {string} many */
const some = (n, one, many) => `${count(n)} ${n === 1 ? one : many}`;

export const gatheredTexts = {
  title: (/** @type {string} */ name) => `Computed elsewhere: ${name}`,
  titlePasted: (/** @type {string} */ name) => `Pasted links: ${name}`,
  receipts: (/** @type {number} */ n) => some(n, 'receipt', 'receipts'),
  close: 'Close this file',
  closePasted: 'Remove these links',
  reading: (/** @type {string} */ name, /** @type {number} */ fraction) => `${name}: checking its links, ${percent(fraction, 0)}`,
  lowest: (/** @type {string} */ before, /** @type {string} */ after) =>
    before && before === after
      ? `${before} has the lowest ECE, before and after T.`
      : [before && `${before} has the lowest ECE as trained.`, after && `${after} has the lowest ECE after T.`].filter(Boolean).join(' ') ||
        'No row has the lowest ECE for sure.',
  size: (/** @type {number} */ points, /** @type {number} */ total, /** @type {number} */ rows) =>
    `${points === total ? some(total, 'point', 'points') : `${count(points)} of ${some(total, 'point', 'points')}`} in ${some(rows, 'row', 'rows')}.`,
  verified: (/** @type {number} */ same, /** @type {number} */ different, /** @type {number} */ points) =>
    !same && !different
      ? 'None was verified: calib verify trains some of them again.'
      : `${some(same, 'was', 'were')} verified and came out the same${different ? `, ${some(different, 'came', 'came')} out differently and ${different === 1 ? 'is' : 'are'} left out of means` : ''}; ${some(points - same - different, 'was', 'were')} not verified.`,
  /** For pasted links. */
  verifiedPasted: 'These are the figures that the links promise. None was trained here yet.',
  others: (/** @type {number} */ n, /** @type {string} */ engine, /** @type {string} */ here) =>
    `${some(n, 'point was', 'points were')} computed by engine ${engine}, and this is ${here}: trained here, they may come out differently.`,
  note: 'Mean over seeds, ± half of its 95 % interval (Student’s t), which covers training seeds on one test set and not other draws of the data. T has the least ECE on validation. Bold: better than each other row, by the 95 % interval of the differences paired by seed. The page keeps nothing of this file.',
  notePasted:
    'Mean over seeds, ± half of its 95 % interval (Student’s t). Bold: better than each other row, by the 95 % interval of the differences paired by seed. The page keeps nothing of these links.',
  seedsNote: 'A circle is one seed. The dot is their mean, the line its 95 % interval (Student’s t).',
  meanOf: (/** @type {string} */ mean, /** @type {string} */ half, /** @type {number} */ n) =>
    `mean ${mean} ± ${half} of ${count(n)} seeds.`,
  table: 'Points computed elsewhere',
  metric: 'Metric',
  one: 'Train one at random here, and compare',
  train: 'Train here and compare',
  open: 'Open at the workbench',
  training: 'is training here',
  waiting: 'waits to be trained here',
  failedHere: (/** @type {string} */ why) => `cannot be trained here: ${why}`,
  /** @returns {string} */
  status: (/** @type {boolean | null} */ verified) =>
    verified === null ? 'not verified' : verified ? 'verified' : 'came out differently when verified',
  equal: (/** @type {number} */ figures) =>
    `Equal: trained here, its digest and ${some(figures, 'figure', 'figures')} are the same to the last bit.`,
  differs: (/** @type {string} */ what, /** @type {number | string} */ was, /** @type {number | string} */ is) =>
    `Different: ${what} is ${String(was).slice(0, 24)} in the file, and ${String(is).slice(0, 24)} trained here.`,
  differsPasted: (/** @type {string} */ what, /** @type {number | string} */ was, /** @type {number | string} */ is) =>
    `Different: ${what} is ${String(was).slice(0, 24)} in the link, and ${String(is).slice(0, 24)} trained here.`,
  allEqual: (/** @type {number} */ n) =>
    n === 1 ? 'The one that was trained here came out equal.' : `All ${count(n)} that were trained here came out equal.`,
  someDiffer: (/** @type {number} */ n, /** @type {number} */ all) => `${count(n)} of the ${count(all)} trained here came out differently.`,
  fused: 'Trained here with fused multiply-add, which gives other bits: train it without.',
  missing: (/** @type {number} */ n, /** @type {number} */ total) =>
    `${count(n)} of ${some(total, 'point', 'points')} ${n === 1 ? 'is' : 'are'} missing`,
  missingOne: (/** @type {number} */ number, /** @type {string} */ name) => `Number ${count(number)}${name && ` (${name})`}`,
  otherEngine: (/** @type {string} */ engine) => `: left out, since engine ${engine} computed it`,
  overflowed: (/** @type {number} */ n) => `${some(n, 'point', 'points')} failed`,
  problems: (/** @type {number} */ n) => `${some(n, 'point', 'points')} of the file ${n === 1 ? 'is' : 'are'} not read`,
  problemsPasted: (/** @type {number} */ n) => `${some(n, 'link is', 'links are')} left out`,
  noLink: (/** @type {number} */ number, /** @type {string} */ why) =>
    `Point ${count(number)} is left out: its link cannot be read: ${why}`,
  twice: (/** @type {number} */ number) => `Point ${count(number)} is left out: its link is that of a point before it`,
  more: (/** @type {number} */ n) => `and ${count(n)} more`,
  rows: (/** @type {number} */ shown, /** @type {number} */ all) => `The first ${count(shown)} of ${count(all)} rows.`,
  all: 'Show all rows',
  tooMany: (/** @type {number} */ most) => `At most ${count(most)} gathered sweeps are open at a time; close one.`,
};
