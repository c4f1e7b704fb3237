// Combines everything at tiny sizes: the trace penalty (a third derivative), the curvature and the gradients
// for every model, layer and loss. The seed chooses some layers and losses to run under the address and
// undefined-behaviour sanitizers. It chooses a third of the models, and half of the penalties for each loss.
// The long form runs all, under the sanitizers.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { calibJson } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';
import { oneIn, turn } from '../support/soak.mjs';

const registry = calibJson('describe');
const PICTURES = 'data=shapes10:train=4,val=3,test=3',
  POINTS = 'data=moons:train=8,val=6,test=6',
  WORDS = 'data=words:train=4,val=3,test=3,length=60';
const rest = '&epochs=1&batch=2&optimizer=sgd:lr=1e-6';
const watched = (/** @type {number} */ i) => (turn(5, i) ? 'sanitize' : 'native');

/** @param {string} build @param {...string} args */
function run(build, ...args) {
  const { status, signal, stdout, stderr } = spawnSync(root(`build/${build}/calib`), [...args, '--threads', '1'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  assert.equal(status, 0, `${args.join(' ')}: ${signal ?? status} ${stderr}`);
  return JSON.parse(stdout);
}

/** @param {string} build @param {string} link */
function trains(build, link) {
  const { metrics, history } = run(build, 'train', link);
  for (const id of ['nll', 'brier', 'ece']) assert.ok(Number.isFinite(metrics[id].value), `${link}: ${id}`);
  assert.ok(Number.isFinite(history[0].train.loss), link);
  return history[0];
}

/**
 * Returns the smallest form of a preset, with dropout if it has any.
 * @param {{id: string, params?: {name: string, default: unknown}[]}} model
 */
function smallest({ id, params = [] }) {
  /** @type {Record<string, unknown>} */
  const small = {
    width: 0.0625,
    depth: { wrn: 10, vit: 1 }[id] ?? 8,
    growth: 2,
    drop: 20,
    hidden: 4,
    head: 4,
    dim: 8,
    heads: 2,
    vocabulary: 100,
  };
  const given = params.flatMap(({ name, default: usual }) => {
    if (name === 'stages') return [`stages=${String(usual).replace(/\d+/g, '1')}`];
    return name in small ? [`${name}=${small[name]}`] : [];
  });
  return given.length ? `${id}:${given.join(',')}` : id;
}

describe('the trace of the Hessian is a penalty for every model', () => {
  for (const model of oneIn(4, registry.model))
    test(model.id, () => {
      const link = `${model.id === 'gpcnn' ? WORDS : PICTURES}&model=${smallest(model)}${rest}`;
      const { train } = trains('native', `${link}&penalty=trace:tau=0.0001&curvature=2`);
      assert.ok(Number.isFinite(train.trace ?? train.loss));
      run('native', 'probe', 'gradients', link);
    });
});

// A network around each kind of layer.
const tokens = 'c4k8s8p0-tokens';
/** @type {Record<string, string>} */
const nets = {
  ap: 'c4s4-ap3s2p1-gap-fc',
  att: `${tokens}-att2-mean-fc`,
  bn: 'c4s4-bn-gap-fc3-bn-fc',
  c: 'c4k5s4b0-c6k3g2d2-c4k1-gap-fc',
  cat: 'c4s4-cat(bn-c3)-gap-fc',
  cls: `${tokens}-cls-first-fc`,
  drop: 'fc6-drop20-fc',
  dw: 'c4s4-dw3-dw5s2d2b0-gap-fc',
  emb: 'emb4v100-c4k3-gmp-fc',
  fc: 'fc5-fc',
  first: `${tokens}-cls-pos-first-fc`,
  gap: 'c4s4-gap-fc',
  gmp: 'c4s4-gmp-fc',
  ln: `c4s4-ln-c4k8s8p0-tokens-ln-fc4-mean-ln-fc`,
  mean: `${tokens}-mean-fc`,
  mp: 'c4s4-mp3s2p1-gap-fc',
  pos: `${tokens}-pos-mean-fc`,
  r: 'c4s4-r(c6s2-bn)-r(c6-bn)-gap-fc',
  rc: 'c4s4-rc(c6s2-bn)-gap-fc',
  tokens: `${tokens}-r(ln-att2)-r(ln-fc6-gelu-fc4)-mean-fc`,
};
for (const activation of ['gelu', 'lrelu20', 'relu', 'relu6', 'sigmoid', 'silu', 'tanh'])
  nets[activation.replace(/\d+$/, '')] = `c4s4-${activation}-gap-fc5-${activation}-fc`;

describe('for every kind of layer the trace of the Hessian is a penalty, and its curvature and gradients are shown', () => {
  test('each kind has a network here', () => {
    assert.deepEqual(Object.keys(nets).sort(), registry.layer.map((/** @type {{id: string}} */ { id }) => id).sort());
  });
  for (const [i, [layer, net]] of Object.entries(nets).entries())
    test(layer, () => {
      const link = `${layer === 'emb' ? WORDS : PICTURES}&model=layers:${net}${rest}`;
      trains(watched(i), `${link}&penalty=trace:tau=0.001,m=2&curvature=2&diagnostics=yes`);
      run(watched(i), 'probe', 'gradients', link);
    });
});

describe('every loss with every penalty', () => {
  for (const [i, { id }] of registry.loss.entries())
    test(id, () => {
      for (const penalty of registry.penalty.filter((/** @type {unknown} */ _, /** @type {number} */ j) => turn(4, i + j)))
        trains(
          penalty.id === 'trace' ? watched(i) : 'native',
          `${POINTS}&model=mlp:hidden=4&loss=${id}&penalty=${penalty.id}&curvature=2${rest}&epochs=2`.replace('&epochs=1', ''),
        );
    });
});
