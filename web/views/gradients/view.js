// Gradient norms of single training samples, as a histogram on a logarithmic scale.

import { rowsOf } from '../../draw/csv.js';
import { line, paint, rect, surface, text } from '../../draw/svg.js';
import { thumbnail } from '../../draw/thumbnail.js';
import { wilson } from '../../model/chance.js';
import { nth } from '../../model/nth.js';
import { answerOf, factOf, pastOf, recordsOf } from '../../model/table.js';
import { count, decimal, power } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { scaleLinear, scaleLog } from '../../vendor/page.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.gradients;

const [left, above, below] = [56, 34, 46];

/** Reads the bins; those at the ends have only one edge. @param {Frame} frame */
function read(frame) {
  const table = answerOf(frame);
  return { bins: recordsOf(table, 'low', 'high', 'count', 'share'), mean: factOf(table, 'mean') };
}

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'gradients',
  label: words.label,
  question: words.question,
  group: 'learned',
  order: 4,
  thumbnail: [
    ...[26, 34, 22, 15, 10, 7, 4].map((height, i) => rect(6 + 8.6 * i, thumbnail.base - height, 7, height, 'bar')),
    line(47, 6, 47, thumbnail.base, 'needle dotted'),
    thumbnail.floor,
  ],
  asks: () => ({ probe: { kind: 'gradients' } }),

  says(frame) {
    const { bins, mean } = read(frame);
    const small = bins.reduce((sum, { high, share }) => sum + (high <= mean / 100 ? share : 0), 0);
    return { lead: words.lead(mean), sub: words.sub(small) };
  },

  concludes(frame) {
    const ends = texts.ends;
    const { bins, mean } = read(frame);
    const all = bins.reduce((sum, bin) => sum + bin.count, 0);
    const small = bins.reduce((sum, bin) => sum + (bin.high <= mean / 100 ? bin.count : 0), 0);
    return {
      says: words.concludes(wilson(small / all, all)),
      why: words.why(small, all, mean),
      next: [
        { label: ends.next.focal, loss: { id: 'focal', params: { gamma: '3' } } },
        { label: ends.next.curves, view: 'curves' },
      ],
    };
  },

  draw(element, frame, options) {
    const { width, height } = options;
    const { bins, mean } = read(frame);
    const past = pastOf(frame);
    const was = past ? recordsOf(past, 'low', 'high', 'count') : [];
    const tall = Math.min(height, 540);
    const inner = bins.filter(({ low, high }) => low > 0 && Number.isFinite(high));
    // From the first to the last bin in which either run has samples.
    const some = inner.map(({ low, count }) => count || was.some((one) => one.low === low && one.count));
    const shown = inner.slice(Math.max(0, some.findIndex(Boolean) - 2), Math.max(0, some.findLastIndex(Boolean)) + 3);
    const [least, most] = [nth(shown, 0).low, nth(shown, shown.length - 1).high];
    const x = scaleLog([least, most], [left, width - 24]);
    const y = scaleLinear([0, Math.max(...[...bins, ...was].map(({ count }) => count), 1)], [tall - below, above]);
    /** @type {(Shape | null | false)[]} */
    const shapes = [];
    for (const v of y.ticks(3))
      shapes.push(line(left, y(v), width - 24, y(v), v ? 'grid' : 'axis'), text(left - 8, y(v) + 4, count(v), 'tick', 'end'));
    for (const bin of shown) shapes.push(rect(x(bin.low) + 1, y(bin.count), x(bin.high) - x(bin.low) - 2, y(0) - y(bin.count), 'bar'));
    for (const { low, high, count } of was)
      if (count && low >= least && high <= most) shapes.push(line(x(low), y(count), x(high), y(count), 'was'));
    const stride = x(10 * least) - left < 32 ? 2 : 1;
    for (let e = Math.ceil(Math.log10(least) - 1e-9); 10 ** e <= most * 1.0001; e += stride)
      shapes.push(text(x(10 ** e), tall - below + 20, power(e), 'tick', 'middle'));
    const at = x(mean);
    const end = at > width - 140 ? 'end' : 'start';
    shapes.push(line(at, above - 12, at, y(0), 'needle dotted'));
    shapes.push(text(end === 'end' ? at - 8 : at + 8, above - 2, `${words.mean} ${decimal(mean, 3)}`, 'strong halo', end));
    shapes.push(text((left + width - 24) / 2, tall - 8, words.axis, 'label', 'middle'));
    paint(surface(element, width, tall, view.describe(frame, options)), shapes);
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    return `${words.label}. ${texts.epoch(frame.answer?.epoch ?? frame.epoch)}: ${lead} ${sub}`;
  },
};
