// How hard single training samples pull: a histogram of their gradients' norms, on a scale of powers of ten.
import { columnsOf, rowsOf } from '../draw/csv.js';
import { line, paint, rect, surface, text } from '../draw/svg.js';
import { count, decimal, power } from '../texts/format.js';
import { texts } from '../texts/index.js';
import { scaleLinear, scaleLog } from '../vendor/page.js';

/** @typedef {import('../model/frame.js').Frame} Frame */
/** @typedef {import('../draw/svg.js').Shape} Shape */

const [left, above, below] = [56, 34, 46];

/** Bins outside of the scale have one edge alone. @param {Frame} frame */
const read = ({ answer }) => ({ c: columnsOf(answer?.value), mean: answer?.value.facts.mean });

/** @type {import('../model/types.js').View} */
export const gradients = {
  id: 'gradients',
  label: texts.views.gradients,
  asks: () => ({ probe: { kind: 'gradients' } }),

  says(frame) {
    const { c, mean } = read(frame);
    const small = c.share.reduce((sum, share, i) => sum + (c.high[i] <= mean / 100 ? share : 0), 0);
    return { lead: texts.views.gradientsLead(mean), sub: texts.views.gradientsSub(small) };
  },

  draw(element, frame, options) {
    const { width, height } = options;
    const { c, mean } = read(frame);
    const tall = Math.min(height, 540);
    const inner = Array.from(c.low, (_, i) => i).filter((i) => c.low[i] > 0 && Number.isFinite(c.high[i]));
    const used = inner.filter((i) => c.count[i]);
    const [first, last] = [Math.max(inner[0], (used[0] ?? inner[0]) - 2), Math.min(inner[inner.length - 1], (used.at(-1) ?? inner[0]) + 2)];
    const x = scaleLog([c.low[first], c.high[last]], [left, width - 24]);
    const y = scaleLinear([0, Math.max(...c.count, 1)], [tall - below, above]);
    /** @type {(Shape | null | false)[]} */
    const shapes = [];
    for (const v of y.ticks(3))
      shapes.push(line(left, y(v), width - 24, y(v), v ? 'grid' : 'axis'), text(left - 8, y(v) + 4, count(v), 'tick', 'end'));
    for (let i = first; i <= last; i++) {
      const room = x(c.high[i]) - x(c.low[i]);
      shapes.push(rect(x(c.low[i]) + 1, y(c.count[i]), room - 2, y(0) - y(c.count[i]), 'bar'));
    }
    const stride = x(10 * c.low[first]) - left < 32 ? 2 : 1;
    for (let e = Math.ceil(Math.log10(c.low[first]) - 1e-9); 10 ** e <= c.high[last] * 1.0001; e += stride)
      shapes.push(text(x(10 ** e), tall - below + 20, power(e), 'tick', 'middle'));
    const at = x(mean);
    const end = at > width - 140 ? 'end' : 'start';
    shapes.push(line(at, above - 12, at, y(0), 'needle dotted'));
    shapes.push(text(end === 'end' ? at - 8 : at + 8, above - 2, `${texts.views.mean} ${decimal(mean, 3)}`, 'strong halo', end));
    shapes.push(text((left + width - 24) / 2, tall - 8, texts.views.gradientsAxis, 'label', 'middle'));
    paint(surface(element, width, tall, gradients.describe(frame, options)), shapes);
  },

  table: ({ answer }) => rowsOf(answer?.value),

  describe(frame, options) {
    const { lead, sub } = gradients.says(frame, options);
    return `${texts.views.gradients}. ${texts.epoch(frame.answer?.epoch ?? frame.epoch)}: ${lead} ${sub}`;
  },
};
