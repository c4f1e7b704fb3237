// The ROC curve and its area for detecting corrupted pictures, or other data, among the test samples by a
// score.

import { rowsOf } from '../../draw/csv.js';
import { line, paint, path, surface, text } from '../../draw/svg.js';
import { coinReach, sideOfCoin } from '../../model/chance.js';
import { othersOf } from '../../model/other.js';
import { entryIn } from '../../model/registry.js';
import { answerOf, factOf, pastOf, recordsOf } from '../../model/table.js';
import { tick } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { area, line as polyline } from '../../vendor/page.js';
import { most, pairs } from './pairs.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */

const words = texts.view.roc;

const severities = ['1', '2', '3', '4', '5'];
const usual = '3';
const elsewhere = 'data'; // an option in place of a corruption

/**
 * @param {import('../../engine.d.ts').Describe} describe
 * @param {import('../../model/types.js').Run | null} run
 */
const othersFor = (describe, run) => (run ? othersOf(describe, run.choices.data) : []);

/**
 * The choice of other data.
 * @param {{id: string, label: string}[]} options
 * @returns {import('../../model/types.js').Choice}
 */
const otherOf = (options) => ({
  ...{ key: 'other', label: texts.views.otherLink, options, preset: options[0]?.id ?? '', free: true },
  when: ({ corruption }) => corruption === elsewhere,
});

/**
 * Names the corrupted or out-of-distribution samples.
 * @param {Record<string, string>} choices
 * @param {import('../../engine.d.ts').Describe} describe
 */
function nameOf({ corruption, severity = usual, other = '' }, describe) {
  if (corruption === elsewhere) return other;
  return `${entryIn(describe.corruption, corruption).label}, ${texts.within(words.severity)} ${severity}`;
}

/**
 * Scores that can detect a sample, from the engine's catalog.
 * @param {import('../../engine.d.ts').Describe} describe
 */
function scoresOf(describe) {
  const { params } = entryIn(describe.view, 'roc');
  const choices = params.find(({ name }) => name === 'score')?.choices ?? [];
  return choices.map((id) => ({ id, label: texts.views.scores[id] ?? id }));
}

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'roc',
  label: words.label,
  question: words.question,
  group: 'wrong',
  order: 4,
  thumbnail: [
    path('M14 40C16 18 28 8 56 6V40Z', 'floor'),
    line(14, 40, 56, 6, 'ahead'),
    path('M14 40C16 18 28 8 56 6', 'curve'),
    line(14, 40, 58, 40, 'axis'),
  ],
  choices(describe, run) {
    return [
      {
        key: 'corruption',
        label: words.by,
        options: [
          ...(run && !run.pictures ? [] : describe.corruption.map(({ id, label }) => ({ id, label }))),
          ...(run ? [{ id: elsewhere, label: words.other }] : []),
        ],
      },
      {
        key: 'severity',
        label: words.severity,
        options: severities.map((id) => ({ id, label: id === '1' ? `${words.severity} ${id}` : id })),
        preset: usual,
        when: ({ corruption }) => corruption !== elsewhere,
      },
      ...(run ? [otherOf(othersFor(describe, run))] : []),
      { key: 'score', label: texts.views.rocScore, options: scoresOf(describe) },
    ];
  },
  samples: true,
  needs: ({ run, describe }) => (!run || run.pictures || othersFor(describe, run).length ? '' : words.need),
  asks(_, { corruption = '', severity = usual, score = '', other = '', brought }) {
    const table = { id: 'roc', params: { score } };
    /** @type {import('../../core/types.js').ProbeRequest} */
    const probe = { kind: 'logits' };
    if (corruption === elsewhere) return { ...table, probe, other: other || 'data=', brought, pictures: most };
    return { ...table, probe: { ...probe, corruption, severity }, pictures: most };
  },

  says(frame, { choices, describe }) {
    const { corruption, score = '' } = choices;
    const [auroc, samples] = [factOf(answerOf(frame), 'auroc'), factOf(answerOf(frame), 'samples')];
    const leads = corruption === elsewhere ? words.otherLead : words.lead;
    return {
      lead: leads[sideOfCoin(auroc, frame.n, samples)](auroc),
      sub: words.sub(nameOf(choices, describe), texts.views.scores[score] ?? score, auroc),
    };
  },

  concludes(frame, { choices: { corruption, severity = usual, score }, describe }) {
    const [auroc, m] = [factOf(answerOf(frame), 'auroc'), factOf(answerOf(frame), 'samples')];
    const reach = coinReach(frame.n, m);
    const side = sideOfCoin(auroc, frame.n, m);
    const scores = scoresOf(describe);
    const other = scores[(scores.findIndex(({ id }) => id === score) + 1) % scores.length];
    const last = severities.at(-1) ?? usual;
    /** @type {import('../../model/types.js').Next[]} */
    const next = [];
    if (side === 'chance' && corruption !== elsewhere && severity !== last)
      next.push({ label: words.next.severity(last), choices: { severity: last } });
    if (other) next.push({ label: words.next.score(texts.within(other.label)), choices: { score: other.id } });
    return {
      says: words.concludes(side, [Math.max(0, 0.5 - reach), Math.min(1, 0.5 + reach)], auroc),
      why: words.why(frame.n, m, corruption === elsewhere),
      next,
    };
  },

  draw(element, frame, options) {
    const { width, height, choices } = options;
    const isOther = choices.corruption === elsewhere;
    const points = recordsOf(answerOf(frame), 'false_positives', 'true_positives');
    const was = pastOf(frame);
    const wide = width > 680;
    const side = Math.max(220, Math.min(width - 120, height - 110, wide ? width * 0.45 : width));
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
    const foot = y(0) + 46;
    const place = wide ? { x: x(1) + 56, y: 8, width: width - x(1) - 56, height: foot } : { x: 0, y: foot + 24, width, height: 0 };
    const shown = pairs(frame, isOther, place);
    paint(surface(element, width, Math.max(foot, shown.bottom), view.describe(frame, options)), [
      path(under(points), 'floor'),
      ...ticks,
      line(x(0), y(0), x(1), y(1), 'ahead'),
      text(x(0.62), y(0.58), words.coin, 'label'),
      line(x(0), y(0), x(1), y(0), 'axis'),
      line(x(0), y(0), x(0), y(1), 'axis'),
      was && path(curve(recordsOf(was, 'false_positives', 'true_positives')), 'was'),
      path(curve(points), 'curve strong'),
      text(x(0.5), y(0) + 38, words.x(isOther), 'label', 'middle'),
      ['text', { class: 'label', transform: `translate(12 ${y(0.5)}) rotate(-90)`, 'text-anchor': 'middle' }, words.y(isOther)],
      ...shown.shapes,
    ]);
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    return `${words.label}. ${lead} ${sub}`;
  },
};
