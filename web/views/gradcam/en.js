// Words of the Grad-CAM view.
import { plural, share } from '../../texts/en/grammar.js';
import { count, percent } from '../../texts/format.js';

export const words = {
  label: 'Grad-CAM',
  question: 'Where in the picture is the evidence?',
  past: (/** @type {string} */ letter) =>
    `Inside the dashed line: where run ${letter}, the one before this, has more than half of its own maximum.`,
  need: 'Only convolutional networks on pictures have this view.',
  evidence: 'Evidence for',
  forPredicted: 'The prediction',
  forLabel: 'The label',
  lead: (/** @type {string} */ name, /** @type {number} */ p) => `Evidence for ${name}, ${percent(p, 0)}.`,
  sub: (/** @type {string} */ label, /** @type {number} */ row) =>
    `Sample ${count(row)} is labelled ${label}. Bright: where the last convolutions find it.`,
  pick: 'Pick another sample among the pictures.',

  concludes: (/** @type {number} */ n, /** @type {number} */ says, /** @type {[number, number]} */ right) =>
    `One picture proves little: of the ${plural(n, 'test sample')} about ${percent(says, 0)} sure, ${share(right)} are right (95 % interval).`,
  why: (/** @type {number} */ low, /** @type {number} */ high) => [
    `They are the samples in the bin of this one, from ${percent(low, 0)} to ${percent(high, 0)}. The interval is Wilson’s.`,
    'Grad-CAM shows where the evidence lies, not whether it is right.',
  ],
  concludesAlone: 'One picture proves little: it shows where the evidence lies, not how often such evidence is right.',
  next: {
    convolutional: 'Run a convolutional network',
    bin: 'See the others as sure',
    pictures: 'See the samples',
  },
};
