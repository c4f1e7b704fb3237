// A sweep over two parameters as a table of shades: a metric at each pair of values, the lowest in bold.

import { h } from '../../../draw/dom.js';
import { figureOf } from '../../../model/compare/sweep.js';
import { nth } from '../../../model/nth.js';
import { decimal, figure as figureText, inWords } from '../../../texts/format.js';
import { texts } from '../../../texts/index.js';

/** @typedef {import('../../../model/compare/sweep.js').Point} Point */

const words = texts.compare;
const shades = 8;

/**
 * @param {{axes: {name: string, values: string[]}[]}} sweep
 * @param {Point[]} points
 * @param {{metric: import('../../../engine.d.ts').MetricEntry, when: 'before' | 'after', symbols: string[],
 *   open: (id: string) => void}} options
 * @returns {{table: HTMLElement, note: string}}
 */
export function heatOf({ axes }, points, { metric, when, symbols, open }) {
  const [rows, columns] = [nth(axes, 0), nth(axes, 1)];
  const found = points.map((point) => ({ point, ...figureOf(point, metric.id, when) }));
  const values = found.map(({ mean }) => mean).filter(Number.isFinite);
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const shade = (/** @type {number} */ value) => Math.round(((value - least) / (greatest - least || 1)) * shades);
  const best = found.find(({ mean }) => mean === least);
  const unit = metric.unit ?? '';
  const short = (/** @type {number} */ value) => (unit === '%' ? decimal(value * 100, 1) : decimal(value, 3));
  /** @param {number} r @param {number} c */
  const cellAt = (r, c) => {
    const one = nth(found, r * columns.values.length + c);
    const { point, mean, spread } = one;
    const [run] = point.runs;
    if (!run || !Number.isFinite(mean)) return h('td', { class: 'quiet' }, '·');
    const spreadText = Number.isFinite(spread) ? ` ±${short(spread)}` : '';
    const at = point.at.map((value, axis) => `${symbols[axis]} = ${inWords(value)}`).join(', ');
    const name = `${at}: ${figureText(mean, unit)}${spreadText}. ${words.open}`;
    const content = one === best ? h('strong', null, short(mean)) : short(mean);
    const button = h(
      'button',
      { 'aria-label': name, title: name, onclick: () => open(run.id) },
      content,
      spreadText && h('small', null, spreadText),
    );
    return h('td', { class: `shade-${shade(mean)}` }, button);
  };
  const heads = [`${symbols[0]} ↓  ${symbols[1]} →`, ...columns.values].map((value) => h('th', { scope: 'col' }, inWords(value)));
  const table = h(
    'table',
    { class: 'heat' },
    h('thead', null, h('tr', null, ...heads)),
    h(
      'tbody',
      null,
      ...rows.values.map((value, r) =>
        h('tr', null, h('th', { scope: 'row' }, inWords(value)), ...columns.values.map((_, c) => cellAt(r, c))),
      ),
    ),
  );
  const where = best?.point.at.map((value, axis) => `${symbols[axis]} = ${inWords(value)}`).join(', ');
  return { table, note: best ? words.heatNote(`${where}, ${figureText(best.mean, unit)}`, words.short(metric.id, metric.label)) : '' };
}
