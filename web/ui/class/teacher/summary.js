// Below a class's table: a summary of the answers to each question.

import { cloud } from '../../../draw/charts/guess.js';
import { h } from '../../../draw/dom.js';
import { line, paint, rect, surface, text } from '../../../draw/svg.js';
import { tallyOf } from '../../../model/exercise/tally.js';
import { texts } from '../../../texts/index.js';
import { prose } from '../../shell/text/prose.js';
import { figuresIn } from './figures.js';
import { fittedScale } from './project.js';

/** @typedef {import('../../../model/exercise/read.js').Exercise} Exercise */
/** @typedef {import('../../../model/exercise/read.js').Question} Question */
/** @typedef {import('../../../model/exercise/kinds.js').Values} Values */

const words = texts.teacher.summary;
const WIDTH = 560;
const EDGE = 12;

/**
 * The guesses on their scale, with the run's value.
 * @param {import('../../../model/exercise/tally.js').Guessed} tally
 * @param {Question} question
 */
function strip({ guesses, truth, median }, { unit }) {
  const reached = truth !== null && Number.isFinite(truth); // an event that never happens has no position
  const all = reached ? [...guesses, truth] : guesses;
  const x = fittedScale(all, unit, [EDGE, WIDTH - EDGE], 5);
  /** @type {import('../../../draw/svg.js').Shape[]} */
  const dots = cloud(guesses.map(x), (along, aside) => [along, 46 + aside], 30);
  const element = h('div', { class: 'tally-strip' });
  const svg = surface(element, WIDTH, 108, words.guesses(guesses.length, guesses[0] ?? NaN, guesses.at(-1) ?? NaN, median, unit));
  paint(svg, [
    line(EDGE, 84, WIDTH - EDGE, 84, 'axis'),
    ...x
      .ticks(5)
      .flatMap((value) => [line(x(value), 84, x(value), 88, 'axis'), text(x(value), 104, words.tick(value, unit), 'tick', 'middle')]),
    ...dots,
    ...(!reached
      ? []
      : [
          line(x(truth), 14, x(truth), 84, 'needle'),
          text(x(truth), 10, words.truth, 'label', x(truth) > WIDTH - 80 ? 'end' : x(truth) < 80 ? 'start' : 'middle'),
        ]),
  ]);
  return element;
}

/** @param {import('../../../model/exercise/tally.js').Chosen} tally */
function bars({ options, n }) {
  return h(
    'ul',
    { class: 'tally-options' },
    ...options.map(({ text: label, count, right }) => {
      const bar = h('span');
      paint(surface(bar, 120, 14, ''), [rect(0, 2, (120 * count) / Math.max(1, n), 10, 'tally-share'), line(0.5, 0, 0.5, 14, 'axis')]);
      return h(
        'li',
        { 'data-right': right === null ? null : String(right) },
        bar,
        h('span', { class: 'strong' }, words.of(count, n)),
        h('span', null, label),
      );
    }),
  );
}

/**
 * @param {Question} question
 * @param {(number | string)[]} answers
 * @param {Values} values
 * @param {() => void} project
 * @returns {Node[]}
 */
function tallied(question, answers, values, project) {
  const tally = tallyOf(question, answers, values);
  const says = (/** @type {string} */ sentence) => h('p', { class: 'note' }, sentence);
  switch (tally.kind) {
    case 'predict': {
      const { guesses, truth, median, near } = tally;
      const [low = NaN, high = NaN] = [guesses[0], guesses.at(-1)];
      const found = truth === null ? '' : ` ${words.near(truth, near, guesses.length, question.within, question.unit)}`;
      if (!guesses.length) return [];
      return [
        strip(tally, question),
        says(words.guesses(guesses.length, low, high, median, question.unit) + found),
        h('button', { class: 'button', 'data-do': 'project', onclick: project }, words.project),
      ];
    }
    case 'choose':
      return [bars(tally)];
    case 'try':
      return [says(words.tried(tally.reached, tally.n))];
    default:
      return [
        h(
          'details',
          { class: 'folded' },
          h('summary', null, words.explained(tally.texts.length)),
          h('ul', null, ...tally.texts.map((one) => h('li', null, one))),
        ),
      ];
  }
}

/**
 * Names a question's numbers instead of giving them, since their values may be the answer.
 * @param {Exercise} it
 * @param {import('../../../engine.d.ts').Describe} describe
 */
export function writerOf(it, describe) {
  const figures = figuresIn(describe);
  const nameOf = (/** @type {string} */ whole, /** @type {string} */ run, /** @type {string} */ path) => {
    const label = it.runs[run]?.label;
    const figure = figures.find((one) => one.path === path)?.label;
    return label && figure ? words.figureOf(figure, label) : whole;
  };
  const value = (/** @type {string} */ text) =>
    h('span', { class: 'unnamed', title: text }, text.replace(/\b(\w+)\.((?:by_nll\.)?\w+(?:\([\d.]+\))?)/g, nameOf));
  return { value, view: () => {} };
}

/** Shows the numbers of an exercise in the making as the expressions that were typed. */
export const writer = { value: (/** @type {string} */ figure) => h('code', null, figure), view: () => {} };

/**
 * @param {Exercise} it
 * @param {Record<string, number | string>[]} answers of each student
 * @param {Values} values from the runs
 * @param {ReturnType<typeof writerOf>} names
 * @param {(id: string) => void} project shows a question to the class
 */
export function summaryOf(it, answers, values, names, project) {
  const parts = Object.values(it.questions).map((question) => {
    const given = answers.flatMap((one) => one[question.id] ?? []);
    return h(
      'section',
      { class: 'tally', 'data-question': question.id },
      h('div', { class: 'asked' }, ...prose(it.tokens[`${question.id} ask`] ?? [], names)),
      given.length < answers.length && h('p', { class: 'quiet' }, words.answered(given.length, answers.length)),
      ...(given.length ? tallied(question, given, values, () => project(question.id)) : []),
    );
  });
  return h('section', { class: 'tallies', 'aria-label': words.title }, h('h4', null, words.title), ...parts);
}
