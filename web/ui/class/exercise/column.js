// An open exercise, in the column of the controls: text, questions and runs in sequence, and the answer code
// at the end.

import { attribute, h, say, show } from '../../../draw/dom.js';
import { valuesFrom } from '../../../model/exercise/check.js';
import { named } from '../../../model/named.js';
import { texts } from '../../../texts/index.js';
import { viewOf } from '../../../views/index.js';
import { prose } from '../../shell/text/prose.js';
import { createEnding } from './completion.js';
import { picturesFor } from './pictures.js';
import { createQuestions } from './questions.js';
import { runPart } from './running.js';

/** @typedef {import('../../../model/types.js').State} State */
/** @typedef {import('../../../model/types.js').OpenExercise} Open */
/** @typedef {import('./questions.js').Part} Part */
/** @typedef {import('../../shell/text/prose.js').Token} Token */

const words = texts.exercise;

/** Returns true for a question or a run, false for text. @param {HTMLElement} element */
const isItem = ({ dataset }) => !!dataset.question || !!dataset.run;

/**
 * @param {HTMLElement} place
 * @param {HTMLElement} rail the page's controls, which a question that allows experiments shows
 * @param {ReturnType<typeof import('./model.js').createExerciseModel>} model
 * @param {{view: (view: string) => void, leave: () => void} & import('./completion.js').Does} on
 */
export function createExercise(place, rail, model, on) {
  const railHome = document.createComment('rail');
  rail.before(railHome);
  attribute(place, 'aria-label', words.column);
  /** @type {{element: HTMLElement, text: string, format: string}[]} */
  let figures = [];
  /** @type {Part[]} */
  let parts = [];
  /** @type {HTMLElement} */
  let slot = h('div');
  /** @type {ReturnType<typeof createEnding> | null} */
  let ending = null;
  /** @type {unknown} */
  let made = null;
  let done = -1; // number of done items at the last draw
  /** Predictions whose truth was known at the last draw. @type {WeakSet<HTMLElement>} */
  const seen = new WeakSet();
  let afresh = false; // the focused button was removed, and the focus with it

  /** @param {string} text @param {string} format */
  function value(text, format) {
    const element = h('span', { class: 'strong' }, '…');
    figures.push({ element, text, format });
    return element;
  }

  const writer = { value, view: on.view, pictures: (/** @type {Token} */ token) => picturesFor(model, token) };
  const questions = createQuestions(model, writer);

  /** @param {Open} open */
  function build(open) {
    figures = [];
    parts = [];
    let index = 0;
    const { it } = open;
    const head = h(
      'header',
      { class: 'exercise-head' },
      h('button', { class: 'plain note leave', onclick: on.leave }, words.leave),
      h('h1', { class: 'lead', tabindex: '-1' }, it.title),
      it.learn && h('p', { class: 'sub' }, it.learn),
    );
    const steps = it.steps.map(({ title, blocks }, i) => {
      const step = h('section', { class: 'step' });
      const heading = title ? h('h2', null, title) : null;
      if (heading) step.append(heading);
      const first = index;
      for (const block of blocks) {
        /** @type {Part} */
        let part;
        if (block.kind === 'text') part = { index, element: h('div', { class: 'prose' }, ...prose(block.tokens, writer)), draw: () => {} };
        else if (block.kind === 'run') part = runPart(model, open, block.name, index++);
        else {
          const question = named(it.questions, block.id);
          part = questions(open, question, index++);
        }
        parts.push(part);
        step.append(part.element);
      }
      parts.push({ index: 0, element: step, draw: ({ done }) => attribute(step, 'data-reached', String(done >= first || i === 0)) });
      return step;
    });
    slot = h('div');
    ending = createEnding(model, open, on);
    const again = h('button', { class: 'plain note' }, words.again);
    const sure = h('span', { class: 'note', role: 'status' });
    again.addEventListener('click', () => {
      if (!sure.textContent) return say(sure, words.sureAgain);
      model.again();
      afresh = true;
    });
    const foot = h('footer', { class: 'exercise-foot' }, it.paper && h('p', { class: 'note' }, words.follows(it.paper)), again, ' ', sure);
    place.replaceChildren(head, ...steps, ending.element, slot, foot);
    place.scrollTop = 0;
    done = -1;
    scrollTo(0, 0); // for layouts without a scroll bar in the column
    if (afresh) place.querySelector('h1')?.focus();
    afresh = false;
  }

  /** Returns the first prediction whose truth is newly known; undefined: none. */
  function judged() {
    const known = parts.flatMap(({ element }) =>
      element.querySelector('.guessed ~ .verdict[data-right]') && isItem(element) ? [element] : [],
    );
    const first = known.find((element) => !seen.has(element));
    for (const element of known) seen.add(element);
    return first;
  }

  /**
   * Scrolls to new content: the feedback on an answer, or the prediction that a run has judged. A run
   * without a prediction leads to the part after it.
   * @param {Open} open
   */
  function follow(open) {
    const before = done;
    done = open.done;
    const predicted = judged();
    if (before < 0 || open.done <= before) return;
    const at = (/** @type {number} */ i) => parts.find(({ index, element }) => index === i && element.className !== 'step')?.element;
    const [last, next] = [parts.find(({ index, element }) => index === before && isItem(element))?.element, at(open.done)];
    const isQuestion = !!last?.dataset.question;
    const step = next?.closest('.step');
    const target = isQuestion ? last : (predicted ?? (step && step !== last?.closest('.step') ? step : next));
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    target?.scrollIntoView({ block: isQuestion ? 'nearest' : 'start', behavior: calm ? 'instant' : 'smooth' });
  }

  /** Moves the controls to the question that allows experiments, or back. @param {Open | null} open */
  function lend(open) {
    const lent = !!open?.free && Object.values(open.it.questions).some(({ kind }) => kind === 'try');
    if (lent && rail.parentElement !== slot) slot.append(rail);
    if (!lent && rail.previousSibling !== railHome) railHome.after(rail);
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (rail.querySelectorAll('[data-kind]'))) {
      const kind = part.dataset.kind ?? '';
      show(part, !open?.it.hide.includes(kind));
      part.inert = !!open && open.it.lock.includes(kind);
    }
  }

  return {
    /** @param {State} state */
    draw(state) {
      const { exercise: open } = state;
      const shown = !!open && state.mode === 'bench' && (state.view === 'workbench' || !!viewOf(state.view));
      show(place, shown);
      attribute(document.body, 'data-exercise', shown ? (open?.free ? 'free' : 'open') : null);
      attribute(document.body, 'data-hide', shown && open ? open.it.hide.join(' ') : null);
      if (open?.it !== made) {
        made = open?.it;
        if (open) build(open);
      }
      lend(shown ? open : null);
      if (!open) return;
      for (const part of parts) {
        if (part.element.className !== 'step') show(part.element, open.done >= part.index);
        part.draw(open, state);
      }
      const values = valuesFrom(open.numbers);
      for (const { element, text, format } of figures) {
        const found = values(text);
        say(element, found === undefined ? '…' : texts.exercise.figure(found, format));
      }
      ending?.draw(open, state.describe?.engine ?? '');
      if (shown) follow(open);
    },
  };
}
