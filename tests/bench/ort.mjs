// Runs ONNX Runtime Web's WASM provider in Chromium: inference by models that this engine exports, and single
// kernels.
import { existsSync } from 'node:fs';
import { root } from '../support/paths.mjs';
import { INPUT } from './nets.mjs';
import { openPeer } from './peer-page.mjs';
import { CONV } from './tasks.mjs';
import { trained } from './weights.mjs';

const TOLERANCE = 1e-4; // for logits; relative to the largest if that is above 1

/** Returns why ONNX Runtime Web cannot take part, or null. */
export const missingOrt = () =>
  existsSync(root('tests/bench/node_modules/onnxruntime-web')) ? null : 'not installed; in tests/bench: npm ci';

const base64 = (/** @type {ArrayBufferView} */ { buffer, byteOffset, byteLength }) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/** @param {number[]} found @param {Float32Array} expected */
function checkLogits(found, expected) {
  const scale = Math.max(1, ...expected.map(Math.abs));
  const worst = Math.max(...found.map((value, i) => Math.abs(value - expected[i])));
  if (!(worst <= TOLERANCE * scale)) throw new Error(`its logits differ from this engine's by ${worst.toExponential(1)}`);
}

/**
 * @param {import('puppeteer-core').Browser} browser
 * @param {(undo: () => unknown) => void} after
 * @param {any} engine
 */
export async function ort(browser, after, engine) {
  const { convolutionModel, productModel } = await import('./onnx.mjs'); // its library may be missing
  /** @type {Map<string, ReturnType<typeof trained>>} */
  const kept = new Map();
  const open = await openPeer('ort', browser, after);

  /** @param {import('./tasks.mjs').Task} task */
  async function prepare({ part, net = '', size = 0, batch = 1 }) {
    if (part === 'gemm') return { model: productModel(size), shape: [size, size], x: new Float32Array(size * size).fill(0.5) };
    if (part === 'conv') {
      const shape = [CONV.n, CONV.c, CONV.size, CONV.size];
      return { model: convolutionModel(CONV), shape, x: new Float32Array(shape.reduce((a, b) => a * b)).fill(0.5) };
    }
    if (!kept.has(net)) kept.set(net, trained(engine, net));
    const { model, x, logits } = await /** @type {ReturnType<typeof trained>} */ (kept.get(net));
    const shape = [batch, INPUT.c, INPUT.h, INPUT.w];
    const count = shape.reduce((a, b) => a * b);
    const classes = logits.length / (x.length / (count / batch));
    return { model, shape, x: x.subarray(0, count), logits: logits.subarray(0, batch * classes) };
  }

  /** @param {number} threads */
  return async (threads) => {
    const page = await open({ threads });
    const contender = {
      name: 'ONNX Runtime Web',
      threads,
      takes: (/** @type {import('./tasks.mjs').Task} */ { part, direction }) => ['gemm', 'infer'].includes(part) || direction === 'forward',
      burst: async (/** @type {import('./tasks.mjs').Task} */ task, /** @type {number} */ seconds) => {
        const { id } = task;
        if (!(await page.ask('has', id))) {
          const { model, shape, x, logits } = await prepare(task);
          const found = await page.ask('load', { id, model: base64(model), shape, x: base64(x) });
          if (logits) checkLogits(found, logits);
        }
        return task.worth * (await page.ask('burst', { id, seconds }));
      },
    };
    return { contender, about: page.about };
  };
}
