// Turns Markdown tokens into elements. No text becomes markup: raw HTML is shown as text, pictures as their
// description. A link leads to a view of this page or, by https, to another site.

import { h } from '../../../draw/dom.js';
import { typeset } from '../../../texts/format.js';
import { texts } from '../../../texts/index.js';
import { setFormula } from './formula.js';

/**
 * A token of the library's lexer, or of the exercises' extensions.
 * @typedef {object} Token
 * @property {string} type
 * @property {string} [raw]
 * @property {string} [text]
 * @property {Token[]} [tokens]
 * @property {string} [href]
 * @property {boolean} [display] of a formula: on a separate line
 * @property {string} [format] of a figure
 * @property {boolean} [ordered]
 * @property {Token[]} [items]
 * @property {Token[]} [header]
 * @property {Token[][]} [rows]
 */

/**
 * @typedef {object} Prose
 * @property {(text: string, format: string) => HTMLElement} value an element for a number, which is filled in
 *   later
 * @property {(view: string) => void} view goes to a view
 * @property {(token: Token) => HTMLElement | null} [pictures] replaces a picture on a separate line;
 *   null: shows its description
 */

/** @param {string} text text that the lexer has escaped for HTML; a number stays on the line of its sign */
const plain = (text) =>
  typeset(text)
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[/** @type {'amp'} */ (name)])
    .replace(/ ([=<>]) (?=[\d\u2212-])/g, '\u00a0$1\u00a0');

/** @param {Token} token @param {Prose} on @returns {Node} */
function link({ href = '', tokens = [] }, on) {
  const view = /^#view=([a-z-]{1,40})$/.exec(href)?.[1];
  const inside = inline(tokens, on);
  if (view) return h('button', { class: 'plain', onclick: () => on.view(view) }, ...inside);
  if (/^https:\/\//.test(href)) return h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, ...inside);
  return h('span', null, ...inside);
}

/** @param {string} tex @param {boolean} display */
function formula(tex, display) {
  const element = h('span', { class: display ? 'formula' : 'formula-inline' });
  setFormula(element, tex, { displayMode: display, trust: false, maxExpand: 100, maxSize: 20 });
  return element;
}

/** @param {Token[] | undefined} tokens @param {Prose} on @returns {Node[]} */
function inline(tokens, on) {
  return (tokens ?? []).map((token) => {
    const { text = token.raw ?? '', display = false, format = '' } = token;
    switch (token.type) {
      case 'strong':
        return h('strong', null, ...inline(token.tokens, on));
      case 'em':
        return h('em', null, ...inline(token.tokens, on));
      case 'codespan':
        return h('code', null, plain(text));
      case 'br':
        return h('br');
      case 'link':
        return link(token, on);
      case 'formula':
        return formula(text, display);
      case 'value':
        return on.value(text, format);
      case 'text':
        return token.tokens ? h('span', null, ...inline(token.tokens, on)) : document.createTextNode(plain(text));
      default:
        return document.createTextNode(plain(text));
    }
  });
}

/** @param {Token} token @param {Prose} on */
function table({ header = [], rows = [] }, on) {
  const cell = (/** @type {'th' | 'td'} */ tag, /** @type {Token} */ one) => h(tag, null, ...inline(one.tokens, on));
  const body = rows.map((row) => h('tr', null, ...row.map((one) => cell('td', one))));
  return h(
    'div',
    { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': texts.exercise.table },
    h('table', { class: 'data' }, h('thead', null, h('tr', null, ...header.map((one) => cell('th', one)))), h('tbody', null, ...body)),
  );
}

/**
 * @param {Token[]} tokens
 * @param {Prose} on
 * @returns {Node[]}
 */
export function prose(tokens, on) {
  return tokens.flatMap((token) => {
    switch (token.type) {
      case 'space':
      case 'def':
        return [];
      case 'heading':
        return [h('h3', null, ...inline(token.tokens, on))];
      case 'list': {
        const items = (token.items ?? []).map((item) => h('li', null, ...prose(item.tokens ?? [], on)));
        return [h(token.ordered ? 'ol' : 'ul', null, ...items)];
      }
      case 'blockquote':
        return [h('blockquote', null, ...prose(token.tokens ?? [], on))];
      case 'table':
        return [table(token, on)];
      case 'paragraph': {
        const [only, ...more] = token.tokens ?? [];
        const pictures = only && !more.length ? on.pictures?.(only) : null;
        return [pictures ?? h('p', null, ...inline(token.tokens, on))];
      }
      case 'code':
        return [h('pre', null, h('code', null, token.text ?? ''))];
      case 'hr':
        return [h('hr')];
      case 'text':
        return token.tokens ? inline(token.tokens, on) : [document.createTextNode(plain(token.text ?? ''))];
      default:
        return [h('p', null, ...inline(token.tokens ?? [{ type: 'text', text: token.raw ?? '' }], on))];
    }
  });
}
