// A view's menu: saves the picture as SVG or PNG and its numbers as CSV.
import { csv } from '../../../draw/csv.js';
import { closesItself, h, icon, icons, say, show } from '../../../draw/dom.js';
import { pixels, standalone } from '../../../draw/standalone.js';
import { texts } from '../../../texts/index.js';

/** @param {string} name @param {Blob} content */
export function save(name, content) {
  const url = URL.createObjectURL(content);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** @import {Table} from '../../../draw/csv.js' */

/**
 * @param {() => {name: string, picture: Element | null, table: Table | null}} now
 * @param {{asTable?: () => void, embed?: () => void}} [on] asTable: shows the numbers in place of the
 *   picture; embed: copies an iframe of the view
 */
export function createMenu(now, on = {}) {
  const saveSvg = () => {
    const { name, picture } = now();
    if (picture) save(`${name}.svg`, new Blob([standalone(picture)], { type: 'image/svg+xml' }));
  };
  const savePng = async () => {
    const { name, picture } = now();
    if (picture) save(`${name}.png`, await pixels(picture));
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
  const other = h('button', { class: 'plain', onclick: () => on.asTable?.() }, texts.views.asTable);
  const embed = h('button', { class: 'plain', 'data-embed': '', onclick: () => on.embed?.() }, texts.ends.embed);
  const list = h('div', { class: 'menu-list' }, ...pictures, numbers, on.asTable ? other : null, on.embed ? embed : null);
  const menu = h('details', { class: 'menu' }, h('summary', { 'aria-label': texts.menu, title: texts.menu }, icon(icons.more)), list);
  closesItself(menu);
  return {
    element: menu,
    /** @param {{picture: boolean, table: boolean, asTable?: boolean}} has */
    draw({ picture, table, asTable = false }) {
      show(menu, picture || table);
      for (const button of pictures) show(button, picture);
      show(numbers, table);
      show(embed, table);
      say(other, asTable ? texts.views.asPicture : texts.views.asTable);
    },
  };
}
