// What is drawn on the page as one SVG that stands alone, or as pixels: for slides and papers.
import { nth } from '../model/nth.js';
import { texts } from '../texts/index.js';

// What an SVG that stands alone takes along of the page's style.
const properties = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'paint-order',
  'stroke-linejoin',
];

/** The colours of a page that stands alone: the light ones of style/tokens.css, which does not go with it. */
export const paper = { ink: '#1b1c1e', note: '#5f6369', ground: '#fff' };

const margin = 16;
const captions = 'figcaption, figure > p, th, td'; // what of HTML belongs to a drawing

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** A mixed colour in the words that every program knows. @param {string} value */
const common = (value) =>
  value.replace(/color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)\)/g, (_, ...parts) => {
    const [r, g, b] = parts.slice(0, 3).map((part) => Math.round(255 * Number(part)));
    return `rgb(${r}, ${g}, ${b})`;
  });

/** @param {Element} from @param {Element} to */
function copyStyle(from, to) {
  const style = getComputedStyle(from);
  for (const name of properties) {
    const value = style.getPropertyValue(name);
    if (value) to.setAttribute(name, common(value).replace(/url\("[^"]*#(\w+)"\)/, 'url(#$1)'));
  }
  to.removeAttribute('class');
  [...from.children].forEach((child, i) => copyStyle(child, nth(to.children, i)));
}

/** A drawing at its place. @param {Element} svg @param {DOMRect} area */
function drawing(svg, area) {
  const { left, top } = svg.getBoundingClientRect();
  const group = shape('g', { transform: `translate(${left - area.left} ${top - area.top})` });
  for (const child of svg.children) {
    const copy = /** @type {Element} */ (child.cloneNode(true));
    copyStyle(child, copy);
    group.append(copy);
  }
  return group;
}

/** Words of HTML with their ground, line by line as the page breaks them. @param {Element} element @param {DOMRect} area */
function caption(element, area) {
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const group = shape('g', { 'font-family': style.fontFamily, 'font-size': style.fontSize });
  if (!/, 0\)$|^transparent$/.test(style.backgroundColor))
    group.append(
      shape('rect', {
        x: box.left - area.left,
        y: box.top - area.top,
        width: box.width,
        height: box.height,
        fill: common(style.backgroundColor),
      }),
    );
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { color, fontWeight } = getComputedStyle(/** @type {Element} */ (node.parentElement));
    /** @type {SVGElement | null} */
    let line = null;
    let y = NaN;
    for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\S+\s*/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.trimEnd().length);
      const { left, top, height } = range.getBoundingClientRect();
      if (!height) continue; // hidden, or for screen readers alone
      if (!line || Math.abs(top - y) > height / 2) {
        line = shape('text', { x: left - area.left, y: top - area.top + 0.78 * height, fill: color, 'font-weight': fontWeight });
        group.append(line);
        y = top;
      }
      line.append(word);
    }
  }
  return group;
}

/**
 * Everything drawn in an element (an SVG, or HTML with several and their captions), each where the page has it.
 * @param {Element} element
 */
export function standalone(element) {
  const area = element.getBoundingClientRect();
  const one = element instanceof SVGElement;
  const parts = one ? [element] : [...element.querySelectorAll(`svg, ${captions}`)].filter((part) => part.getClientRects().length);
  const drawn = (/** @type {'width' | 'height'} */ name) => (one ? Number(element.getAttribute(name)) : Math.ceil(area[name]));
  const [width, height] = [drawn('width'), drawn('height')];
  // Outside a page nothing may stand over the edge.
  const full = { width: width + 2 * margin, height: height + 2 * margin };
  const sheet = shape('svg', { ...full, viewBox: `${-margin} ${-margin} ${full.width} ${full.height}` });
  const paper = getComputedStyle(document.body).backgroundColor;
  sheet.append(shape('rect', { x: -margin, y: -margin, ...full, fill: paper }));
  const patterns = document.querySelector('#patterns defs');
  if (patterns) {
    const defs = /** @type {Element} */ (patterns.cloneNode(true));
    copyStyle(patterns, defs);
    sheet.append(defs);
  }
  for (const part of parts) sheet.append(part instanceof SVGElement ? drawing(part, area) : caption(part, area));
  return new XMLSerializer().serializeToString(sheet);
}

/** The picture at twice its size. @param {Element} element @returns {Promise<Blob>} */
export async function pixels(element) {
  const url = URL.createObjectURL(new Blob([standalone(element)], { type: 'image/svg+xml' }));
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 2 * picture.width;
    canvas.height = 2 * picture.height;
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(texts.noPicture)))));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** A text as it stands in a page. @param {string} text */
export const html = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** For a page that is saved: it shows what stands in it, starts nothing and fetches nothing. */
export const inert = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`;
