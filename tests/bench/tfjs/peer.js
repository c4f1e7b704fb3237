// Runs TensorFlow.js as a contender.
import { burst } from '../burst.js';
import { checkPatch, patch } from './kernels.js';
import { build } from './layers.js';

/* global tf */

/**
 * @typedef {{task: import('../tasks.mjs').Task, layers: import('../nets.mjs').Layer[],
 *   input: Record<string, number>, conv: Record<string, number>, seconds: number}} Order
 */

const random = (/** @type {number[]} */ shape, /** @type {number} */ seed) => tf.randomNormal(shape, 0, 1, 'float32', seed);

/** Computes a tensor, waits for its numbers, and returns it. @param {() => any} compute */
async function finish(compute) {
  const result = tf.tidy(compute);
  const values = await result.data();
  result.dispose();
  return values;
}

/** @param {Order} order */
function images({ task: { batch = 1 }, layers, input: { c, h, w } }) {
  return random(layers[0].in.length === 1 ? [batch, layers[0].in[0]] : [batch, h, w, c], 1);
}

/** @type {Record<string, (order: Order) => () => Promise<unknown>>} each makes a step */
const MAKE = {
  train(order) {
    const net = build(order.layers);
    const x = images(order);
    const { classes } = order.input;
    const y = tf.oneHot(
      Array.from({ length: x.shape[0] }, (_, i) => i % classes),
      classes,
    );
    const optimizer = tf.train.momentum(0.001, 0.9);
    return async () => {
      const loss = optimizer.minimize(() => tf.losses.softmaxCrossEntropy(y, net(x, true)), true);
      const [value] = await loss.data();
      loss.dispose();
      if (!Number.isFinite(value)) throw new Error(`the loss is ${value}`);
    };
  },
  infer(order) {
    const net = build(order.layers);
    const x = images(order);
    return () => finish(() => net(x, false));
  },
  gemm({ task: { size = 1 } }) {
    const [a, b] = [random([size, size], 1), random([size, size], 2)];
    return () => finish(() => tf.matMul(a, b));
  },
  conv({ task: { direction = 'forward' }, conv: { n, c, size, kernel: k } }) {
    const [x, dy, w] = [random([n, size, size, c], 1), random([n, size, size, c], 2), random([k, k, c, c], 3)];
    const attributes = { strides: [1, 1], pad: (k - 1) / 2, dataFormat: 'NHWC', dimRoundingMode: undefined };
    const kernels = {
      forward: () => tf.conv2d(x, w, 1, (k - 1) / 2),
      input_grad: () => tf.engine().runKernel('Conv2DBackpropInput', { dy, filter: w }, { ...attributes, inputShape: x.shape }),
      filter_grad: () => tf.engine().runKernel('Conv2DBackpropFilter', { x, dy }, { ...attributes, filterShape: w.shape }),
    };
    return () => finish(kernels[direction]);
  },
};

/** @type {Map<string, {step: () => Promise<unknown>, last: number}>} */
const kept = new Map();

/** @param {Order} order */
function entryOf(order) {
  const { id, part } = order.task;
  const entry = kept.get(id) ?? { step: MAKE[part](order), last: 0 };
  kept.set(id, entry);
  return entry;
}

globalThis.peer = {
  /** @param {{threads: number, patched: boolean}} options */
  async open({ threads, patched }) {
    const folder = new URL('../node_modules/@tensorflow/tfjs-backend-wasm/dist/', import.meta.url).href;
    tf.wasm.setWasmPaths(folder);
    tf.wasm.setThreadsCount(threads);
    await tf.setBackend('wasm');
    await tf.ready();
    if (patched) {
      patch();
      await checkPatch();
    }
    return {
      version: tf.version_core,
      backend: tf.getBackend(),
      simd: await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT'),
      threads: tf.wasm.getThreadsCount(),
    };
  },

  /** @param {Order} order @returns {Promise<number>} steps per second */
  async burst(order) {
    const entry = entryOf(order);
    const { rate, step } = await burst(entry.step, order.seconds, entry.last);
    entry.last = step;
    return rate;
  },

  /**
   * Returns the memory that WebAssembly holds after some training steps, all of which stays, and before them.
   * @param {Order} order
   */
  async memory(order) {
    const heap = () => tf.backend().wasm.HEAPU8.buffer.byteLength;
    const before = heap();
    const { step } = entryOf(order);
    for (let i = 0; i < 3; i++) await step();
    return { before, heap: heap(), tensors: tf.memory().numBytes };
  },
};
