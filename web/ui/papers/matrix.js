// The matrix of the papers' claims by experiments. A claim's button opens the claim.
import { h } from '../../draw/dom.js';
import { count } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { byExperiment } from './names.js';

/** @import {Claim, Experiment, Paper, Tested} from '../../core/papers.js' */

const words = texts.papers;

/** Signs of outcomes, in the order of a cell. @type {Record<Tested['outcome'], string>} */
const SIGNS = { held: '✓', failed: '×', open: '○', 'one seed': '?' };
const WAITING = '…'; // for seeds
const outcomes = /** @type {Tested['outcome'][]} */ (Object.keys(SIGNS));

/** @param {string} name experiment @param {Tested[]} tests of a claim, in this experiment */
function cellOf(name, tests) {
  const counted = tests.filter((test) => test.counted !== false);
  const many = outcomes.map((outcome) => ({ outcome, n: counted.filter((test) => test.outcome === outcome).length }));
  const there = many.filter(({ n }) => n);
  if (!there.length && tests.length)
    return h(
      'td',
      { 'data-in': name, 'aria-label': words.waiting, title: words.waiting },
      h('span', { class: 'sign', 'data-outcome': 'open' }, WAITING),
    );
  if (!there.length) return h('td', { 'aria-label': words.untried });
  const says = there.map(({ outcome, n }) => `${words.outcomes[outcome]} ${count(n)}`).join(', ');
  const signs = there.map(({ outcome, n }) =>
    h('span', { class: 'sign', 'data-outcome': outcome }, SIGNS[outcome], counted.length > 1 && h('small', null, count(n))),
  );
  return h('td', { 'data-in': name, 'aria-label': says, title: says }, ...signs);
}

/**
 * @param {Paper[]} papers in the words of the page
 * @param {Experiment[]} experiments
 * @param {{about: (name: string) => string, open: (id: string) => void}} on about: describes an experiment
 */
export function matrixOf(papers, experiments, { about, open }) {
  const used = new Set(papers.flatMap(({ claims }) => claims.flatMap(({ tests }) => tests.map((test) => test.in))));
  const names = experiments.map(({ experiment }) => experiment).filter((name) => used.has(name));
  const rowOf = (/** @type {Claim} */ { id, claim, verdict, decided, of, tests }) => {
    const own = new Map(byExperiment(tests));
    return h(
      'tr',
      { 'data-row': id, onclick: () => open(id) },
      h('th', { scope: 'row' }, h('button', { class: 'name' }, claim)),
      h('td', null, h('span', { class: 'verdict', 'data-verdict': verdict }, words.verdict(verdict, decided, of))),
      ...names.map((name) => cellOf(name, own.get(name) ?? [])),
    );
  };
  const bodyOf = (/** @type {Paper} */ { title, by, claims }, /** @type {number} */ i) =>
    h(
      'tbody',
      null,
      h(
        'tr',
        { class: 'paper' },
        h('th', { scope: 'rowgroup', colspan: 2 }, h('strong', null, title), ` ${by}`),
        ...names.map((name) => h('td', { 'aria-hidden': 'true' }, i ? name : '')), // the head may be out of sight
      ),
      ...claims.map(rowOf),
    );
  const heads = [
    ...words.matrixColumns.map((head) => h('th', { scope: 'col' }, head)),
    ...names.map((name) => h('th', { scope: 'col', title: about(name) }, name)),
  ];
  return h(
    'section',
    { class: 'matrix', 'aria-label': words.matrix },
    h('h2', null, words.matrix),
    h('p', { class: 'note' }, words.matrixNote(SIGNS.held, SIGNS.failed, SIGNS.open, WAITING)),
    h(
      'div',
      { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': words.matrix },
      h('table', null, h('thead', null, h('tr', null, ...heads)), ...papers.map(bodyOf)),
    ),
    h('ul', { class: 'note' }, ...names.map((name) => h('li', null, about(name)))),
  );
}
