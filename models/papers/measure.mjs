// Measures trained networks: runs commands of calib on a run's weights, with one result each.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { distinct, experiments, plan } from './plan.mjs';
import { command, fileArguments, weightsPath } from './train.mjs';

/** @typedef {import('./plan.mjs').Run} Run */
/**
 * @typedef {object} Measure
 * @property {string} experiment the one that gets the figures
 * @property {string} of the experiment whose networks it measures
 * @property {string} name of its figures
 * @property {string[]} command of calib, with {weights}
 * @property {string[]} files as in a part
 * @property {string[]} [others] the same for --other-data
 * @property {string} [title]
 * @property {string} [model]
 * @property {string} [data] of a separate experiment
 */

/** @type {Measure[]} */
export const measures = experiments.measures;

/** @type {(folder: string, run: Run, measure: Measure) => string} */
const path = (folder, run, { name }) => join(folder, `${run.id}.${name}.json`);

/**
 * Returns the output of a command on a run's network, or null.
 * @param {string} folder
 * @param {Run} run
 * @param {Measure} measure
 */
export function measured(folder, run, measure) {
  const file = path(folder, run, measure);
  if (!existsSync(file)) return null;
  const { command: recorded, printed } = JSON.parse(readFileSync(file, 'utf8'));
  return recorded === measure.command.join(' ') ? printed : null;
}

const DETECTION = 'told_apart'; // a key of the report

/** @param {any} metrics */
const auroc = (metrics) => metrics[DETECTION].auroc.value;

/** Selects the figures to store from a command's output. @type {Record<string, (printed: any) => any>} */
export const KEPT = {
  ce_curvature: ({ trace, trace_se, eig_max, eig_min }) => ({ trace, trace_se, eig_max, eig_min }),
  fisher: ({ eig_max }) => ({ eig_max }),
  ood: ({ corruptions, other }) =>
    Object.fromEntries(
      [{ corruption: 'cifar100', ...other }, ...corruptions].map((set) => [
        set.corruption.replace(/:.*/, ''),
        { auroc: auroc(set), auroc_after: auroc(set.temperature) },
      ]),
    ),
};

/**
 * Measures every available network that has not been measured.
 * @param {{calib: string, data: string, folder: string}} where
 * @param {(experiment: string) => boolean} wanted
 */
export async function measureAll({ calib, data, folder }, wanted) {
  for (const measure of measures.filter(({ experiment }) => wanted(experiment)))
    for (const run of distinct(plan()).filter(({ experiment }) => experiment === measure.of)) {
      const weights = weightsPath(folder, run);
      if (!existsSync(weights) || measured(folder, run, measure)) continue;
      const words = measure.command.map((word) => (word === '{weights}' ? weights : word));
      const { printed } = await command(calib, [
        ...words,
        '--threads',
        '1',
        ...fileArguments(measure.files, data),
        ...fileArguments(measure.others ?? [], data, '--other-data'),
      ]);
      const file = path(folder, run, measure);
      writeFileSync(`${file}.new`, JSON.stringify({ command: measure.command.join(' '), printed }));
      renameSync(`${file}.new`, file);
      console.log(`${measure.experiment} ${run.cell} seed ${run.seed}: ${measure.name}`);
    }
}
