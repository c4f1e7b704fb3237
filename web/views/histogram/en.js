// Words of the histogram view.
import { plural, share } from '../../texts/en/grammar.js';
import { count, percent } from '../../texts/format.js';

export const words = {
  label: 'Confidence',
  question: 'How often is it how sure?',
  lead: (/** @type {number} */ sure) => `At least 99 % confident on ${percent(sure, 0)} of samples.`,
  sub: (/** @type {number} */ right) =>
    Number.isFinite(right) ? `Where it says 99 % or more, it is right ${percent(right)}.` : 'It never says 99 % or more.',
  meanSays: (/** @type {number} */ says) => `says ${percent(says)} on average`,
  meanRight: (/** @type {number} */ right) => `is right ${percent(right)}`,
  sureKey: (/** @type {number} */ fraction) => `S99: ${percent(fraction)} say 99 % or more`,

  sureNone: (/** @type {number} */ n) => `It says 99 % or more of none of the ${plural(n, 'sample')}, so there is nothing to judge.`,
  sureOff: (/** @type {[number, number]} */ right) =>
    `Where it says 99 % or more it is right ${share(right)} of the time (95 % interval): too sure, beyond chance.`,
  sureFine: (/** @type {[number, number]} */ right) =>
    `Where it says 99 % or more it may well be right as often: the 95 % interval, ${share(right)}, reaches 99 %.`,
  sureWhy: (/** @type {number} */ hits, /** @type {number} */ n) => [
    `${count(hits)} of the ${plural(n, 'sample')} at 99 % or more ${hits === 1 ? 'is' : 'are'} right. The interval is Wilson’s.`,
  ],
  next: {
    surelyWrong: 'See those it is surest of, and wrong',
  },
};
