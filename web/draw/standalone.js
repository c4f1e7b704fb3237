// Saves drawings of the page as one self-contained SVG or as pixels, for slides and papers.
import { nth } from '../model/nth.js';
import { texts } from '../texts/index.js';
import { fontRules } from './fonts.js';

// Style properties that a self-contained SVG copies from the page.
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

/** Colours of a saved page: the light ones of style/tokens.css, which is not saved with it. */
export const paper = { ink: '#1b1c1e', note: '#5f6369', ground: '#fff' };

const margin = 16;
const captions = 'figcaption, figure > p, th, td'; // HTML elements that belong to a drawing

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Rewrites color(srgb ...) as rgb(...), which every program reads. @param {string} value */
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

/** A drawing, moved to its place. @param {Element} svg @param {DOMRect} area */
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

/**
 * HTML text with its background, line by line as the page wraps it.
 * @param {Element} element
 * @param {DOMRect} area
 */
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
      if (!height) continue; // hidden, or only for screen readers
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
 * Combines everything drawn in an element into one SVG, in the page's layout. The element is an SVG, or HTML
 * that contains SVGs and captions.
 * @param {Element} element
 * @param {string} [fonts] rules of fonts that the SVG holds
 */
export function standalone(element, fonts = '') {
  const area = element.getBoundingClientRect();
  const one = element instanceof SVGElement;
  const parts = one ? [element] : [...element.querySelectorAll(`svg, ${captions}`)].filter((part) => part.getClientRects().length);
  const drawn = (/** @type {'width' | 'height'} */ name) => (one ? Number(element.getAttribute(name)) : Math.ceil(area[name]));
  const [width, height] = [drawn('width'), drawn('height')];
  // An image is cut off at its edge, so nothing may reach beyond it.
  const full = { width: width + 2 * margin, height: height + 2 * margin };
  const sheet = shape('svg', { ...full, viewBox: `${-margin} ${-margin} ${full.width} ${full.height}` });
  if (fonts) sheet.append(shape('style', {}));
  if (fonts) sheet.lastElementChild?.append(fonts);
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
  const url = URL.createObjectURL(new Blob([standalone(element, await fontRules())], { type: 'image/svg+xml' }));
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

/** Escapes text for HTML. @param {string} text */
export const html = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Policy for a saved page: it only shows its content, runs no scripts and fetches nothing. */
export const inert = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`;
