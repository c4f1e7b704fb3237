// Compares all calibrators where the truth is known: small networks that are trained on shapes10, whose
// posterior tells the true calibration error. Prints the table of src/reference.md.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calibJson } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

const MODELS = ['logistic', 'mlp', 'cnn-s'];
const SEEDS = [1, 2, 3, 4, 5];
const METRICS = { true_ce: 'true calibration error', nll: 'log loss', ece: 'ECE', accuracy: 'accuracy' };
const COLUMNS = Object.keys(METRICS);
const CALIB = root('build/native/calib');

/** @typedef {Record<string, {value: number | null}>} Figures */

/**
 * Trains a network, and returns the figures of its test set without a calibrator and after each.
 * @param {string} at the folder of the data
 * @param {string} data
 * @param {string} model
 * @param {number} seed
 * @returns {Record<string, Figures>}
 */
function measure(at, data, model, seed) {
  const run = join(at, model);
  execFileSync(CALIB, ['train', `data=${data}&model=${model}&epochs=15&seed=${seed}`, '--out', run], { stdio: 'ignore' });
  const names = Object.keys(JSON.parse(readFileSync(join(run, 'report.json'), 'utf8')).calibrators);
  const files = ['test', 'val'].flatMap((set) =>
    ['logits', 'labels'].flatMap((what) => [`--${set === 'val' ? 'val-' : ''}${what}`, join(run, `${set}_${what}.npy`)]),
  );
  const named = names.flatMap((name) => ['--calibrator', name]);
  const chosen = COLUMNS.flatMap((metric) => ['--metric', metric]);
  const report = calibJson('report', ...files, '--posterior', join(at, 'test_posterior.npy'), ...named, ...chosen, '--draws', '0');
  /** @type {Record<string, Figures>} */
  const found = { none: report.metrics };
  for (const [name, fits] of Object.entries(report.calibrators))
    for (const [fit, { metrics }] of Object.entries(fits)) if (metrics) found[`\`${name}\`, \`${fit}\``] = metrics;
  return found;
}

/**
 * Returns the mean of the networks' means, and its standard error over the seeds.
 * @param {number[][]} networks
 */
function meanOf(networks) {
  const means = networks.map((values) => values.reduce((sum, value) => sum + value) / values.length);
  const variances = networks.map((values, i) => values.reduce((sum, value) => sum + (value - means[i]) ** 2, 0) / (values.length - 1));
  return {
    mean: means.reduce((sum, mean) => sum + mean) / means.length,
    error: Math.sqrt(variances.reduce((sum, variance, i) => sum + variance / networks[i].length, 0)) / means.length,
  };
}

/** @type {Record<string, Figures>[][]} by network, then by seed */
const runs = MODELS.map(() => []);
for (const seed of SEEDS) {
  const at = mkdtempSync(join(tmpdir(), 'calib-calibrators-'));
  try {
    const data = `shapes10:train=1000,val=1000,test=5000,seed=${seed}`;
    execFileSync(CALIB, ['data', `data=${data}`, '--out', at], { stdio: 'ignore' });
    MODELS.forEach((model, i) => {
      runs[i].push(measure(at, data, model, seed));
      process.stderr.write(`${model}, seed ${seed}\n`);
    });
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}

const rows = Object.keys(runs[0][0]).map((name) => {
  const figures = COLUMNS.map((metric) => {
    const values = runs.map((network) => network.map((run) => run[name]?.[metric]?.value));
    if (values.flat().some((value) => value === undefined)) return null;
    return values.flat().some((value) => value === null) ? { mean: Infinity, error: 0 } : meanOf(/** @type {number[][]} */ (values));
  });
  return { name, figures };
});
rows.sort((a, b) => (a.figures[0]?.mean ?? Infinity) - (b.figures[0]?.mean ?? Infinity));
const cell = (/** @type {{mean: number, error: number} | null} */ figure) =>
  !figure ? '' : figure.mean === Infinity ? 'infinite' : `${figure.mean.toFixed(4)} ± ${figure.error.toFixed(4)}`;
console.log(`| calibrator | ${Object.values(METRICS).join(' | ')} |\n|${' --- |'.repeat(1 + COLUMNS.length)}`);
for (const { name, figures } of rows) console.log(`| ${name} | ${figures.map(cell).join(' | ')} |`);
