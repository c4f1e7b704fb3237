// Builds networks from TensorFlow.js's core operations, as its own layers would: a row of BUILD per layer
// (nets.mjs).
/* global tf */

const EPS = 1e-5;

/** Variables live as long as the page. */
const normal = (/** @type {number[]} */ shape, /** @type {number} */ fan) =>
  tf.variable(tf.randomNormal(shape, 0, Math.sqrt(2 / fan), 'float32', 1));
const fill = (/** @type {number} */ size, /** @type {number} */ value) => tf.variable(tf.fill([size], value));

/** @typedef {import('../nets.mjs').Layer} Layer */
/** @typedef {(x: any, training: boolean) => any} Step */

/**
 * @param {number} ci
 * @param {number} co
 * @param {number} k
 * @param {number} stride
 * @param {boolean} bias
 * @param {number} pad
 * @returns {Step}
 */
function convolution(ci, co, k, stride, bias, pad) {
  const w = normal([k, k, ci, co], k * k * ci);
  const b = bias ? fill(co, 0) : null;
  return (x) => {
    const y = tf.conv2d(x, w, stride, pad);
    return b ? tf.add(y, b) : y;
  };
}

const padding = (/** @type {number} */ k, /** @type {number} */ p) => (p < 0 ? (k - 1) / 2 : p);

/**
 * Computes x w + b in the last dimension.
 * @param {number} from
 * @param {number} to
 * @returns {Step}
 */
function linear(from, to) {
  const w = normal([from, to], from);
  const b = fill(to, 0);
  return (x) => tf.add(tf.matMul(tf.reshape(x, [-1, from]), w), b);
}

/**
 * In training uses the batch's statistics; running ones are omitted, which saves this contender a little.
 * @param {number} channels
 * @returns {Step}
 */
function batchNorm(channels) {
  const [scale, offset, mean, variance] = [fill(channels, 1), fill(channels, 0), tf.zeros([channels]), tf.ones([channels])];
  return (x, training) => {
    const of = training ? tf.moments(x, [0, 1, 2]) : { mean, variance };
    return tf.batchNorm(x, of.mean, of.variance, offset, scale, EPS);
  };
}

/** The 1x1 convolution of a block's shortcut. @param {Layer} layer */
const projection = ({ in: [ci, h], out: [co, oh] }) => convolution(ci, co, 1, Math.ceil(h / oh), false, 0);

/** @type {Record<string, (layer: Layer) => Step>} */
const BUILD = {
  c({ in: [ci], out: [co], numbers: { k, s, d, g, p }, parameters }) {
    if (d > 1 || g > 1) throw new Error('cannot: no grouped or dilated convolution in its builder');
    return convolution(ci, co, k, s, parameters > ci * co * k * k, padding(k, p));
  },
  dw({ in: [channels], numbers: { n: k, s, p } }) {
    const w = normal([k, k, channels, 1], k * k);
    return (x) => tf.depthwiseConv2d(x, w, s, padding(k, p));
  },
  bn: ({ in: [channels] }) => batchNorm(channels),
  relu:
    ({ numbers: { n } }) =>
    (x) =>
      n === 6 ? tf.relu6(x) : tf.relu(x),
  gelu: () => (x) => tf.mul(tf.mul(x, 0.5), tf.add(tf.erf(tf.mul(x, Math.SQRT1_2)), 1)),
  silu: () => (x) => tf.mul(x, tf.sigmoid(x)),
  sigmoid: () => (x) => tf.sigmoid(x),
  tanh: () => (x) => tf.tanh(x),
  mp:
    ({ numbers: { n, s, p } }) =>
    (x) =>
      tf.maxPool(x, n, s > 0 ? s : n, p),
  ap({ numbers: { n, s, p } }) {
    if (p) throw new Error('cannot: no average pooling with padding in its builder');
    return (x) => tf.avgPool(x, n, s > 0 ? s : n, 'valid');
  },
  gap: () => (x) => tf.mean(x, [1, 2]),
  fc({ in: shape, out: [out] }) {
    if (shape.length !== 2)
      return linear(
        shape.reduce((a, b) => a * b),
        out,
      );
    const each = linear(shape[0], out);
    return (x, training) => tf.reshape(each(x, training), [-1, shape[1], out]);
  },
  tokens:
    ({ out: [features, count] }) =>
    (x) =>
      tf.reshape(x, [-1, count, features]),
  cls({ in: [features] }) {
    const token = normal([1, 1, features], features);
    return (x) => tf.concat([tf.tile(token, [x.shape[0], 1, 1]), x], 1);
  },
  pos({ in: [features, count] }) {
    const table = normal([1, count, features], features);
    return (x) => tf.add(x, table);
  },
  ln({ in: [features] }) {
    const [scale, offset] = [fill(features, 1), fill(features, 0)];
    return (x) => {
      const { mean, variance } = tf.moments(x, -1, true);
      return tf.add(tf.mul(tf.mul(tf.sub(x, mean), tf.rsqrt(tf.add(variance, EPS))), scale), offset);
    };
  },
  att({ in: [features, count], numbers: { n: heads } }) {
    const width = features / heads;
    const parts = [0, 1, 2].map(() => linear(features, features));
    const last = linear(features, features);
    const split = (/** @type {any} */ x) => tf.transpose(tf.reshape(x, [-1, count, heads, width]), [0, 2, 1, 3]);
    return (x, training) => {
      const [query, key, value] = parts.map((part) => split(part(x, training)));
      const weights = tf.softmax(tf.mul(tf.matMul(query, key, false, true), 1 / Math.sqrt(width)));
      const mixed = tf.transpose(tf.matMul(weights, value), [0, 2, 1, 3]);
      return tf.reshape(last(tf.reshape(mixed, [-1, count, features]), training), [-1, count, features]);
    };
  },
  first:
    ({ in: [features] }) =>
    (x) =>
      tf.reshape(tf.slice(x, [0, 0, 0], [-1, 1, -1]), [-1, features]),
  r(layer) {
    const inside = build(layer.body);
    const skip = layer.parameters ? [projection(layer), batchNorm(layer.out[0])] : [];
    return (x, training) =>
      tf.add(
        inside(x, training),
        skip.reduce((value, step) => step(value, training), x),
      );
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
