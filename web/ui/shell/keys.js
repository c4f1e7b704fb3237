// The keyboard: single keys for frequent actions, and a list of them. They can be switched off.

import { h } from '../../draw/dom.js';
import { texts } from '../../texts/index.js';
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
  const dialog = h(
    'dialog',
    { class: 'dialog', 'aria-label': texts.keys },
    h('h2', null, texts.keys),
    h('dl', null, ...texts.keyList.flatMap(([key, what]) => [h('dt', null, h('kbd', null, key)), h('dd', null, what)])),
    h('p', null, h('label', null, toggle, ' ', texts.keysOn)),
    licensesNote(),
    h('button', { class: 'button', onclick: () => dialog.close() }, texts.close),
  );
  document.body.append(dialog);
  const list = () => (dialog.open ? dialog.close() : dialog.showModal());

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
