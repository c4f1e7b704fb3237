// The distribution of confidence, split into right and wrong answers, with mean confidence and accuracy.

import { hit } from '../../draw/charts/gap.js';
import { rowsOf } from '../../draw/csv.js';
import { line, paint, path, rect, surface, text } from '../../draw/svg.js';
import { thumbnail } from '../../draw/thumbnail.js';
import { sideOf, wilson } from '../../model/chance.js';
import { answerOf, factOf, pastOf, recordsOf } from '../../model/table.js';
import { count, percent, tick } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { scaleLinear } from '../../vendor/page.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.histogram;

const [left, above, below] = [56, 76, 46];

/** @param {Frame} frame */
function read(frame) {
  const table = answerOf(frame);
  const fact = (/** @type {string} */ name) => table.facts[name] ?? 0;
  return { table, bars: recordsOf(table, 'low', 'high', 'count', 'right', 'wrong'), fact };
}

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'histogram',
  label: words.label,
  question: words.question,
  group: 'trust',
  order: 3,
  thumbnail: [
    ...[3, 4, 5, 8, 13, 30].flatMap((height, i) => [
      rect(6 + i * 10, thumbnail.base - height, 8, height, 'bar'),
      rect(6 + i * 10, thumbnail.base - height - 3 - (i > 3 ? 3 : 0), 8, 3 + (i > 3 ? 3 : 0), 'wrong'),
    ]),
    thumbnail.floor,
  ],
  asks: ({ bins }) => ({ id: 'histogram', params: { bins: bins.length } }),

  says(frame) {
    const { table, fact } = read(frame);
    return { lead: words.lead(fact('sure')), sub: words.sub(factOf(table, 'sure_accuracy')) };
  },

  concludes(frame) {
    const ends = texts.ends;
    const { table, fact } = read(frame);
    const n = Math.round(fact('sure') * frame.n);
    if (!n)
      return {
        says: words.sureNone(frame.n),
        why: ends.gapWhy(Math.round(frame.right * frame.n), frame.n, frame.says),
        next: [{ label: ends.next.allBins, view: 'reliability' }],
      };
    const right = wilson(factOf(table, 'sure_accuracy'), n);
    return {
      says: right[1] < 0.99 ? words.sureOff(right) : words.sureFine(right),
      why: words.sureWhy(Math.round(factOf(table, 'sure_accuracy') * n), n),
      next: [
        ...(factOf(table, 'sure_accuracy') < 1
          ? [{ label: words.next.surelyWrong, view: 'pictures', choices: { sort: 'confident', which: 'wrong' } }]
          : []),
        { label: ends.next.allBins, view: 'reliability' },
      ],
    };
  },

  draw(element, frame, options) {
    const { width, height } = options;
    const { bars, fact } = read(frame);
    const right0 = width - (width < 480 ? 8 : 96);
    const tall = Math.min(height, 560);
    const base = tall - below - (width < 640 ? 20 : 0);
    const x = (/** @type {number} */ v) => left + v * (right0 - left);
    const most = Math.max(...bars.map(({ count }) => count), 1);
    const last = bars.at(-1);
    const full =
      last?.count === Math.max(...bars.map(({ count }) => count)) &&
      bars.findIndex(({ count }) => count === last.count) === bars.length - 1;
    // set if the fullest bar has room for its labels next to it
    const labelled = full && width - right0 > 40 ? last : null;
    // If space is short, the key gets its own line above the means.
    const top = above + (labelled || width >= 640 ? 0 : 20);
    const y = (/** @type {number} */ v) => base - (v / most) * (base - top);
    const chosen = (frame.selected !== null && frame.bins[frame.selected]) || null;
    /** @type {(Shape | null | false)[]} */
    const shapes = [];
    if (chosen)
      shapes.push(rect(x(chosen.low), top - 6, x(chosen.high) - x(chosen.low), base - top + 6, frame.pinned ? 'mark pinned' : 'mark'));
    for (const v of scaleLinear([0, most], [0, 1]).ticks(3)) {
      if (v) shapes.push(line(left, y(v), right0, y(v), 'grid'));
      shapes.push(text(left - 8, y(v) + 4, count(v), 'tick', 'end'));
    }
    for (const { low, high, count: n, right } of bars) {
      const gutter = Math.min(2, (x(high) - x(low)) / 6);
      const w = x(high) - x(low) - 2 * gutter;
      shapes.push(rect(x(low) + gutter, y(right), w, base - y(right), 'bar'), rect(x(low) + gutter, y(n), w, y(right) - y(n), 'wrong'));
    }
    if (labelled) {
      const x0 = right0 + 8;
      if (labelled.right) shapes.push(text(x0, (y(labelled.right) + base) / 2 + 4, texts.views.rightOnes, 'label'));
      if (labelled.wrong) shapes.push(text(x0, (y(labelled.count) + y(labelled.right)) / 2 + 4, texts.views.wrongOnes, 'label'));
    } else {
      // The key is on the side without the means.
      const x0 = fact('confidence') > 0.5 ? left : right0 - 124;
      shapes.push(rect(x0, 2, 12, 12, 'bar'), text(x0 + 18, 13, texts.views.rightOnes, 'label'));
      shapes.push(rect(x0 + 64, 2, 12, 12, 'wrong'), text(x0 + 82, 13, texts.views.wrongOnes, 'label'));
    }
    // The previous run's counts, as a line over each bar.
    const was = pastOf(frame);
    if (was)
      for (const { low, high, count: n } of recordsOf(was, 'low', 'high', 'count'))
        shapes.push(line(x(low) + 1, y(Math.min(n, most)), x(high) - 1, y(Math.min(n, most)), 'was'));
    // Mean confidence and accuracy; the slab between them is over- or underconfidence.
    const [says, is] = [fact('confidence'), fact('accuracy')];
    const side = says > is ? 'over' : 'under';
    const weak = sideOf(says, is, frame.n) === 'none' ? ' weak' : '';
    const from = Math.min(says, is);
    shapes.push(rect(x(from), top - 26, x(Math.max(says, is)) - x(from), 14, `gap-${side}${weak}`));
    shapes.push(line(x(is), top - 34, x(is), base, 'value thin'), line(x(says), top - 34, x(says), base, 'needle dotted'));
    const room = x(Math.max(says, is)) > right0 - 150 ? 'end' : 'start';
    shapes.push(text(says > is ? x(says) : x(is), top - 58, words.meanSays(says), says > is ? 'strong' : 'label', room));
    shapes.push(text(says > is ? x(says) : x(is), top - 41, words.meanRight(is), 'label', room));
    shapes.push(line(left, base, right0, base, 'axis'), path(`M${x(0.99)} ${base + 3}v5H${x(1)}v-5`, 'bracket'));
    for (const v of [0, 0.25, 0.5, 0.75]) shapes.push(text(x(v), base + 20, tick(v), 'tick', v ? 'middle' : 'start'));
    shapes.push(text(x(1), base + 22, percent(1, 0), 'tick', 'end'));
    shapes.push(
      text(x(0.5), base + 38, texts.axisSays, 'label', 'middle'),
      text(x(1), base + (width < 640 ? 58 : 38), words.sureKey(fact('sure')), 'label', 'end'),
    );
    // A bar selects the diagram's bin with the same edges.
    bars.forEach(({ low, high, count }, b) => {
      if (count && low === frame.bins[b]?.low && high === frame.bins[b].high)
        shapes.push(hit(x(low), top - 6, x(high) - x(low), base - top + 6, `bin ${b}`));
    });
    paint(surface(element, width, tall, view.describe(frame, options)), shapes);
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    const { fact } = read(frame);
    return `${words.label}. ${lead} ${sub} ${texts.says(fact('confidence'), fact('accuracy'))}`;
  },
};
