// A small reliability diagram for each class: what the network gives to it against how often it is that class.

import { edgeOf, hit, slab } from '../draw/charts/gap.js';
import { columnsOf, rowsOf } from '../draw/csv.js';
import { line, paint, rect, surface, text } from '../draw/svg.js';
import { percent } from '../texts/format.js';
import { texts } from '../texts/index.js';

/** @typedef {import('../model/frame.js').Frame} Frame */
/** @typedef {import('../draw/svg.js').Shape} Shape */

const bins = 10;
const most = 30; // classes that are drawn
const [title, under, gutter] = [24, 22, 26];

/** @param {Frame} frame */
function read({ answer, about }) {
  const columns = columnsOf(answer?.value);
  const k = Math.round(answer?.value.rows / bins);
  const classes = Array.from({ length: k }, (_, j) => ({ index: j, name: about?.classNames[j] ?? '', error: columns.class_ece[j * bins] }));
  const worst = [...classes].sort((a, b) => b.error - a.error);
  const shown = k > most ? worst.slice(0, most) : classes;
  return { c: columns, k, shown, worst, mean: answer?.value.facts.cwece };
}

/** @param {number} shown @param {number} width @param {number} height */
function layoutOf(shown, width, height) {
  const left = 34;
  let across = 1;
  let side = 0;
  // As many columns as give the largest squares.
  for (let columns = 1; columns <= shown; columns++) {
    const rows = Math.ceil(shown / columns);
    const fits = Math.min((width - left) / columns - gutter, height / rows - title - under);
    if (fits > side) [across, side] = [columns, fits];
  }
  if (side < 96) {
    across = Math.max(1, Math.floor((width - left) / (96 + gutter)));
    side = (width - left) / across - gutter;
  }
  side = Math.min(side, 220);
  return { left, across, side, tall: Math.ceil(shown / across) * (side + title + under) };
}

/** @type {import('../model/types.js').View} */
export const classwise = {
  id: 'classwise',
  label: texts.views.classwise,
  asks: () => ({ id: 'classwise', params: { bins } }),

  says(frame) {
    const { worst, mean, k, shown } = read(frame);
    const note = k > shown.length ? ` ${texts.views.classwiseWorst(shown.length, k)}` : '';
    return { lead: texts.views.classwiseLead(worst[0].name, worst[0].error), sub: texts.views.classwiseSub(mean) + note };
  },

  draw(element, frame, { width, height }) {
    const table = read(frame);
    const at = layoutOf(table.shown.length, width, height - 8);
    const { side } = at;
    const y = (/** @type {number} */ share) => title + (1 - share) * side;
    /** @type {Shape[]} */
    const shapes = table.shown.map(({ index, name, error }, i) => {
      const x = at.left + (i % at.across) * (side + gutter);
      const top = Math.floor(i / at.across) * (side + title + under);
      const first = i % at.across === 0;
      /** @type {Shape[]} */
      const own = [
        line(0, y(1), side, y(1), 'grid'),
        line(0, y(0.5), side, y(0.5), 'grid'),
        text(0, 14, name, 'strong'),
        text(side, 14, percent(error), 'tick', 'end'),
      ];
      if (index === frame.klass) own.unshift(rect(-6, 0, side + 12, side + title + 4, 'mark'));
      if (first) own.push(text(-6, y(1) + 4, '100', 'tick', 'end'), text(-6, y(0) + 4, '0', 'tick', 'end'));
      const marks = [];
      for (let b = 0; b < bins; b++) {
        const row = index * bins + b;
        const n = table.c.count[row];
        if (!n) continue;
        const what = {
          says: table.c.confidence[row],
          right: table.c.frequency[row],
          count: n,
          x: (b / bins) * side + 1,
          width: side / bins - 2,
        };
        own.push(...slab(what, y, { low: table.c.interval_low[row], high: table.c.interval_high[row] }));
        marks.push(edgeOf(what, y));
      }
      own.push(line(0, y(0), side, y(1), 'honest'), ...marks, line(0, y(0), side, y(0), 'axis'));
      own.push(hit(-6, 0, side + 12, side + title + 4, `class ${index}`));
      return ['g', { transform: `translate(${x} ${top})` }, own];
    });
    const bottom = at.tall - 6;
    shapes.push(text(at.left, bottom, '0', 'tick'), text(at.left + side / 2, bottom, texts.p, 'tick', 'middle'));
    shapes.push(text(at.left + side, bottom, '100', 'tick', 'end'));
    paint(surface(element, width, at.tall, classwise.describe(frame, { choices: {}, describe: null })), shapes);
  },

  table: ({ answer }) => rowsOf(answer?.value),

  describe(frame) {
    const { lead, sub } = classwise.says(frame, { choices: {}, describe: null });
    const each = read(frame).shown.map(({ name, error }) => `${name} ${percent(error)}`);
    return `${texts.views.classwise}. ${lead} ${sub} ${each.join(', ')}.`;
  },
};
