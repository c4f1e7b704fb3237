// Words of the ROC view.
import { plural, share } from '../../texts/en/grammar.js';
import { percent } from '../../texts/format.js';

export const words = {
  label: 'OOD detection',
  question: 'Does it notice unfamiliar pictures?',
  need: 'Only pictures can be corrupted, and no other data here has samples like these.',
  by: 'What is to be distinguished',
  other: 'Other data',
  severity: 'Severity',
  lead: {
    better: (/** @type {number} */ fraction) => `Distinguishes corrupted pictures from clean ones in ${percent(fraction, 0)} of pairs.`,
    chance: () => 'Distinguishes corrupted pictures from clean ones no better than a coin.',
    worse: () => 'Worse than a coin: clean pictures get the higher scores.',
  },
  otherLead: {
    better: (/** @type {number} */ fraction) => `Distinguishes the other data from its own in ${percent(fraction, 0)} of pairs.`,
    chance: () => 'Distinguishes the other data from its own no better than a coin.',
    worse: () => 'Worse than a coin: its own test samples get the higher scores.',
  },
  sub: (/** @type {string} */ name, /** @type {string} */ score, /** @type {number} */ fraction) =>
    `${name}; by ${score.toLowerCase()}. AUROC ${percent(fraction)}; a coin gets ${percent(0.5, 0)}.`,
  x: (/** @type {boolean} */ other) => /** @type {string} */ (other ? 'own test samples flagged' : 'clean pictures flagged'),
  y: (/** @type {boolean} */ other) => /** @type {string} */ (other ? 'samples of the other data flagged' : 'corrupted pictures flagged'),
  coin: 'a coin',
  pairs: (/** @type {boolean} */ other) =>
    other ? /** @type {string} */ ('The first of them, and what the network says') : 'The first test pictures, clean and corrupted',

  /** @param {'better' | 'chance' | 'worse'} side @param {[number, number]} coin @param {number} area */
  concludes: (side, coin, area) =>
    side === 'chance'
      ? `Within chance: 95 % of coins get ${share(coin, 1)}, and this score gets ${percent(area)}.`
      : `Beyond chance: 95 % of coins get ${share(coin, 1)}, and this score gets ${percent(area)}.`,
  why: (/** @type {number} */ n, /** @type {number} */ m, /** @type {boolean} */ other) => [
    `${other ? `${plural(n, 'sample')} of the test set and ${plural(m, 'other one')}` : `${plural(n, 'clean picture')} and ${plural(m, 'corrupted one')}`}. Without any difference the area is 50 %, give or take 1.96 standard deviations (Mann and Whitney 1947).`,
  ],
  next: {
    severity: (/** @type {string} */ severity) => `Corrupt them more: severity ${severity}`,
    score: (/** @type {string} */ name) => `Try another score: ${name}`,
  },
};
