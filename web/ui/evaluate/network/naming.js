// Shows how a file's tensors map to the network's, and offers proposals for a field.

import { h, say, show } from '../../../draw/dom.js';
import { texts } from '../../../texts/index.js';

const words = texts.network;
const ROWS_MAX = 500;

/** @param {number[] | undefined} dims */
const shapeOf = (dims) => (dims ? dims.join(' × ') || '1' : '');

/** @import {NamedTensor, Naming} from '../../../engine.d.ts' */

/** @param {NamedTensor} row */
const rowOf = (row) =>
  h(
    'tr',
    { class: row.why ? 'differs' : null, title: row.why ?? '' },
    h('td', null, row.name ?? words.none),
    h('td', null, row.from ?? words.none),
    h(
      'td',
      null,
      row.why && row.name && row.from ? `${shapeOf(row.shape)}, ${shapeOf(row.from_shape)}` : shapeOf(row.shape ?? row.from_shape),
    ),
  );

/** The mapping of a file's tensors. */
export function createNaming() {
  const matched = h('p', { class: 'note' });
  const rows = h('tbody');
  const head = h('tr', null, ...[words.network, words.inFile, words.shape].map((label) => h('th', { scope: 'col' }, label)));
  const table = h('table', { class: 'data' }, h('thead', null, head), rows);
  const tensors = h(
    'details',
    { class: 'folded' },
    h('summary', null, words.tensors),
    h('div', { class: 'tensors', tabindex: '0' }, table),
  );
  return {
    lines: [matched, tensors],

    /** @param {Naming} naming as calib weights prints it @param {boolean} fits */
    tell({ order, matched: count, ignored, missing, left, tensors: list }, fits) {
      const shown = order !== 'name' || !fits;
      for (const line of [matched, tensors]) show(line, shown);
      say(matched, fits ? words.matched(count, ignored) : words.unmatched(missing, left));
      const beyond = list.length - ROWS_MAX;
      const rest = beyond > 0 ? [h('tr', null, h('td', { colspan: 3 }, words.more(beyond)))] : [];
      rows.replaceChildren(...list.slice(0, ROWS_MAX).map(rowOf), ...rest);
    },
  };
}

/**
 * Draws buttons that put a text into a field.
 * @param {HTMLElement} line
 * @param {string} before
 * @param {string[]} choices
 * @param {HTMLInputElement} input
 * @param {() => void} changed
 * @param {string} [after]
 */
export function offer(line, before, choices, input, changed, after = '') {
  const now = input.value.trim();
  const take = (/** @type {string} */ text) => {
    input.value = text;
    changed();
  };
  const button = (/** @type {string} */ text) =>
    h('button', { class: 'option', 'aria-pressed': String(text === now), onclick: () => take(text) }, text);
  line.replaceChildren(before, ...choices.flatMap((text) => [' ', button(text)]), after);
  show(line, choices.length > 0);
}
