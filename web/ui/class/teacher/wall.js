// The wall of a class: chooses a question and projects it. Each guess that is scanned, typed or pasted
// appears there at once; a guess at another question is refused.
import { sentence as messageOf } from '../../../core/formats/error.js';
import { h } from '../../../draw/dom.js';
import { valuesFrom } from '../../../model/exercise/check.js';
import { combined, guessesIn, readGuess } from '../../../model/exercise/guess.js';
import { tallyOf } from '../../../model/exercise/tally.js';
import { named } from '../../../model/named.js';
import { sentence, texts } from '../../../texts/index.js';
import { prose } from '../../shell/text/prose.js';
import { projectQuestion } from './project.js';
import { writerOf } from './summary.js';

/** @typedef {import('./model.js').State} State */
/** @typedef {import('../../../model/exercise/read.js').Exercise} Exercise */

const words = texts.teacher;

/**
 * The answers to an exercise, a record per student, with the predictions handed in alone.
 * @param {Pick<State, 'rows' | 'guesses'>} state
 * @param {Exercise} it
 */
export function recordsOf({ rows, guesses }, { hash, questions }) {
  const submitted = rows.flatMap((row) => (row.submitted?.hash === hash ? [row.submitted] : []));
  const alone = guesses.filter((guess) => hash.startsWith(guess.hash));
  return combined(Object.keys(questions), submitted, alone);
}

/**
 * The reason why a code does not belong to a question; empty: it does, or is not a guess.
 * @param {string} text
 * @param {Exercise} it
 * @param {string} id
 */
function refusalOf(text, it, id) {
  for (const code of guessesIn(text)) {
    try {
      const { hash, question } = readGuess(code);
      if (!it.hash.startsWith(hash)) return words.scanning.otherExercise;
      if (Object.keys(it.questions)[question - 1] !== id) return words.scanning.otherQuestion(question);
    } catch (wrong) {
      return sentence(messageOf(wrong));
    }
  }
  return '';
}

/**
 * @param {() => State} get
 * @param {{describe: import('../../../engine.d.ts').Describe, folder: () => Promise<{it: Exercise}[]>,
 *   take: (text: string) => string}} does take: adds a scanned or typed code, and returns feedback
 */
export function createWall(get, does) {
  /** @type {ReturnType<typeof projectQuestion> | null} */
  let shown = null;
  /** @type {{it: Exercise, id: string}[]} */
  let questions = [];
  const list = h('select', { class: 'pick', 'aria-label': words.wall.which });
  const go = h(
    'button',
    {
      class: 'button',
      'data-do': 'wall',
      onclick: () => {
        const chosen = questions[list.selectedIndex];
        if (chosen) project(chosen.it, chosen.id);
      },
    },
    words.wall.go,
  );
  const element = h('p', { class: 'row', hidden: true }, h('span', { class: 'note' }, words.wall.note), list, go);

  /** @param {Exercise} it @param {string} id of the question */
  function project(it, id) {
    const question = named(it.questions, id);
    const tally = () => {
      const state = get();
      const answers = recordsOf(state, it).flatMap((record) => record[id] ?? []);
      const found = tallyOf(question, answers, valuesFrom(state.known[it.hash]?.numbers ?? {}));
      if (found.kind !== 'predict') throw new Error(`${id} is not a prediction`);
      return found;
    };
    shown = projectQuestion(question, prose(it.tokens[`${id} ask`] ?? [], writerOf(it, does.describe)), tally, {
      take: (text) => refusalOf(text, it, id) || does.take(text),
      closed() {
        shown = null;
        /** @type {HTMLElement | null} */
        const button = document.querySelector(`.tally[data-question="${id}"] [data-do="project"]`);
        if (document.activeElement === document.body) (button ?? go).focus(); // its button was drawn again
      },
    });
  }

  /** Lists the predictions of all exercises. */
  async function fill() {
    const all = await does.folder().catch(() => []);
    const groups = all.map(({ it }) => {
      const predictions = Object.values(it.questions).filter(({ kind }) => kind === 'predict');
      questions = [...questions, ...predictions.map(({ id }) => ({ it, id }))];
      const number = (/** @type {string} */ id) => Object.keys(it.questions).indexOf(id) + 1;
      return predictions.length
        ? h(
            'optgroup',
            { label: it.title },
            ...predictions.map(({ id, ask }) => h('option', null, words.wall.question(number(id), ask.replace(/[$*`]/g, '')))),
          )
        : null;
    });
    list.replaceChildren(...groups.filter((group) => group !== null));
    element.hidden = !questions.length;
  }

  return { element, project, fill, draw: () => shown?.draw() };
}
