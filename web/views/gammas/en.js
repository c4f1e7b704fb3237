// Words of the gammas view.
import { plural } from '../../texts/en/grammar.js';
import { count } from '../../texts/format.js';

export const words = {
  label: 'γ per bin',
  question: 'How does the loss treat each bin?',
  need: 'Only losses that use bins of the validation set have this view; choose AdaFocal.',
  lead: {
    over: 'Where the network is overconfident, γ rises.',
    under: 'Where the network is underconfident, γ falls.',
    none: 'Where confidence is off, γ follows.',
  },
  gapLead: {
    over: 'Where the network is overconfident.',
    under: 'Where the network is underconfident.',
    none: 'Where confidence is off.',
  },
  sub: (/** @type {number} */ bins) =>
    `The loss measures the gap in ${count(bins)} bins of the validation set, and sets each bin's γ by it.`,
  gapSub: (/** @type {number} */ bins) => `The loss measures the accuracy in ${count(bins)} bins of the validation set.`,
  columns: { confidence: 'confidence', gap: 'gap', gaps: 'gap over the epochs', gamma: 'γ' },
  gammaOver: 'γ of the bin; below the line inverse focal',

  why: (/** @type {number} */ n) =>
    `The bins hold about ${plural(n, 'validation sample')} each, and the 95 % intervals (Wilson) go by that.`,
  next: {
    adafocal: 'Run AdaFocal',
    testBins: 'See the bins of the test set',
  },
};
