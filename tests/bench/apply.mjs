// Measures calib apply on a file of logits in single precision, in turns with cat: seconds and memory.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npyBytes } from '../support/calib.mjs';
import { spread } from './measure.mjs';
import { CALIB, ended, K, labelsOf, read, writeRows } from './reader.mjs';

const CALIBRATORS = { temperature: 'temperature:by=nll', vector: 'vector' };
const FITTED = 4096; // rows on which the calibrators are fitted: a temperature does not depend on the number

/** @typedef {Awaited<ReturnType<typeof read>>} Reading */

/** Writes n rows of logits to a file. @param {string} path @param {number} n */
async function writeLogits(path, n) {
  const file = openSync(path, 'w');
  await ended(writeRows(n, file)).finally(() => closeSync(file));
}

/** Runs a program on a file. @param {string[]} command @param {string} path @param {number} n */
async function readFile(command, path, n) {
  const file = openSync(path, 'r');
  return read(command, file, n).finally(() => closeSync(file));
}

/** @param {Reading[]} turns @param {number} n */
function summary(turns, n) {
  const seconds = spread(turns.map((turn) => turn.seconds));
  return { seconds, gigabytes_per_second: (4e-9 * n * K) / seconds.median, megabytes: Math.max(...turns.map((turn) => turn.megabytes)) };
}

/** @param {boolean} quick */
export async function measureApply(quick) {
  const [n, rounds] = quick ? [10_000, 1] : [200_000, 3];
  const at = mkdtempSync(join(tmpdir(), 'calib-bench-'));
  const file = (/** @type {string} */ name) => join(at, name);
  try {
    await writeLogits(file('fitted.npy'), FITTED);
    writeFileSync(file('labels.npy'), npyBytes(labelsOf(FITTED), [FITTED]));
    await writeLogits(file('logits.npy'), n);
    const val = ['--val-logits', file('fitted.npy'), '--val-labels', file('labels.npy')];
    const runs = Object.entries(CALIBRATORS).map(([name, calibrator]) => {
      execFileSync(CALIB, ['fit', '--calibrator', calibrator, ...val, '--out', file(`${name}.json`)]);
      const command = [CALIB, 'apply', file(`${name}.json`), '--logits', '-', '--out', '-'];
      return { name, command, turns: /** @type {Reading[]} */ ([]) };
    });
    const passed = /** @type {Reading[]} */ ([]);
    for (let round = 0; round < rounds; round++) {
      passed.push(await readFile(['cat'], file('logits.npy'), n));
      for (const run of runs) run.turns.push(await readFile(run.command, file('logits.npy'), n));
    }
    const ratio = (/** @type {Reading[]} */ turns) => spread(turns.map(({ seconds }, i) => seconds / passed[i].seconds));
    const found = runs.map(({ name, turns }) => [name, { ...summary(turns, n), ratio: ratio(turns) }]);
    return { rows: n, classes: K, cat: summary(passed, n), calibrators: Object.fromEntries(found) };
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}
