// Selective prediction: the error of the samples that the network answers alone, over their number, and the
// samples that it hands to a person.

import { pageOfCards } from '../../draw/charts/cards.js';
import { rowsOf } from '../../draw/csv.js';
import { paint, surface, text } from '../../draw/svg.js';
import { wilson } from '../../model/chance.js';
import { nth } from '../../model/nth.js';
import { entryIn } from '../../model/registry.js';
import { answerOf, factOf, pastOf } from '../../model/table.js';
import { texts } from '../../texts/index.js';
import { card, cardOf } from './card.js';
import { costAt, costCurve, costsIn, costVerdict, usualAsk } from './cost.js';
import { curve, plot } from './curve.js';
import { rowsIn, splitOf, usual } from './split.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../model/types.js').Next} Next */

const words = texts.view.selective;

/** @param {Frame} frame @param {Record<string, string>} choices */
const costIn = (frame, { ask = String(usualAsk) }) => costAt(costsIn(answerOf(frame)), Number(ask));

/** @param {Frame} frame @param {Record<string, string>} choices */
const splitIn = (frame, { alone = String(usual) }) => splitOf(answerOf(frame), Number(alone));

/** Returns true for scores that a run has. @param {string} id */
const ofRuns = (id) => id !== 'column';

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'selective',
  label: words.label,
  question: words.question,
  group: 'trust',
  order: 8,
  thumbnail: plot.thumbnail,
  samples: true,
  choices: (describe) => [
    {
      key: 'score',
      when: ({ show }) => show !== 'cost',
      label: words.score,
      options: (entryIn(describe.view, 'selective').params.find(({ name }) => name === 'score')?.choices ?? [])
        .filter(ofRuns)
        .map((id) => ({
          id,
          label: words.scores[id] ?? id,
        })),
    },
    {
      key: 'order',
      when: ({ show }) => show !== 'cost',
      label: words.order,
      options: [
        { id: 'least', label: words.least },
        { id: 'nearest', label: words.nearest },
      ],
    },
    {
      key: 'show',
      label: words.show,
      options: [
        { id: 'error', label: words.shows.error },
        { id: 'cost', label: words.shows.cost },
      ],
    },
  ],
  asks: (_, { score = 'confidence', show }) => (show === 'cost' ? { id: 'cost' } : { id: 'selective', params: { score } }),

  says(frame, { choices }) {
    if (choices.show === 'cost') {
      const at = costIn(frame, choices);
      return { lead: words.costLead(at.ask, at.cost), sub: words.costSub(at.answered, at.always_answer, at.ask) };
    }
    const { rows, at, handed, wrong } = splitIn(frame, choices);
    return {
      lead: words.lead(at.coverage, at.risk),
      sub: handed.length ? words.sub(at.confidence, handed.length, wrong / handed.length) : words.all(at.confidence, rows.length),
    };
  },

  concludes(frame, { choices }) {
    if (choices.show === 'cost') {
      const at = costIn(frame, choices);
      /** @type {Next[]} */
      const steps = [{ label: words.next.error, choices: { show: 'error' } }];
      if (frame.temperature === 1) steps.push({ label: words.next.cool, temperature: 2 });
      return { says: words.costConcludes(costVerdict(at), at.ask, [at.low, at.high], at.least), why: [words.rule], next: steps };
    }
    const table = answerOf(frame);
    const { rows, at, kept } = splitIn(frame, choices);
    const whole = nth(rows, rows.length - 1);
    /** @type {Next[]} */
    const next = [
      ...(choices.score === 'entropy' ? [] : [{ label: words.next.entropy, choices: { score: 'entropy' } }]),
      { label: words.next.cost, choices: { show: 'cost' } },
      { label: words.next.sets, view: 'sets' },
    ];
    return {
      says: words.concludes(at.coverage, at.risk, wilson(at.risk, kept), at.optimal),
      why: [
        words.areas(factOf(table, 'aurc'), factOf(table, 'augrc')),
        words.surest(factOf(table, 'accuracy_at_10'), whole.risk),
        words.coverageAt(factOf(table, 'coverage_at_risk')),
        words.chosenAfter,
      ],
      next,
    };
  },

  draw(element, frame, options) {
    const { width, height, choices } = options;
    const past = pastOf(frame);
    if (choices.show === 'cost') {
      const size = { width: Math.min(760, width - 8), height: Math.max(300, Math.min(440, height - 20)) };
      const shapes = costCurve(costsIn(answerOf(frame)), costIn(frame, choices), past ? costsIn(past) : [], size);
      paint(surface(element, width, size.height + 10, view.describe(frame, options)), shapes);
      return;
    }
    const split = splitIn(frame, choices);
    const wide = width > 680;
    const chart = { width: wide ? Math.min(520, width * 0.52) : width - 8, height: Math.max(180, Math.min(380, height - 80)) };
    const x0 = wide ? chart.width + 36 : 0;
    const handed = choices.order === 'nearest' ? split.handed : [...split.handed].reverse();
    const room = {
      left: x0,
      top: (wide ? 8 : chart.height + 44) + 26,
      width,
      down: wide ? Math.max(2, Math.floor((height - 60) / card.height)) : 6,
      gap: 30,
      turn: 170,
    };
    const cards = pageOfCards(handed, choices.from, card, room, (row) => ({ sample: row.row, shapes: cardOf(frame, row) }));
    paint(surface(element, width, Math.max(cards.bottom + 24, chart.height + 40), view.describe(frame, options)), [
      ['g', {}, curve(split.rows, split.at, past ? rowsIn(past) : [], split.wanted, chart)],
      text(x0 + 2, room.top - 14, words.handed(split.handed.length), 'strong'),
      ...(handed.length ? cards.shapes : []),
    ]);
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    return `${lead} ${sub}`;
  },
};
