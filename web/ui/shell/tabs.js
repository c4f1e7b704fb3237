// On a phone one part of the page is shown at a time.

import { attribute, h, say } from '../../draw/dom.js';
import { texts } from '../../texts/index.js';

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
  let open = false;
  return {
    select,
    /** An open exercise stands where the settings are, and is what one came for. @param {import('../../model/types.js').State} state */
    draw({ exercise }) {
      if (open === !!exercise) return;
      open = !!exercise;
      say(buttons[buttons.length - 1], open ? texts.exercise.column : texts.tabs[texts.tabs.length - 1][1]);
      select(open ? 'settings' : 'diagram');
    },
  };
}
