// The samples of a bin, as cards: label, prediction and confidence before and after T, and the true
// probabilities if the data set knows them. A multi-label sample has a card for each known label.

import { pageOfCards } from '../../draw/charts/cards.js';
import { mark } from '../../draw/charts/gap.js';
import { labelCard, labelDetail, likelyIn } from '../../draw/charts/label-card.js';
import { rowsOf } from '../../draw/csv.js';
import { h } from '../../draw/dom.js';
import { pictureUrl } from '../../draw/picture.js';
import { circle, line, paint, path, rect, surface, text } from '../../draw/svg.js';
import { offOf, sideOf, wilson } from '../../model/chance.js';
import { namedIn } from '../../model/classes.js';
import { isSeveral } from '../../model/frame.js';
import { nth } from '../../model/nth.js';
import { softmax } from '../../model/softmax.js';
import { answerOf, recordsOf } from '../../model/table.js';
import { decimal, percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { card, cardOf } from './card.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.pictures;
const aside = 236; // width of the small diagram

const columns = /** @type {const} */ (['row', 'label', 'predicted', 'right', 'before', 'confidence', 'truth', 'loss', 'part']);

/**
 * A sample's row; at: its index in the table, which is the sample's number except in multi-label data.
 * @typedef {Record<typeof columns[number], number> & {at: number}} Row
 */

const labelsMost = 14; // most labels among which one can be chosen

/** @type {WeakMap<object, Row[]>} */
const read = new WeakMap();

/** The samples, in the order of the set. @param {Frame} frame @returns {Row[]} */
function samplesOf(frame) {
  const table = answerOf(frame);
  const rows = read.get(table) ?? recordsOf(table, ...columns).map((row, at) => ({ ...row, at }));
  read.set(table, rows);
  return rows;
}

/**
 * A row's overconfidence: confidence minus the true probability, or minus 1 or 0 if only the label is known.
 * @param {Row} row
 */
const misleads = ({ confidence, truth, right }) => confidence - (Number.isFinite(truth) ? truth : right);

/**
 * Orders of multi-label rows, whose confidence is the probability that the label is present.
 * @type {Record<string, (row: Row) => number>}
 */
const labelOrders = {
  misleading: (row) => Math.abs(row.confidence - likelyIn(row)),
  confident: ({ confidence }) => Math.max(confidence, 1 - confidence),
  loss: ({ loss }) => loss,
};

/** @type {Record<string, (row: Row) => number>} */
const orders = { misleading: misleads, confident: ({ confidence }) => confidence, loss: ({ loss }) => loss };

/** @param {{low: number, high: number}} bin @param {number} v */
const inBin = ({ low, high }, v) => (v > low || (v === 0 && low === 0)) && v <= high;

/** @type {{frame: Frame, key: string, rows: number[]} | null} */
let picked = null;

/**
 * The rows to show, in the chosen order.
 * @param {Frame} frame
 * @param {Record<string, string>} choices
 * @returns {number[]}
 */
function rowsShown(frame, choices) {
  const key = `${choices.sort} ${choices.which} ${choices.label}`;
  if (picked?.frame === frame && picked.key === key) return picked.rows;
  const all = samplesOf(frame);
  const bin = frame.selected === null ? null : frame.bins[frame.selected];
  const inside = (/** @type {number} */ v) => !bin || inBin(bin, v);
  const only = frame.binary && /^\d+$/.test(choices.label ?? '') ? Number(choices.label) : null;
  const kept = all.filter(
    ({ confidence, right, label }) => inside(confidence) && (choices.which === 'all' || !right) && (only === null || label === only),
  );
  const order = (frame.binary ? labelOrders : orders)[choices.sort ?? ''] ?? misleads;
  const rows = kept.sort((a, b) => order(b) - order(a) || a.at - b.at).map(({ at }) => at);
  picked = { frame, key, rows };
  return rows;
}

/** The small diagram, to select a bin in. @param {Frame} frame @returns {Shape[]} */
function diagram(frame) {
  const side = aside - 36;
  const x = (/** @type {number} */ v) => 28 + v * side;
  const y = (/** @type {number} */ v) => 8 + (1 - v) * side;
  return [
    ...frame.bins.flatMap((bin, i) => {
      if (!bin.count) return [];
      const [x0, width] = [x(bin.low) + 1, (bin.high - bin.low) * side - 2];
      const [low, high] = [Math.min(bin.confidence, bin.accuracy), Math.max(bin.confidence, bin.accuracy)];
      const kind = bin.confidence > bin.accuracy ? 'gap-over' : 'gap-under';
      /** @type {Shape} */
      const column = [
        'g',
        { 'data-pick': `bin ${i}` },
        [
          rect(x0 - 1, 8, width + 2, side, i === frame.selected ? 'mark' : 'touch'),
          rect(x0, y(low), width, low * side, 'bar'),
          rect(x0, y(high), width, (high - low) * side, kind),
          line(x0, y(bin.accuracy), x0 + width, y(bin.accuracy), 'value'),
        ],
      ];
      return [column];
    }),
    line(x(0), y(0), x(1), y(1), 'ideal'),
    ...(frame.ghost?.bins ?? []).flatMap(({ low, high, count, accuracy }) =>
      count >= mark ? [line(x(low) + 1, y(accuracy), x(high) - 1, y(accuracy), 'was')] : [],
    ),
    line(x(0), y(0), x(1), y(0), 'axis'),
    text(x(0) - 6, y(1) + 4, '1', 'tick', 'end'),
    text(x(0) - 6, y(0) + 4, '0', 'tick', 'end'),
    text(x(0.5), y(0) + 20, frame.binary ? texts.binary.axisSays : texts.axisSays, 'label', 'middle'),
  ];
}

/** @param {Frame} frame @param {number} y @returns {Shape[]} */
function key(frame, y) {
  const known = !!frame.about?.testPosterior;
  const rows = [
    ...(known || frame.binary
      ? [{ mark: [rect(0, -5, 18, 10, 'bar'), line(18, -7, 18, 7, 'value')], label: known ? words.truthKey : words.presentKey }]
      : []),
    { mark: [circle(9, 0, 4, 'dot')], label: words.saysKey },
    ...(frame.temperature === 1 ? [] : [{ mark: [circle(9, 0, 4, 'dot hollow')], label: words.saysTKey(decimal(frame.temperature, 2)) }]),
    { mark: [rect(0, -5, 18, 10, 'gap-over')], label: texts.saysTooMuch },
    { mark: [rect(0, -5, 18, 10, 'gap-under')], label: texts.saysTooLittle },
  ];
  return rows.map(({ mark, label }, i) => ['g', { transform: `translate(8 ${y + 24 * i})` }, [...mark, text(28, 4, label, 'label')]]);
}

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'pictures',
  label: words.label,
  question: words.question,
  group: 'trust',
  order: 1,
  thumbnail: [
    rect(5, 6, 14, 14, 'bar'),
    path('M9 16l3-7 3 7z', 'nothing'),
    rect(5, 26, 14, 14, 'bar'),
    circle(12, 33, 4, 'nothing'),
    ...[10, 16, 30, 36].flatMap((y, i) => [
      rect(26, y - 2, [22, 10, 18, 12][i] ?? 0, 4, 'bar'),
      rect(26 + ([22, 10, 18, 12][i] ?? 0), y - 2, [14, 6, 20, 5][i] ?? 0, 4, i % 2 ? 'gap-under' : 'gap-over'),
    ]),
  ],
  samples: true,
  severalToo: true,
  choices: (_, run) => [
    ...(run?.ready && isSeveral(run) && run.ready.k <= labelsMost
      ? [
          {
            key: 'label',
            label: texts.views.label,
            options: [
              { id: 'all', label: words.allLabels },
              ...namedIn(run.ready, run.choices.data.id).classNames.map((name, j) => ({ id: String(j), label: name })),
            ],
          },
        ]
      : []),
    {
      key: 'sort',
      label: words.sort,
      options: [
        { id: 'misleading', label: words.misleading },
        { id: 'confident', label: words.confident },
        { id: 'loss', label: words.highestLoss },
      ],
    },
    {
      key: 'which',
      label: words.which,
      options: [
        { id: 'all', label: words.all },
        { id: 'wrong', label: words.wrong },
      ],
    },
  ],
  asks: () => ({ id: 'samples' }),

  says(frame) {
    const all = samplesOf(frame);
    const bin = frame.selected === null ? null : frame.bins[frame.selected];
    if (frame.binary) {
      const { confidence, accuracy } = bin?.count ? bin : { confidence: frame.says, accuracy: frame.right };
      const shown = bin?.count ? all.filter((row) => inBin(bin, row.confidence)) : all;
      return {
        lead: texts.binary.says(confidence, accuracy),
        sub: words.ofLabels(shown.length, shown.filter(({ right }) => !right).length, !!bin?.count),
      };
    }
    if (!bin?.count)
      return {
        lead: words.lead(frame.says, frame.right),
        sub: words.ofAll(all.length, all.filter(({ right }) => !right).length),
      };
    return {
      lead: words.lead(bin.confidence, bin.accuracy),
      sub: words.ofBin(bin.count, Math.round(bin.count * (1 - bin.accuracy))),
    };
  },

  concludes(frame, { choices }) {
    const ends = texts.ends;
    if (frame.binary) {
      const { all, off, expected, evidence } = offOf(frame.bins);
      return {
        says: ends.off(off.length, all.length, expected),
        why: ends.offWhy(evidence),
        next: [
          ...(choices.which === 'wrong' ? [] : [{ label: ends.next.wrong, choices: { which: 'wrong' } }]),
          { label: ends.next.classes, view: 'classwise' },
        ],
      };
    }
    const bin = frame.selected === null ? null : frame.bins[frame.selected];
    const of = bin?.count ? { says: bin.confidence, right: bin.accuracy, n: bin.count } : frame;
    const worst = offOf(frame.bins).off[0];
    return {
      says: words.concludes(sideOf(of.says, of.right, of.n), of.says, wilson(of.right, of.n)),
      why: ends.gapWhy(Math.round(of.right * of.n), of.n, of.says),
      next: [
        ...(worst && !bin?.count ? [{ label: words.next.worstBin, bin: worst.index }] : []),
        ...(choices.which === 'wrong' ? [] : [{ label: ends.next.wrong, choices: { which: 'wrong' } }]),
        { label: ends.next.confusion, view: 'confusion' },
      ],
    };
  },

  draw(element, frame, options) {
    const { width, height, choices } = options;
    const all = samplesOf(frame);
    const rows = rowsShown(frame, choices);
    const twoColumns = width > 620;
    const x0 = twoColumns ? aside + 32 : 0;
    const cards = pageOfCards(
      rows,
      choices.from,
      card,
      {
        left: x0,
        top: twoColumns ? 8 : aside + 20,
        width,
        down: twoColumns ? Math.max(2, Math.floor((height - 30) / card.height)) : 10,
        gap: 40,
        turn: 190,
      },
      (i) => ({ sample: nth(all, i).row, shapes: frame.binary ? labelCard(frame, nth(all, i), card) : cardOf(frame, nth(all, i)) }),
    );
    paint(surface(element, width, Math.max(cards.bottom + 24, twoColumns ? aside + 200 : 0), view.describe(frame, options)), [
      ...diagram(frame),
      ...(twoColumns ? key(frame, aside + 40) : []),
      ...cards.shapes,
    ]);
  },

  detail(element, frame) {
    const { sample, about, samples, logits } = frame;
    if (frame.binary) return sample !== null && labelDetail(element, frame, sample, samplesOf(frame));
    const row = sample === null ? undefined : samplesOf(frame)[sample];
    if (sample === null || !row || !about || !logits) return false;
    const { k, classNames, testPosterior: posterior } = about;
    const says = softmax(logits, k, sample, 1);
    const scaled = softmax(logits, k, sample, frame.temperature);
    const order = [...says.keys()].sort((a, b) => nth(says, b) - nth(says, a)).slice(0, 6);
    const answer = row.predicted;
    const head = [
      words.klass,
      words.logit,
      texts.views.says,
      ...(frame.temperature === 1 ? [] : [`T ${decimal(frame.temperature, 2)}`]),
      ...(posterior ? [texts.views.truth] : []),
    ];
    const isScaled = frame.temperature !== 1;
    const cellsOf = (/** @type {number} */ j) => [
      h('th', { scope: 'row' }, classNames[j] ?? String(j)),
      h('td', null, decimal(nth(logits, sample * k + j), 1)),
      h('td', null, percent(nth(says, j), 0)),
      isScaled && h('td', null, percent(nth(scaled, j), 0)),
      posterior && h('td', null, percent(nth(posterior, sample * k + j), 0)),
    ];
    const name = classNames[answer] ?? String(answer);
    const label = classNames[row.label] ?? String(row.label);
    const url = samples?.pixels && sample < samples.count ? pictureUrl(samples, sample) : '';
    element.replaceChildren(
      ...(url ? [h('img', { src: url, class: 'large-picture', alt: label })] : []),
      h('h2', null, `${name}: ${row.right ? words.isRight : words.isWrong(label)}`),
      ...(posterior ? [h('p', null, words.knows(name, nth(posterior, sample * k + answer), nth(says, answer)))] : []),
      h(
        'table',
        { class: 'data' },
        h('thead', null, h('tr', null, ...head.map((name) => h('th', { scope: 'col' }, name)))),
        h('tbody', null, ...order.map((j) => h('tr', null, ...cellsOf(j)))),
      ),
      h('p', null, words.share(row.part)),
      h('p', { class: 'note' }, texts.views.sampleNumber(sample)),
    );
    return true;
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    return `${lead} ${sub}`;
  },
};
