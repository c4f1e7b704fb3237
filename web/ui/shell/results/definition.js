// A number's definition: a small button next to its name, which opens the catalog's sentence, formula and
// source, and a link to the reference.

import { attribute, h, reveal, show } from '../../../draw/dom.js';
import { sentence, texts } from '../../../texts/index.js';
import { setFormula } from '../text/formula.js';

/**
 * @param {{id: string, label: string, help: string, tex: string, source: string}} entry of the catalog
 * @param {'div' | 'dd'} tag of the element that opens
 * @param {HTMLElement} [more] additional content
 * @param {string} [section] of the reference
 */
export function definition({ id, label, help, tex, source }, tag, more, section = 'metrics') {
  const body = h(tag, { class: 'definition', hidden: true });
  const button = h(
    'button',
    {
      class: 'about',
      'aria-expanded': 'false',
      'aria-label': texts.evaluate.about(label),
      title: texts.evaluate.about(label),
      onclick: toggle,
    },
    '?',
  );
  function toggle() {
    const open = body.hidden !== false;
    if (open && !body.firstChild) fill();
    show(body, open);
    attribute(button, 'aria-expanded', String(open));
    if (open) reveal(body);
  }
  function fill() {
    body.append(h('p', null, sentence(help)));
    if (tex) {
      const formula = h('div', { class: 'formula', role: 'group', 'aria-label': label });
      body.append(formula);
      setFormula(formula, tex, { displayMode: true }).then(() => reveal(body)); // its height changes
    }
    if (more) body.append(more);
    if (source) body.append(h('p', { class: 'note' }, texts.source, sentence(source)));
    body.append(
      h(
        'p',
        { class: 'note' },
        h('a', { href: `documents/reference.html#${section}-${id}`, target: '_blank', hreflang: 'en' }, texts.reference),
      ),
    );
  }
  return { button, body };
}
