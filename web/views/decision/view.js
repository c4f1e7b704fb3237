// Decision curves: the net benefit of acting on a class from a threshold on, with the four outcomes.

import { rowsOf } from '../../draw/csv.js';
import { circle, line, paint, path, surface } from '../../draw/svg.js';
import { namedIn } from '../../model/classes.js';
import { answerOf, pastOf } from '../../model/table.js';
import { texts } from '../../texts/index.js';
import { curve, outcomes, rowAt, rowsIn, usual } from './curve.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('./curve.js').Row} Row */

const words = texts.view.decision;
const classesMost = 14; // most classes among which one can be chosen
const sideWidth = 340; // width of the outcomes

/** @param {Frame} frame @param {Record<string, string>} choices */
function readingOf(frame, { threshold = String(usual) }) {
  const rows = rowsIn(answerOf(frame));
  const wanted = Math.min(99, Math.max(1, Math.round(Number(threshold)) || usual));
  return { rows, wanted, at: rowAt(rows, wanted) };
}

/** The class that one acts on. @param {Frame} frame @param {Record<string, string>} choices */
const nameOf = ({ about }, { class: index = '1' }) => about?.classNames[Number(index)] ?? words.positive;

/** @param {Row} row @returns {'more' | 'less' | 'none' | 'same'} */
export const verdictOf = ({ gain_low: low, gain_high: high }) =>
  low > 0 ? 'more' : high < 0 ? 'less' : low === 0 && high === 0 ? 'same' : 'none';

/** The thresholds at which the model is worth using beyond chance. @param {Row[]} rows */
export function usefulOf(rows) {
  const useful = rows.filter((row) => verdictOf(row) === 'more');
  return { from: useful[0]?.threshold ?? NaN, to: useful.at(-1)?.threshold ?? NaN, n: useful.length };
}

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'decision',
  label: words.label,
  question: words.question,
  group: 'trust',
  order: 9,
  thumbnail: [
    path('M6 8C20 12 34 24 64 36', 'curve'),
    path('M6 8L30 42', 'curve train'),
    line(26, 2, 26, 42, 'ideal'),
    circle(26, 18, 3, 'nothing'),
    line(4, 38, 64, 38, 'axis'),
  ],
  severalToo: true,
  choices: (_, run) => [
    ...(run?.ready && run.ready.k <= classesMost
      ? [
          {
            key: 'class',
            label: words.actOn,
            options: namedIn(run.ready, run.choices.data.id).classNames.map((name, j) => ({ id: String(j), label: name })),
            preset: '1',
          },
        ]
      : []),
    {
      key: 'show',
      label: words.show,
      options: [
        { id: 'benefit', label: words.shows.benefit },
        { id: 'murphy', label: words.shows.murphy },
      ],
    },
  ],
  asks: (_, { class: index = '1' }) => ({ id: 'decision', params: { class: index } }),

  says(frame, { choices }) {
    const { at } = readingOf(frame, choices);
    const { threshold, net_benefit: benefit, treat_all: all, elementary } = at;
    if (choices.show === 'murphy') return { lead: words.murphy(threshold, elementary), sub: words.brier };
    return { lead: words.lead(threshold, benefit), sub: words.sub(all, threshold) };
  },

  concludes(frame, { choices }) {
    const { rows, at } = readingOf(frame, choices);
    const { threshold, gain_low: low, gain_high: high, optimal } = at;
    const { from, to, n } = usefulOf(rows);
    return {
      says: words.concludes(verdictOf(at), threshold, [low, high]),
      why: [words.range(from, to, n), ...(Number.isFinite(optimal) ? [words.optimal(optimal)] : []), words.method, words.chosen],
      next: [
        choices.show === 'murphy'
          ? { label: words.next.benefit, choices: { show: 'benefit' } }
          : { label: words.next.murphy, choices: { show: 'murphy' } },
        { label: words.next.reliability, view: 'reliability' },
      ],
    };
  },

  draw(element, frame, options) {
    const { width, height, choices } = options;
    const { rows, wanted, at } = readingOf(frame, choices);
    const past = pastOf(frame);
    const wide = width > 780;
    const chart = { width: wide ? Math.min(620, width - sideWidth - 24) : width - 8, height: Math.max(210, Math.min(420, height - 48)) };
    const side = outcomes(at, wide ? sideWidth : width - 8, nameOf(frame, choices));
    const place = wide ? `translate(${chart.width + 24} 14)` : `translate(4 ${chart.height + 10})`;
    const shapes = curve(rows, { threshold: wanted, past: past ? rowsIn(past) : [], murphy: choices.show === 'murphy', ...chart });
    paint(surface(element, width, wide ? chart.height + 10 : chart.height + side.height + 20, view.describe(frame, options)), [
      ['g', {}, shapes],
      ['g', { transform: place }, side.shapes],
    ]);
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    return `${lead} ${sub}`;
  },
};
