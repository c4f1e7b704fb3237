// TensorFlow.js as a contender: networks from its core operations, as its own layers would compute them.
import { burst } from '../burst.js';
import { checkPatch, patch } from './kernels.js';
/* global tf */

const EPS = 1e-5;

/** Variables live as long as the page. */
const normal = (shape, fan) => tf.variable(tf.randomNormal(shape, 0, Math.sqrt(2 / fan), 'float32', 1));
const fill = (size, value) => tf.variable(tf.fill([size], value));

function convolution(ci, co, k, stride, bias) {
  const w = normal([k, k, ci, co], k * k * ci);
  const b = bias ? fill(co, 0) : null;
  return (x) => {
    const y = tf.conv2d(x, w, stride, (k - 1) / 2);
    return b ? tf.add(y, b) : y;
  };
}

/** Statistics of the batch; the running ones are left out, which saves this contender a little. */
function batchNorm(channels) {
  const scale = fill(channels, 1);
  const offset = fill(channels, 0);
  return (x) => {
    const { mean, variance } = tf.moments(x, [0, 1, 2]);
    return tf.batchNorm(x, mean, variance, offset, scale, EPS);
  };
}

/** @returns {{forward: (x: any) => any, channels: number, stride: number}} */
function build(layers, channels, features) {
  const steps = [];
  let stride = 1;
  for (const layer of layers) {
    if (layer.kind === 'conv') {
      steps.push(convolution(channels, layer.out, layer.kernel, layer.stride, layer.bias));
      channels = layer.out;
      stride *= layer.stride;
    } else if (layer.kind === 'bn') steps.push(batchNorm(channels));
    else if (layer.kind === 'relu') steps.push((x) => tf.relu(x));
    else if (layer.kind === 'max2') steps.push((x) => tf.maxPool(x, 2, 2, 'valid'));
    else if (layer.kind === 'gap') {
      steps.push((x) => tf.mean(x, [1, 2]));
      features = channels;
    } else if (layer.kind === 'residual') {
      const body = build(layer.body, channels);
      const project = body.channels !== channels || body.stride !== 1;
      const skip = project ? [convolution(channels, body.channels, 1, body.stride, false), batchNorm(body.channels)] : [];
      steps.push((x) => tf.add(body.forward(x), skip.reduce((value, step) => step(value), x)));
      channels = body.channels;
    } else if (layer.kind === 'linear') {
      const [from, out] = [features, layer.out];
      const w = normal([from, out], from);
      const b = fill(out, 0);
      steps.push((x) => tf.add(tf.matMul(tf.reshape(x, [-1, from]), w), b));
      features = out;
    } else throw new Error(`unknown layer ${layer.kind}`);
  }
  return { forward: (x) => steps.reduce((value, step) => step(value), x), channels, stride };
}

const runs = new Map();

function openRun({ layers, batch, input: { c, h, w, classes } }) {
  const net = build(layers, c, c * h * w);
  const x = tf.randomNormal([batch, h, w, c], 0, 1, 'float32', 1);
  const y = tf.oneHot(Array.from({ length: batch }, (_, i) => i % classes), classes);
  const optimizer = tf.train.momentum(0.001, 0.9);
  const step = async () => {
    const loss = optimizer.minimize(() => tf.losses.softmaxCrossEntropy(y, net.forward(x)), true);
    const [value] = await loss.data();
    loss.dispose();
    if (!Number.isFinite(value)) throw new Error(`the loss is ${value}`);
  };
  return { step, last: 0 };
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
    return { version: tf.version_core, backend: tf.getBackend(), simd: await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT'), threads: tf.wasm.getThreadsCount() };
  },

  /** @returns {Promise<number>} steps a second */
  async burst(order) {
    if (!runs.has(order.net)) runs.set(order.net, openRun(order));
    const run = runs.get(order.net);
    const { rate, step } = await burst(run.step, order.seconds, run.last);
    run.last = step;
    return rate;
  },
};
