// On a phone, one part of the page is shown at a time.

import { attribute, h, say } from '../../draw/dom.js';
import { nth } from '../../model/nth.js';
import { texts } from '../../texts/index.js';

/** @param {HTMLElement} element */
export function createTabs(element) {
  const tabs = texts.tabs.map(([id, label]) => ({
    id,
    label,
    button: h('button', { class: 'tab', 'aria-pressed': String(id === 'diagram'), onclick: () => select(id) }, label),
  }));
  const last = nth(tabs, tabs.length - 1);
  element.append(...tabs.map(({ button }) => button));

  /** @param {string} tab */
  function select(tab) {
    document.body.dataset.tab = tab;
    for (const { id, button } of tabs) attribute(button, 'aria-pressed', String(id === tab));
    dispatchEvent(new Event('resize'));
  }
  let open = false;
  return {
    select,
    /**
     * An open exercise replaces the settings' tab and is shown first.
     * @param {import('../../model/types.js').State} state
     */
    draw({ exercise }) {
      if (open === !!exercise) return;
      open = !!exercise;
      say(last.button, open ? texts.exercise.column : last.label);
      select(open ? 'settings' : 'diagram');
    },
  };
}
