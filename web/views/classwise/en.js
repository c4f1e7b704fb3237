// Words of the classwise view.
import { about, plural } from '../../texts/en/grammar.js';
import { count, percent, points } from '../../texts/format.js';

export const words = {
  label: 'Class by class',
  question: 'Is every class calibrated?',
  lead: (/** @type {string} */ name, /** @type {number} */ error) => `Worst calibrated on ${name}: off by ${points(error)} points.`,
  sub: (/** @type {number} */ mean) =>
    `The probability given to each class against how often it is that class. Class-wise ECE ${percent(mean)}.`,
  labelsSub: (/** @type {number} */ mean) =>
    `The probability of each label against how often it is present. Mean ECE of the labels ${percent(mean)}.`,
  worst: (/** @type {number} */ shown, /** @type {number} */ all) => `The ${count(shown)} worst calibrated of ${count(all)} classes.`,

  concludes: (/** @type {number} */ off, /** @type {number} */ all, /** @type {number} */ expected) =>
    off
      ? `Off in ${count(off)} of ${plural(all, 'bin')} of the classes, outside of their 95 % intervals; a calibrated network would be in ${about(expected)}.`
      : `None of the ${plural(all, 'bin')} of the classes is off by more than its 95 % interval leaves open.`,
  why: (/** @type {string} */ name, /** @type {number} */ off, /** @type {number} */ all) =>
    `${name}: ${count(off)} of ${plural(all, 'bin')}.`,
  method:
    'Wilson’s intervals of the frequency. How many a calibrated network would leave follows from the binomial distribution of each bin. From the worst calibrated class on:',
  next: {
    confused: (/** @type {string} */ name) => `See what it takes ${name} for`,
  },
};
