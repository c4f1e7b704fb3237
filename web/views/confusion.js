// Which classes are taken for which: a row for each true class, shaded by its share, and below what the network says
// against how often it is right whenever it answers with a class.

import { edgeOf, hit, slab } from '../draw/charts/gap.js';
import { columnsOf, rowsOf } from '../draw/csv.js';
import { line, paint, rect, surface, text } from '../draw/svg.js';
import { count, percent } from '../texts/format.js';
import { texts } from '../texts/index.js';

/** @typedef {import('../model/frame.js').Frame} Frame */
/** @typedef {import('../draw/svg.js').Shape} Shape */

const most = 30; // classes that are drawn with names and numbers
const foot = 84;

/** @param {Frame} frame */
function read({ answer, about }) {
  const columns = columnsOf(answer?.value);
  const k = Math.round(Math.sqrt(answer?.value.rows));
  const names = about?.classNames ?? [];
  const at = (/** @type {number} */ label, /** @type {number} */ predicted) => label * k + predicted;
  /** Whenever it answers with a class. @param {number} predicted */
  const answers = (predicted) => {
    let n = 0;
    let says = 0;
    for (let label = 0; label < k; label++) {
      const i = at(label, predicted);
      n += columns.count[i];
      if (columns.count[i]) says += columns.count[i] * columns.confidence[i];
    }
    return { count: n, says: says / n, right: columns.count[at(predicted, predicted)] / n };
  };
  /** @param {number} label */
  const ofClass = (label) => columns.count.subarray(label * k, label * k + k).reduce((sum, n) => sum + n, 0);
  return { c: columns, k, names, at, answers, ofClass };
}

/** The pair of classes that is mixed up most often, or null. @param {ReturnType<typeof read>} table */
function worst({ k, at, c: { count: n } }) {
  let found = null;
  for (let label = 0; label < k; label++)
    for (let predicted = 0; predicted < k; predicted++)
      if (label !== predicted && n[at(label, predicted)] > (found ? n[at(found.label, found.predicted)] : 0)) found = { label, predicted };
  return found;
}

/** @param {ReturnType<typeof read>} table @param {number} width @param {number} height */
function layoutOf({ k, names }, width, height) {
  const longest = Math.max(...names.map((name) => name.length), 4) * 6.6;
  const left = Math.min(width < 480 ? 72 : 130, longest + 34);
  const column = Math.max(4, Math.min(88, (width - left - 34) / k));
  const turned = column < longest + 6;
  const above = turned ? Math.min(92, longest * 0.75 + 34) : 44;
  const row = Math.max(4, Math.min(46, (height - above - foot - 24) / k));
  return {
    left,
    column,
    row,
    above,
    turned,
    x: (/** @type {number} */ j) => left + j * column,
    y: (/** @type {number} */ j) => above + j * row,
  };
}

/** @type {import('../model/types.js').View} */
export const confusion = {
  id: 'confusion',
  label: texts.views.confusion,
  asks: () => ({ id: 'confusion' }),

  says(frame) {
    const table = read(frame);
    const pair = worst(table);
    if (!pair) return { lead: texts.views.confusionNone, sub: '' };
    const { label, predicted } = pair;
    const i = table.at(label, predicted);
    return {
      lead: texts.views.confusionLead(table.names[predicted], table.names[label]),
      sub: texts.views.confusionSub(table.c.count[i], table.ofClass(label), table.c.confidence[i]),
    };
  },

  draw(element, frame, { width, height }) {
    const table = read(frame);
    const { k, names } = table;
    const at = layoutOf(table, width, height);
    const bottom = at.y(k);
    const named = k <= most;
    const numbers = at.column >= 24 && at.row >= 15;
    const share = (/** @type {number} */ s) => bottom + 20 + (1 - s) * (foot - 20);
    /** @type {(Shape | null | false)[]} */
    const shapes = [];
    if (frame.klass !== null && frame.klass < k) {
      shapes.push(rect(0, at.y(frame.klass), at.x(k), at.row, 'mark'));
      shapes.push(rect(at.x(frame.klass), at.above - 8, at.column, bottom + foot - at.above + 8, 'mark'));
    }
    for (let label = 0; label < k; label++) {
      if (named)
        shapes.push(text(at.left - 8, at.y(label) + at.row / 2 + 4, names[label], label === frame.klass ? 'strong' : 'tick', 'end'));
      for (let predicted = 0; predicted < k; predicted++) {
        const i = table.at(label, predicted);
        const n = table.c.count[i];
        if (!n) continue;
        const [x, y] = [at.x(predicted), at.y(label)];
        shapes.push([
          'rect',
          {
            x: x + 1,
            y: y + 1,
            width: at.column - 2,
            height: at.row - 2,
            class: 'bar',
            opacity: 0.08 + 0.92 * Math.sqrt(table.c.share[i]),
          },
        ]);
        if (numbers) shapes.push(text(x + at.column / 2, y + at.row / 2 + 4, count(n), label === predicted ? 'strong' : '', 'middle'));
      }
    }
    for (let j = 0; j < k && named; j++) {
      const x = at.x(j) + at.column / 2;
      shapes.push(
        at.turned
          ? ['text', { class: 'tick', transform: `translate(${x + 3} ${at.above - 12}) rotate(-48)` }, names[j]]
          : text(x, at.above - 12, names[j], j === frame.klass ? 'strong' : 'tick', 'middle'),
      );
    }
    for (let j = 0; j < k; j++) {
      const { count: n, says, right } = table.answers(j);
      if (!n) continue;
      const what = { says, right, count: n, x: at.x(j) + at.column * 0.14, width: at.column * 0.72 };
      shapes.push(...slab(what, share), edgeOf(what, share));
    }
    shapes.push(
      text(at.left - 8, at.above - 12, texts.views.confusionColumns, 'label', 'end'),
      text(0, 12, texts.views.confusionRows, 'label'),
      line(at.left, at.above - 2, at.x(k), at.above - 2, 'axis faint'),
      line(at.left, share(0), at.x(k), share(0), 'axis'),
      line(at.left, share(1), at.x(k), share(1), 'grid'),
      ...texts.views.whenItSays.map((words, i) => text(at.left - 8, share(0.5) - 14 + 16 * i, words, 'label', 'end')),
      text(at.x(k) + 6, share(1) + 4, percent(1, 0), 'tick'),
      text(at.x(k) + 6, share(0) + 4, '0', 'tick'),
    );
    for (let label = 0; label < k; label++) shapes.push(hit(0, at.y(label), at.x(k), at.row, `class ${label}`));
    paint(surface(element, width, bottom + foot + 8, confusion.describe(frame, { choices: {}, describe: null })), shapes);
  },

  table: ({ answer }) => rowsOf(answer?.value),

  describe(frame) {
    const { lead, sub } = confusion.says(frame, { choices: {}, describe: null });
    const table = read(frame);
    const each = Array.from({ length: Math.min(table.k, most) }, (_, j) => {
      const n = table.ofClass(j);
      return n ? `${table.names[j]} ${percent(table.c.count[table.at(j, j)] / n, 0)}` : '';
    });
    return `${texts.views.confusion}. ${lead} ${sub} ${texts.views.rightOnes}: ${each.filter(Boolean).join(', ')}.`;
  },
};
