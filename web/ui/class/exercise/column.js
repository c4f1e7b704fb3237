// An open exercise, in the column of the controls: text, questions and runs in sequence, and the answer code
// at the end.

import { attribute, h, say, show } from '../../../draw/dom.js';
import { estimate, timeOf } from '../../../model/estimate.js';
import { valuesFrom } from '../../../model/exercise/check.js';
import { codeOf, NAME_MAX } from '../../../model/exercise/code.js';
import { named } from '../../../model/named.js';
import { isActive } from '../../../model/runs.js';
import { sentence, texts } from '../../../texts/index.js';
import { viewOf } from '../../../views/index.js';
import { prose } from '../../shell/prose.js';
import { picturesFor } from './pictures.js';
import { createQuestions } from './questions.js';

/** @typedef {import('../../../model/types.js').State} State */
/** @typedef {import('../../../model/types.js').OpenExercise} Open */
/** @typedef {import('./questions.js').Part} Part */
/** @typedef {import('../../shell/prose.js').Token} Token */

const words = texts.exercise;

/** Returns true for a question or a run, false for text. @param {HTMLElement} element */
const isItem = ({ dataset }) => !!dataset.question || !!dataset.run;

/**
 * @param {HTMLElement} place
 * @param {HTMLElement} rail the page's controls, which a question that allows experiments shows
 * @param {ReturnType<typeof import('./model.js').createExerciseModel>} model
 * @param {{view: (view: string) => void, leave: () => void, send: (() => {origin: string,
 *   send: (code: string) => void} | null), newStudent: () => Promise<void>}} on
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
  /** @type {HTMLElement} */
  let ending = h('div');
  /** @type {(open: Open, engine: string) => void} */
  let drawEnd = () => {};
  /** @type {unknown} */
  let made = null;
  let done = -1; // number of done items at the last draw
  let afresh = false; // the focused button was removed, and the focus with it

  /** @param {string} text @param {string} format */
  function value(text, format) {
    const element = h('span', { class: 'strong' }, '…');
    figures.push({ element, text, format });
    return element;
  }

  const writer = { value, view: on.view, pictures: (/** @type {Token} */ token) => picturesFor(model, token) };
  const questions = createQuestions(model, writer);

  /** @param {Open} open @param {string} name @param {number} index @returns {Part} */
  function run(open, name, index) {
    const { label } = named(open.it.runs, name);
    const button = h('button', { class: 'button solid', disabled: true, onclick: () => model.run(name) });
    const note = h('span', { class: 'note', role: 'status' });
    const element = h('div', { class: 'running', 'data-run': name }, button, note);
    return {
      index,
      element,
      draw(now, { run, badge, describe }) {
        const reached = now.may.includes(named(now.specs, name));
        const done = !!now.progress.runs[name];
        const mine = run?.spec === now.specs[name] ? run : null;
        const active = mine && isActive(mine);
        const check = named(now.checks, name);
        button.disabled = !reached || !!active || now.asking;
        attribute(button, 'class', done ? 'plain' : 'button solid');
        say(button, done ? words.look(label) : words.run(label));
        const epochs = check.run.epochs;
        const time = describe ? timeOf(estimate(check, badge?.threads ?? 1)) : '';
        const error = now.done === index && now.error ? sentence(now.error) : '';
        if (done) say(note, `✓ ${words.runDone('', epochs).replace(/^: /, '')}`);
        else if (error) say(note, error);
        else if (now.asking && now.started === name) say(note, words.measuring);
        else if (active) say(note, words.running(Math.min(epochs, mine.history.length + 1), epochs));
        else say(note, reached ? words.about(time) : words.lockFirst);
      },
    };
  }

  /** @param {Open} open */
  function ends(open) {
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
    name.addEventListener('change', () => model.name(name.value.trim().slice(0, NAME_MAX)));
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
    const fields = [
      h('label', { for: name.id, class: 'note' }, words.name),
      name,
      code,
      h('div', { class: 'row' }, copy, send, large, status),
      h('p', { class: 'note' }, words.codeNote),
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
    drawEnd = (now, engine) => {
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
      const mine = ++wish;
      codeOf(now.id, now.it, now.progress, engine).then((text) => {
        if (mine === wish) code.value = text;
      });
    };
    return element;
  }

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
        else if (block.kind === 'run') part = run(open, block.name, index++);
        else {
          const question = named(it.questions, block.id);
          part = questions[question.kind](open, question, index++);
        }
        parts.push(part);
        step.append(part.element);
      }
      parts.push({ index: 0, element: step, draw: ({ done }) => attribute(step, 'data-reached', String(done >= first || i === 0)) });
      return step;
    });
    slot = h('div');
    ending = ends(open);
    const again = h('button', { class: 'plain note' }, words.again);
    const sure = h('span', { class: 'note', role: 'status' });
    again.addEventListener('click', () => {
      if (!sure.textContent) return say(sure, words.sureAgain);
      model.again();
      afresh = true;
    });
    const foot = h('footer', { class: 'exercise-foot' }, it.paper && h('p', { class: 'note' }, words.follows(it.paper)), again, ' ', sure);
    place.replaceChildren(head, ...steps, ending, slot, foot);
    place.scrollTop = 0;
    done = -1;
    scrollTo(0, 0); // for layouts without a scroll bar in the column
    if (afresh) place.querySelector('h1')?.focus();
    afresh = false;
  }

  /** Scrolls to new content: the feedback on an answer, or the part after a run. @param {Open} open */
  function follow(open) {
    const before = done;
    done = open.done;
    if (before < 0 || open.done <= before) return;
    const at = (/** @type {number} */ i) => parts.find(({ index, element }) => index === i && element.className !== 'step')?.element;
    const [last, next] = [parts.find(({ index, element }) => index === before && isItem(element))?.element, at(open.done)];
    const isQuestion = !!last?.dataset.question;
    const step = next?.closest('.step');
    const target = isQuestion ? last : step && step !== last?.closest('.step') ? step : next;
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
      drawEnd(open, state.describe?.engine ?? '');
      if (shown) follow(open);
    },
  };
}
