// Makes files of a network's outputs, right and wrong in every way, for the tests of Evaluate.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { calib, npyBytes } from './calib.mjs';
import { choosePaths } from './evaluate.mjs';

export const N = 500;
export const K = 4;
// Pseudorandom numbers, the same every time.
const noise = (i) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1;
export const labels = (seed) => Int32Array.from({ length: N }, (_, i) => Math.floor(K * noise(i + seed + 0.5)));
// Draws outputs that are mostly right, and overconfident.
export const logits = (seed) =>
  Float32Array.from({ length: N * K }, (_, i) => 5 * noise(i + seed) + (labels(seed)[Math.floor(i / K)] === i % K ? 2.5 : 0));
const softmax = (z) => {
  const e = Array.from(z, Math.exp);
  const sum = e.reduce((a, b) => a + b);
  return e.map((v) => v / sum);
};
export const plainRows = (z) => Array.from({ length: N }, (_, i) => [...z.subarray(i * K, i * K + K)]);
export const rowsOf = (z) => Array.from({ length: N }, (_, i) => softmax(z.subarray(i * K, i * K + K)));

/** Files for the report on the test and the validation set. */
export const SETS = [
  '--logits',
  'test_logits.npy',
  '--labels',
  'test_labels.npy',
  '--val-logits',
  'val_logits.npy',
  '--val-labels',
  'val_labels.npy',
];

/**
 * Writes the files into a temporary folder for the tests of a file. Returns what picks them, and the command
 * line's report on them.
 */
export function useFiles() {
  /** @type {string} */
  let folder;
  const path = (/** @type {string} */ name) => join(folder, name);
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'calib-evaluate-'));
    for (const [name, bytes] of Object.entries(contents())) writeFileSync(path(name), bytes);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  return {
    path,
    /** @param {import('puppeteer-core').Page} page @param {string[]} names */
    choose: (page, ...names) =>
      choosePaths(
        page,
        names.map((name) => (name.includes('/') ? name : path(name))),
      ),
    /** @param {string[]} args */
    report: (...args) => calib('report', ...args.map((arg) => (/\.(npy|csv)$/.test(arg) ? path(arg) : arg))).out,
  };
}

/** @returns {Record<string, Buffer>} files by name */
function contents() {
  const p = rowsOf(logits(1));
  return {
    'test_logits.npy': npyBytes(logits(1), [N, K]),
    'test_labels.npy': npyBytes(labels(1), [N]),
    'val_logits.npy': npyBytes(logits(7000), [N, K]),
    'val_labels.npy': npyBytes(labels(7000), [N]),
    'ood_logits.npy': npyBytes(
      logits(20000).map((z) => z / 3),
      [N, K],
    ),
    'probs.npy': npyBytes(Float64Array.from(p.flat()), [N, K]),
    'small_val_logits.npy': npyBytes(logits(7000).subarray(0, 60 * K), [60, K]),
    'small_val_labels.npy': npyBytes(labels(7000).subarray(0, 60), [60]),
    // Three labels have probability 0; everything else is right.
    'zeros.npy': npyBytes(
      Float64Array.from(
        p.flatMap((row, i) => {
          const label = labels(1)[i],
            rest = 1 - row[label];
          return i < 3 ? row.map((v, j) => (j === label ? 0 : v / rest)) : row;
        }),
      ),
      [N, K],
    ),
    'few_labels.npy': npyBytes(labels(1).subarray(0, 400), [400]),
    'far_labels.npy': npyBytes(
      labels(1).map((label) => label + 3),
      [N],
    ),
    'cut.npy': npyBytes(logits(1), [N, K]).subarray(0, 3000),
    'text.npy': Buffer.from('hello'),
    'bad.csv': Buffer.from('true_label,pred_label,confidence\n1,1,0.5\n2,1,x\n'),
    'picture.jpg': Buffer.from('no array'),
    'f.csv': Buffer.from(
      `true_label,pred_label,confidence\n${p.map((row, i) => `${labels(1)[i]},${row.indexOf(Math.max(...row))},${Math.max(...row)}`).join('\n')}\n`,
    ),
  };
}
