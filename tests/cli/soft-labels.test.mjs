// Tests calibrators that are fitted on soft labels: distributions over the classes, such as shares of votes.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes, readNpy, refuses } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

/** @type {{T: Record<string, number>, p: Record<string, number[][]>}} */
const golden = JSON.parse(readFileSync(root('tests/golden/calibrators/soft.json'), 'utf8'));
const [N, K, VOTES] = [300, 4, 10];

/** The set of tests/golden/calibrators/soft.py. */
function make() {
  let state = 4711;
  const next = () => (state = (state * 16807) % 2147483647);
  const z = [];
  const q = [];
  for (let i = 0; i < N; i++) {
    const row = Array.from({ length: K }, () => ((next() % 513) - 256) / 64);
    const votes = row.map(() => 0);
    const top = row.indexOf(Math.max(...row));
    for (let vote = 0; vote < VOTES; vote++) votes[next() % 100 < 45 ? top : state % K]++;
    z.push(row);
    q.push(votes.map((count) => count / VOTES));
  }
  return { z, q };
}

const { z, q } = make();
const hard = q.map((row) => row.indexOf(Math.max(...row)));

/** @param {import('node:test').TestContext} t */
function files(t) {
  const dir = folder(t);
  const at = (/** @type {string} */ name) => join(dir, name);
  const put = (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) => (writeFileSync(at(name), bytes), at(name));
  const hot = q.map((_, i) => z[i].map((_, j) => Number(j === hard[i])));
  return {
    at,
    z: put('z.npy', npyBytes(Float32Array.from(z.flat()), [N, K])),
    soft: put('soft.npy', npyBytes(Float64Array.from(q.flat()), [N, K])),
    hot: put('hot.npy', npyBytes(Float64Array.from(hot.flat()), [N, K])),
    hard: put('hard.npy', npyBytes(Int32Array.from(hard), [N])),
  };
}

test('fits on soft labels are the optimum of their likelihood, by scipy', (t) => {
  const f = files(t);
  for (const [calibrator, rows] of Object.entries(golden.p)) {
    const [file, out] = [f.at('cal.json'), f.at('p.npy')];
    const done = calib('fit', '--calibrator', calibrator, '--val-logits', f.z, '--val-labels', f.soft, '--out', file);
    assert.equal(done.status, 0, done.err);
    assert.match(done.err, /soft labels/);
    assert.equal(calib('apply', file, '--logits', f.z, '--out', out).status, 0);
    const p = readNpy(out).data;
    for (const [i, row] of rows.entries())
      for (const [j, wanted] of row.entries())
        assert.ok(Math.abs(p[i * K + j] - wanted) < 2e-6, `${calibrator}: row ${i}, class ${j}: ${p[i * K + j]}, not ${wanted}`);
    const { parameters } = JSON.parse(readFileSync(file, 'utf8'));
    const T = golden.T[calibrator];
    if (T) assert.ok(Math.abs(parameters.T - T) < 1e-6 * T, `${calibrator}: T ${parameters.T}, not ${T}`);
  }
});

test('one-hot distributions give the bits of the classes, and soft labels others', (t) => {
  const f = files(t);
  for (const calibrator of Object.keys(golden.p)) {
    const fit = (/** @type {string} */ labels) =>
      calib('fit', '--calibrator', calibrator, '--val-logits', f.z, '--val-labels', labels).out.replace(/"sha256":.*/, '');
    assert.equal(fit(f.hot), fit(f.hard), calibrator);
    assert.notEqual(fit(f.soft), fit(f.hard), calibrator);
  }
});

test('calibrators whose definition needs classes refuse soft labels, and name those that do not', (t) => {
  const f = files(t);
  const named = 'fitted on these are dirichlet, ets, focal-temperature, matrix, sms, svs, temperature, vector';
  for (const id of ['isotonic', 'histogram', 'spline', 'lipschitz', 'venn-abers'])
    refuses(
      ['fit', '--calibrator', id, '--val-logits', f.z, '--val-labels', f.soft],
      2,
      `calibrator ${id} needs a class for each sample, not soft labels; ${named}`,
    );
  refuses(
    ['fit', '--calibrator', 'temperature:by=ece', '--val-logits', f.z, '--val-labels', f.soft],
    1,
    'calibrator temperature: soft labels leave only the fit by=nll',
  );
  // A report fits them on the soft labels of a validation set, and gives the same reasons.
  const other = f.at('other.npy');
  writeFileSync(
    other,
    npyBytes(
      Float32Array.from(z.flat(), (v) => 2 * v),
      [N, K],
    ),
  );
  const sets = ['--logits', other, '--labels', f.hard, '--val-logits', f.z, '--val-labels', f.soft];
  const { calibrators } = calibJson('report', ...sets, '--draws', '0', '--metric', 'nll');
  const { T } = calibrators.temperature.by_nll;
  assert.ok(Math.abs(T - golden.T['temperature:by=nll']) < 1e-6 * T);
  assert.deepEqual(
    Object.keys(calibrators.temperature).filter((key) => key.startsWith('by_')),
    ['by_nll'],
  );
  assert.equal(calibrators.isotonic.left_out, 'it needs a class for each sample, not soft labels');
});
