// A class's answers to one exercise: a table on the page, and the same as a file for spreadsheets.
import { csv } from '../../../draw/csv.js';
import { h } from '../../../draw/dom.js';
import { valuesFrom } from '../../../model/exercise/check.js';
import { kinds } from '../../../model/exercise/kinds.js';
import { named } from '../../../model/named.js';
import { decimal, percent } from '../../../texts/format.js';
import { sentence, texts } from '../../../texts/index.js';
import { save } from '../../shell/controls/menu.js';
import { prose } from '../../shell/text/prose.js';
import { verdictOf } from './model.js';
import { summaryOf, writerOf } from './summary.js';

/** @typedef {import('./model.js').Known} Known */
/** @typedef {import('../../../model/exercise/code.js').Answer} Answer */

const words = texts.teacher;

/** Quotes text that a spreadsheet would read as a formula. @param {string} text */
const harmless = (text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/**
 * Distinguishes exercises with the same title; exercises of the lab's folder have none.
 * @param {Known} known
 */
const fingerprintOf = ({ it }) => it.hash.slice(0, 6);

/** @param {Known} known @param {string} id @param {number | string | undefined} answer */
function answerText({ it }, id, answer) {
  if (answer === undefined) return '';
  const question = named(it.questions, id);
  return kinds[question.kind].inWords(question, answer);
}

/** @param {Known} known @param {Answer[]} answers @returns {import('../../../draw/csv.js').Table} */
function tableOf(known, answers) {
  const questions = Object.keys(known.it.questions);
  const runs = Object.keys(known.it.runs);
  return {
    columns: [
      'exercise',
      'name',
      'code',
      'engine',
      ...runs.map((name) => `run ${name}`),
      ...questions.flatMap((id) => [id, `${id} right`]),
    ],
    rows: answers.map((submitted) => {
      const verdict = verdictOf(submitted, known);
      return [
        known.id || `${known.it.title} ${fingerprintOf(known)}`,
        harmless(submitted.name),
        verdict.proof,
        harmless(submitted.engine),
        ...runs.map((name) => named(verdict.runs, name)),
        ...questions.flatMap((id) => {
          const { answer, right } = named(verdict.answers, id);
          return [harmless(answerText(known, id, answer)), right === null ? '' : right ? 'yes' : 'no'];
        }),
      ];
    }),
  };
}

/**
 * Returns true for a link whose data is the student's own, so that nobody else can train it.
 * @param {string} spec
 */
const withOwnFiles = (spec) => /\bdata=(images|tagged|table|texts)\b/.test(spec);

/**
 * Returns the row of a student.
 * @param {Known} known
 * @param {Answer} submitted
 * @param {string} engine version of the page's engine
 */
function rowOf(known, submitted, engine) {
  const questions = Object.values(known.it.questions);
  const verdict = verdictOf(submitted, known);
  const cells = questions.map(({ id, kind, unit }) => {
    const { answer, right, value } = named(verdict.answers, id);
    const own = submitted.own[id];
    const truth = value === null || right ? '' : ` (${unit === '%' ? percent(value / 100) : decimal(value, 1)})`;
    return h(
      'td',
      { 'data-right': right === null ? null : String(right) },
      answer === undefined
        ? h('span', { class: 'quiet' }, words.empty)
        : kind === 'predict'
          ? texts.exercise.answer(Number(answer), unit)
          : h('span', { class: 'given', title: kind === 'explain' ? String(answer) : null }, answerText(known, id, answer)),
      truth ? h('span', { class: 'quiet' }, truth) : null,
      own ? h('code', { title: words.own(own.spec) }, ` ${own.digest.slice(0, 8)}`) : null,
      own && withOwnFiles(own.spec) ? h('span', { class: 'claim' }, ` ${words.claim}`) : null,
    );
  });
  const runs = Object.entries(verdict.runs).map(([name, state]) =>
    h('span', { class: 'made', 'data-state': state }, `${named(known.it.runs, name).label}: ${words.run[state]}`),
  );
  return h(
    'tr',
    { 'data-proof': verdict.proof },
    h('th', { scope: 'row' }, submitted.name || words.nobody),
    ...cells,
    h('td', null, ...runs),
    h(
      'td',
      null,
      words.proof[verdict.proof],
      submitted.engine && submitted.engine !== engine
        ? h('span', { class: 'quiet other-engine' }, ` ${words.otherEngine(submitted.engine, engine)}`)
        : null,
    ),
  );
}

/**
 * Returns the answers to an exercise: a table with a row per answer code, and a summary of each question.
 * @param {Known} known
 * @param {Answer[]} answers
 * @param {Answer['answers'][]} given answers of each student, with predictions handed in alone
 * @param {{describe: import('../../../engine.d.ts').Describe, resume: (hash: string) => void,
 *   project: (it: Known['it'], id: string) => void,
 *   showClass: (id: string, it: Known['it'], answers: Answer['answers'][]) => void}} does resume: computes an
 *   exercise's missing runs; project: shows a question to the class
 */
export function answersOf(known, answers, given, does) {
  const questions = Object.values(known.it.questions);
  const names = writerOf(known.it, does.describe);
  const predicts = questions.some(({ kind }) => kind === 'predict');
  const questionHeads = questions.map(({ id }) => h('div', { class: 'asked' }, ...prose(known.it.tokens[`${id} ask`] ?? [], names)));
  const heads = [words.name, ...questionHeads, words.runs, words.code];
  return h(
    'section',
    { class: 'group', 'data-exercise': known.id },
    h('h3', null, known.it.title, ' ', !known.id && h('code', { class: 'fingerprint', title: words.fingerprint }, fingerprintOf(known))),
    known.state === 'failed' && h('p', { class: 'error' }, `${words.failed} ${sentence(known.error)}`),
    known.state === 'stopped' &&
      h(
        'p',
        { class: 'row stopped' },
        h('span', null, `${words.notMade} ${sentence(known.error)}`),
        h('button', { class: 'button', 'data-do': 'resume', onclick: () => does.resume(known.it.hash) }, words.resume),
      ),
    h(
      'div',
      { class: 'row' },
      predicts &&
        h(
          'button',
          { class: 'button', 'data-do': 'show-class', onclick: () => does.showClass(known.id, known.it, given) },
          words.showClass,
        ),
      answers.length > 0 &&
        h(
          'button',
          {
            class: 'button',
            onclick: () => save(`${known.id || 'answers'}.csv`, new Blob(['\uFEFF', csv(tableOf(known, answers))], { type: 'text/csv' })),
          },
          words.save,
        ),
    ),
    answers.length > 0 &&
      h(
        'div',
        { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': known.it.title },
        h(
          'table',
          { class: 'answers' },
          h('thead', null, h('tr', null, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
          h('tbody', null, ...answers.map((submitted) => rowOf(known, submitted, does.describe.engine))),
        ),
      ),
    summaryOf(known.it, given, valuesFrom(known.numbers), names, (id) => does.project(known.it, id)),
  );
}
