// Runs jax-js as a contender: perceptrons, one jitted function per step, which also updates the weights.
import { burst } from '../burst.js';

const [MOMENTUM, RATE] = [0.9, 0.001];

/** @type {any} */
let jax;
/** @type {Map<string, {step: () => Promise<void>, last: number}>} */
const kept = new Map();

/**
 * Builds the forward function. Functions of jax-js consume their arrays; `.ref` keeps one for another use.
 * @param {import('../nets.mjs').Layer[]} layers
 */
function forwardOf(layers) {
  const { nn, numpy: np } = jax;
  return (/** @type {any[]} */ weights, /** @type {any} */ x) => {
    let at = 0;
    for (const { id } of layers) {
      if (id === 'relu') x = nn.relu(x);
      else x = np.dot(x, weights[at++]).add(weights[at++]);
    }
    return x;
  };
}

/** @param {{layers: import('../nets.mjs').Layer[], task: {batch: number}}} order */
function make({ layers, task: { batch } }) {
  const { numpy: np, nn, jit, valueAndGrad, random, tree } = jax;
  const lacking = layers.find(({ id }) => id !== 'fc' && id !== 'relu');
  if (lacking) throw new Error(`cannot: no layer ${lacking.id} in its builder`);
  const linear = layers.filter(({ id }) => id === 'fc');
  const normal = (/** @type {number} */ seed, /** @type {number[]} */ shape) => random.normal(random.key(seed), shape);
  let weights = linear.flatMap(({ in: [from], out: [to] }, i) => [normal(i, [from, to]).mul(Math.sqrt(2 / from)), np.zeros([to])]);
  let velocity = weights.map((w) => np.zerosLike(w.ref));
  const classes = /** @type {import('../nets.mjs').Layer} */ (layers.at(-1)).out[0];
  const x = normal(99, [batch, layers[0].in[0]]);
  const y = nn.oneHot(
    np.array(
      Int32Array.from({ length: batch }, (_, i) => i % classes),
      { dtype: np.int32 },
    ),
    classes,
  );
  const forward = forwardOf(layers);
  const loss = (/** @type {any} */ w, /** @type {any} */ images, /** @type {any} */ labels) =>
    nn
      .logSoftmax(forward(w, images), -1)
      .mul(labels)
      .sum()
      .mul(-1 / batch);
  const update = jit((/** @type {any} */ w, /** @type {any} */ v, /** @type {any} */ images, /** @type {any} */ labels) => {
    const [value, gradient] = valueAndGrad(loss)(tree.ref(w), images, labels);
    const fresh = v.map((/** @type {any} */ old, /** @type {number} */ i) => old.mul(MOMENTUM).add(gradient[i]));
    return [value, w.map((/** @type {any} */ old, /** @type {number} */ i) => old.sub(fresh[i].ref.mul(RATE))), fresh];
  });
  return async () => {
    const [value, nextWeights, nextVelocity] = update(weights, velocity, x.ref, y.ref);
    [weights, velocity] = [nextWeights, nextVelocity];
    await jax.blockUntilReady([tree.ref(weights), tree.ref(velocity)]);
    const [number] = await value.data();
    if (!Number.isFinite(number)) throw new Error(`the loss is ${number}`);
  };
}

globalThis.peer = {
  async open() {
    jax = await import(new URL('../node_modules/@jax-js/jax/dist/index.js', import.meta.url).href);
    await jax.init('wasm');
    jax.defaultDevice('wasm');
    return { device: jax.defaultDevice() };
  },

  /** @returns {Promise<number>} steps per second */
  async burst(order) {
    const entry = kept.get(order.task.id) ?? { step: make(order), last: 0 };
    kept.set(order.task.id, entry);
    const { rate, step } = await burst(entry.step, order.seconds, entry.last);
    entry.last = step;
    return rate;
  },
};
