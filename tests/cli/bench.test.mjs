// Tests `calib bench`: rates, the time of each op in a step, the speed-up by threads, and refusals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calib, calibJson, refuses } from '../support/calib.mjs';

test('bench measures', () => {
  const bench = calibJson('bench', '--model', 'mlp:hidden=10', '--seconds', '0', '--threads', '1');
  assert.deepEqual([bench.threads, bench.batch, bench.training.length], [1, 128, 1]);
  const { low, images_per_second: rate, high } = bench.training[0];
  assert.ok(0 < low && low <= rate && rate <= high);
});

test('bench measures inference, for any batch and kind of network', () => {
  for (const model of ['mlp:hidden=10', 'layers:c5-bn-relu-r(c5-bn)-gap-fc']) {
    const bench = calibJson('bench', '--infer', '--model', model, '--batch', '3', '--seconds', '0', '--threads', '2');
    const { low, images_per_second: rate, high, bytes } = bench.inference[0];
    assert.ok(0 < low && low <= rate && rate <= high && bytes > 0);
    assert.equal(bench.training, undefined);
  }
});

test('bench shows the time of a step, op by op', () => {
  const net = 'layers:c8-bn-relu-c8-bn-relu-dw3-fc16-gelu-fc';
  for (const [infer, threads] of [
    [[], '1'],
    [[], '2'],
    [['--infer'], '2'],
  ]) {
    const args = ['bench', '--profile', ...infer, '--model', net, '--batch', '9', '--seconds', '0', '--threads', threads];
    const { batch, profile } = calibJson(...args);
    const { ops, parts, rest } = profile;
    assert.deepEqual([batch, profile.model, profile.of], [9, net, infer.length ? 'inference' : 'training']);
    assert.ok(profile.steps > 0 && profile.ceiling.gflops > 0 && profile.ceiling.gb_per_second > 0);
    const sum = (rows, key) => rows.reduce((total, row) => total + row[key], 0);
    assert.ok(Math.abs(sum([...ops, rest], 'share') - 1) < 1e-9, 'shares add up to the whole step');
    assert.ok(Math.abs(sum([...ops, rest], 'ms') - profile.ms) < 1e-9 * profile.ms);
    assert.deepEqual(
      ops.map(({ ms }) => ms),
      ops.map(({ ms }) => ms).sort((a, b) => b - a),
      'the longest first',
    );
    const name = ({ op, kernel = '' }) => `${op} ${kernel}`;
    assert.deepEqual(new Set(ops.map(name)), new Set(parts.map(name)), 'every op of the plan');
    assert.equal(ops.length, new Set(parts.map(name)).size);
    for (const row of ops) {
      const own = parts.filter((part) => name(part) === name(row));
      assert.ok(Math.abs(sum(own, 'ms') - row.ms) < 1e-9 * profile.ms + 1e-12, name(row));
      assert.equal(sum(own, 'calls'), row.calls);
      assert.ok(own.every(({ ms, share }) => ms >= 0 && share >= 0));
      assert.equal('serial_ms' in row, threads === '2');
      if (threads === '2') assert.ok(row.serial_ms >= 0 && row.serial_ms <= row.ms * (1 + 1e-9));
      if (row.ms > 0 && row.calls > 0) assert.ok(row.gb_per_second >= 0 && row.share_of_ceiling >= 0);
    }
    const kernels = ops.filter(({ op }) => op === 'CONV').map(({ kernel }) => kernel);
    assert.deepEqual(kernels.sort(), ['Winograd', 'depthwise']);
    assert.equal(
      ops.some(({ op }) => op === 'CONV_FILTER'),
      !infer.length,
    );
    // Inference does not recompute what depends on weights alone.
    assert.deepEqual(new Set(parts.map(({ calls }) => calls)), new Set(infer.length ? [0, 1] : [1]));
    const table = calib(...args, '--format', 'table').out;
    assert.match(table, new RegExp(`^${net}, ${profile.of} of 9: [\\d.]+ ms a step`));
    for (const { op } of ops.filter(({ calls }) => calls > 0)) assert.match(table, new RegExp(`^${op} `, 'm'));
  }
  refuses(['bench', '--profile', '--format', 'csv'], 2, '--format csv is not one of json and table');
  refuses(['bench', '--format', 'table'], 2, '--format: only --profile and several --threads have one');
});

test('bench shows the speed-up of steps by threads, and says which numbers are projected', () => {
  const args = ['bench', '--model', 'mlp:hidden=10', '--batch', '9', '--seconds', '0', '--threads', '1/2/200'];
  for (const infer of [[], ['--infer']]) {
    const { scale, threads, batch } = calibJson(...args, ...infer);
    assert.deepEqual([threads, batch, scale.model, scale.of], [undefined, 9, 'mlp:hidden=10', infer.length ? 'inference' : 'training']);
    assert.deepEqual(
      scale.threads.map(({ threads, projected }) => [threads, projected]),
      [1, 2, 200].map((threads) => [threads, threads > scale.processors]),
    );
    assert.equal(scale.threads[0].speed_up, 1);
    for (const { images_per_second: rate, low, high, speed_up, serial_share, threads } of scale.threads) {
      assert.ok(0 < low && low <= rate && rate <= high, `${low} ${rate} ${high}`);
      assert.ok(Math.abs(speed_up - rate / scale.threads[0].images_per_second) < 1e-9 * speed_up);
      assert.ok(serial_share >= -1e-9 && serial_share <= 1 + 1e-9 && speed_up <= threads * (threads === 2 ? 4 : 1));
    }
  }
  assert.match(calib(...args, '--format', 'table').out, /^threads .*\n +1 .*\n +2 .*\n +200 .* projected\n$/m);
  refuses(['bench', '--threads', '1/0'], 2, '--threads 1/0: 0 is not a whole number from 1 to 256');
  refuses(['bench', '--threads', '1//2'], 2, '--threads 1//2:  is not a whole number from 1 to 256');
  refuses(['bench', '--threads', '1/2', '--hv'], 2, '--hv is measured with one number of --threads');
  const many = Array(17).fill(1).join('/');
  refuses(['bench', '--threads', many], 2, `--threads ${many} has more than 16 numbers`);
});

test('bench measures a Hessian-vector product and a gradient step', () => {
  for (const model of ['mlp:hidden=10', 'layers:c5-bn-relu-r(c5-bn)-gap-fc']) {
    const { hv } = calibJson('bench', '--hv', '--model', model, '--batch', '3', '--seconds', '0', '--threads', '2');
    assert.ok(hv.ms > 0 && hv.gradient_ms > 0 && Math.abs(hv.ratio - hv.ms / hv.gradient_ms) < 1e-9 && hv.bytes > 0);
  }
});

test('bench measures the chosen kernels', () => {
  const { kernels } = calibJson('bench', '--kernels', '--only', 'gemm 128', '--seconds', '0', '--threads', '1');
  assert.ok(
    kernels.length && kernels.every(({ name, gflops, share_of_ceiling: share }) => name.startsWith('gemm 128') && gflops > 0 && share > 0),
  );
});
