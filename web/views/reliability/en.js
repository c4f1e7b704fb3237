// Words of the reliability view.
import { decimal, percent, points } from '../../texts/format.js';

export const words = {
  label: 'Reliability',
  question: 'Is it right as often as it says?',
  by: 'How confidences are grouped',
  smoothSub: (/** @type {number} */ error, /** @type {number} */ width) =>
    `Smooth ECE ${percent(error)}: a Gaussian ${points(width)} points wide in place of bins.`,
  equalWidth: 'Equal width',
  equalMass: 'Equal mass',
  smooth: 'Smooth',
  binned: (/** @type {string} */ label, /** @type {number} */ value) => `${label} ${percent(value)}.`,
  interval: ['95 % interval', 'between the lines'],
  partsLead: 'Where the error comes from',
  part: (/** @type {number} */ says, /** @type {number} */ right) => `says ${percent(says, 0)}, is right ${percent(right, 0)}`,

  concludesSmooth: (/** @type {number} */ part) =>
    part > 0
      ? `The curve leaves the line by more than its 95 % interval where ${percent(part, 0)} of the confidences are.`
      : 'The line lies within the 95 % interval of the curve everywhere.',
  /** @param {{low: number, high: number, at: number, gap: number}[]} parts */
  smoothWhy: (parts) => [
    'The interval is Wilson’s, at each confidence by itself, for as many samples as the Gaussian weighs there: chance takes even a calibrated network’s curve out of it in places.',
    ...parts.map(
      ({ low, high, at, gap }) =>
        `From ${percent(low, 0)} to ${percent(high, 0)} it says too ${gap > 0 ? 'much' : 'little'}, at most by ${decimal(100 * Math.abs(gap), 1)} points, at ${percent(at, 0)}.`,
    ),
  ],
  next: {
    binSamples: 'See the samples in the bin that is furthest off',
    temperature: 'See what a temperature does',
  },
};
