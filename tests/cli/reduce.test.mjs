// Tests calib reduce and calib report --shards: outputs of any size in one pass, joined to the report of the
// whole.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes, program, refuses } from '../support/calib.mjs';
import { random } from '../support/links.mjs';
import { root } from '../support/paths.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(2);

/** Makes logits of a network that is overconfident by `scale`, with a label each. */
function made(n, k, scale = 1.7, seed = 1) {
  const below = random(seed);
  const next = () => below(2 ** 30) / 2 ** 30;
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const labels = Int32Array.from({ length: n }, () => Math.floor(next() * k));
  const logits = Float32Array.from({ length: n * k }, () => 2 * normal());
  for (let i = 0; i < n; i++) logits[i * k + labels[i]] += 4 + 3 * normal();
  return { n, k, logits: logits.map((z) => z * scale), labels };
}

/** Writes the rows from first to end as arrays. */
function write(at, name, { k, logits, labels }, first, end) {
  const [z, y] = [join(at, `${name}_z.npy`), join(at, `${name}_y.npy`)];
  writeFileSync(z, npyBytes(logits.slice(first * k, end * k), [end - first, k]));
  writeFileSync(y, npyBytes(labels.slice(first, end), [end - first]));
  return { z, y };
}

function reduce(at, name, { z, y }, ...options) {
  const out = join(at, `${name}.cal`);
  assert.equal(calib('reduce', z, '--labels', y, '--out', out, ...options).err, '');
  return out;
}

const near = (a, b, relative, what) => assert.ok(Math.abs(a - b) <= relative * Math.abs(b), `${what}: ${a}, not ${b}`);
const APART = 1e-10; // the stated error of sums over classes
const T_APART = 1e-5; // and of the temperature

/** Asserts that a joined report agrees with the whole one. */
function assertJoined(joined, whole) {
  assert.deepEqual(Object.keys(joined.metrics), Object.keys(whole.metrics));
  assert.deepEqual([joined.n, joined.k, joined.chance], [whole.n, whole.k, whole.chance]);
  for (const [id, metric] of Object.entries(whole.metrics)) {
    const mine = joined.metrics[id];
    if (id === 'cwece') {
      near(mine.value, metric.value, APART, id);
      assert.equal(mine.floor, undefined, 'it would need the rows');
    } else if (id === 'brier') {
      for (const part of ['calibration', 'refinement']) near(mine[part], metric[part], APART, part);
      assert.ok(Math.abs(mine.within - metric.within) <= APART);
      assert.deepEqual([mine.value, mine.interval], [metric.value, metric.interval]);
    } else assert.deepEqual(mine, metric, id);
  }
}

test('shards of any sizes are joined to the report of the whole: equal to the last bit, class-wise sums and T within the stated error', (t) => {
  const at = folder(t);
  for (const [n, k] of [
    [2000, 37],
    [700, 2],
    [300, 200],
  ]) {
    const set = made(n, k, 1.7, n);
    const all = write(at, 'all', set, 0, n);
    const whole = calibJson('report', '--logits', all.z, '--labels', all.y, '--fit-on-test', '--calibrator', 'temperature');
    const cuts = [0, 1, Math.floor(n / 3), n - 5, n];
    const shards = cuts.slice(1).map((end, i) => reduce(at, `s${i}`, write(at, `s${i}`, set, cuts[i], end)));
    const joined = calibJson('report', '--shards', ...shards);
    assertJoined(joined, whole);
    const halves = [0, n / 2].map((first, i) => reduce(at, `h${i}`, write(at, `h${i}`, set, first, first + n / 2)));
    assert.deepEqual(calibJson('report', '--shards', ...halves).temperature, joined.temperature, 'the same bits for any shards');
    near(joined.temperature.T, whole.calibrators.temperature.by_nll.T, T_APART, 'T');
    assert.deepEqual(
      joined.shards.map((shard) => shard.n),
      cuts.slice(1).map((end, i) => end - cuts[i]),
    );
    near(joined.temperature.curve.score[joined.temperature.curve.at.indexOf(1)], whole.metrics.nll.value, 1e-12, 'the likelihood at T = 1');
    const one = reduce(at, 'one', all, '--threads', '1');
    assert.deepEqual(readFileSync(reduce(at, 'two', all, '--threads', '3')), readFileSync(one), 'whatever the threads');

    // After the found temperature, as in the whole report.
    const T = whole.calibrators.temperature.by_nll.T;
    const after = calibJson('report', '--shards', reduce(at, 'after', all, '--temperature', String(T)), '--draws', '0');
    for (const id of ['ece', 'nll', 'adaece', 's99'])
      near(after.metrics[id].value, whole.calibrators.temperature.by_nll.metrics[id].value, 1e-15, id);
    near(after.metrics.cwece.value, whole.calibrators.temperature.by_nll.metrics.cwece.value, APART, 'cwece');
    near(after.temperature.T, T, T_APART, 'the logits as they are');
    const { out } = calib('report', '--shards', ...shards, '--draws', '0', '--format', 'markdown');
    const { T: best, nll } = joined.temperature;
    assert.ok(out.includes(`The nll is least at the temperature ${Number(best.toPrecision(4))}: ${nll.toFixed(4)}. `), out);
  }
});

// Concurrent blocks of 32 draws would exceed the requested memory; the whole report's fit in it.
walk('with many rows fewer draws are made at a time, to the same bits', (t) => {
  const at = folder(t);
  const n = 200_000; // blocks of 20 draws, 14 of them concurrent
  const all = write(at, 'all', made(n, 2), 0, n);
  const options = ['--draws', '60', '--metric', 'ece', '--metric', 'smce', '--metric', 'ece_sweep', '--threads', '16'];
  const whole = calibJson('report', '--logits', all.z, '--labels', all.y, ...options);
  const joined = calibJson('report', '--shards', reduce(at, 'all', all), ...options);
  assertJoined(joined, whole);
  assert.ok(joined.metrics.smce.interval && joined.metrics.smce.floor > 0);
});

test('temperatures from cold to hot are found within the stated error, and those beyond are reported at the bound', (t) => {
  const at = folder(t);
  for (const scale of [0.25, 0.6, 1, 3, 7, 0.01, 40]) {
    const file = write(at, 'x', made(900, 11, scale), 0, 900);
    const { T } = calibJson(
      'report',
      '--logits',
      file.z,
      '--labels',
      file.y,
      '--fit-on-test',
      '--calibrator',
      'temperature',
      '--draws',
      '0',
    ).calibrators.temperature.by_nll;
    const found = calibJson('report', '--shards', reduce(at, 'x', file), '--draws', '0').temperature;
    assert.equal(found.at_bound, T < 1 / 8 || T > 16, `T ${T}`);
    if (!found.at_bound) near(found.T, T, T_APART, `T at ${scale}`);
    else assert.equal(found.T, T < 1 ? 1 / 8 : 16);
  }
});

walk('any float, from a pipe or a file, natively and under WASI, gives the same shard', (t) => {
  const at = folder(t);
  const set = made(64, 5);
  for (let i = 0; i < set.logits.length; i++) set.logits[i] = Math.round(set.logits[i] * 8) / 8; // exact in half precision
  const { z, y } = write(at, 'f4', set, 0, 64);
  const wanted = readFileSync(reduce(at, 'f4', { z, y }));
  const doubles = Float64Array.from(set.logits);
  const halves = new Uint16Array([...set.logits].map(half));
  const files = {
    f8: npyBytes(doubles, [64, 5]),
    '>f8': npyBytes(new Float64Array(Buffer.from(doubles.buffer.slice(0)).swap64().buffer), [64, 5], { descr: '>f8' }),
    f2: npyBytes(halves, [64, 5], { descr: '<f2' }),
  };
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(at, 'other_z.npy');
    writeFileSync(path, bytes);
    assert.deepEqual(readFileSync(reduce(at, 'other', { z: path, y })), wanted, name);
  }
  const piped = join(at, 'piped.cal');
  execFileSync(program, ['reduce', '-', '--labels', y, '--out', piped], { input: readFileSync(z) });
  assert.deepEqual(readFileSync(piped), wanted);
  const wasi = join(at, 'wasi.cal');
  const under = (...args) =>
    execFileSync(process.execPath, ['--no-warnings', root('tests/support/wasi.mjs'), ...args], { encoding: 'utf8' });
  under('reduce', z, '--labels', y, '--out', wasi);
  assert.deepEqual(readFileSync(wasi), wanted);
  assert.equal(under('report', '--shards', wasi), calib('report', '--shards', piped).out.replace('piped.cal', 'wasi.cal'));
});

/** Returns a float that half precision holds exactly, as its bits. */
function half(value) {
  const [bits] = new Uint32Array(new Float32Array([value]).buffer);
  const exponent = ((bits >> 23) & 255) - 112;
  return value === 0 ? 0 : ((bits >> 16) & 0x8000) | (exponent << 10) | ((bits >> 13) & 1023);
}

test('invalid reductions and joins are refused with a sentence that says what to do', (t) => {
  const at = folder(t);
  const set = made(40, 3);
  const { z, y } = write(at, 'a', set, 0, 40);
  const out = join(at, 'no.cal');
  const bad = (name, bytes) => (writeFileSync(join(at, name), bytes), join(at, name));
  const check = (path, status, sentence, ...more) => refuses(['reduce', path, '--labels', y, '--out', out, ...more], status, sentence);
  check(bad('cut.npy', readFileSync(z).subarray(0, 400)), 1, /ends after 22 of 40 rows/);
  check(bad('head.npy', readFileSync(z).subarray(0, 60)), 1, /header/);
  check(bad('long.npy', Buffer.concat([readFileSync(z), Buffer.alloc(1)])), 1, /goes on after its 40 rows/);
  check(bad('fortran.npy', npyBytes(set.logits, [40, 3], { fortran: true })), 1, /numpy\.ascontiguousarray/);
  check(bad('whole.npy', npyBytes(set.labels, [40])), 1, /floats \[samples, classes\]/);
  check(bad('many.npy', npyBytes(set.logits, [20, 6])), 1, /has 20 rows; the labels must be as many/);
  const none = set.logits.slice();
  none[37] = NaN;
  check(bad('nan.npy', npyBytes(none, [40, 3])), 1, /after 0 rows: logits: row 12, column 1 is not a number/);
  check(z, 2, /temperature 0 is not from 0\.01 to 100/, '--temperature', '0');
  const even = bad('probabilities.npy', npyBytes(new Float32Array(120).fill(1 / 3), [40, 3]));
  check(even, 2, /like probabilities: give their logarithms, or --as-logits/);
  assert.equal(calib('reduce', even, '--labels', y, '--out', out, '--as-logits').status, 0);
  // Rounded probabilities sum to 1 within a hundredth. Outputs from 0 to 1 with other sums are logits.
  for (const [sum, status] of /** @type {const} */ ([
    [0.985, 0],
    [0.995, 2],
    [1.005, 2],
    [1.015, 0],
  ])) {
    const near = bad('near.npy', npyBytes(new Float32Array(120).fill(sum / 3), [40, 3]));
    assert.equal(calib('reduce', near, '--labels', y, '--out', out).status, status, `rows that sum to ${sum}`);
  }

  const a = reduce(at, 'a', { z, y });
  const b = reduce(at, 'b', write(at, 'b', made(40, 4), 0, 40));
  const warm = reduce(at, 'warm', { z, y }, '--temperature', '2');
  refuses(['report', '--shards', a, b], 1, /a\.cal has 3 classes, but b\.cal 4/);
  refuses(['report', '--shards', a, warm], 1, /at temperature 1, but warm\.cal at 2/);
  refuses(['report', '--shards', a, a], 2, /the same shard; give each once/);
  refuses(['report', '--shards', a, '--bins', '7'], 2, /bins=7 does not divide/);
  refuses(['report', '--shards', a, '--metric', 'cwece:bins=5'], 2, /give --bins for others/);
  refuses(['report', '--shards', a, '--calibrator', 'spline'], 2, /calib reduce --temperature applies/);
  refuses(['report', '--shards', a, '--logits', z], 2, /--shards and --logits exclude each other/);
  refuses(['report', '--shards', z], 1, /not a safetensors file/);
  const change = (name, from, to) => bad(name, Buffer.from(readFileSync(a).toString('latin1').replace(from, to), 'latin1'));
  refuses(['report', '--shards', change('older.cal', '"version":"1"', '"version":"9"')], 1, /version 9 of reductions is unknown/);
  refuses(['report', '--shards', change('engine.cal', /"engine":"1/, '"engine":"0')], 1, /made by engine 0\S*, and this is/);
  refuses(['report', '--shards', change('else.cal', 'calib-reduction', 'calib-xxxxxtion')], 1, /not made by calib reduce/);
  const damaged = Buffer.from(readFileSync(a));
  damaged.writeDoubleLE(7, 8 + Number(damaged.readBigUInt64LE(0))); // the first confidence
  refuses(['report', '--shards', bad('damaged.cal', damaged)], 1, /confidence of row 0 is none; reduce it again/);
  assert.equal(existsSync(join(at, 'nothing.cal')), false);
});

test('calib report on a file larger than memory suggests to reduce it', (t) => {
  const at = folder(t);
  const { y } = write(at, 'a', made(4, 3), 0, 4);
  for (const ending of ['npy', 'npz']) {
    const large = join(at, `large.${ending}`);
    spawnSync('truncate', ['-s', '1T', large]); // a sparse file
    const why = new RegExp(
      `large\\.${ending} has 1099\\.5 GB, and there are [\\d.]+ GB of memory: calib reduce takes such outputs in one pass, as \\.npy`,
    );
    refuses(['report', '--logits', large, '--labels', y], 1, why);
  }
});
