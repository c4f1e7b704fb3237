// make losses: the main losses on real CIFAR-10 with resnet8, from the same initial weights and batches, as a table in
// Markdown. The papers' schedule (350 epochs; a tenth of the rate after 150 and 250) shrunk to a tenth.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { root } from '../support/paths.mjs';
import { BATCHES, dataFolder, missingCifar, skipped } from './cifar.mjs';

const LOSSES = process.argv.length > 2 ? process.argv.slice(2) : ['ce', 'ls', 'brier', 'mmce', 'flsd53', 'adafocal', 'fcl'];
const RUN = 'model=resnet8&schedule=step:at=0.43/0.71&augment=crop-flip&epochs=35';
const FIGURES = ['nll', 'ece', 'adaece', 'cwece'];
const SHARES = new Set(['ece', 'adaece']); // shown in percent

const dataText = `cifar10:train=10000,val=2000,test=8000,batches=${BATCHES.join('/')}`;

/** @param {string} loss @returns {Promise<any>} the report */
async function train(loss) {
  const link = `data=${dataText}${skipped()}&${RUN}&loss=${loss}`;
  const { stdout } = await promisify(execFile)(root('build/native/calib'), ['train', link, '--data', dataFolder], { maxBuffer: 1 << 27 });
  return JSON.parse(stdout);
}

/** @param {string} id @param {any} metrics */
const shown = (id, metrics) => (SHARES.has(id) ? (100 * metrics[id].value).toFixed(2) : metrics[id].value.toFixed(3));

/** @param {string} loss @param {any} report */
function row(loss, { n, metrics, calibrators, digest }) {
  const { T, metrics: after } = calibrators.temperature.by_ece;
  const pairs = FIGURES.map((id) => `${shown(id, metrics)} / ${shown(id, after)}`);
  const { bins } = metrics.ece;
  const says = bins.reduce((/** @type {number} */ sum, /** @type {any} */ { count, confidence }) => sum + count * (confidence ?? 0), 0) / n;
  const both = [says, metrics.accuracy.value].map((share) => (100 * share).toFixed(1));
  return `| \`${loss}\` | ${[...both, ...pairs, T.toFixed(1)].join(' | ')} | \`${digest.slice(0, 16)}\` |`;
}

const missing = missingCifar();
if (missing) {
  console.error(missing);
  process.exit(1);
}
/** @type {Record<string, any>} */
const reports = {};
console.log(`data=${dataText}${skipped()}&${RUN}&loss=...\n`);
console.log(`| loss | says % | is right % | ${FIGURES.map((id) => `${id}${SHARES.has(id) ? ' %' : ''}`).join(' | ')} | T | digest |`);
console.log(`|---|${'---|'.repeat(FIGURES.length + 4)}`);
for (const loss of LOSSES) {
  reports[loss] = await train(loss);
  console.log(row(loss, reports[loss]));
  mkdirSync(root('build/bench'), { recursive: true });
  writeFileSync(root('build/bench/losses.json'), `${JSON.stringify(reports, null, 1)}\n`);
}
