// Writes scores of an invented model as files, and computes what their tables are compared with.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calibJson, folder, npyBytes } from '../support/calib.mjs';

export const N = 700,
  K = 5,
  M = 300;
// Pseudorandom numbers, the same every time.
export const noise = (i) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1;
export const logits = Float32Array.from({ length: N * K }, (_, i) => 7 * noise(i));
export const labels = Int32Array.from({ length: N }, (_, i) => {
  const row = [...logits.subarray(i * K, i * K + K)];
  return noise(i + 0.5) < 0.6 ? row.indexOf(Math.max(...row)) : Math.floor(K * noise(i + 0.25));
});
export const other = Float32Array.from({ length: M * K }, (_, i) => 4 * noise(i + 9e5));
export const otherLabels = Int32Array.from({ length: M }, (_, i) => Math.floor(K * noise(i + 0.75)));
export const posterior = Float64Array.from({ length: N * K }, (_, i) => softmaxRow(i - (i % K), 2)[i % K]);

export function softmaxRow(from, T = 1, z = logits) {
  const row = Array.from(z.subarray(from, from + K)),
    top = Math.max(...row);
  const e = row.map((v) => Math.exp((v - top) / T)),
    sum = e.reduce((a, b) => a + b);
  return e.map((v) => v / sum);
}

/** Computes the scores at a temperature; all tables follow from them. */
export function scoresOf(T = 1, z = logits, y = labels) {
  return Array.from(y, (label, i) => {
    const p = softmaxRow(i * K, T, z),
      confidence = Math.max(...p),
      predicted = p.indexOf(confidence);
    return { p, confidence, predicted, label, right: predicted === label, loss: -Math.log(p[label]) };
  });
}

export const near = (a, b, what, tolerance = 1e-12) => {
  if (b === null || Number.isNaN(b)) assert.equal(a, null, what);
  else assert.ok(a !== null && Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b)), `${what}: ${a} is not ${b}`);
};
export const mean = (list) => (list.length ? list.reduce((a, b) => a + b, 0) / list.length : NaN);
export const confidences = (list) => mean(list.map((s) => s.confidence));
export const accuracies = (list) => mean(list.map((s) => Number(s.right)));
/** Returns the bin of equal width, (i/M, (i+1)/M]. */
export const binOf = (c, bins) => Math.max(0, Math.ceil(c * bins - 1e-12) - 1);

/** Converts rows to objects by column. */
export const objects = ({ columns, rows }) => rows.map((row) => Object.fromEntries(columns.map(({ id }, i) => [id, row[i]])));

export function files(t) {
  const dir = folder(t);
  const at = (name, bytes) => (writeFileSync(join(dir, name), bytes), join(dir, name));
  const given = ['--logits', at('z.npy', npyBytes(logits, [N, K])), '--labels', at('y.npy', npyBytes(labels, [N]))];
  const more = ['--val-logits', at('v.npy', npyBytes(other, [M, K])), '--val-labels', at('w.npy', npyBytes(otherLabels, [M]))];
  const elsewhere = ['--ood-logits', at('o.npy', npyBytes(other, [M, K]))];
  const truth = ['--posterior', at('q.npy', npyBytes(posterior, [N, K]))];
  return { dir, at, given, more, elsewhere, truth, all: [...given, ...more, ...elsewhere, ...truth] };
}

export const view = (id, ...args) => calibJson('view', id, ...args);
