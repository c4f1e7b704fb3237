// Conformal sets: their coverage against the promise, their sizes, the coverage by difficulty, and samples
// with their sets.

import { pageOfCards } from '../../draw/charts/cards.js';
import { rowsOf } from '../../draw/csv.js';
import { line, paint, rect, surface } from '../../draw/svg.js';
import { wilson } from '../../model/chance.js';
import { nth } from '../../model/nth.js';
import { entryIn } from '../../model/registry.js';
import { answerOf, factOf, pastOf, recordsOf } from '../../model/table.js';
import { percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { card, cardOf } from './card.js';
import { difficulties, side, sizesOf, verdictOf } from './side.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.sets;

const alphas = ['0.01', '0.05', '0.1', '0.2', '0.5'];
const usual = '0.1';

/**
 * A sample with its set; set: the sum of 2^class, NaN for more than 52 classes.
 * @typedef {{row: number, label: number, size: number, covered: number, set: number, ambiguity: number}} Row
 */

/** @type {WeakMap<object, Row[]>} */
const read = new WeakMap();

/** @param {Frame} frame @returns {Row[]} */
function samplesOf(frame) {
  const table = answerOf(frame);
  const rows = read.get(table) ?? recordsOf(table, 'row', 'label', 'size', 'covered', 'set', 'ambiguity');
  read.set(table, rows);
  return rows;
}

/** @type {Record<string, (row: Row) => number>} */
const orders = { largest: ({ size }) => size, missed: ({ covered, size }) => size - 1000 * covered, smallest: ({ size }) => -size };

/** The samples in the chosen order. @param {Frame} frame @param {Record<string, string>} choices */
const ordered = (frame, { sort = 'largest' }) => {
  const order = orders[sort] ?? nth(Object.values(orders), 0);
  return [...samplesOf(frame)].sort((a, b) => order(b) - order(a) || a.row - b.row);
};

/** The figures of a frame, with the promise. @param {Frame} frame @param {Record<string, string>} choices */
function figuresOf(frame, { alpha = usual }) {
  const table = answerOf(frame);
  const rows = samplesOf(frame);
  const [coverage, size] = [factOf(table, 'coverage'), factOf(table, 'size')];
  /** @type {[number, number]} */
  const band = [factOf(table, 'low'), factOf(table, 'high')];
  return {
    ...{ rows, coverage, size, promise: 1 - Number(alpha), n: rows.length },
    band: Number.isFinite(band[0]) ? band : null,
    single: rows.filter((row) => row.size === 1).length / rows.length,
    ...{ validation: factOf(table, 'validation'), least: factOf(table, 'least') },
  };
}

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'sets',
  label: words.label,
  question: words.question,
  group: 'trust',
  order: 7,
  thumbnail: [
    rect(6, 6, 12, 12, 'bar'),
    ...[0, 1].map((i) => rect(24 + 14 * i, 8, 10, 8, 'gap-under')),
    rect(6, 27, 12, 12, 'bar'),
    ...[0, 1, 2].map((i) => rect(24 + 14 * i, 29, 10, 8, i ? 'nothing' : 'gap-under')),
  ],
  samples: true,
  choices: (describe) => [
    { key: 'alpha', label: words.promised, options: alphas.map((id) => ({ id, label: percent(1 - Number(id), 0) })), preset: usual },
    {
      key: 'score',
      label: words.score,
      options: ['aps', 'lac', 'topk', 'raps'].map((id) => ({ id, label: entryIn(describe.conformity, id).label })),
    },
    {
      key: 'by',
      label: words.by,
      options: [
        { id: 'all', label: words.all },
        { id: 'class', label: words.eachClass },
      ],
    },
    {
      key: 'empty',
      label: words.empty,
      options: [
        { id: 'allow', label: words.allow },
        { id: 'top', label: words.top },
      ],
    },
    { key: 'sort', label: words.sort, options: Object.keys(orders).map((id) => ({ id, label: words.orders[id] ?? id })) },
  ],
  asks: (_, { alpha = usual, score = 'aps', by = 'all', empty = 'allow' }) => ({ id: 'sets', params: { score, alpha, by, empty } }),

  says(frame, { choices }) {
    const of = figuresOf(frame, choices);
    if (!of.n) return { lead: words.few(of.validation, choices.by === 'class'), sub: words.least(of.least, of.promise) };
    return { lead: words.lead(of.promise, of.coverage), sub: words.sub(of.size, of.single) };
  },

  concludes(frame, { choices, describe }) {
    const of = figuresOf(frame, choices);
    if (!of.n)
      return {
        says: words.least(of.least, of.promise),
        why: [words.fewWhy],
        next: [{ label: words.next.weaker, choices: { alpha: '0.5' } }],
      };
    const parts = difficulties(of.rows);
    const [easy, hard] = [parts[0], parts.at(-1)];
    /** @type {import('../../model/types.js').Next[]} */
    const next = [
      ...(frame.temperature === 1 ? [{ label: words.next.cool, temperature: 2 }] : []),
      ...(choices.by === 'class' ? [] : [{ label: words.next.eachClass, choices: { by: 'class' } }]),
      ...(choices.score === 'lac' ? [] : [{ label: words.next.smallest, choices: { score: 'lac' } }]),
    ];
    return {
      says:
        words.concludes(verdictOf(of), of.coverage, of.band ?? wilson(of.coverage, of.n), !!of.band) +
        (frame.sawValidation ? ` ${words.saw(frame.sawValidation)}` : ''),
      why: [
        of.band ? words.bandWhy(of.validation, of.n) : words.classWhy(of.validation),
        ...(easy && hard ? [words.difficultyWhy(easy.coverage, hard.coverage)] : []),
        ...(choices.score === 'raps' ? [words.penaltyWhy(factOf(answerOf(frame), 'lambda'), factOf(answerOf(frame), 'kreg'))] : []),
        words.scoreWhy(entryIn(describe.conformity, choices.score ?? 'aps').help),
        words.notProbability,
      ],
      next,
    };
  },

  draw(element, frame, options) {
    const { width, height, choices } = options;
    const of = figuresOf(frame, choices);
    const wide = width > 620;
    const x0 = wide ? side.width + 28 : 0;
    const left = of.n
      ? side({
          ...of,
          sizes: sizesOf(of.rows),
          parts: difficulties(of.rows),
          was: pastOf(frame) ? factOf(/** @type {import('../../model/table.js').Table} */ (pastOf(frame)), 'coverage') : NaN,
        })
      : { shapes: [], height: 0 };
    const room = {
      left: x0,
      top: wide ? 8 : left.height + 20,
      width,
      down: wide ? Math.max(2, Math.floor((height - 30) / card.height)) : 8,
      gap: 40,
      turn: 190,
    };
    const cards = pageOfCards(ordered(frame, choices), choices.from, card, room, (row) => ({
      sample: row.row,
      shapes: cardOf(frame, row),
    }));
    paint(surface(element, width, Math.max(cards.bottom + 24, wide ? left.height : 0), view.describe(frame, options)), [
      ['g', { transform: 'translate(4 8)' }, left.shapes],
      ...(wide && of.n ? [line(side.width + 16, 8, side.width + 16, Math.max(cards.bottom, left.height), 'grid')] : []),
      ...(of.n ? cards.shapes : []),
    ]);
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    return `${lead} ${sub}`;
  },
};
