// The first visit before the engine is loaded: its picture, painted by the engine when the site was built
// (web/tools/first.mjs). Dragging moves through the pictures of the strip. It is removed when the page draws
// its own.
import { readLink } from '../core/link.js';
import { siteUrl } from '../core/site.js';
import { wasHere } from '../core/storage/tab.js';
import { h } from '../draw/dom.js';
import { nth } from '../model/nth.js';
import { presets } from '../model/presets.js';
import { grid, pictured, scene } from '../model/visit/morph.js';
import { texts } from '../texts/index.js';
import { createMorph } from '../ui/bench/morph.js';

/** @typedef {import('../core/types.js').Blends} Blends */
/**
 * first.json.
 * @typedef {object} First
 * @property {string} link
 * @property {string[]} classNames
 * @property {number} c
 * @property {number} h
 * @property {number} w
 * @property {number} k
 * @property {number[]} truth
 * @property {string} pixels
 */

/**
 * Converts first.json to the engine's format. Pictures outside the strip are black.
 * @param {First} first
 * @returns {Blends}
 */
function blendsOf({ classNames, c, h, w, k, truth, pixels: text }) {
  const size = c * h * w;
  const shown = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const pixels = new Uint8Array(grid.length * size);
  const posterior = new Float64Array(grid.length * k);
  for (const [i, at] of pictured.entries()) pixels.set(shown.subarray(i * size, (i + 1) * size), at * size);
  for (const [i, p] of truth.entries()) {
    posterior[i * k + scene.first] = p;
    posterior[i * k + scene.second] = 1 - p;
  }
  const labels = new Int32Array(grid.length).fill(scene.first);
  const count = grid.length;
  return { n: count, count, c, h, w, k, several: false, classNames, pixels, posterior, labels, features: null, logits: null };
}

/**
 * Returns a single picture of the strip.
 * @param {Blends} row
 * @param {number} i index in the strip
 * @returns {Blends}
 */
function pictureOf(row, i) {
  const at = nth(pictured, i);
  const size = row.c * row.h * row.w;
  const pixels = row.pixels?.subarray(at * size, (at + 1) * size) ?? null;
  return { ...row, count: 1, pixels, posterior: row.posterior?.subarray(at * row.k, (at + 1) * row.k) ?? null };
}

/** @param {HTMLElement} stage @param {import('../model/types.js').Store} store */
export function createSketch(stage, store) {
  const lead = h('h1', { class: 'hero' });
  const morph = createMorph((wanted) => show(Math.round(wanted * (pictured.length - 1))));
  const right = h('div', { class: 'guide-right' }, morph.element);
  const element = h('div', { class: 'guide', 'data-at': '0' }, h('div', null, lead), h('div', { class: 'guide-body' }, right));
  /** @type {Blends | null} */
  let row = null;
  let fraction = 0;
  let over = false;

  /** @param {number} i index in the strip */
  function show(i) {
    if (!row) return;
    fraction = i / (pictured.length - 1);
    const sketched = { link: nth(presets, 0).link, row, picture: pictureOf(row, i), by: '', fraction, painted: fraction };
    morph.draw({ ...store.get(), morph: sketched }, true, Math.floor(morph.chart.clientWidth));
  }

  async function begin() {
    const response = await fetch(siteUrl('first.json'));
    /** @type {First} */
    const first = await response.json();
    if (over || first.link !== nth(presets, 0).link) return;
    row = blendsOf(first);
    lead.textContent = texts.guide.hero(nth(row.classNames, scene.first), nth(row.classNames, scene.second)).join('\n');
    stage.prepend(element);
    show(0);
  }
  if (!readLink() && !wasHere()) begin().catch(() => {}); // without it, the page draws the picture

  return {
    /** @param {import('../model/types.js').State} state */
    draw({ mode }) {
      if (over || mode === 'loading') return;
      over = true;
      element.remove();
      if (fraction && mode === 'welcome') store.bench.setFraction(fraction);
    },
  };
}
