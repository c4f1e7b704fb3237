// The four kinds of question of an exercise, before and after their answer.

import { attribute, h, say, show } from '../../../draw/dom.js';
import { checkAnswer, valuesFrom } from '../../../model/exercise/check.js';
import { TEXT_MAX } from '../../../model/exercise/code.js';
import { isRight } from '../../../model/exercise/kinds.js';
import { nth } from '../../../model/nth.js';
import { isActive } from '../../../model/runs/list.js';
import { settingsOf } from '../../../model/settings.js';
import { texts } from '../../../texts/index.js';
import { prose } from '../../shell/text/prose.js';
import { guessButton } from './guess-code.js';

/** @typedef {import('../../../model/types.js').OpenExercise} Open */
/** @typedef {import('../../../model/exercise/read.js').Question} Question */
/** @typedef {import('../../../model/types.js').State} State */
/**
 * A part of the exercise; index: of the item itself, or of the item before it.
 * @typedef {{index: number, element: HTMLElement, draw: (open: Open,
 *   state: State) => void}} Part
 */

const words = texts.exercise;
const enough = 20; // letters of an explanation before the solution is shown

/**
 * A question's part, which draws its answer; undefined: not yet answered.
 * @param {number} index
 * @param {string} id
 * @param {HTMLElement} element
 * @param {(answer: number | string | undefined, open: Open, state: State) => void} draw
 * @returns {Part}
 */
const partOf = (index, id, element, draw) => ({ index, element, draw: (open, state) => draw(open.progress.answers[id], open, state) });

/**
 * Makes the texts of questions.
 * @param {import('../../shell/text/prose.js').Prose} writer
 */
function textsOf(writer) {
  /** Renders one line of Markdown. @param {import('../../../model/exercise/markdown.js').Token[]} [tokens] */
  const written = (tokens = []) => prose([{ type: 'text', tokens: tokens.flatMap(({ tokens: inner = [] }) => inner) }], writer);

  /** @param {Open} open @param {string} key @param {string} kind */
  const after = (open, key, kind) => {
    const tokens = open.it.tokens[key];
    return h('div', { class: kind, hidden: true }, ...(tokens ? prose(tokens, writer) : []));
  };

  /**
   * A question's text, with its parts below it.
   * @param {Open} open
   * @param {string} id
   * @param {HTMLElement[]} parts
   */
  const questionOf = (open, id, ...parts) =>
    h('div', { class: 'question', 'data-question': id }, h('p', { class: 'asked' }, ...written(open.it.tokens[`${id} ask`])), ...parts);

  return { written, after, questionOf };
}

/**
 * @typedef {object} Model actions of the exercise (model.js)
 * @property {(id: string, answer: number | string) => void} answer
 * @property {() => void} experiment trains the settings of the controls
 * @property {(id: string) => boolean} isOwn true for a run of the current question
 */
/**
 * Makes the part of a question.
 * @typedef {(means: {model: Model} & ReturnType<typeof textsOf>, open: Open, question: Question,
 *   index: number) => Part} Maker
 */

/** @type {Maker} */
const predict = ({ model, after, questionOf }, open, question, index) => {
  const { id, unit, within } = question;
  const field = h('input', {
    type: 'text',
    inputmode: 'decimal',
    class: 'text-field number',
    id: `answer-${id}`,
    maxlength: 24,
    autocomplete: 'off',
  });
  const wrong = h('p', { class: 'error', role: 'alert', hidden: true });
  const lock = () => {
    const typed = field.value.trim().replace(',', '.').replace(/%$/, '').trimEnd();
    const number = Number(typed);
    const bad = typed === '' || !Number.isFinite(number);
    show(wrong, bad);
    if (bad) field.focus();
    else model.answer(id, number);
  };
  field.addEventListener('keydown', (event) => event.key === 'Enter' && lock());
  say(wrong, words.notANumber);
  const form = h(
    'div',
    { class: 'answering' },
    h('label', { for: field.id, class: 'note' }, words.guess),
    h('span', { class: 'with-unit' }, field, unit && h('span', { class: 'quiet' }, words.unit(unit))),
    h('button', { class: 'button', onclick: lock }, words.lock),
    h('span', { class: 'note' }, words.lockNote),
  );
  const guess = h('span');
  const code = guessButton(id);
  const guessed = h('p', { class: 'guessed' }, h('span', { class: 'diamond', 'aria-hidden': 'true' }), guess, code.element);
  const verdict = h('p', { class: 'verdict' });
  const low = after(open, `${id} low`, 'then');
  const high = after(open, `${id} high`, 'then');
  const then = after(open, `${id} after`, 'then');
  const element = questionOf(open, id, form, wrong, guessed, verdict, low, high, then);
  return partOf(index, id, element, (answer, now) => {
    const { it, numbers } = now;
    const locked = answer !== undefined;
    show(form, !locked);
    show(guessed, locked);
    const found = locked ? checkAnswer(it, id, answer, valuesFrom(numbers)) : null;
    const isKnown = found?.value != null;
    show(verdict, locked);
    const off = found?.value != null && !found.right ? Math.sign(Number(answer) - found.value) : 0;
    show(low, off < 0 && low.childElementCount > 0);
    show(high, off > 0 && high.childElementCount > 0);
    show(then, isKnown && then.childElementCount > 0);
    if (!locked || !found) return;
    say(guess, ` ${words.guessed(Number(answer), unit)} `);
    code.draw(now);
    attribute(verdict, 'data-right', found.right === null ? null : String(found.right));
    if (found.value === null) return say(verdict, words.waits);
    const by = Math.abs(found.value - Number(answer));
    say(verdict, `${words.itIs(found.value, unit)} ${found.right ? words.near(within, unit) : by === Infinity ? '' : words.off(by, unit)}`);
  });
};

/** @type {Maker} */
const choose = ({ model, written, after, questionOf }, open, { id, ask, options }, index) => {
  const boxes = options.map((_, i) => {
    const box = h('input', { type: 'radio', name: `answer-${id}`, value: i });
    const mine = h('span', { class: 'note', hidden: true }, ` ${words.yourAnswer}`);
    const label = h('label', { class: 'option-line' }, box, h('span', null, ...written(open.it.tokens[`${id} option ${i}`]), mine));
    const then = after(open, `${id} after ${i}`, 'then');
    return { box, mine, then, element: h('div', { class: 'option' }, label, then) };
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
  const then = after(open, `${id} after`, 'then');
  const group = h('div', { class: 'options', role: 'radiogroup', 'aria-label': ask }, ...boxes.map(({ element }) => element));
  const element = questionOf(open, id, group, button, verdict, then);
  return partOf(index, id, element, (answer, { it, numbers }) => {
    const locked = answer !== undefined;
    show(button, !locked);
    show(verdict, locked);
    const values = valuesFrom(numbers);
    // If a run is pending, all options wait, even wrong ones: the others' feedback would reveal the run.
    const waits = options.some((option) => isRight(option, values) === null);
    const right = locked && !waits ? checkAnswer(it, id, answer, values).right : null;
    for (const [i, one] of boxes.entries()) {
      one.box.disabled = locked;
      if (locked) one.box.checked = i === answer;
      show(one.mine, locked && i === answer);
      attribute(one.element, 'data-right', right === null ? null : String(isRight(nth(options, i), values)));
      // for all options, since their feedback is instructive, too
      show(one.then, right !== null && one.then.childElementCount > 0);
    }
    const solution = options.findIndex((option) => isRight(option, values));
    attribute(verdict, 'data-right', right === null ? null : String(right));
    if (locked)
      say(verdict, right === null ? words.waits : right ? words.right : solution < 0 ? '' : words.wrong(nth(options, solution).text));
    show(then, locked && right !== null && then.childElementCount > 0);
  });
};

/** @type {Maker} */
const explain = ({ model, written, after }, open, { id, answer: solution }, index) => {
  const field = h('textarea', { class: 'text-field', rows: 5, id: `answer-${id}`, maxlength: TEXT_MAX, spellcheck: 'true' });
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
  const label = h('label', { class: 'asked', for: field.id }, ...written(open.it.tokens[`${id} ask`]));
  const element = h('div', { class: 'question', 'data-question': id }, label, field, button, wrong, own, compared, then, more);
  return partOf(index, id, element, (answer) => {
    const locked = answer !== undefined;
    for (const one of [field, button, wrong]) show(one, !locked);
    show(own, locked);
    say(own, locked ? String(answer) : '');
    for (const one of [compared, then]) show(one, locked && !!solution);
    show(more, locked && more.childElementCount > 0);
  });
};

/**
 * The student's own runs, by the settings that differ from the exercise's first run, with their ECE.
 * @param {Open} open
 * @param {Pick<State, 'runs' | 'describe'>} state
 * @param {Model['isOwn']} isOwn
 */
function attemptsOf({ specs, checks }, { runs, describe }, isOwn) {
  const [first] = Object.values(checks);
  const given = new Set(Object.values(specs));
  const own = first ? runs.filter(({ id, spec, report }) => report && isOwn(id) && !given.has(spec)) : [];
  return own.map((run) =>
    words.attempt(settingsOf(describe, run, /** @type {typeof first & {}} */ (first)), run.report?.metrics.ece?.value ?? NaN),
  );
}

/** @type {Maker} */
const attempt = ({ model, after, questionOf }, open, { id, goal }, index) => {
  const note = h('p', { class: 'verdict', role: 'status' });
  const button = h('button', { class: 'plain', onclick: () => model.answer(id, goal ? 0 : 1) }, goal ? words.giveUp : words.end);
  const run = h('button', { class: 'button solid', onclick: () => model.experiment() }, words.runOwn);
  const log = h('ol', { class: 'attempts note', 'aria-label': words.attempts });
  const then = after(open, `${id} after`, 'then');
  const locked = open.it.lock.map((kind) => texts.within(texts.kinds[kind] ?? kind));
  const stays = h('p', { class: 'note' }, locked.length ? words.stays(locked.join(', ')) : '');
  const element = questionOf(open, id, note, h('div', { class: 'row' }, run, button), stays, log, then);
  return partOf(index, id, element, (answer, now, state) => {
    const { progress, done } = now;
    const { own } = progress;
    const over = answer !== undefined;
    const tried = done >= index ? attemptsOf(now, state, model.isOwn) : [];
    show(log, tried.length > 0);
    if (tried.join() !== [...log.children].map(({ textContent }) => textContent).join())
      log.replaceChildren(...tried.map((text) => h('li', null, text)));
    show(run, !over && done === index);
    run.disabled = !!state.run && isActive(state.run);
    show(button, !over);
    show(stays, !over && locked.length > 0);
    attribute(note, 'data-right', over ? String(answer === 1) : null);
    const result = over ? (answer === 1 ? words.reached : words.gaveUp) : own[id] ? words.tried : '';
    say(note, goal ? result || (done === index ? words.tryHint : '') : !over && !own[id] && done === index ? words.tryHint : '');
    show(note, goal !== '' || !over);
    show(then, over && then.childElementCount > 0);
  });
};

/** @type {Record<import('../../../model/exercise/kinds.js').Kind, Maker>} */
const makers = { predict, choose, explain, try: attempt };

/**
 * @param {Model} model
 * @param {import('../../shell/text/prose.js').Prose} writer
 */
export function createQuestions(model, writer) {
  const means = { model, ...textsOf(writer) };
  /** @param {Open} open @param {Question} question @param {number} index */
  return (open, question, index) => makers[question.kind](means, open, question, index);
}
