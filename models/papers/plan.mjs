// What experiments.json means: every run, its link and its place in the order.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Part runs that differ in what `over` names alone
 * @property {string} experiment
 * @property {string} link with a {name} for each word and each key of `over`
 * @property {Record<string, (string | number)[]>} over
 * @property {string[]} files what --data takes, in the data folder: PATH or NAME=PATH
 * @property {number} seconds about how many of a processor a run takes
 * @property {number[]} rounds in which each seed is trained: a round ends before the next begins
 * @property {boolean} [keep] whether the weights are needed afterwards
 */
/**
 * @typedef {object} Run
 * @property {string} experiment
 * @property {string} cell what tells it from the experiment's others, but for the seed: loss=ce
 * @property {Record<string, string>} choice
 * @property {number} seed
 * @property {string} link
 * @property {string} id of the link: the same link is one run, whatever experiments name it
 * @property {string[]} files
 * @property {number} seconds
 * @property {number} round
 * @property {boolean} keep
 */

/** @param {string} text @param {Record<string, string | number>} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** Every combination of one value of each key, the last key's changing fastest. @param {Part['over']} over @returns {Record<string, string | number>[]} */
const combinations = (over) =>
  Object.entries(over).reduce(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    /** @type {Record<string, string | number>[]} */ ([{}]),
  );

/** The name of a run's files: of its link alone. @param {string} link */
export const idOf = (link) => createHash('sha256').update(link).digest('hex').slice(0, 16);

/** @param {Part} part @param {Record<string, string>} words @returns {Run[]} */
function runsOf({ experiment, link: text, over, files, seconds, rounds, keep = false }, words) {
  return combinations(over).map((values) => {
    const { seed, ...choice } = values;
    const link = filled(text, { ...words, ...values });
    return {
      experiment,
      cell: Object.entries(choice)
        .map((pair) => pair.join('='))
        .join(' '),
      choice: Object.fromEntries(Object.entries(choice).map(([name, value]) => [name, String(value)])),
      seed: Number(seed),
      link,
      id: idOf(link),
      files,
      seconds,
      round: /** @type {number} */ (rounds[over.seed.indexOf(seed)]),
      keep,
    };
  });
}

export const experiments = JSON.parse(readFileSync(new URL('experiments.json', import.meta.url), 'utf8'));

/**
 * Every run in the order of training.
 * @param {{parts: Part[], words: Record<string, string>}} [from]
 */
export function plan({ parts, words } = experiments) {
  return parts.flatMap((part) => runsOf(part, words)).sort((a, b) => a.round - b.round); // stable: the file's order within a round
}

/** A link that several experiments name is trained once, and its weights are kept if one of them needs them. @param {Run[]} runs */
export function distinct(runs) {
  /** @type {Map<string, Run>} */
  const byId = new Map();
  for (const run of runs) {
    const known = byId.get(run.id);
    if (known) known.keep ||= run.keep;
    else byId.set(run.id, { ...run });
  }
  return [...byId.values()];
}
