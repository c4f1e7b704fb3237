// A small reliability diagram per class: the predicted probability of the class against its frequency.

import { edgeOf, hit, mark, slab } from '../../draw/charts/gap.js';
import { rowsOf } from '../../draw/csv.js';
import { line, paint, rect, surface, text } from '../../draw/svg.js';
import { thumbnail } from '../../draw/thumbnail.js';
import { offOf } from '../../model/chance.js';
import { answerOf, factOf, pastOf, recordsOf } from '../../model/table.js';
import { percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.classwise;

const bins = 10;
const most = 30; // classes drawn
const [title, under, gutter] = [24, 22, 26];

/** @param {Frame} frame */
function read(frame) {
  const table = answerOf(frame);
  const rows = recordsOf(table, 'class_ece', 'count', 'confidence', 'frequency', 'interval_low', 'interval_high');
  const k = Math.round(table.rows / bins);
  const classes = Array.from({ length: k }, (_, index) => {
    const own = rows.slice(index * bins, (index + 1) * bins);
    return { index, name: frame.about?.classNames[index] ?? '', bins: own, error: own[0]?.class_ece ?? NaN };
  });
  // NaN for a label that is missing in all samples
  const known = (/** @type {number} */ error) => (Number.isNaN(error) ? -1 : error);
  const worst = [...classes].sort((a, b) => known(b.error) - known(a.error));
  const shown = k > most ? worst.slice(0, most) : classes;
  return { k, shown, worst, mean: factOf(table, 'cwece') };
}

/** @param {number} shown @param {number} width @param {number} height */
function layoutOf(shown, width, height) {
  const left = 34;
  let across = 1;
  let side = 0;
  // Chooses the number of columns with the largest squares.
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

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'classwise',
  label: words.label,
  question: words.question,
  group: 'trust',
  order: 4,
  thumbnail: [0, 1, 2]
    .flatMap((i) => [
      thumbnail.square(4 + 22 * i, 1, [2 + 2 * i, 6, 10 + i, 14, 20, 26]),
      thumbnail.square(4 + 22 * i, 22, [3, 9 - i, 12, 20, 24, 30]),
    ])
    .map((shape) => shape),
  severalToo: true,
  asks: () => ({ id: 'classwise', params: { bins } }),

  says(frame) {
    const { worst, mean, k, shown } = read(frame);
    const note = k > shown.length ? ` ${words.worst(shown.length, k)}` : '';
    const sub = frame.binary ? words.labelsSub(mean) : words.sub(mean);
    return { lead: words.lead(worst[0]?.name ?? '', worst[0]?.error ?? NaN), sub: sub + note };
  },

  concludes(frame) {
    const ends = texts.ends;
    const classes = read(frame).worst.map(({ index, name, bins: own }) => ({
      index,
      name,
      ...offOf(own.map(({ count, confidence, frequency }) => ({ count, confidence, accuracy: frequency }))),
    }));
    const [off, all] = [classes.reduce((sum, one) => sum + one.off.length, 0), classes.reduce((sum, one) => sum + one.all.length, 0)];
    const most = classes.filter((one) => one.off.length); // worst calibrated first, as in the lead
    const [first] = most;
    return {
      says: words.concludes(
        off,
        all,
        classes.reduce((sum, one) => sum + one.expected, 0),
      ),
      why: first ? [words.method, ...most.slice(0, 4).map((one) => words.why(one.name, one.off.length, one.all.length))] : [ends.offNone],
      next: frame.binary
        ? [{ label: ends.next.allBins, view: 'reliability' }]
        : [
            ...(first ? [{ label: words.next.confused(first.name), view: 'confusion', class: first.index }] : []),
            { label: ends.next.confusion, view: 'confusion' },
          ],
    };
  },

  draw(element, frame, options) {
    const { width, height } = options;
    const table = read(frame);
    const at = layoutOf(table.shown.length, width, height - 8);
    const { side } = at;
    const was = pastOf(frame);
    const before = was ? recordsOf(was, 'count', 'frequency') : [];
    const y = (/** @type {number} */ fraction) => title + (1 - fraction) * side;
    /** @type {Shape[]} */
    const shapes = table.shown.map(({ index, name, error, bins: own }, i) => {
      const x = at.left + (i % at.across) * (side + gutter);
      const top = Math.floor(i / at.across) * (side + title + under);
      const first = i % at.across === 0;
      /** @type {Shape[]} */
      const shapes = [
        line(0, y(1), side, y(1), 'grid'),
        line(0, y(0.5), side, y(0.5), 'grid'),
        text(0, 14, name, 'strong'),
        text(side, 14, percent(error), 'tick', 'end'),
      ];
      if (index === frame.pickedClass) shapes.unshift(rect(-6, 0, side + 12, side + title + 4, 'mark'));
      if (first) shapes.push(text(-6, y(1) + 4, '100', 'tick', 'end'), text(-6, y(0) + 4, '0', 'tick', 'end'));
      const marks = [];
      for (const [b, { count, confidence, frequency, interval_low: low, interval_high: high }] of own.entries()) {
        if (!count) continue;
        const what = { says: confidence, right: frequency, count, x: (b / bins) * side + 1, width: side / bins - 2 };
        shapes.push(...slab(what, y, { low, high }));
        marks.push(edgeOf(what, y));
      }
      shapes.push(line(0, y(0), side, y(1), 'ideal'), ...marks, line(0, y(0), side, y(0), 'axis'));
      // Frequencies of the class in the previous run.
      for (const [b, { count, frequency }] of before.slice(index * bins, (index + 1) * bins).entries())
        if (count >= mark) shapes.push(line((b / bins) * side, y(frequency), ((b + 1) / bins) * side, y(frequency), 'was'));
      shapes.push(hit(-6, 0, side + 12, side + title + 4, `class ${index}`));
      return ['g', { transform: `translate(${x} ${top})` }, shapes];
    });
    const bottom = at.tall - 6;
    shapes.push(text(at.left, bottom, '0', 'tick'), text(at.left + side / 2, bottom, texts.p, 'tick', 'middle'));
    shapes.push(text(at.left + side, bottom, '100', 'tick', 'end'));
    paint(surface(element, width, at.tall, view.describe(frame, options)), shapes);
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    const each = read(frame).shown.map(({ name, error }) => `${name} ${percent(error)}`);
    return `${words.label}. ${lead} ${sub} ${each.join(', ')}.`;
  },
};
