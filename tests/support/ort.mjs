// Runs ONNX Runtime Web in Node: one thread, the page's own copy.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { root } from './paths.mjs';

export const ort = createRequire(import.meta.url)(root('node_modules/onnxruntime-web/dist/ort.wasm.min.js'));
ort.env.wasm.numThreads = 1;
ort.env.wasm.wasmBinary = readFileSync(root('node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm'));

/** @param {string} path @returns {Promise<any>} */
export const openModel = (path) => ort.InferenceSession.create(readFileSync(path), { executionProviders: ['wasm'] });

/**
 * @param {any} session
 * @param {Float32Array} values
 * @param {number[]} shape
 * @returns {Promise<Float32Array>} its only output
 */
export async function runModel(session, values, shape) {
  const found = await session.run({ [session.inputNames[0]]: new ort.Tensor('float32', values, shape) });
  return found[session.outputNames[0]].data;
}
