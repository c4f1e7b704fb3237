// Writes outputs of an invented model as files for `calib report`, and checks its refusals.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calib, folder, npyBytes } from '../support/calib.mjs';

export const N = 300,
  K = 4;
// Pseudorandom numbers, the same every time.
export const noise = (i) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1;
export const logits = Float32Array.from({ length: N * K }, (_, i) => 5 * noise(i));
export const labels = Int32Array.from({ length: N }, (_, i) => Math.floor(K * noise(i + 0.5)));
export const softmax = (z) => {
  const e = Array.from(z, (v) => Math.exp(v)),
    sum = e.reduce((a, b) => a + b);
  return e.map((v) => v / sum);
};
export const rows = Array.from({ length: N }, (_, i) => softmax(logits.subarray(i * K, i * K + K)));
export const top = rows.map((p) => p.indexOf(Math.max(...p)));

export function refuses(args, status, part) {
  const { status: got, err, out } = calib(...args);
  assert.deepEqual([got, out], [status, ''], err);
  assert.match(err, /^calib: [^\n]*\n$/);
  assert.ok(err.includes(part), `${err} has no ${part}`);
}

export function files(t) {
  const dir = folder(t);
  const at = (name, bytes) => (writeFileSync(join(dir, name), bytes), join(dir, name));
  return {
    at,
    z: at('z.npy', npyBytes(logits, [N, K])),
    wide: at('wide.npy', npyBytes(Float64Array.from(logits), [N, K])),
    y: at('y.npy', npyBytes(labels, [N])),
    p: at('p.npy', npyBytes(Float64Array.from(rows.flat()), [N, K])),
    csv: at('f.csv', `id,confidence,pred_label,true_label\n${rows.map((p, i) => `${i},${p[top[i]]},${top[i]},${labels[i]}`).join('\n')}\n`),
  };
}

export const near = (a, b, relative) => Math.abs(a - b) <= relative * Math.max(Math.abs(a), Math.abs(b));
