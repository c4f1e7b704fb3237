// How hard single training samples pull: a histogram of their gradients' norms, on a scale of powers of ten.
import { count, decimal } from '../draw/format.js';
import { line, paint, rect, surface, text } from '../draw/svg.js';
import { texts } from '../texts.js';
import { scaleLinear, scaleLog } from '../vendor.js';

/** @typedef {import('../frame.js').Frame} Frame */
/** @typedef {import('../draw/svg.js').Shape} Shape */

const [left, above, below] = [56, 34, 46];

/** @param {Frame} frame */
function read({ report, epoch }) {
  const { gradient_edges: edges, epochs } = report.diagnostics;
  const now = epochs.find((/** @type {{epoch: number}} */ one) => one.epoch === epoch) ?? epochs[epochs.length - 1];
  return { edges: /** @type {number[]} */ (edges), epochs, now, counts: /** @type {number[]} */ (now.gradients) };
}

/** Power of ten in superscript. @param {number} exponent */
const power = (exponent) => `10${[...String(exponent)].map((c) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)] ?? '⁻').join('')}`;

/** @type {import('../types.js').View} */
export const gradients = {
  id: 'gradients',
  label: texts.views.gradients,
  needs: ({ frame, run }) => {
    if (!frame || frame.report?.diagnostics) return '';
    return run?.settings.diagnostics === 'yes' ? texts.views.gradientsWait : texts.views.gradientsNeed;
  },

  says(frame) {
    const { now, edges, counts } = read(frame);
    // Bin 0 lies below the first edge, bin i between edges i - 1 and i.
    const small = counts.reduce((sum, n, i) => sum + ((edges[i] ?? Infinity) <= now.gradient_mean / 100 ? n : 0), 0);
    const all = counts.reduce((sum, n) => sum + n, 0);
    return { lead: texts.views.gradientsLead(now.gradient_mean), sub: texts.views.gradientsSub(small / all) };
  },

  draw(element, frame, { width, height }) {
    const { edges, epochs, now, counts } = read(frame);
    const tall = Math.min(height, 540);
    // The part of the scale that any epoch reaches, so that scrubbing moves the bars and not the axis.
    const used = edges.map((_, i) => epochs.some((/** @type {{gradients: number[]}} */ one) => one.gradients[i + 1] > 0));
    const first = Math.max(0, used.indexOf(true) - 1);
    const last = Math.min(edges.length - 1, used.lastIndexOf(true) + 2);
    const most = Math.max(...epochs.flatMap((/** @type {{gradients: number[]}} */ one) => one.gradients));
    const x = scaleLog([edges[first], edges[last]], [left, width - 24]);
    const y = scaleLinear([0, most], [tall - below, above]);
    /** @type {(Shape | null | false)[]} */
    const shapes = [];
    for (const v of y.ticks(3))
      shapes.push(line(left, y(v), width - 24, y(v), v ? 'grid' : 'axis'), text(left - 8, y(v) + 4, count(v), 'tick', 'end'));
    for (let i = first; i < last; i++) {
      const n = counts[i + 1];
      if (n) shapes.push(rect(x(edges[i]) + 1, y(n), x(edges[i + 1]) - x(edges[i]) - 2, y(0) - y(n), 'bar'));
    }
    const stride = x(10 * edges[first]) - left < 32 ? 2 : 1;
    for (let e = Math.ceil(Math.log10(edges[first]) - 1e-9); 10 ** e <= edges[last] * 1.0001; e += stride)
      shapes.push(text(x(10 ** e), tall - below + 20, power(e), 'tick', 'middle'));
    const mean = x(now.gradient_mean);
    const end = mean > width - 140 ? 'end' : 'start';
    shapes.push(line(mean, above - 12, mean, y(0), 'needle dotted'));
    shapes.push(
      text(end === 'end' ? mean - 8 : mean + 8, above - 2, `${texts.views.mean} ${decimal(now.gradient_mean, 3)}`, 'strong halo', end),
    );
    shapes.push(text((left + width - 24) / 2, tall - 8, texts.views.gradientsAxis, 'label', 'middle'));
    paint(surface(element, width, tall, gradients.describe(frame, { choices: {}, describe: null })), shapes);
  },

  table(frame) {
    const { edges, epochs } = read(frame);
    return {
      columns: ['epoch', 'low', 'high', 'count'],
      rows: epochs.flatMap((/** @type {{epoch: number, gradients: number[]}} */ { epoch, gradients: counts }) =>
        counts.map((n, i) => [epoch, edges[i - 1] ?? null, edges[i] ?? null, n]),
      ),
    };
  },

  describe(frame) {
    const { lead, sub } = gradients.says(frame, { choices: {}, describe: null });
    return `${texts.views.gradients}. ${texts.epoch(read(frame).now.epoch)}: ${lead} ${sub}`;
  },
};
