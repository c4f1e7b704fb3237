// Runs ONNX Runtime Web as a contender: sessions of its WASM provider, kept as long as the page.
import { burst } from '../burst.js';

/** @type {any} */
let ort;
/** @type {Map<string, {session: any, x: any, last: number}>} */
const sessions = new Map();

const bytes = (/** @type {string} */ base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
const output = async (/** @type {{session: any, x: any}} */ { session, x }) =>
  (await session.run({ [session.inputNames[0]]: x }))[session.outputNames[0]];

globalThis.peer = {
  /** @param {{threads: number}} options */
  async open({ threads }) {
    const folder = new URL('../node_modules/onnxruntime-web/dist/', import.meta.url).href;
    ort = await import(`${folder}ort.wasm.min.mjs`);
    ort.env.wasm.wasmPaths = folder;
    ort.env.wasm.numThreads = threads;
    return { version: ort.env.versions.web };
  },

  has: (/** @type {string} */ id) => sessions.has(id),

  /**
   * @param {{id: string, model: string, shape: number[], x: string}} order texts are base64, x is float32
   * @returns {Promise<number[]>} the output
   */
  async load({ id, model, shape, x }) {
    const session = await ort.InferenceSession.create(bytes(model), { executionProviders: ['wasm'], graphOptimizationLevel: 'all' });
    const entry = { session, x: new ort.Tensor('float32', new Float32Array(bytes(x).buffer), shape), last: 0 };
    sessions.set(id, entry);
    const { data } = await output(entry);
    return Array.from(data.length > 10000 ? [] : data);
  },

  /** @returns {Promise<number>} runs per second */
  async burst({ id, seconds }) {
    const entry = sessions.get(id);
    if (!entry) throw new Error(`no session ${id}`);
    const { rate, step } = await burst(() => output(entry), seconds, entry.last);
    entry.last = step;
    return rate;
  },
};
