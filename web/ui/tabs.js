// On a phone one part of the page is shown at a time.
import { texts } from '../texts.js';
import { attribute, h } from './dom.js';

/** @param {HTMLElement} element */
export function createTabs(element) {
  const buttons = texts.tabs.map(([id, label]) =>
    h('button', { class: 'tab', 'aria-pressed': String(id === 'diagram'), onclick: () => select(id) }, label),
  );
  element.append(...buttons);

  /** @param {string} tab */
  function select(tab) {
    document.body.dataset.tab = tab;
    buttons.forEach((button, i) => attribute(button, 'aria-pressed', String(texts.tabs[i][0] === tab)));
    dispatchEvent(new Event('resize'));
  }
  return { select };
}
