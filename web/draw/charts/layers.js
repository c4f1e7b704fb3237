// A network's shape: a block per layer with weights, as high as its feature map and as wide as its channels.
// Both scales are square roots, so that all layers fit.
import { nth } from '../../model/nth.js';
import { paint, rect, surface, text } from '../svg.js';

const gap = 3; // between blocks, in whole pixels: a fraction of one would blur it away

/** @typedef {{path: string, token: string, output: number[], parameters: number}} Layer */

/** @param {number[]} extent */
function name(extent) {
  const [c = 0, h, w] = extent;
  if (!h) return String(c);
  if (!w) return `${h} × ${c}`; // tokens
  return `${h === w ? `${h}²` : `${h}×${w}`} × ${c}`;
}

/** @param {number[]} extent */
function block(extent) {
  const [c = 0, h] = extent;
  if (!h) return { width: 6, height: 4 + 30 * Math.min(1, Math.log2(c + 1) / 10) };
  return { width: 3 + 2 * Math.sqrt(Math.min(c, 512)), height: 4 + 30 * Math.sqrt(Math.min(h, 64) / 64) };
}

/**
 * Groups consecutive layers of equal output shape.
 * @param {{input: number[], layers: Layer[]}} net
 * @returns {{extent: number[], blocks: number}[]}
 */
function groups(net) {
  /** @type {{extent: number[], blocks: number}[]} */
  const found = [{ extent: net.input, blocks: 1 }];
  for (const layer of net.layers) {
    if (!layer.parameters || layer.token.startsWith('bn')) continue;
    const last = found.at(-1);
    if (last && found.length > 1 && String(last.extent) === String(layer.output)) last.blocks++;
    else found.push({ extent: layer.output, blocks: 1 });
  }
  return found;
}

/**
 * @param {Element} element
 * @param {{input: number[], layers: Layer[]} | null} net
 * @param {{width: number, height: number}} options
 */
export function drawLayers(element, net, { width, height }) {
  const found = net ? groups(net) : [];
  const svg = surface(element, width, height, found.map((group) => name(group.extent)).join(', '));
  const base = height - 20;
  const most = 7; // blocks drawn per group
  const drawn = found.map((group) => Math.min(group.blocks, most));
  const natural = found.map((group, i) => nth(drawn, i) * block(group.extent).width);
  const room = Math.max(1, width - gap * (drawn.reduce((sum, n) => sum + n, 0) - 1)); // width left after the gaps
  const scale = Math.min(1, room / natural.reduce((sum, w) => sum + w, 1)); // shrinks deep networks
  const bars = found.map((group) => Math.max(1, Math.floor(block(group.extent).width * scale)));
  const widths = drawn.map((n, i) => n * (nth(bars, i) + gap) - gap);
  const used = found.map((group, i) => Math.max(nth(widths, i), name(group.extent).length * 6.2));
  const total = used.reduce((sum, w) => sum + w, 0);
  const spare = found.length > 1 ? (width - total) / (found.length - 1) : 0;
  const tight = spare < 5; // too narrow for names: only blocks
  const step = tight ? (width - widths.reduce((sum, w) => sum + w, 0)) / Math.max(1, found.length - 1) : spare;
  let x = 0;
  paint(
    svg,
    found.flatMap((group, i) => {
      const { height: h } = block(group.extent);
      const own = nth(widths, i);
      const here = tight ? own : nth(used, i);
      const start = i === 0 ? 0 : i === found.length - 1 ? here - own : (here - own) / 2;
      const shapes = Array.from({ length: nth(drawn, i) }, (_, j) =>
        rect(Math.round(x + start) + j * (nth(bars, i) + gap), base - h, nth(bars, i), h, 'bar'),
      );
      const anchor = i === 0 ? 'start' : i === found.length - 1 ? 'end' : 'middle';
      const centre = anchor === 'start' ? x : anchor === 'end' ? x + here : x + here / 2;
      if (!tight || i === 0 || i === found.length - 1) shapes.push(text(centre, height - 4, name(group.extent), 'tick', anchor));
      x += here + Math.max(gap, step);
      return shapes;
    }),
  );
}
