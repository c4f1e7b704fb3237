// Finds other data whose test set a network accepts: samples of the same shape, any classes.

import { entryIn } from './registry.js';

/** @import {DataEntry, Describe} from '../engine.d.ts' */
/** @typedef {{id: string, params: Record<string, unknown>}} DataChoice */

/** @param {DataEntry} entry @param {string} name */
const defaultOf = ({ params }, name) => params.find((param) => param.name === name)?.default;

/**
 * Returns channels, features or words of a sample, and its size in pixels, as the link has them.
 * @param {DataEntry} entry
 * @param {Record<string, unknown>} given
 */
function shapeOf({ shape }, given) {
  const [c, h] = shape;
  return { c: String(given.channels ?? given.features ?? given.length ?? c), size: String(given.size ?? h) };
}

/**
 * Returns the link of a set with samples of this shape, or an empty list.
 * @param {DataEntry} entry
 * @param {ReturnType<typeof shapeOf>} wanted
 */
function linkOf(entry, wanted) {
  const has = shapeOf(entry, {});
  const set = [];
  for (const [name, key] of /** @type {const} */ ([
    ['channels', 'c'],
    ['size', 'size'],
  ])) {
    if (has[key] === wanted[key]) continue;
    if (defaultOf(entry, name) === undefined) return [];
    set.push(`${name}=${wanted[key]}`);
  }
  return [`data=${entry.id}${set.length ? ':' : ''}${set}`];
}

/**
 * Returns the accepted data. Features from files depend on their training set, so another set's network
 * cannot use them.
 * @param {Describe} describe
 * @param {DataChoice} choice the network's own data
 * @returns {{id: string, label: string}[]} id: a link
 */
export function othersOf({ data }, { id, params }) {
  const own = entryIn(data, id);
  const wanted = shapeOf(own, params);
  const fit = data.filter((entry) => entry.id !== id && entry.pixels === own.pixels && (entry.pixels || !entry.needs_files));
  return fit.flatMap((entry) => linkOf(entry, wanted).map((link) => ({ id: link, label: entry.label })));
}
