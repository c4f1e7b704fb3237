// Makes outputs of an invented model as people save them, and reads the report on them.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calib, calibJson, folder, npyBytes } from '../support/calib.mjs';

export const N = 200;
export const K = 4;
// Pseudorandom numbers, the same every time.
export const noise = (i) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1;
export const softmax = (z) => {
  const e = z.map(Math.exp);
  const sum = e.reduce((a, b) => a + b);
  return e.map((v) => v / sum);
};
export const topOf = (row) => row.indexOf(Math.max(...row));

/** Draws outputs [N][k] that are mostly right. */
export function samples(k) {
  const labels = Array.from({ length: N }, (_, i) => Math.floor(k * noise(i + 0.5)));
  const logits = labels.map((label, i) => Array.from({ length: k }, (_, j) => Math.fround(4 * noise(k * i + j) + (j === label ? 2 : 0))));
  return { labels, logits, probs: logits.map(softmax) };
}
export const two = samples(2);
export const four = samples(K);
export const flat = (rows) => Float32Array.from(rows.flat());

export function files(t) {
  const dir = folder(t);
  const at = (name, content) => (writeFileSync(join(dir, name), content), join(dir, name));
  return {
    at,
    z: at('z.npy', npyBytes(flat(four.logits), [N, K])),
    y: at('y.npy', npyBytes(Int32Array.from(four.labels), [N])),
    p: at('p.npy', npyBytes(Float64Array.from(four.probs.flat()), [N, K])),
  };
}

export const quick = ['--draws', '0', '--calibrator', 'temperature'];
export const reportOf = (...args) => calibJson('report', ...args, ...quick);
export const figures = ({ metrics }) => Object.fromEntries(Object.entries(metrics).map(([id, { value }]) => [id, value]));
/** A report without what it says about its files. */
export const noReading = ({ notes: _, read: __, ...rest }) => rest;

export function refused(args, status, ...parts) {
  const done = calib(...args);
  assert.deepEqual([done.status, done.out], [status, ''], done.err);
  assert.match(done.err, /^calib: [^\n]*\n$/);
  for (const part of parts) assert.ok(done.err.includes(part), `${done.err} has no ${part}`);
}

/** Writes a table as text. */
export const table = (rows, head = '') => `${head && `${head}\n`}${rows.map((row) => row.join(',')).join('\n')}\n`;
