// Writes logits as a .npy array to the standard output, in rows of ImageNet's size, as fast as the pipe takes
// them:
// `node rows.mjs N K | calib reduce - ...`
import { writeSync } from 'node:fs';
import { npyBytes } from '../support/calib.mjs';

const [n, k] = process.argv.slice(2).map(Number);
let state = 1;
function uniform() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}
const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
const ROWS = Math.min(n, 2048); // distinct rows; they repeat with other labels
const rows = Float32Array.from({ length: ROWS * k }, () => 3 * normal());
for (let i = 0; i < ROWS; i++) rows[i * k + ((i * 7919) % k)] += 9;

/** @param {Uint8Array} bytes */
function write(bytes) {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (/** @type {any} */ thrown) {
      if (thrown.code === 'EPIPE') process.exit(); // the reader has closed the pipe
      if (thrown.code !== 'EAGAIN') throw thrown;
    }
  }
}
write(npyBytes(new Float32Array(0), [n, k]));
const bytes = new Uint8Array(rows.buffer);
for (let left = n; left > 0; left -= ROWS) write(left < ROWS ? bytes.subarray(0, 4 * k * left) : bytes);
