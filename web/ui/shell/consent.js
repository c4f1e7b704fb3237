// The question about kept files that nobody picked in this tab, with their names, sizes and dates.

import { sentence as messageOf } from '../../core/formats/error.js';
import { h, say } from '../../draw/dom.js';
import { sentence, texts } from '../../texts/index.js';

const words = texts.data.consent;

/**
 * @param {import('../../core/types.js').MissingFile[]} files
 * @returns {string[]} a line for each kept file
 */
export const keptLines = (files) => files.flatMap(({ name, kept }) => (kept ? [words.file(name, kept.size, kept.at)] : []));

/**
 * @param {import('../../core/types.js').MissingFile[]} files kept ones
 * @param {{use: () => Promise<unknown>, choose: () => Promise<boolean>, forget: () => Promise<unknown>}} does
 *   choose: false if the user chose no file
 * @returns {Promise<boolean>} false: the question was closed without an answer
 */
export function askKept(files, does) {
  const n = files.length;
  const status = h('p', { class: 'error', role: 'alert' });

  /**
   * @param {string} label
   * @param {string} id
   * @param {() => Promise<unknown>} act closes the question unless it returns false
   */
  function answer(label, id, act) {
    const press = async () => {
      say(status, '');
      for (const button of buttons) button.disabled = true;
      try {
        if ((await act()) !== false) dialog.close('answered');
      } catch (wrong) {
        say(status, sentence(messageOf(wrong)));
      } finally {
        for (const button of buttons) button.disabled = false;
      }
    };
    return h('button', { class: id === 'use' ? 'button solid' : 'button', 'data-do': id, onclick: press }, label);
  }

  const buttons = [
    answer(words.use(n), 'use', does.use),
    answer(words.choose(n), 'choose', does.choose),
    answer(words.forget(n), 'forget', does.forget),
  ];
  // Enter pressed twice on Run must not agree, so Cancel has the focus.
  const cancel = h('button', { class: 'button', 'data-do': 'cancel', autofocus: true, onclick: () => dialog.close() }, words.cancel);
  const dialog = h(
    'dialog',
    { class: 'dialog consent', 'aria-label': words.title(n) },
    h('h2', null, words.title(n)),
    h('ul', null, ...keptLines(files).map((line) => h('li', null, line))),
    h('p', null, words.why(n)),
    h('p', { class: 'note' }, words.note),
    status,
    h('div', { class: 'row' }, ...buttons, cancel),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'answered');
    });
  });
}
