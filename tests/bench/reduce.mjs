// Measures calib reduce on streamed rows, with the size of ImageNet's training set: seconds against those of
// cat, and memory. Compares the joined report with the whole one on a part.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npyBytes } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';
import { CALIB, K, labelsOf, ROWS, read, writeRows } from './reader.mjs';

const WASI = [process.execPath, '--no-warnings', root('tests/support/wasi.mjs')];

/** Streams n rows to a program. @param {string[]} command @param {number} n */
const stream = (command, n) => read(command, /** @type {import('node:stream').Readable} */ (writeRows(n, 'pipe').stdout), n);

/**
 * Compares the joined report of two shards with the whole one: figures that differ, and by how much.
 * @param {string} at
 * @param {number} n
 */
function compare(at, n) {
  const half = Math.floor(n / 2);
  const all = execFileSync(process.execPath, [ROWS, String(n), String(K)], { maxBuffer: 5e8 });
  const start = all.length - 4 * n * K;
  const labels = labelsOf(n);
  const write = (/** @type {string} */ name, /** @type {number} */ first, /** @type {number} */ end) => {
    const bytes = all.subarray(start + 4 * first * K, start + 4 * end * K);
    const z = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    writeFileSync(join(at, `${name}.npy`), npyBytes(z, [end - first, K]));
    writeFileSync(join(at, `${name}_y.npy`), npyBytes(labels.slice(first, end), [end - first]));
  };
  const file = (/** @type {string} */ name) => join(at, name);
  const report = (/** @type {string[]} */ ...args) =>
    JSON.parse(execFileSync(CALIB, ['report', ...args], { encoding: 'utf8', maxBuffer: 1e8 }));
  write('all', 0, n);
  for (const [name, first, end] of /** @type {[string, number, number][]} */ ([
    ['a', 0, half],
    ['b', half, n],
  ])) {
    write(name, first, end);
    execFileSync(CALIB, ['reduce', file(`${name}.npy`), '--labels', file(`${name}_y.npy`), '--out', file(`${name}.cal`)]);
  }
  const whole = report(
    '--logits',
    file('all.npy'),
    '--labels',
    file('all_y.npy'),
    '--fit-on-test',
    '--calibrator',
    'temperature',
    '--draws',
    '0',
  );
  const joined = report('--shards', file('a.cal'), file('b.cal'), '--draws', '0');
  const apart = (/** @type {number} */ a, /** @type {number} */ b) => Math.abs(a / b - 1);
  const figures = Object.entries(whole.metrics).map(([id, { value }]) => ({ id, apart: apart(joined.metrics[id].value, value) }));
  return {
    rows: n,
    equal: figures.filter((one) => !(one.apart > 0)).length,
    differ: figures.filter((one) => one.apart > 0),
    T: apart(joined.temperature.T, whole.calibrators.temperature.by_nll.T),
  };
}

/** @param {boolean} quick */
export async function measureReduce(quick) {
  const [n, part] = quick ? [20_000, 2_000] : [1_300_000, 50_000];
  const at = mkdtempSync(join(tmpdir(), 'calib-bench-'));
  try {
    const labels = join(at, 'labels.npy');
    writeFileSync(labels, npyBytes(labelsOf(n), [n]));
    const reduce = (/** @type {string} */ out, /** @type {string[]} */ ...command) => [
      ...command,
      'reduce',
      '-',
      '--labels',
      labels,
      '--out',
      join(at, out),
    ];
    const cat = await stream(['cat'], n);
    const native = await stream(reduce('native.cal', CALIB), n);
    const wasi = await stream(reduce('wasi.cal', ...WASI), n);
    if (!readFileSync(join(at, 'native.cal')).equals(readFileSync(join(at, 'wasi.cal')))) throw new Error('the shards differ');
    const joined = await stream([CALIB, 'report', '--shards', join(at, 'native.cal')], 1);
    return { rows: n, classes: K, cat, native, wasi, joined, compared: compare(at, part) };
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}
