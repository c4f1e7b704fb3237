// What became of the papers' claims (models/papers): the verdicts, and the runs on which they stand.
import { fetchFile } from './files.js';

/** @typedef {Record<string, string>} Choice what tells a cell from others: {loss: "focal:gamma=3"} */

/**
 * @typedef {object} Tested a value of a claim, over seeds
 * @property {string} in the experiment
 * @property {string} figure
 * @property {Choice} of the cells it is a figure of
 * @property {Choice} [less] the cells whose figure is taken from it, seed by seed
 * @property {[number | null, number | null]} range where the claim says it lies; null: no end
 * @property {number} n seeds
 * @property {number} mean
 * @property {[number, number] | null} interval 95 %, Student's t; null with one seed
 * @property {number} [floor] of a calibration error: what a perfectly calibrated network would show on so few samples
 * @property {'held' | 'failed' | 'open' | 'one seed'} outcome
 */

/** @typedef {'held' | 'failed' | 'depends' | 'open' | 'not tried'} Verdict */
/** @typedef {{id: string, claim: string, shows: string, verdict: Verdict, why?: string, tests: Tested[]}} Claim */
/** @typedef {{id: string, title: string, claims: Claim[], wrong: {where: string, what: string, right?: string}[]}} Paper */
/** @typedef {{experiment: string, networks: {model: string, data: string}[]}} Experiment what it trains */
/** @typedef {{id: string, cell: string, seed: number, link: string, digest: string, figures: object}} Row a run */
/** @typedef {{experiment: string, title: string, networks: {model: string, data: string}[], planned: number, cells: {cell: string, choice: Choice}[], runs: Row[]}} Study */

/** @param {string} path */
const read = async (path) => JSON.parse(await (await fetchFile(`papers/${path}.json`)).text());

/** @returns {Promise<{papers: Paper[], experiments: Experiment[]}>} */
export const loadPapers = () => read('verdicts');

/** @type {Map<string, Promise<Study>>} */
const studies = new Map();

/** An experiment with its runs. @param {string} name @returns {Promise<Study>} */
export function loadStudy(name) {
  let study = studies.get(name);
  if (!study) {
    study = read(name);
    study.catch(() => studies.delete(name));
    studies.set(name, study);
  }
  return study;
}

/** The runs of the cells that are meant, by seed. @param {Study} study @param {Choice} choice */
export function runsOf({ cells, runs }, choice) {
  const meant = cells.filter((one) => Object.entries(choice).every(([kind, value]) => one.choice[kind] === value)).map(({ cell }) => cell);
  return runs.filter(({ cell }) => meant.includes(cell)).sort((a, b) => a.cell.localeCompare(b.cell) || a.seed - b.seed);
}

/** A figure by its name, "before.ece"; NaN where the run has none. @param {object} figures @param {string} name */
export function figureOf(figures, name) {
  /** @type {any} */
  let value = figures;
  for (const part of name.split('.')) value = value?.[part];
  return typeof value === 'number' ? value : NaN;
}
