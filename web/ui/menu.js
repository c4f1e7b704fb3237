// A view's menu: saves the picture as SVG or PNG and its numbers as CSV.
import { csv } from '../draw/csv.js';
import { texts } from '../texts.js';
import { closesItself, h, icon, icons, say, show } from './dom.js';

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

/** @param {string} name @param {Blob} content */
export function save(name, content) {
  const url = URL.createObjectURL(content);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** The picture at twice its size, for slides and papers. @param {SVGElement} svg @returns {Promise<Blob>} */
export async function png(svg) {
  const url = URL.createObjectURL(new Blob([standalone(svg)], { type: 'image/svg+xml' }));
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const canvas = h('canvas', { width: 2 * picture.width, height: 2 * picture.height });
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(texts.noPicture)))));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * @param {() => {name: string, svg: SVGElement | null, table: import('../draw/csv.js').Table | null}} now
 * @param {{asTable: () => void}} [on] what shows the numbers in place of the picture
 */
export function createMenu(now, on) {
  const saveSvg = () => {
    const { name, svg } = now();
    if (svg) save(`${name}.svg`, new Blob([standalone(svg)], { type: 'image/svg+xml' }));
  };
  const savePng = async () => {
    const { name, svg } = now();
    if (svg) save(`${name}.png`, await png(svg));
  };
  const saveCsv = () => {
    const { name, table } = now();
    if (table) save(`${name}.csv`, new Blob([csv(table)], { type: 'text/csv' }));
  };
  const pictures = [
    h('button', { class: 'plain', onclick: saveSvg }, texts.saveSvg),
    h('button', { class: 'plain', onclick: savePng }, texts.savePng),
  ];
  const numbers = h('button', { class: 'plain', onclick: saveCsv }, texts.saveCsv);
  const other = h('button', { class: 'plain', onclick: () => on?.asTable() }, texts.views.asTable);
  const list = h('div', { class: 'menu-list' }, ...pictures, numbers, on ? other : null);
  const menu = h('details', { class: 'menu' }, h('summary', { 'aria-label': texts.menu, title: texts.menu }, icon(icons.more)), list);
  closesItself(menu);
  return {
    element: menu,
    /** @param {{picture: boolean, table: boolean, asTable?: boolean}} has */
    draw({ picture, table, asTable = false }) {
      show(menu, picture || table);
      for (const button of pictures) show(button, picture);
      show(numbers, table);
      say(other, asTable ? texts.views.asPicture : texts.views.asTable);
    },
  };
}
