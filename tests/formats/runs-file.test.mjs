// Reads files of kept runs without a browser: the memory that they take is bounded, and their figures are
// checked.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, test } from 'node:test';
import { readRuns } from '../../web/core/storage/runs/file.js';
import { calibJson } from '../support/calib.mjs';
import { npy, zip } from '../support/containers.mjs';

/** @type {any} */
let metric;
before(() => (metric = calibJson('describe').metric));

const SPEC = 'v=1&data=moons';
const EPOCHS = 9;
const history = Array.from({ length: EPOCHS }, (_, i) => ({ epoch: i + 1, test: {}, train: {} }));
const ready = (/** @type {number} */ n) => ({ n_test: n, n_val: 0, k: 2, classNames: ['a', 'b'], hash: '' });
const runJson = (/** @type {number} */ n) => JSON.stringify({ spec: SPEC, promised: '', letter: 'A', ready: ready(n), history });
const report = JSON.stringify({
  ...{ spec: SPEC, digest: '0'.repeat(64), link: SPEC, data_hash: '', fused: false, kept: { epoch: 2 }, ended: { epoch: EPOCHS }, history },
  metrics: { ece: { value: 0.25, bins: [{ count: 1 }] } },
});
const zeros = (/** @type {string} */ type, /** @type {number[]} */ shape) =>
  npy(type, shape, Buffer.alloc(shape.reduce((a, b) => a * b, Number(type[1]))));

/**
 * Imitates the engine's answers to the link and to any logits.
 * @param {number} ece
 * @param {any[]} [requests] collects what reports are asked for
 */
const engine = (ece, requests = []) =>
  /** @type {any} */ ({
    describe: { metric, engine: '1' },
    check: async () => ({
      ...{ ok: true, spec: SPEC, shape: { k: 2 }, need: { state: 1e6 }, run: { epochs: EPOCHS, bins: 15 } },
      ...{
        choices: { head: { id: 'softmax' } },
        files: ['data'],
        receipt: 'x',
        promise: { engine: '1', digest: '0'.repeat(16), data: '' },
      },
    }),
    evaluate: async () => ({ metrics: { ece: { value: ece } } }),
    openEvaluation: () => ({
      async report(/** @type {any} */ request) {
        requests.push(request);
        return JSON.stringify({ spec: null, metrics: { ece: { value: ece, bins: [{ count: 1 }] } } });
      },
      keep() {},
      cancel() {},
    }),
  });

/**
 * @param {Record<string, string | Buffer>} files
 * @param {any} reader
 * @param {string[]} folders
 * @param {(entry: {local: Buffer, central: Buffer, body: Buffer}) => void} [edit] what the archive says of
 *   a file
 */
async function read(files, reader, folders, edit) {
  const found = [];
  const file = new File([zip({ 'calib-runs.json': JSON.stringify({ format: 1, runs: folders }), ...files }, { edit })], 'runs.zip');
  for await (const one of readRuns(file, reader)) found.push(one);
  return found;
}

test('the runs of a file are read up to a total, although each would fit alone', async () => {
  const n = 6_500_000; // labels and true probabilities: 130 MB per run
  const whole = {
    'run.json': runJson(n),
    'report.json': report,
    'test-labels.npy': zeros('i4', [n]),
    'val-labels.npy': zeros('i4', [0]),
    'test-posterior.npy': zeros('f8', [n, 2]),
  };
  const both = ['1', '2'].flatMap((name) => Object.entries(whole).map(([path, bytes]) => [`${name}/${path}`, bytes]));
  const found = await read(Object.fromEntries(both), engine(0.25), ['1', '2']);
  assert.deepEqual(
    found.map(({ run, problem }) => run?.letter ?? problem),
    ['A', 'runs.zip: run 2 is not read: with it labels and figures take 261 MB; at most 256 MB are kept of a file'],
  );
});

test('a long run keeps the logits of the epoch of its figures, however many others are dropped, so they are checked', async () => {
  const n = 100;
  const epochs = history.flatMap(({ epoch }) => [
    [`1/epoch-${epoch}-test.npy`, [4, 6, 8].includes(epoch) ? randomBytes(150_000) : zeros('f4', [n, 2])],
    [`1/epoch-${epoch}-val.npy`, zeros('f4', [0, 2])],
  ]);
  const files = {
    '1/run.json': runJson(n),
    '1/report.json': report,
    '1/test-labels.npy': zeros('i4', [n]),
    '1/val-labels.npy': zeros('i4', [0]),
    ...Object.fromEntries(epochs),
  };
  // The directory claims 300 MB for three epochs, which is too much: every second epoch is dropped.
  const edit = (/** @type {{central: Buffer}} */ { central }) => {
    if (/epoch-[468]-test/.test(central.toString('latin1'))) central.writeUInt32LE(100e6, 24);
  };
  /** @type {any[]} */
  const requests = [];
  const [{ run }] = await read(files, engine(0.25, requests), ['1'], edit);
  assert.deepEqual(
    requests.map(({ task, bins, 'as-logits': asLogits }) => [task, bins, asLogits]),
    [['classes', 15, true]],
    'its figures are computed with the bins of its link',
  );
  const full = run.history.filter((/** @type {any} */ one) => one.testLogits).map((/** @type {any} */ one) => one.epoch);
  assert.deepEqual(full, [1, 2, 3, 5, 7, 9], 'the last one and that of the report are there');
  const [{ problem }] = await read(files, engine(0.5), ['1'], edit);
  assert.match(problem, /run 1 is not read: its report says metrics\.ece\.value 0\.25, its logits give 0\.5/);
});
