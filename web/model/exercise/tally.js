// Summarises a class's answers to one question.
import { isRight, kinds } from './kinds.js';

/** @typedef {import('./read.js').Question} Question */
/** @typedef {import('./kinds.js').Values} Values */

/**
 * @typedef {object} Guessed summary of answers to a `predict`, in its unit
 * @property {'predict'} kind
 * @property {number[]} guesses sorted
 * @property {number} median
 * @property {number | null} truth the run's figure; null: not known yet
 * @property {number} near number of right guesses
 */
/**
 * right: null if not known yet.
 * @typedef {{text: string, count: number, right: boolean | null}} ChosenOption
 */
/** @typedef {{kind: 'choose', n: number, options: ChosenOption[]}} Chosen */
/** @typedef {{kind: 'explain', texts: string[]}} Explained */
/** @typedef {{kind: 'try', n: number, reached: number}} Tried */

/** @param {number[]} sorted */
const medianOf = (sorted) => {
  const half = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[half] ?? NaN) : ((sorted[half - 1] ?? NaN) + (sorted[half] ?? NaN)) / 2;
};

/**
 * @param {Question} question
 * @param {(number | string)[]} answers of those who answered
 * @param {Values} values evaluates an expression on the runs
 * @returns {Guessed | Chosen | Explained | Tried}
 */
export function tallyOf(question, answers, values) {
  const { kind } = question;
  if (kind === 'predict') {
    const guesses = answers
      .map(Number)
      .filter(Number.isFinite)
      .sort((a, b) => a - b);
    const checked = guesses.map((guess) => kinds.predict.check(question, guess, values));
    const near = checked.filter(({ right }) => right).length;
    return { kind, guesses, median: medianOf(guesses), truth: checked[0]?.value ?? null, near };
  }
  if (kind === 'choose') {
    const options = question.options.map((option, i) => ({
      text: option.text,
      count: answers.filter((answer) => Number(answer) === i).length,
      right: isRight(option, values),
    }));
    return { kind, n: answers.length, options };
  }
  if (kind === 'try') return { kind, n: answers.length, reached: answers.filter((answer) => Number(answer) === 1).length };
  return { kind, texts: answers.map(String) };
}
