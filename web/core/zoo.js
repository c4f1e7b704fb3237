// The trained networks of the page (models/zoo): their cards, and one network as files or as a run.
import { fetchFile } from './files.js';

/** @import {FilesReport, HistoryEntry, Metrics} from '../engine.d.ts' */
/** @import {HistoryItem} from '../model/types.js' */
/** @import {Evaluation} from './client/evaluation.js' */
/** @import {Checked, Engine, Ready, Report} from './types.js' */

/** @typedef {{path: string, bytes: number, sha256: string}} ZooFile */

/** @typedef {'logits' | 'labels' | 'val-logits' | 'val-labels'} Role */

/**
 * @typedef {object} Figures
 * @property {number} says
 * @property {number} chance
 * @property {Record<string, number>} before
 * @property {number} T with the least NLL on validation
 * @property {Record<string, number>} after
 * @property {{T: number, ece: number}} by_ece the temperature with the least ECE there, and ECE after it
 */

/**
 * @typedef {object} Card
 * @property {string} id
 * @property {string} name name of the model
 * @property {string} loss as in a link
 * @property {string} link includes the digest
 * @property {string} digest
 * @property {string} data_hash
 * @property {string[]} classes
 * @property {{train: number, val: number, test: number}} samples
 * @property {number} parameters
 * @property {number} seconds
 * @property {string} machine
 * @property {Figures} figures
 * @property {string} limits
 * @property {number} training_error after the last epoch
 * @property {Record<string, ZooFile> & Record<Role | 'weights' | 'history', ZooFile>} files
 */

const roles = /** @type {const} */ (['logits', 'labels', 'val-logits', 'val-labels']);

/** @type {Map<string, Promise<File>>} fetched files by path; networks of the same data share their labels */
const fetched = new Map();

/** @param {string} path @param {string} name */
function fileAt(path, name) {
  let file = fetched.get(path);
  if (!file) {
    file = fetchFile(`zoo/${path}`).then((found) => new File([found], name));
    file.catch(() => fetched.delete(path));
    fetched.set(path, file);
  }
  return file;
}

/** @returns {Promise<Card[]>} */
export async function loadCards() {
  return JSON.parse(await (await fetchFile('zoo/cards.json')).text());
}

/** @typedef {Card & {lossId: string}} ReadCard */

/** Loads the cards, with the ids of their losses. @param {Engine} engine @returns {Promise<ReadCard[]>} */
export async function readCards(engine) {
  const cards = await loadCards();
  return Promise.all(cards.map(async (card) => ({ ...card, lossId: (await engine.choice('loss', card.loss)).id })));
}

/**
 * Returns a network's logits and labels for Evaluate, validation's if it has them.
 * @param {Card} card
 * @returns {Promise<Record<typeof roles[number], File>>}
 */
export async function filesOf({ files }) {
  const found = roles
    .filter((role) => role in files)
    .map(async (role) => {
      const { path } = files[role];
      return [role, await fileAt(path, path.split('/').slice(-2).join('-'))];
    });
  return Object.fromEntries(await Promise.all(found));
}

/** @param {Card} card @returns {Promise<File>} */
export const weightsOf = ({ id, files }) => fileAt(files.weights.path, `${id.replaceAll('/', '-')}.safetensors`);

/** @param {Evaluation} evaluation @param {File} file */
async function logitsIn(evaluation, file) {
  const { values } = await evaluation.array(file);
  if (!(values instanceof Float32Array)) throw new Error(`${file.name} holds no logits`);
  return values;
}

/** @param {Evaluation} evaluation @param {File} file */
async function labelsIn(evaluation, file) {
  const { values } = await evaluation.array(file);
  if (!(values instanceof Int32Array)) throw new Error(`${file.name} holds no labels`);
  return values;
}

/**
 * Returns a network as a finished run: its logits, its history, and its weights for probes.
 * @param {Engine} engine
 * @param {Evaluation} evaluation
 * @param {Card} card
 * @returns {Promise<{check: Checked, ready: Ready, history: HistoryItem[], report: Report}>}
 */
export async function runOf(engine, evaluation, card) {
  const { digest, data_hash: hash, classes, samples, link } = card;
  const check = await engine.check(link);
  if (!check.ok) throw new Error(check.error);
  const files = await filesOf(card);
  const weights = await weightsOf(card);
  /** @type {HistoryEntry[]} */
  const entries = JSON.parse(await (await fileAt(card.files.history.path, 'history.json')).text());
  const [z, vz] = await Promise.all([logitsIn(evaluation, files.logits), logitsIn(evaluation, files['val-logits'])]);
  const [y, vy] = await Promise.all([labelsIn(evaluation, files.labels), labelsIn(evaluation, files['val-labels'])]);
  /** @type {FilesReport} */
  const report = JSON.parse(await evaluation.report({ files, 'as-logits': true, bins: check.run.bins, calibrator: ['temperature'] }));
  // If the lab generates the samples, their true probabilities are known.
  const drawn = check.files.length ? null : await engine.samples(check.spec, 'test', 0, samples.test);
  const last = entries.at(-1)?.epoch ?? 0;
  return {
    check,
    ready: {
      spec: check.spec,
      hash,
      threads: 0,
      bytes: 0,
      n_test: samples.test,
      n_val: samples.val,
      k: classes.length,
      labelling: 0, // a trained network has one label of several classes
      testLabels: y,
      valLabels: vy,
      testPosterior: drawn?.posterior ?? null,
      classNames: classes,
      step: 0,
      history: [],
    },
    history: entries.map((entry) => ({
      epoch: entry.epoch,
      entry,
      testLogits: entry.epoch === last ? z : null,
      valLogits: entry.epoch === last ? vz : null,
      state: entry.epoch === last ? weights : null,
    })),
    report: {
      ...report,
      metrics: /** @type {Metrics} */ (report.metrics), // complete, since no metric was selected
      chance: report.chance ?? { floor_draws: 0, interval_draws: 0, level: 0.95 },
      fitted_on: 'validation',
      spec: check.spec,
      k: classes.length,
      link,
      digest,
      fused: false,
      data_hash: hash,
      parameters: card.parameters,
      history: entries,
      ended: { epoch: last, step: last * check.need.steps_per_epoch, why: 'epochs' },
      kept: { epoch: last, why: 'last' },
    },
  };
}
