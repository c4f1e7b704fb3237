// Words of the confusion view.
import { plural, share } from '../../texts/en/grammar.js';
import { count, percent } from '../../texts/format.js';

export const words = {
  label: 'Confusion',
  question: 'Which classes does it confuse?',
  past: (/** @type {string} */ letter) => `+ and −: change since run ${letter}, the one before this. Dashed: how often that one was right.`,
  lead: (/** @type {string} */ wrong, /** @type {string} */ label) => `Takes ${label} for ${wrong} most often.`,
  none: 'Takes no class for another.',
  sub: (/** @type {number} */ n, /** @type {number} */ of, /** @type {number} */ says) =>
    `${count(n)} of ${count(of)} times, at ${percent(says, 0)} confidence on average.`,
  rows: 'it is',
  columns: 'it says',
  framed: 'Framed: the most frequent error.',
  scale: (/** @type {number} */ most) => `The darkest errors are ${percent(most, 0)} of their class.`,
  whenItSays: ['is right', 'when it', 'says so'],

  /**
   * @param {string} label
   * @param {string} wrong
   * @param {[number, number]} part
   * @param {boolean} clear
   * @param {string} next
   */
  concludes: (label, wrong, part, clear, next) =>
    `Takes ${label} for ${wrong} in ${share(part)} of cases (95 % interval); ${next}, the next pair, ${clear ? 'lies below that' : 'may be as frequent'}.`,
  concludesOne: (/** @type {string} */ label, /** @type {string} */ wrong, /** @type {[number, number]} */ part) =>
    `Takes ${label} for ${wrong} in ${share(part)} of cases (95 % interval); it mixes up no other pair.`,
  concludesNone: (/** @type {number} */ n, /** @type {number} */ most) =>
    `None of ${plural(n, 'sample')} is wrong; its true error may still be up to ${percent(most)} (95 % interval).`,
  pair: (/** @type {string} */ label, /** @type {string} */ wrong) => `${label} for ${wrong}`,
  /** @param {string} pair @param {number} n @param {number} of @param {[number, number]} part */
  pairWhy: (pair, n, of, part) => `${pair}: ${count(n)} of ${count(of)}, ${share(part)}.`,
  pairMethod:
    'Each with its 95 % interval (Wilson). They were picked because they are the largest of many pairs: another test set tends to show less of them.',
};
