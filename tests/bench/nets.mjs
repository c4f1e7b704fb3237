// Describes the networks for every contender: named as in a link, and given to the peers layer by layer, as
// this engine describes them. So the peers need no parser, and no network can differ from the engine's own.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { root } from '../support/paths.mjs';

export const BATCH = 128;
export const INPUT = { c: 3, h: 32, w: 32, classes: 10 };
export const NETS = ['mlp:hidden=100', 'cnn-s', 'resnet8', 'resnet20', 'densenet', 'mobilenetv2', 'vit'];
export const isMlp = (/** @type {string} */ net) => net.startsWith('mlp');

/**
 * A layer: `id` and `numbers` as in the layer language ("c32k1": c, {n: 32, k: 1, s: 1}). An omitted number
 * has the registry's default. Shapes are without the batch ([c, h, w], [c]). `parameters` counts its own;
 * `body` has the layers inside its brackets.
 * @typedef {{id: string, numbers: Record<string, number>, path: string, in: number[], out: number[],
 *   parameters: number, body: Layer[]}} Layer
 * @typedef {{text: string, parameters: number, multiplyAdds: number, layers: Layer[]}} Net
 */

/** Opens the page's module, without threads, for queries. @returns {Promise<any>} */
export async function openEngine() {
  // emcc 3.1.6 expects these globals of Node, and an ES module lacks them.
  Object.assign(globalThis, { require: createRequire(import.meta.url), __dirname: root('build/site/engine') });
  const [{ openInstance }, { growingMemory }] = await Promise.all(
    ['instance', 'memory'].map((name) => import(root(`build/site/core/worker/${name}.js`))),
  );
  return openInstance({ memory: growingMemory(), wasmBinary: readFileSync(root('build/site/engine/calib-single.wasm')) });
}

/**
 * Returns a link that trains longer than any measurement. Epochs are long, so that their ends (an evaluation
 * of one image) weigh nothing, and the rate is small enough for a thousand of them.
 * @param {string} net
 * @param {number} [images]
 */
export const link = (net, images = isMlp(net) ? 32768 : 2048) =>
  `data=shapes10:train=${images},val=0,test=1&model=${net}&optimizer=sgd:lr=0.001&batch=${BATCH}&epochs=1000`;

/** Reads "c32k1" as its layer and numbers. @param {string} token @param {any[]} registry */
function readToken(token, registry) {
  const names = registry.filter(({ id }) => token.startsWith(id)).sort((a, b) => b.id.length - a.id.length);
  const { id, params } = names[0];
  const numbers = Object.fromEntries(params.map((/** @type {any} */ { name, default: value }) => [name[0], value]));
  for (const [, letter, value] of token.slice(id.length).matchAll(/([a-z]?)(\d+)/g)) numbers[letter || 'n'] = Number(value);
  return { id, numbers };
}

/**
 * @param {any[]} described layers in the order of the text
 * @param {number[]} input
 * @param {any[]} registry
 * @returns {Layer[]}
 */
function nest(described, input, registry) {
  /** @type {Record<string, Layer>} */
  const found = { '': { id: '', numbers: {}, path: '', in: input, out: input, parameters: 0, body: [] } };
  for (const { path, token, output, parameters } of described) {
    const parent = found[path.replace(/(\.body\.)?\d+$/, '')];
    const layer = { ...readToken(token, registry), path, in: parent.body.at(-1)?.out ?? parent.in, out: output, parameters, body: [] };
    parent.body.push(layer);
    found[path] = layer;
  }
  return found[''].body;
}

/**
 * Reads the engine's description of each net, and the reasons for missing ones.
 * @param {any} engine
 * @returns {{nets: Record<string, Net>, absent: Record<string, string>}}
 */
export function readNets(engine) {
  const registry = engine.describe().layer;
  /** @type {Record<string, Net>} */
  const nets = {};
  /** @type {Record<string, string>} */
  const absent = {};
  for (const net of NETS) {
    try {
      const { text, parameters, multiply_adds: multiplyAdds, layers, input } = engine.check(link(net), 1).net;
      nets[net] = { text, parameters, multiplyAdds, layers: nest(layers, input, registry) };
    } catch (/** @type {any} */ refused) {
      absent[net] = refused.message;
    }
  }
  return { nets, absent };
}
