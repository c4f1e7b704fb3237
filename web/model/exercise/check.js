// Checks answers against the figures of runs.
import { named } from '../named.js';
import { evaluate, figuresOf, readExpression, written } from './expression.js';
import { figureOf, queried } from './figures.js';
import { kinds, scaleOf } from './kinds.js';
import { valuesIn } from './markdown.js';

/** @typedef {import('./read.js').Exercise} Exercise */
/** @typedef {import('./figures.js').Facts} Facts */
/** @typedef {import('./expression.js').Path} Path */
/** @typedef {import('./kinds.js').Values} Values */
/** @typedef {import('./markdown.js').Token} Token */

/**
 * @param {Exercise} exercise
 * @param {string} id of the question
 * @param {number | string} answer
 * @param {Values} values
 * @returns {import('./kinds.js').Checked}
 */
export function checkAnswer(exercise, id, answer, values) {
  const question = named(exercise.questions, id);
  return kinds[question.kind].check(question, answer, values);
}

/** @param {Token[]} tokens @returns {string[]} */
const inText = (tokens) => valuesIn(tokens).map(({ text }) => text);

/** Returns every expression of the exercise. @param {Exercise} exercise */
function expressionsOf({ questions, shows, steps, tokens }) {
  const ofQuestions = Object.values(questions).flatMap(({ figure, goal, options }) => [figure, goal, ...options.map(({ right }) => right)]);
  const text = steps.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'text' ? inText(block.tokens) : [])));
  const after = Object.values(tokens).flatMap(inText);
  return [...ofQuestions, ...shows, ...text, ...after].filter((one) => typeof one === 'string' && one !== '');
}

/**
 * Returns the figures of one run that the exercise uses.
 * @param {Exercise} exercise
 * @param {string} run
 * @returns {Path[]}
 */
function pathsOf(exercise, run) {
  const all = expressionsOf(exercise).flatMap((text) => figuresOf(readExpression(/** @type {string} */ (text))));
  const named = new Map(all.filter(([name]) => name.name === run).map((path) => [written(path), path]));
  return [...named.values()];
}

/**
 * Returns the questions to the engine about one run, in addition to its report.
 * @param {Exercise} exercise
 * @param {string} run
 */
export const asksOf = (exercise, run) =>
  pathsOf(exercise, run)
    .map(([, part]) => part)
    .filter((part) => part !== undefined)
    .filter((part) => queried.includes(part.name));

/**
 * Returns the figures of a run by name. Nothing else of the run is stored.
 * @param {Exercise} exercise
 * @param {string} run
 * @param {Facts} facts
 * @returns {Record<string, number>}
 */
export const numbersOf = (exercise, run, facts) =>
  Object.fromEntries(pathsOf(exercise, run).map((path) => [written(path), figureOf(facts, path.slice(1))]));

/** Evaluates an expression. @param {Record<string, number>} numbers @returns {Values} */
export const valuesFrom = (numbers) => (text) => {
  const tree = readExpression(text);
  if (figuresOf(tree).some((path) => !Object.hasOwn(numbers, written(path)))) return undefined;
  return evaluate(tree, (path) => named(numbers, written(path)));
};

/**
 * Position of a prediction in the picture of its run. ofClass: one of a class's predictions, without a label.
 * @typedef {object} Guess
 * @property {'bin' | 'epoch' | 'metric'} kind
 * @property {number} at
 * @property {string} metric
 * @property {number} value
 * @property {string} label
 * @property {boolean} [ofClass]
 */

/**
 * @param {Exercise} exercise
 * @param {Record<string, number | string>} answers
 * @param {(value: number, unit: string) => string} label
 * @returns {Record<string, Guess[]>} by run name
 */
export function guessesOf({ questions }, answers, label) {
  /** @type {Record<string, Guess[]>} */
  const found = {};
  for (const { id, kind, figure, unit } of Object.values(questions)) {
    if (kind !== 'predict' || answers[id] === undefined) continue;
    const tree = readExpression(figure);
    if (tree.kind !== 'figure') continue;
    const [run, part, ...rest] = tree.path;
    const value = Number(answers[id]) / scaleOf(unit);
    /** @type {Guess | null} */
    let guess = null;
    const words = label(Number(answers[id]), unit);
    if (!part) continue;
    if (part.name === 'right') guess = { kind: 'bin', at: Number(part.argument), metric: '', value, label: words };
    else if (['first', 'from', 'least', 'most'].includes(part.name)) guess = { kind: 'epoch', at: value, metric: '', value, label: words };
    else if (!rest.length && part.argument === null) guess = { kind: 'metric', at: 0, metric: part.name, value, label: words };
    if (guess) found[run.name] = [...(found[run.name] ?? []), guess];
  }
  return found;
}

/**
 * Returns the predictions of a whole class.
 * @param {Exercise} exercise
 * @param {Record<string, number | string>[]} answers one record per student
 * @returns {Record<string, Guess[]>} by run name
 */
export function guessesOfClass(exercise, answers) {
  /** @type {Record<string, Guess[]>} */
  const found = {};
  for (const one of answers)
    for (const [run, guesses] of Object.entries(guessesOf(exercise, one, () => '')))
      found[run] = [...(found[run] ?? []), ...guesses.map((guess) => ({ ...guess, ofClass: true }))];
  return found;
}
