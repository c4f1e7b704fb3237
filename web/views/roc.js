// How well a score distinguishes corrupted pictures from clean ones: the ROC curve and its area.

import { rowsOf } from '../draw/csv.js';
import { line, paint, path, surface, text } from '../draw/svg.js';
import { coinReach, sideOfCoin } from '../model/chance.js';
import { entryIn } from '../model/registry.js';
import { answerOf, factOf, pastOf, recordsOf } from '../model/table.js';
import { tick } from '../texts/format.js';
import { texts } from '../texts/index.js';
import { area, line as polyline } from '../vendor/page.js';

/** @typedef {import('../model/frame.js').Frame} Frame */

const severities = ['1', '2', '3', '4', '5'];
const usual = '3';

/** What a sample is suspected by, as the engine's table offers it. @param {import('../engine.d.ts').Describe} describe */
function scoresOf(describe) {
  const { params } = entryIn(describe.view, 'roc');
  const choices = params.find(({ name }) => name === 'score')?.choices ?? [];
  return choices.map((id) => ({ id, label: texts.views.scores[id] ?? id }));
}

/** @type {import('../model/types.js').View} */
export const roc = {
  id: 'roc',
  label: texts.views.roc,
  question: texts.ends.questions.roc,
  choices: (describe) => [
    {
      key: 'corruption',
      label: texts.views.rocBy,
      options: describe.corruption.map((/** @type {{id: string, label: string}} */ { id, label }) => ({ id, label })),
    },
    {
      key: 'severity',
      label: texts.views.severity,
      options: severities.map((id) => ({ id, label: id === '1' ? `${texts.views.severity} ${id}` : id })),
      preset: usual,
    },
    { key: 'score', label: texts.views.rocScore, options: scoresOf(describe) },
  ],
  needs: ({ run }) => (!run || run.pictures ? '' : texts.views.rocNeed),
  asks: (_, { corruption = '', severity = usual, score = '' }) => ({
    id: 'roc',
    params: { score },
    probe: { kind: 'logits', corruption, severity },
  }),

  says(frame, { choices: { corruption, severity = usual, score = '' }, describe }) {
    const { label } = entryIn(describe.corruption, corruption);
    const [auroc, samples] = [factOf(answerOf(frame), 'auroc'), factOf(answerOf(frame), 'samples')];
    return {
      lead: texts.views.rocLead[sideOfCoin(auroc, frame.n, samples)](auroc),
      sub: texts.views.rocSub(`${label}, ${texts.views.severity.toLowerCase()} ${severity}`, texts.views.scores[score] ?? score, auroc),
    };
  },

  concludes(frame, { choices: { severity = usual, score }, describe }) {
    const ends = texts.ends;
    const [auroc, m] = [factOf(answerOf(frame), 'auroc'), factOf(answerOf(frame), 'samples')];
    const reach = coinReach(frame.n, m);
    const side = sideOfCoin(auroc, frame.n, m);
    const scores = scoresOf(describe);
    const other = scores[(scores.findIndex(({ id }) => id === score) + 1) % scores.length];
    const last = severities.at(-1) ?? usual;
    /** @type {import('../model/types.js').Next[]} */
    const next = [];
    if (side === 'chance' && severity !== last) next.push({ label: ends.next.severity(last), choices: { severity: last } });
    if (other) next.push({ label: ends.next.score(other.label.toLowerCase()), choices: { score: other.id } });
    return {
      says: ends.roc(side, [Math.max(0, 0.5 - reach), Math.min(1, 0.5 + reach)], auroc),
      why: ends.rocWhy(frame.n, m),
      next,
    };
  },

  draw(element, frame, options) {
    const { width, height } = options;
    const points = recordsOf(answerOf(frame), 'false_positives', 'true_positives');
    const was = pastOf(frame);
    const side = Math.max(220, Math.min(width - 120, height - 110));
    const x = (/** @type {number} */ v) => 56 + v * side;
    const y = (/** @type {number} */ v) => 10 + (1 - v) * side;
    /** @type {import('d3-shape').Line<typeof points[0]>} */
    const plain = polyline();
    const curve = plain.x((row) => x(row.false_positives)).y((row) => y(row.true_positives));
    /** @type {import('d3-shape').Area<typeof points[0]>} */
    const filled = area();
    const under = filled
      .x((row) => x(row.false_positives))
      .y0(y(0))
      .y1((row) => y(row.true_positives));
    const ticks = [0, 0.5, 1].flatMap((v) => [
      v > 0 && line(x(0), y(v), x(1), y(v), 'grid'),
      text(x(0) - 8, y(v) + 4, tick(v), 'tick', 'end'),
      text(x(v), y(0) + 18, tick(v), 'tick', 'middle'),
    ]);
    paint(surface(element, width, y(0) + 46, roc.describe(frame, options)), [
      path(under(points), 'floor'),
      ...ticks,
      line(x(0), y(0), x(1), y(1), 'ahead'),
      text(x(0.62), y(0.58), texts.views.coin, 'label'),
      line(x(0), y(0), x(1), y(0), 'axis'),
      line(x(0), y(0), x(0), y(1), 'axis'),
      was && path(curve(recordsOf(was, 'false_positives', 'true_positives')), 'was'),
      path(curve(points), 'curve strong'),
      text(x(0.5), y(0) + 38, texts.views.rocX, 'label', 'middle'),
      ['text', { class: 'label', transform: `translate(12 ${y(0.5)}) rotate(-90)`, 'text-anchor': 'middle' }, texts.views.rocY],
    ]);
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = roc.says(frame, options);
    return `${texts.views.roc}. ${lead} ${sub}`;
  },
};
