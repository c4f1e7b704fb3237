// The keyboard: single keys for frequent actions, which can be switched off; and the help, which lists them.

import { h } from '../../draw/dom.js';
import { allTypeset, language, texts } from '../../texts/index.js';
import { licensesNote } from './licenses.js';

const stored = 'calib-keys';

/** @returns {boolean} */
function wanted() {
  try {
    return localStorage.getItem(stored) !== 'off';
  } catch {
    return true;
  }
}

/** @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof HTMLElement &&
  (target.matches('input:not([type=range]):not([type=checkbox]), textarea, select') || target.isContentEditable);

/** Returns true if the element handles the space bar itself. @param {EventTarget | null} target */
const takesSpace = (target) => target instanceof HTMLElement && target.matches('button, summary, input, a');

/**
 * Fetches the glossary, the notes on presenting and the documents' links, and adds them to the help.
 * @param {HTMLElement} place
 */
async function fillGlossary(place) {
  const module = await (language === 'de' ? import('../../texts/de/page/glossary.js') : import('../../texts/en/glossary.js'));
  const { title, terms, present, presentNote, documents, pages } = allTypeset(module.glossary);
  const list = terms.flatMap(([term, meaning]) => [h('dt', { class: 'strong' }, term), h('dd', null, meaning)]);
  const links = pages.map(([name, label]) =>
    h('li', null, h('a', { href: `documents/${name}.html`, target: '_blank', hreflang: 'en' }, label)),
  );
  place.replaceChildren(
    ...[h('h2', null, documents), h('ul', { class: 'documents' }, ...links)],
    ...[h('h2', null, present), h('p', null, presentNote), h('h2', null, title), h('dl', null, ...list)],
  );
}

/** @param {Record<string, () => void>} actions by key; ' ' is the space bar */
export function createKeys(actions) {
  let on = wanted();
  const toggle = h('input', {
    type: 'checkbox',
    checked: on,
    onchange: () => {
      on = toggle.checked;
      try {
        localStorage.setItem(stored, on ? 'on' : 'off');
      } catch {
        // storage is closed to this page: the choice lasts until it is closed
      }
    },
  });
  const glossary = h('div', { class: 'glossary' });
  const dialog = h(
    'dialog',
    { class: 'dialog help', 'aria-label': texts.help },
    h('h2', null, texts.keys),
    h('dl', null, ...texts.keyList.flatMap(([key, what]) => [h('dt', null, h('kbd', null, key)), h('dd', null, what)])),
    h('p', null, h('label', null, toggle, ' ', texts.keysOn)),
    glossary,
    licensesNote(),
    h('button', { class: 'button', onclick: () => dialog.close() }, texts.close),
  );
  document.body.append(dialog);
  function list() {
    if (dialog.open) return dialog.close();
    dialog.showModal();
    if (!glossary.firstChild) fillGlossary(glossary).catch(() => {}); // no network: the next opening tries again
  }

  // A text field has its native undo.
  const isText = (/** @type {EventTarget | null} */ target) =>
    target instanceof HTMLElement && target.matches('input:not([type=range]):not([type=checkbox]), textarea');
  window.addEventListener('keydown', (event) => {
    const z = event.key.toLowerCase() === 'z' || event.key.toLowerCase() === 'y';
    if (z && (event.ctrlKey || event.metaKey) && !event.altKey && !event.defaultPrevented && !isText(event.target) && !dialog.open) {
      event.preventDefault();
      return actions[event.shiftKey || event.key.toLowerCase() === 'y' ? 'redo' : 'undo']?.();
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === 'Escape') return actions.Escape?.();
    if (!on || dialog.open || (event.key === ' ' && takesSpace(event.target))) return;
    const action = event.key === '?' ? list : actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  return { list };
}
