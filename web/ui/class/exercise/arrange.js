// How far an exercise is, from its answers and runs: what may be done next, and what is shown.
import { guessesOf, valuesFrom } from '../../../model/exercise/check.js';
import { figuresOf, readExpression, written } from '../../../model/exercise/expression.js';
import { figureOf } from '../../../model/exercise/figures.js';
import { itemsOf } from '../../../model/exercise/read.js';
import { named } from '../../../model/named.js';
import { texts } from '../../../texts/index.js';
import { recall } from './progress.js';
import { PACKED } from './source.js';

/** @import {Exercise} from '../../../model/exercise/read.js' */
/** @import {Report} from '../../../engine.d.ts' */
/** @typedef {import('../../../model/types.js').OpenExercise} Open */
/** @typedef {import('../../../model/exercise/code.js').Progress} Progress */
/**
 * The part of an open exercise that does not depend on answers and runs.
 * @typedef {Pick<Open, 'id' | 'key' | 'it' | 'specs' | 'views' | 'checks' | 'error' | 'started' | 'asking'>}
 *   Opened
 */

const words = texts.exercise;

/** @param {Exercise} exercise @param {Progress} progress @returns {number} items done, in sequence */
function doneOf(exercise, { answers, runs }) {
  const items = itemsOf(exercise);
  const open = items.findIndex((item) => (item.kind === 'run' ? !runs[item.name] : answers[item.id] === undefined));
  return open < 0 ? items.length : open;
}

/**
 * Returns true if the student's run reached the goal.
 * @param {string} goal @param {Report} report @param {Record<string, number>} numbers of the exercise's runs
 */
export function goalMet(goal, report, numbers) {
  const tree = readExpression(goal);
  const own = figuresOf(tree).filter(([run]) => run.name === 'own');
  const mine = Object.fromEntries(own.map((path) => [written(path), figureOf({ report }, path.slice(1))]));
  return Number(valuesFrom({ ...numbers, ...mine })(goal)) > 0;
}

/** Fraction of an exercise done on this device. @param {Exercise} exercise */
export function done(exercise) {
  const known = recall(exercise.hash);
  return known ? doneOf(exercise, known.progress) / itemsOf(exercise).length : 0;
}

/**
 * Returns an exercise as it is opened.
 * @param {string} key its value in the link
 * @param {Exercise} it
 * @param {Opened['checks']} checks of its runs
 * @returns {Opened}
 */
export const opened = (key, it, checks) => ({
  id: key.startsWith(PACKED) ? '' : key,
  key,
  it,
  specs: Object.fromEntries(Object.entries(checks).map(([name, { spec }]) => [name, spec])),
  views: Object.fromEntries(Object.entries(checks).map(([name, { page }]) => [name, page.view ?? ''])),
  checks,
  error: '',
  started: '',
  asking: false,
});

/**
 * @param {Opened} open @param {Progress} progress @param {Record<string, number>} numbers
 * @param {Open['guesses'] | null} ofClass predictions of the class that the exercise is shown to
 * @returns {Open}
 */
export function arranged(open, progress, numbers, ofClass) {
  const items = itemsOf(open.it);
  const done = doneOf(open.it, progress);
  const item = items[done];
  const own = guessesOf(open.it, progress.answers, words.yourGuess);
  const all = ofClass ?? {};
  const trying = item?.kind === 'question' && open.it.questions[item.id]?.kind === 'try';
  const next = items.slice(done).find(({ kind }) => kind === 'run');
  return {
    ...open,
    progress,
    numbers,
    done,
    items: items.length,
    trying,
    next: next?.kind === 'run' ? named(open.specs, next.name) : '',
    epochs: next?.kind === 'run' ? named(open.checks, next.name).run.epochs : undefined,
    free: trying || done === items.length,
    may: items.flatMap((one, i) => (one.kind === 'run' && (ofClass || i <= done) ? [named(open.specs, one.name)] : [])),
    guesses: Object.fromEntries(Object.entries(open.specs).map(([name, spec]) => [spec, [...(own[name] ?? []), ...(all[name] ?? [])]])),
  };
}
