// Describes the networks on which a claim's tests were decided: what they are, and how often they are wrong.
import { bySeed } from './gather.mjs';
import { measures } from './measure.mjs';
import { experiments } from './plan.mjs';
import { summary } from './statistics.mjs';

/** @import {Study} from './gather.mjs' */
/** @import {Choice} from './rules.mjs' */
/** @import {Outcome, Tested} from './verdicts.mjs' */

/**
 * @typedef {object} Condition one network of an experiment, and the tests of one outcome on it
 * @property {string} in
 * @property {string} model
 * @property {string} data
 * @property {Outcome} outcome
 * @property {number} tests
 * @property {[number, number]} error least and largest mean test error of the tested cells
 * @property {[number, number]} train_error the same of the last epoch's training error
 * @property {boolean} memorised every cell's training error is below MEMORISED
 */

// The zoo's recipe of over-fitted networks.
export const MEMORISED = 0.02;

/** Returns all cells of a test. @param {import('./rules.mjs').Test} test @returns {Choice[]} */
export const choicesOf = ({ of, less, along }) => along?.points.map((point) => point.of) ?? (less ? [of, less] : [of]);

/**
 * Returns the part of experiments.json that trains a cell, with the network's name and its data.
 * @param {string} experiment
 * @param {Choice} choice
 */
function networkOf(experiment, choice) {
  const named = [...experiments.parts, ...measures].filter((part) => part.experiment === experiment && part.model);
  const fits = (/** @type {any} */ { over = {} }) => !choice.model || !over.model || over.model.includes(choice.model);
  return named.find(fits) ?? named[0];
}

/**
 * Returns a figure's mean over a cell's seeds. Networks that another experiment trained have it there.
 * @param {(experiment: string) => Study | null} studies
 * @param {string} experiment
 * @param {Choice} choice
 * @param {string} figure
 */
function meanOf(studies, experiment, choice, figure) {
  const source = measures.find((measure) => measure.experiment === experiment)?.of ?? experiment;
  const study = studies(source);
  const cells = (study?.cells ?? []).filter((cell) => Object.entries(choice).every(([name, value]) => cell.choice[name] === value));
  const rows = (study?.runs ?? []).filter(({ cell }) => cells.some((one) => one.cell === cell));
  const values = bySeed(rows).get(figure);
  return values ? summary([...values.values()]).mean : null;
}

/** @param {number[]} values @returns {[number, number]} */
const ends = (values) => [Math.min(...values), Math.max(...values)];

/**
 * Groups a claim's tests by experiment, network and outcome. Open tests are listed if none decides.
 * @param {Tested[]} all
 * @param {(experiment: string) => Study | null} studies
 * @returns {Condition[]}
 */
export function conditionsOf(all, studies) {
  const voting = all.filter(({ counted }) => counted !== false);
  const decided = voting.filter(({ outcome }) => outcome === 'held' || outcome === 'failed');
  /** @type {Map<string, Tested[]>} */
  const groups = new Map();
  for (const test of decided.length ? decided : voting) {
    const network = networkOf(test.in, test.of);
    const key = [test.in, network?.model, test.outcome].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), test]);
  }
  return [...groups.values()].flatMap((tests) => {
    const [{ in: experiment, of, outcome }] = /** @type {[Tested]} */ (tests);
    const { model, data } = networkOf(experiment, of) ?? {};
    const means = (/** @type {string} */ figure) =>
      tests.flatMap(choicesOf).flatMap((choice) => meanOf(studies, experiment, choice, figure) ?? []);
    const [error, trained] = [means('before.error'), means('train.error')];
    if (!model || !error.length || !trained.length) return [];
    const train_error = ends(trained);
    const memorised = train_error[1] < MEMORISED;
    return [{ in: experiment, model, data, outcome, tests: tests.length, error: ends(error), train_error, memorised }];
  });
}
