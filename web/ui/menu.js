// The diagram's menu: saves the picture as SVG and the bins as CSV.
import { texts } from '../texts.js';
import { h, icon, icons } from './dom.js';

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

const margin = 16;

/** @param {Element} from @param {Element} to */
function copyStyle(from, to) {
  const style = getComputedStyle(from);
  for (const name of properties) {
    const value = style.getPropertyValue(name);
    if (value) to.setAttribute(name, value.replace(/url\("[^"]*#(\w+)"\)/, 'url(#$1)'));
  }
  to.removeAttribute('class');
  [...from.children].forEach((child, i) => copyStyle(child, to.children[i]));
}

/** @param {SVGElement} svg */
export function standalone(svg) {
  const copy = /** @type {SVGElement} */ (svg.cloneNode(true));
  [...svg.children].forEach((child, i) => copyStyle(child, copy.children[i]));
  const patterns = document.querySelector('#patterns defs');
  if (patterns) {
    const defs = /** @type {Element} */ (patterns.cloneNode(true));
    copyStyle(patterns, defs);
    copy.prepend(defs);
  }
  // Outside a page nothing may stand over the edge.
  const [width, height] = ['width', 'height'].map((name) => Number(svg.getAttribute(name)) + 2 * margin);
  copy.setAttribute('viewBox', `${-margin} ${-margin} ${width} ${height}`);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const fill = getComputedStyle(document.body).backgroundColor;
  for (const [name, value] of Object.entries({ x: -margin, y: -margin, width, height, fill })) paper.setAttribute(name, String(value));
  copy.prepend(paper);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(copy);
}

/** @param {import('../frame.js').Frame} frame */
export function table(frame) {
  const rows = frame.bins.map((bin) => [bin.low, bin.high, bin.count, bin.count ? bin.confidence : '', bin.count ? bin.accuracy : '']);
  return [['low', 'high', 'count', 'confidence', 'accuracy'], ...rows].map((row) => row.join(',')).join('\r\n') + '\r\n';
}

/** @param {string} name @param {string} type @param {string} content */
function save(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** @param {() => {frame: import('../frame.js').Frame | null, svg: SVGElement | null, spec: string}} now */
export function createMenu(now) {
  const saveSvg = () => {
    const { svg } = now();
    if (svg) save('reliability.svg', 'image/svg+xml', standalone(svg));
  };
  const saveCsv = () => {
    const { frame } = now();
    if (frame) save('bins.csv', 'text/csv', table(frame));
  };
  const list = h(
    'div',
    { class: 'menu-list' },
    h('button', { class: 'plain', onclick: saveSvg }, texts.saveSvg),
    h('button', { class: 'plain', onclick: saveCsv }, texts.saveCsv),
  );
  const menu = h('details', { class: 'menu' }, h('summary', { 'aria-label': texts.menu, title: texts.menu }, icon(icons.more)), list);
  list.addEventListener('click', () => (menu.open = false));
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    event.stopPropagation(); // the bin that is held stays
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  menu.addEventListener('focusout', (event) => {
    if (!menu.contains(/** @type {Node | null} */ (event.relatedTarget))) menu.open = false;
  });
  return menu;
}
