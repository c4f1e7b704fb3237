// Expands experiments.json: every run, with its link and its position in the order.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Part runs that differ only in the keys of `over`
 * @property {string} experiment
 * @property {string} link with a {name} for each word and each key of `over`
 * @property {Record<string, (string | number)[]>} over
 * @property {string[]} files values of --data, in the data folder: PATH or NAME=PATH
 * @property {number} seconds of one processor for a run, roughly
 * @property {number[]} rounds round of each seed: a round ends before the next begins
 * @property {boolean} [keep] true if the weights are needed afterwards
 */
/**
 * @typedef {object} Run
 * @property {string} experiment
 * @property {string} cell its choices other than the seed, which identify it within the experiment: loss=ce
 * @property {Record<string, string>} choice
 * @property {number} seed
 * @property {string} link
 * @property {string} id of the link: experiments with the same link share one run
 * @property {string[]} files
 * @property {number} seconds
 * @property {number} round
 * @property {boolean} keep
 */

/** @param {string} text @param {Record<string, string | number>} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/**
 * Lists every combination of one value of each key; the last key's value changes fastest.
 * @param {Part['over']} over
 * @returns {Record<string, string | number>[]}
 */
const combinations = (over) =>
  Object.entries(over).reduce(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    /** @type {Record<string, string | number>[]} */ ([{}]),
  );

/** Returns the name of a run's files, which depends only on its link. @param {string} link */
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
 * Returns every run in the order of training.
 * @param {{parts: Part[], words: Record<string, string>}} [from]
 */
export function plan({ parts, words } = experiments) {
  // stable: keeps the file's order within a round
  return parts.flatMap((part) => runsOf(part, words)).sort((a, b) => a.round - b.round);
}

/**
 * Merges runs with the same link: it is trained once, and its weights are kept if one run needs them.
 * @param {Run[]} runs
 */
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
