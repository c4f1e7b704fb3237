// A net with weights, samples and the logits that this engine gives them: what a peer's inference is checked with.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readNpy, readSafetensors } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';
import { BATCH } from './nets.mjs';

const run = promisify(execFile);

/** Trained for an epoch, so that the running statistics are not those of the start. */
const linkOf = (/** @type {string} */ net) =>
  `data=shapes10:train=256,val=0,test=${BATCH}&model=${net}&optimizer=sgd:lr=0.01&batch=64&epochs=1`;

/**
 * @param {any} engine
 * @param {string} net
 * @returns {Promise<{weights: import('./onnx.mjs').Weights, x: Float32Array, logits: Float32Array}>} x [BATCH][c][h][w]
 */
export async function trained(engine, net) {
  const folder = mkdtempSync(join(tmpdir(), 'calib-bench-'));
  try {
    const link = linkOf(net);
    await run(root('build/native/calib'), ['train', link, '--out', folder], { maxBuffer: 1 << 26 });
    const { mean, std } = engine.check(link, 1).choices.data.params;
    const { pixels } = engine.samples(link, 'test', 0, BATCH);
    const x = Float32Array.from(pixels, (value) => (value / 255 - Number(mean)) / Number(std));
    return { weights: readSafetensors(join(folder, 'weights.safetensors')), x, logits: readNpy(join(folder, 'test_logits.npy')).data };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
