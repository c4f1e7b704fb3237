// Runs listed under the table of compared runs: those of the row that is picked, and unfinished ones.
import { h } from '../../draw/dom.js';
import { nth } from '../../model/nth.js';
import { noteOf } from '../../model/runs/filed.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/types.js').Run} Run */
/** @typedef {{open: (id: string) => void, drop: (id: string) => void}} On */

const words = texts.compare;

/** @param {Run} run @param {On} on @returns {[HTMLElement, HTMLElement]} */
const buttonsOf = ({ id }, { open, drop }) => [
  h('button', { class: 'plain', onclick: () => open(id) }, words.open),
  h('button', { class: 'plain', onclick: () => drop(id) }, words.drop),
];

/**
 * The runs of a row; nothing without one.
 * @param {import('./shown.js').Shown} shown
 * @param {string} key
 * @param {On} on
 */
export function runsOfRow({ groups, names }, key, on) {
  const index = groups.findIndex((group) => group.key === key);
  const group = groups[index];
  if (!group) return [];
  return [
    h('p', { class: 'strong' }, h('span', { class: 'letter' }, group.letter), nth(names, index)),
    h(
      'ul',
      null,
      ...group.runs.map((run) =>
        h(
          'li',
          null,
          `${words.seed(run.settings.seed)} `,
          h('code', { title: texts.digest }, run.report?.digest.slice(0, 16) ?? ''),
          h('span', { class: 'note' }, noteOf(run)),
          ...buttonsOf(run, on),
        ),
      ),
    ),
  ];
}

/** An unfinished run. @param {Run} run @param {On} on */
export function unfinishedRun(run, on) {
  const [open, drop] = buttonsOf(run, on);
  const text = `${words.leftOut(run.letter, run.history.length, run.epochs)} `;
  return h('li', { class: 'note', title: run.spec }, text, open, ' ', drop);
}
