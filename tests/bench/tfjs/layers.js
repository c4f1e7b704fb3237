// Networks from TensorFlow.js's core operations, as its own layers would compute them: a row of BUILD a layer (nets.mjs).
/* global tf */

const EPS = 1e-5;

/** Variables live as long as the page. */
const normal = (/** @type {number[]} */ shape, /** @type {number} */ fan) => tf.variable(tf.randomNormal(shape, 0, Math.sqrt(2 / fan), 'float32', 1));
const fill = (/** @type {number} */ size, /** @type {number} */ value) => tf.variable(tf.fill([size], value));

/** @typedef {import('../nets.mjs').Layer} Layer */
/** @typedef {(x: any, training: boolean) => any} Step */

/** @param {number} ci @param {number} co @param {number} k @param {number} stride @param {boolean} bias @returns {Step} */
function convolution(ci, co, k, stride, bias) {
  const w = normal([k, k, ci, co], k * k * ci);
  const b = bias ? fill(co, 0) : null;
  return (x) => {
    const y = tf.conv2d(x, w, stride, (k - 1) / 2);
    return b ? tf.add(y, b) : y;
  };
}

/** In training the batch's statistics; the running ones are left out, which saves this contender a little. @param {number} channels @returns {Step} */
function batchNorm(channels) {
  const [scale, offset, mean, variance] = [fill(channels, 1), fill(channels, 0), tf.zeros([channels]), tf.ones([channels])];
  return (x, training) => {
    const of = training ? tf.moments(x, [0, 1, 2]) : { mean, variance };
    return tf.batchNorm(x, of.mean, of.variance, offset, scale, EPS);
  };
}

/** The 1x1 convolution beside a block's body. @param {Layer} layer */
const projection = ({ in: [ci, h], out: [co, oh] }) => convolution(ci, co, 1, Math.ceil(h / oh), false);

/** @type {Record<string, (layer: Layer) => Step>} */
const BUILD = {
  c({ in: [ci], out: [co], numbers: { k, s, d = 1, g = 1 }, parameters }) {
    if (d > 1 || g > 1) throw new Error('cannot: no grouped or dilated convolution in its builder');
    return convolution(ci, co, k, s, parameters > ci * co * k * k);
  },
  bn: ({ in: [channels] }) => batchNorm(channels),
  relu: () => (x) => tf.relu(x),
  tanh: () => (x) => tf.tanh(x),
  mp: ({ numbers: { n } }) => (x) => tf.maxPool(x, n, n, 'valid'),
  ap: ({ numbers: { n } }) => (x) => tf.avgPool(x, n, n, 'valid'),
  gap: () => (x) => tf.mean(x, [1, 2]),
  fc({ in: shape, out: [out] }) {
    const from = shape.reduce((a, b) => a * b);
    const w = normal([from, out], from);
    const b = fill(out, 0);
    return (x) => tf.add(tf.matMul(tf.reshape(x, [-1, from]), w), b);
  },
  r(layer) {
    const inside = build(layer.body);
    const skip = layer.parameters ? [projection(layer), batchNorm(layer.out[0])] : [];
    return (x, training) => tf.add(inside(x, training), skip.reduce((value, step) => step(value, training), x));
  },
  rc(layer) {
    const [inside, skip] = [build(layer.body), projection(layer)];
    return (x, training) => tf.add(inside(x, training), skip(x, training));
  },
  cat(layer) {
    const inside = build(layer.body);
    return (x, training) => tf.concat([x, inside(x, training)], 3);
  },
};

/** @param {Layer[]} layers @returns {Step} */
export function build(layers) {
  const lacking = layers.find(({ id }) => !BUILD[id]);
  if (lacking) throw new Error(`cannot: no layer ${lacking.id} in its builder`);
  const steps = layers.map((layer) => BUILD[layer.id](layer));
  return (x, training) => steps.reduce((value, step) => step(value, training), x);
}
