// The codes of a student's locked-in predictions, and each as a large QR code for the teacher's camera.
import { h, say, show } from '../../../draw/dom.js';
import { guessCode } from '../../../model/exercise/guess.js';
import { texts } from '../../../texts/index.js';

/** @typedef {import('../../../model/types.js').OpenExercise} Open */

const words = texts.exercise;

/**
 * Returns the code of a locked-in prediction; empty: none, or locked in by an older page.
 * @param {Pick<Open, 'it' | 'progress'>} open
 * @param {string} id of the question
 */
function codeOf({ it, progress: { answers, mark } }, id) {
  const answer = answers[id];
  return mark && answer !== undefined ? guessCode(it, id, Number(answer), mark) : '';
}

/** A button that shows a prediction's QR code. @param {string} id of the question */
export function guessButton(id) {
  /** @type {Open | null} */
  let open = null;
  async function showGuess() {
    const { showCode } = await import('../../shell/qr.js');
    if (open) showCode(codeOf(open, id));
  }
  const attributes = { class: 'plain', 'data-do': 'guess-code', title: words.guessCodeNote, onclick: () => void showGuess() };
  const element = h('button', attributes, words.guessCode);
  return {
    element,
    /** @param {Open} now */
    draw(now) {
      open = now;
      show(element, !!now.progress.mark && now.progress.answers[id] !== undefined);
    },
  };
}

/** The codes of all locked-in predictions as text, next to the answer code. @param {Open} open */
export function guessCodes({ it }) {
  const rows = Object.values(it.questions)
    .filter(({ kind }) => kind === 'predict')
    .map(({ id }) => {
      const text = h('code');
      const button = guessButton(id);
      return { id, text, button, element: h('p', { class: 'row', hidden: true }, text, button.element) };
    });
  const element = h(
    'div',
    { class: 'guess-codes', hidden: true },
    h('p', { class: 'note' }, words.guessCodes),
    ...rows.map((row) => row.element),
  );
  return {
    element,
    /** Draws after a change of the answers. @param {Open} open */
    draw(open) {
      for (const { id, text, button, element: row } of rows) {
        say(text, codeOf(open, id));
        show(row, text.textContent !== '');
        button.draw(open);
      }
      show(
        element,
        rows.some(({ element: row }) => !row.hidden),
      );
    },
  };
}
