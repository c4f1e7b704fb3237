// Exports a trained net as ONNX, with samples and this engine's logits, to check a peer's inference.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readNpy } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';
import { BATCH } from './nets.mjs';

const run = promisify(execFile);

/** Trains for an epoch, so that the running statistics are not those of the start. */
const linkOf = (/** @type {string} */ net) =>
  `data=shapes10:train=256,val=0,test=${BATCH}&model=${net}&optimizer=sgd:lr=0.01&batch=64&epochs=1`;

/**
 * @param {any} engine
 * @param {string} net
 * @returns {Promise<{model: Uint8Array, x: Float32Array, logits: Float32Array}>} the model takes x
 *   [BATCH][c][h][w] as it is
 */
export async function trained(engine, net) {
  const folder = mkdtempSync(join(tmpdir(), 'calib-bench-'));
  const calib = (/** @type {string[]} */ ...args) => run(root('build/native/calib'), args, { maxBuffer: 1 << 26 });
  try {
    const link = linkOf(net);
    await calib('train', link, '--out', folder);
    const [weights, onnx] = [join(folder, 'weights.safetensors'), join(folder, 'model.onnx')];
    await calib('export', weights, '--onnx', onnx, '--mean', '0', '--std', '1');
    const { mean, std } = engine.check(link, 1).choices.data.params;
    const { pixels } = engine.samples(link, 'test', 0, BATCH);
    const x = Float32Array.from(pixels, (value) => (value / 255 - Number(mean)) / Number(std));
    return { model: readFileSync(onnx), x, logits: readNpy(join(folder, 'test_logits.npy')).data };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
