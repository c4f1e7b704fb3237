// Asks before a student's work is deleted, and lists it.

import { sentence as messageOf } from '../../core/formats/error.js';
import { h, say } from '../../draw/dom.js';
import { sentence, texts } from '../../texts/index.js';

const words = texts.student;

/** @typedef {ReturnType<typeof import('../../core/storage/student.js').countLeft>} Left */

/** @param {Left} left @param {number} runs @param {{name: string}[]} files @returns {string[]} */
export function leftLines({ names, answers, exercises, ratings, draft }, runs, files) {
  return [
    names.length ? words.names(names) : '',
    exercises ? words.answers(answers, exercises) : '',
    ratings ? words.ratings(ratings) : '',
    draft ? words.draft : '',
    runs ? words.runs(runs) : '',
    files.length ? words.files([...new Set(files.map(({ name }) => name))]) : '',
  ].filter(Boolean);
}

/**
 * @param {Left} left
 * @param {number} runs
 * @param {{name: string}[]} files kept data files
 * @param {() => Promise<void>} clear deletes everything
 */
export function askNewStudent(left, runs, files, clear) {
  const lines = leftLines(left, runs, files);
  const status = h('p', { class: 'error', role: 'alert' });
  const go = h('button', {
    class: 'button solid',
    'data-do': 'clear',
    onclick: async () => {
      go.disabled = true;
      try {
        await clear();
      } catch (wrong) {
        go.disabled = false;
        say(status, `${words.failed} ${sentence(messageOf(wrong))}`);
      }
    },
  });
  say(go, lines.length ? words.go : words.goEmpty);
  const dialog = h(
    'dialog',
    { class: 'dialog student', 'aria-label': words.button },
    h('h2', null, words.button),
    h('p', null, lines.length ? words.deletes : words.nothing),
    h('ul', null, ...lines.map((line) => h('li', null, line))),
    h('p', { class: 'note' }, words.tabs),
    status,
    h('div', { class: 'row' }, go, h('button', { class: 'button', autofocus: true, onclick: () => dialog.close() }, words.cancel)),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
