// An open exercise, in the column where the controls are otherwise: text, questions, runs, one after the other, and the
// answer code at its end.
import { duration } from '../draw/format.js';
import { checkAnswer, isRight, valuesFrom } from '../exercise/check.js';
import { codeOf, NAME_MAX, TEXT_MAX } from '../exercise/code.js';
import { isActive } from '../runs.js';
import { figureText } from '../texts/exercises.js';
import { sentence, texts } from '../texts.js';
import { attribute, h, say, show } from './dom.js';
import { secondsFor } from './estimate.js';
import { prose } from './prose.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').OpenExercise} Open */
/** @typedef {import('../exercise/read.js').Question} Question */
/** @typedef {{index: number, element: HTMLElement, draw: (open: Open, state: State) => void}} Part index: of the item that it is, or comes after */

const words = texts.exercise;
const enough = 20; // letters of an explanation before another one is shown

/**
 * @param {HTMLElement} place
 * @param {HTMLElement} rail the page's controls, which are lent to whoever is to try something
 * @param {ReturnType<typeof import('./exercise-model.js').createExerciseModel>} model
 * @param {{view: (view: string) => void, leave: () => void, send: (() => {origin: string, send: (code: string) => void} | null)}} on
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
  /** @type {(open: Open) => void} */
  let drawEnd = () => {};
  /** @type {unknown} */
  let made = null;

  /** @param {string} text @param {string} format */
  function value(text, format) {
    const element = h('span', { class: 'strong' }, '…');
    figures.push({ element, text, format });
    return element;
  }

  const writer = { value, view: on.view };
  /** One line of Markdown. @param {any[]} tokens */
  const written = (tokens) => prose([{ type: 'text', tokens: tokens.flatMap(({ tokens: inner = [] }) => inner) }], writer);

  /** @param {Open} open @param {string} key @param {string} kind */
  const after = (open, key, kind) => {
    const tokens = open.it.said[key];
    return h('div', { class: kind, hidden: true }, ...(tokens ? prose(tokens, writer) : []));
  };

  /** @param {Open} open @param {Question} question @param {number} index @returns {Part} */
  function predict(open, question, index) {
    const { id, unit, within } = question;
    const field = h('input', { type: 'text', inputmode: 'decimal', class: 'number', id: `answer-${id}`, autocomplete: 'off' });
    const wrong = h('p', { class: 'error', role: 'alert', hidden: true });
    const lock = () => {
      const typed = field.value.trim().replace(',', '.').replace(/\s*%$/, '');
      const number = Number(typed);
      const bad = typed === '' || !Number.isFinite(number);
      show(wrong, bad);
      if (bad) field.focus();
      else model.answer(id, number);
    };
    field.addEventListener('keydown', (event) => event.key === 'Enter' && lock());
    say(wrong, words.wants);
    const form = h(
      'div',
      { class: 'answering' },
      h('label', { for: field.id, class: 'note' }, words.guess),
      h('span', { class: 'with-unit' }, field, unit && h('span', { class: 'quiet' }, unit)),
      h('button', { class: 'button', onclick: lock }, words.lock),
      h('span', { class: 'note' }, words.lockNote),
    );
    const guessed = h('p', { class: 'guessed' });
    const verdict = h('p', { class: 'verdict' });
    const then = after(open, `${id} after`, 'then');
    const element = h(
      'div',
      { class: 'question', 'data-question': id },
      h('p', { class: 'ask' }, ...written(open.it.said[`${id} ask`])),
      form,
      wrong,
      guessed,
      verdict,
      then,
    );
    return {
      index,
      element,
      draw({ progress: { answers }, it, numbers }) {
        const answer = answers[id];
        const locked = answer !== undefined;
        show(form, !locked);
        show(guessed, locked);
        const found = locked ? checkAnswer(it, id, answer, valuesFrom(numbers)) : null;
        const told = found?.value != null;
        show(verdict, locked);
        show(then, told);
        if (!locked || !found) return;
        guessed.replaceChildren(h('span', { class: 'diamond', 'aria-hidden': 'true' }), ` ${words.guessed(Number(answer), unit)}`);
        attribute(verdict, 'data-right', found.right === null ? null : String(found.right));
        if (found.value === null) return say(verdict, words.waits);
        const off = Math.abs(found.value - Number(answer));
        say(
          verdict,
          `${words.itIs(found.value, unit)} ${found.right ? words.near(within, unit) : off === Infinity ? '' : words.off(off, unit)}`,
        );
      },
    };
  }

  /** @param {Open} open @param {Question} question @param {number} index @returns {Part} */
  function choose(open, { id, ask, options }, index) {
    const boxes = options.map((_, i) => {
      const box = h('input', { type: 'radio', name: `answer-${id}`, value: i });
      return { box, element: h('label', { class: 'option-line' }, box, h('span', null, ...written(open.it.said[`${id} option ${i}`]))) };
    });
    const button = h('button', {
      class: 'button',
      onclick: () => {
        const chosen = boxes.findIndex(({ box }) => box.checked);
        if (chosen >= 0) model.answer(id, chosen);
      },
    });
    say(button, words.answerIt);
    const verdict = h('p', { class: 'verdict' });
    const thens = options.map((_, i) => after(open, `${id} after ${i}`, 'then'));
    const then = after(open, `${id} after`, 'then');
    const group = h('div', { class: 'options', role: 'radiogroup', 'aria-label': ask }, ...boxes.map(({ element }) => element));
    const element = h(
      'div',
      { class: 'question', 'data-question': id },
      h('p', { class: 'ask' }, ...written(open.it.said[`${id} ask`])),
      group,
      button,
      verdict,
      ...thens,
      then,
    );
    return {
      index,
      element,
      draw({ progress: { answers }, it, numbers }) {
        const answer = answers[id];
        const locked = answer !== undefined;
        show(button, !locked);
        show(verdict, locked);
        for (const [i, { box }] of boxes.entries()) {
          box.disabled = locked;
          if (locked) box.checked = i === answer;
        }
        const values = valuesFrom(numbers);
        const right = locked ? checkAnswer(it, id, answer, values).right : null;
        const solution = options.findIndex((option) => isRight(option, values));
        attribute(verdict, 'data-right', right === null ? null : String(right));
        if (locked)
          say(verdict, right === null ? words.waits : right ? words.right : solution < 0 ? '' : words.wrong(options[solution].text));
        for (const [i, one] of thens.entries()) show(one, locked && right !== null && i === answer && one.childElementCount > 0);
        show(then, locked && right !== null && then.childElementCount > 0);
      },
    };
  }

  /** @param {Open} open @param {Question} question @param {number} index @returns {Part} */
  function explain(open, { id, answer: solution }, index) {
    const field = h('textarea', { rows: 5, id: `answer-${id}`, maxlength: TEXT_MAX, spellcheck: 'true' });
    const wrong = h('p', { class: 'note', role: 'status' });
    const button = h('button', {
      class: 'button',
      onclick: () => {
        const left = enough - field.value.trim().length;
        say(wrong, left > 0 ? words.writeMore(left) : '');
        if (left <= 0) model.answer(id, field.value.trim());
        else field.focus();
      },
    });
    say(button, solution ? words.compare : words.answerIt);
    const own = h('blockquote', null);
    const compared = h('p', { class: 'note' }, words.compared);
    const then = after(open, `${id} answer`, 'then');
    const more = after(open, `${id} after`, 'then');
    const label = h('label', { class: 'ask', for: field.id }, ...written(open.it.said[`${id} ask`]));
    const element = h('div', { class: 'question', 'data-question': id }, label, field, button, wrong, own, compared, then, more);
    return {
      index,
      element,
      draw({ progress: { answers } }) {
        const answer = answers[id];
        const locked = answer !== undefined;
        for (const one of [field, button, wrong]) show(one, !locked);
        show(own, locked);
        say(own, locked ? String(answer) : '');
        for (const one of [compared, then]) show(one, locked && !!solution);
        show(more, locked && more.childElementCount > 0);
      },
    };
  }

  /** @param {Open} open @param {Question} question @param {number} index @returns {Part} */
  function attempt(open, { id, goal }, index) {
    const note = h('p', { class: 'verdict', role: 'status' });
    const button = h('button', { class: 'plain', onclick: () => model.answer(id, goal ? 0 : 1) }, goal ? words.giveUp : words.end);
    const then = after(open, `${id} after`, 'then');
    const locked = open.it.lock.map((kind) => (texts.kinds[kind] ?? kind).toLowerCase());
    const stays = h('p', { class: 'note' }, locked.length ? words.stays(locked.join(', ')) : '');
    const element = h(
      'div',
      { class: 'question', 'data-question': id },
      h('p', { class: 'ask' }, ...written(open.it.said[`${id} ask`])),
      note,
      button,
      stays,
      then,
    );
    return {
      index,
      element,
      draw({ progress: { answers, own }, done }) {
        const over = answers[id] !== undefined;
        show(button, !over);
        show(stays, !over && locked.length > 0);
        attribute(note, 'data-right', over ? String(answers[id] === 1) : null);
        say(
          note,
          answers[id] === 1
            ? goal
              ? words.reached
              : ''
            : over
              ? ''
              : own[id]
                ? goal
                  ? words.tried
                  : ''
                : done === index
                  ? words.tryHint
                  : '',
        );
        show(then, over && then.childElementCount > 0);
      },
    };
  }

  /** @param {Open} open @param {string} name @param {number} index @returns {Part} */
  function run(open, name, index) {
    const { label } = open.it.runs[name];
    const button = h('button', { class: 'button solid', onclick: () => model.run(name) });
    const note = h('span', { class: 'note', role: 'status' });
    const element = h('div', { class: 'running', 'data-run': name }, button, note);
    return {
      index,
      element,
      draw(now, { run, badge, describe }) {
        const reached = now.done >= index;
        const done = !!now.progress.runs[name];
        const mine = run?.spec === now.specs[name] ? run : null;
        const active = mine && isActive(mine);
        const check = now.checks[name];
        button.disabled = !reached || !!active || now.asking;
        attribute(button, 'class', done ? 'plain' : 'button solid');
        say(button, done ? words.look(label) : words.run(label));
        const epochs = check.run.epochs;
        const time = describe ? duration(secondsFor(check, badge?.threads ?? 1)) : '';
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
    const name = h('input', { type: 'text', id: 'answer-name', maxlength: NAME_MAX, autocomplete: 'name', value: open.progress.name });
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
      h('div', { class: 'row' }, copy, send, status),
      h('p', { class: 'note' }, words.codeNote),
    ];
    const body = h('div', { class: 'hand-in' }, ...fields);
    const early = h('details', { class: 'folded' }, h('summary', null, words.handIn));
    const title = h('h2', null, words.handIn);
    const element = h('section', { class: 'step ending' }, title, early);
    let wish = 0;
    /** @type {unknown} */
    let coded = null;
    drawEnd = (now) => {
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
      codeOf(now.id, now.it, now.progress).then((text) => {
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
      h('h1', { class: 'lead' }, it.title),
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
          const question = it.questions[block.id];
          part = { predict, choose, explain, try: attempt }[question.kind](open, question, index++);
        }
        parts.push(part);
        step.append(part.element);
      }
      parts.push({ index: 0, element: step, draw: ({ done }) => attribute(step, 'data-reached', String(done >= first || i === 0)) });
      return step;
    });
    slot = h('div', { class: 'try-slot' });
    ending = ends(open);
    const again = h('button', { class: 'plain note' }, words.again);
    const sure = h('span', { class: 'note', role: 'status' });
    again.addEventListener('click', () => {
      if (sure.textContent) model.again();
      say(sure, sure.textContent ? '' : words.sureAgain);
    });
    const foot = h('footer', { class: 'exercise-foot' }, it.paper && h('p', { class: 'note' }, words.follows(it.paper)), again, ' ', sure);
    place.replaceChildren(head, ...steps, slot, ending, foot);
  }

  /** The controls: with whoever tries, else where they were. @param {Open | null} open */
  function lend(open) {
    const lent = !!open && open.free;
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
      const shown = !!open && state.mode === 'bench';
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
        say(element, found === undefined ? '…' : figureText(found, format));
      }
      drawEnd(open);
    },
  };
}
