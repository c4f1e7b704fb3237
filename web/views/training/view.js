// Reliability diagrams of the training set and the test set, side by side.

import { layoutOf, square } from '../../draw/charts/reliability.js';
import { rowsOf } from '../../draw/csv.js';
import { circle, line, paint, path, rect, surface, text } from '../../draw/svg.js';
import { thumbnail } from '../../draw/thumbnail.js';
import { sideOf, wilson } from '../../model/chance.js';
import { fullBin } from '../../model/frame.js';
import { answerOf, factOf, pastOf, recordsOf } from '../../model/table.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.training;
const [title, gutter] = [26, 24];

/**
 * The training set's bins, with its mean confidence and accuracy.
 * @param {import('../../model/table.js').Table} table
 */
function readTable(table) {
  const bins = recordsOf(table, 'low', 'high', 'count', 'confidence', 'accuracy').map(fullBin);
  const n = bins.reduce((sum, { count }) => sum + count, 0);
  const mean = (/** @type {'confidence' | 'accuracy'} */ what) =>
    bins.reduce((sum, bin) => sum + (bin.count ? bin.count * bin[what] : 0), 0) / n;
  return {
    bins: bins.map((bin) => (bin.count ? bin : { ...bin, confidence: 0, accuracy: 0 })),
    n,
    says: mean('confidence'),
    right: mean('accuracy'),
  };
}

/** @param {Frame} frame */
const read = (frame) => readTable(answerOf(frame));

/**
 * Draws the mean confidence and the accuracy of both sets as bars.
 * @param {{says: number, right: number}} train
 * @param {{says: number, right: number}} test
 * @param {{x: number, width: number}} place
 * @param {number} top
 * @returns {Shape[]}
 */
function meansOf(train, test, place, top) {
  const length = Math.min(320, place.width - 56);
  return /** @type {const} */ ([
    [words.trainingSet, train],
    [words.testSet, test],
  ]).flatMap(([name, { says, right }], i) => {
    const y = top + 18 + 84 * i;
    const x = (/** @type {number} */ v) => place.x + v * length;
    const [low, high] = [Math.min(says, right), Math.max(says, right)];
    return /** @type {Shape[]} */ ([
      text(place.x, y, name, 'strong'),
      line(x(0), y + 24, x(1), y + 24, 'axis faint'),
      rect(x(0), y + 14, low * length, 20, 'bar'),
      rect(x(low), y + 14, (high - low) * length, 20, says > right ? 'gap-over' : 'gap-under'),
      path(`M${x(right)} ${y + 10}V${y + 38}`, 'value'),
      circle(x(says), y + 24, 5, 'dot'),
      text(place.x, y + 54, words.mean(says, right), 'label'),
    ]);
  });
}

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'training',
  label: words.label,
  question: words.question,
  group: 'trust',
  order: 6,
  thumbnail: [
    thumbnail.square(2, 14, [4, 10, 17, 23, 30, 36]),
    thumbnail.square(38, 14, [2, 6, 9, 13, 16, 22]),
    line(36, 8, 36, 40, 'grid'),
  ],
  asks: ({ bins }) => ({ id: 'reliability', params: { metric: 'ece', bins: bins.length }, probe: { kind: 'logits', on: 'train' } }),

  says(frame) {
    const { says, right } = read(frame);
    return {
      lead: words.lead(factOf(answerOf(frame), 'value'), frame.ece),
      sub: words.sub(says, right, frame.says, frame.right),
    };
  },

  concludes(frame) {
    const ends = texts.ends;
    const { right, n } = read(frame);
    const [train, test] = [wilson(right, n), wilson(frame.right, frame.n)];
    const side = train[0] > test[1] ? 'more' : train[1] < test[0] ? 'less' : 'same';
    return {
      says: words.concludes(side, train, test),
      why: words.why(right, n, frame.right, frame.n),
      next: [
        ...(sideOf(frame.says, frame.right, frame.n) === 'over'
          ? [{ label: ends.next.focal, loss: { id: 'focal', params: { gamma: '3' } } }]
          : []),
        { label: ends.next.curves, view: 'curves' },
      ],
    };
  },

  draw(element, frame, options) {
    const { width, height } = options;
    const twoColumns = width > 620;
    const widest = twoColumns ? (width - gutter) / 2 : width;
    const own = read(frame);
    const at = layoutOf(widest, Math.min(height - 48 - title, widest + 60));
    const wide = Math.min(widest, at.left + at.side + at.right);
    const means = { x: 2 * (wide + gutter), width: width - 2 * (wide + gutter) };
    const tall = title + at.top + at.side + at.under + 6;
    const same = frame.shownMetric === 'ece' && own.bins.every(({ low }, i) => low === frame.bins[i]?.low);
    const test = { ...frame, selected: same ? frame.selected : null };
    const was = pastOf(frame);
    const ghost = was && frame.ghost && { ...frame.ghost, bins: readTable(was).bins };
    const train = { ...own, selected: test.selected, pinned: frame.pinned, ghost };
    /**
     * @param {string} name
     * @param {Parameters<typeof square>[0]} of
     * @param {number} x
     * @param {number} y
     * @param {boolean} picks
     * @returns {Shape}
     */
    const part = (name, of, x, y, picks) => [
      'g',
      { transform: `translate(${x} ${y})` },
      [
        text(at.left, 16, name, 'strong'),
        ['g', { transform: `translate(0 ${title})` }, square(of, at, { plain: !twoColumns, picks }).filter((shape) => !!shape)],
      ],
    ];
    paint(surface(element, width, twoColumns ? tall : 2 * tall, view.describe(frame, options)), [
      part(words.trainingSet, train, 0, 0, same),
      part(words.testSet, test, twoColumns ? wide + gutter : 0, twoColumns ? 0 : tall, same),
      ...(twoColumns && means.width >= 240 ? meansOf(own, frame, means, at.top + title) : []),
    ]);
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    return `${words.label}. ${lead} ${sub}`;
  },
};
