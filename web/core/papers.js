// Verdicts on the papers' claims (models/papers), and the runs behind them.
import { fetchFile } from './files.js';

/** @typedef {Record<string, string>} Choice distinguishes a cell from others: {loss: "focal:gamma=3"} */

/**
 * A tested value of a claim, over seeds.
 * @typedef {object} Tested
 * @property {string} in the experiment
 * @property {string} figure
 * @property {'slope' | 'spearman' | 'share'} [kind] a trend's slope or rank correlation, or a quotient, each
 *   seed by seed
 * @property {Choice} of cells whose figure is tested
 * @property {Choice} [less] cells whose figure is subtracted, or for a share divided by, seed by seed
 * @property {{name: string, per: number, points: {at: number, of: Choice}[]}} [along] a trend's parameter,
 *   the unit of its slope, and its cells
 * @property {false} [counted] shown without a vote: next to a trend, or before all seeds are trained
 * @property {[number | null, number | null]} range the claimed range; null: unbounded
 * @property {number} n seeds
 * @property {number} mean
 * @property {[number, number] | null} interval 95 %, Student's t; null with one seed
 * @property {number} [p] two-sided, against the nearest end of the range; missing with one seed
 * @property {number} [p_holm] the same, corrected for the number of the claim's tests
 * @property {'held' | 'failed' | 'open' | 'one seed'} outcome with the correction
 * @property {'held' | 'failed'} [alone] the outcome of the interval alone, if it differs
 * @property {number} [detectable] of an open test: the difference that it finds with a power of 80 %
 * @property {number} [missing] planned seeds that have not been trained; it has no vote until then
 */

/**
 * @typedef {'held' | 'failed' | 'held where decided' | 'failed where decided' | 'depends' | 'open'
 *   | 'not tried'} Verdict
 */
/**
 * The tests of one outcome on one network; errors: the least and the largest mean over the seeds of a cell.
 * @typedef {object} Condition
 * @property {string} in
 * @property {string} model
 * @property {string} data
 * @property {Tested['outcome']} outcome
 * @property {number} tests
 * @property {[number, number]} error
 * @property {[number, number]} train_error
 * @property {boolean} memorised
 */
/**
 * @typedef {object} Claim
 * @property {string} id
 * @property {string} claim
 * @property {string} shows
 * @property {Verdict} verdict
 * @property {number} decided tests that held or failed
 * @property {number} of tests with a vote
 * @property {Condition[]} conditions networks on which its tests were decided
 * @property {string} [why] it was not tried
 * @property {Tested[]} tests
 */
/**
 * @typedef
 *   {{id: string, title: string, by: string, claims: Claim[],
 *   wrong: {where: string, what: string, right?: string, checks?: Check[]}[]}}
 *   Paper by: authors and year, as its text names them
 */
/**
 * @typedef {{experiment: string, networks: {model: string, data: string}[]}} Experiment networks: those that
 *   it trains
 */
/**
 * @typedef {{id: string, cell: string, seed: number, link: string, figures: object}} Row a
 *   run
 */
/**
 * @typedef {object} Study
 * @property {string} experiment
 * @property {string} title
 * @property {{model: string, data: string}[]} networks
 * @property {number} planned
 * @property {{cell: string, choice: Choice}[]} cells
 * @property {Row[]} runs
 */

/**
 * A value that a command of `calib theory` prints, which refutes a formula.
 * @typedef {{command: string, figure: string, at: number, value: number}} Check
 */

/** @param {string} path */
const read = async (path) => JSON.parse(await (await fetchFile(`papers/${path}.json`)).text());

/** @returns {Promise<{papers: Paper[], experiments: Experiment[]}>} */
export const loadPapers = () => read('verdicts');

/**
 * Error and across: halves of 95 % intervals; label: the parameter's value; of: its cell, if the panel has
 * several.
 * @typedef {{x: number, y: number, error?: number, across?: number, label?: string, of?: Choice}} Point
 */
/** @typedef {{in: string, of: Choice, name?: Choice, y: string, points: Point[]}} Panel */
/**
 * @typedef {{id: string, paper: string, x: string, labels?: string, cubic: boolean, panels: Panel[]}} Drawn
 *   a paper's own figure; labels: the parameter whose values are next to the points
 */

/** @type {Promise<Drawn[]> | null} */
let figures = null;

/** Loads the points of the papers' own figures. */
export function loadDrawn() {
  figures ??= read('drawn');
  figures.catch(() => (figures = null));
  return /** @type {Promise<Drawn[]>} */ (figures);
}

/** @type {Map<string, Promise<Study>>} */
const studies = new Map();

/** Loads an experiment with its runs. @param {string} name @returns {Promise<Study>} */
export function loadStudy(name) {
  let study = studies.get(name);
  if (!study) {
    study = read(name);
    study.catch(() => studies.delete(name));
    studies.set(name, study);
  }
  return study;
}

/** Returns a test's cells. @param {Tested} test @returns {Choice[]} */
export const choicesOf = ({ of, less, along }) => along?.points.map((point) => point.of) ?? (less ? [of, less] : [of]);

/** Returns the runs of the cells that match a choice, by seed. @param {Study} study @param {Choice} choice */
export function runsOf({ cells, runs }, choice) {
  const meant = cells.filter((one) => Object.entries(choice).every(([kind, value]) => one.choice[kind] === value)).map(({ cell }) => cell);
  return runs.filter(({ cell }) => meant.includes(cell)).sort((a, b) => a.cell.localeCompare(b.cell) || a.seed - b.seed);
}

/**
 * Returns a figure by name, such as "before.ece"; NaN if the run has none.
 * @param {object} figures
 * @param {string} name
 */
export function figureOf(figures, name) {
  /** @type {any} */
  let value = figures;
  for (const part of name.split('.')) value = value?.[part];
  return typeof value === 'number' ? value : NaN;
}
