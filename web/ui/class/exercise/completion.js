// The end of an exercise: the student's name and the answer code, to copy, send or show.
import { attribute, h, say, show } from '../../../draw/dom.js';
import { codeOf, NAME_MAX } from '../../../model/exercise/code.js';
import { texts } from '../../../texts/index.js';
import { guessCodes } from './guess-code.js';

/** @typedef {import('../../../model/types.js').OpenExercise} Open */
/** @typedef {ReturnType<typeof import('./model.js').createExerciseModel>} Model */
/**
 * send: to the page that embeds this one, if any.
 * @typedef {{send: (() => {origin: string, send: (code: string) => void} | null),
 *   newStudent: () => Promise<void>}} Does
 */

const words = texts.exercise;

/**
 * Buttons that hand the answer code in.
 * @param {HTMLTextAreaElement} code
 * @param {HTMLElement} status
 * @param {Does} on
 */
function buttonsOf(code, status, on) {
  const copy = h('button', {
    class: 'button solid',
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(code.value);
      } catch {
        code.select();
        document.execCommand('copy');
      }
      say(status, words.copied);
    },
  });
  say(copy, words.copy);
  const large = h(
    'button',
    {
      class: 'button',
      'data-do': 'code',
      onclick: async () => {
        const { showCode } = await import('../../shell/qr.js');
        try {
          showCode(code.value);
        } catch {
          say(status, words.tooLong);
        }
      },
    },
    texts.sharing.qr,
  );
  const send = h('button', {
    class: 'button solid',
    hidden: true,
    onclick: () => {
      on.send()?.send(code.value);
      say(status, words.sent);
    },
  });
  return { copy, large, send };
}

/**
 * @param {Model} model
 * @param {Open} open
 * @param {Does} on
 */
export function createEnding(model, open, on) {
  const name = h('input', {
    class: 'text-field',
    type: 'text',
    id: 'answer-name',
    maxlength: NAME_MAX,
    autocomplete: 'name',
    value: open.progress.name,
  });
  const code = h('textarea', {
    class: 'layers',
    readonly: true,
    rows: 3,
    id: 'answer-code',
    'aria-label': words.code,
    onfocus: () => code.select(),
  });
  const status = h('span', { class: 'note', role: 'status' });
  name.addEventListener('input', () => model.name(name.value.trim().slice(0, NAME_MAX)));
  const { copy, large, send } = buttonsOf(code, status, on);
  const guesses = guessCodes(open);
  const fields = [
    h('label', { for: name.id, class: 'note' }, words.name),
    name,
    code,
    h('div', { class: 'row' }, copy, send, large, status),
    h('p', { class: 'note' }, words.codeNote),
    guesses.element,
    h(
      'p',
      { class: 'row' },
      h('button', { class: 'button', 'data-do': 'student', onclick: () => void on.newStudent() }, texts.student.button),
      h('span', { class: 'note' }, texts.student.note),
    ),
  ];
  const body = h('div', { class: 'hand-in' }, ...fields);
  const early = h('details', { class: 'folded' }, h('summary', null, words.handIn));
  const title = h('h2', null, words.handIn);
  const element = h('section', { class: 'step ending' }, title, early);
  let wish = 0;
  /** @type {unknown} */
  let coded = null;
  /** @param {Open} now @param {string} engine its version */
  function draw(now, engine) {
    const over = now.done === now.items;
    show(title, over);
    show(early, !over);
    if (over ? body.parentElement !== element : body.parentElement !== early) (over ? element : early).append(body);
    const to = on.send();
    show(send, !!to);
    if (to) say(send, words.send(to.origin));
    if (document.activeElement !== name && name.value !== now.progress.name) name.value = now.progress.name;
    attribute(code, 'data-whole', String(over));
    if (now.progress === coded) return;
    coded = now.progress;
    guesses.draw(now);
    const mine = ++wish;
    codeOf(now.id, now.it, now.progress, engine).then((text) => {
      if (mine === wish) code.value = text;
    });
  }
  return { element, draw };
}
