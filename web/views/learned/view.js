// Training samples grouped by the epoch since which the network classifies them correctly, and the
// distribution of their largest logits at the end.

import { drawBoxes } from '../../draw/charts/boxes.js';
import { line, rect } from '../../draw/svg.js';
import { thumbnail } from '../../draw/thumbnail.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */

const words = texts.view.learned;
const fewest = 10; // samples; smaller groups are not judged

/** @param {Pick<Frame, 'report'> | null} run */
const groupsOf = (run) => run?.report?.diagnostics?.learned ?? [];

/** The mean largest logit over several groups. @param {import('../../engine.d.ts').Learned[]} groups */
function meanOf(groups) {
  const n = groups.reduce((sum, { count }) => sum + count, 0);
  return groups.reduce((sum, { count, mean }) => sum + count * mean, 0) / n;
}

/**
 * Groups learned in the first half of training, groups learned later, and the number of samples still wrong.
 * @param {Frame} frame
 */
function halves(frame) {
  const groups = groupsOf(frame);
  return {
    early: groups.filter(({ epoch }) => epoch !== null && epoch <= frame.epochs / 2),
    late: groups.filter(({ epoch }) => epoch !== null && epoch > frame.epochs / 2),
    never: groups.find(({ epoch }) => epoch === null)?.count ?? 0,
  };
}

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'learned',
  label: words.label,
  question: words.question,
  group: 'learned',
  order: 5,
  thumbnail: [
    ...[12, 18, 23, 27].flatMap((y, i) => [
      line(12 + 15 * i, y - 8, 12 + 15 * i, y + 12, 'axis'),
      rect(8 + 15 * i, y - 4, 8, 11, 'bar'),
      line(8 + 15 * i, y, 16 + 15 * i, y, 'value'),
    ]),
    thumbnail.floor,
  ],
  instead: { label: texts.ends.next.diagnostics, kind: 'run', name: 'diagnostics', to: 'yes' },
  needs: ({ frame, run }) => {
    if (run?.settings && run.settings.diagnostics === 'no') return words.need;
    if (!frame) return '';
    if (!frame.report) return texts.views.diagnosticsWait;
    return groupsOf(frame).length ? '' : words.need;
  },

  says(frame) {
    const { early, late, never } = halves(frame);
    const sub = words.sub(never);
    if (!early.length || !late.length) return { lead: words.one(meanOf(groupsOf(frame))), sub };
    return { lead: words.lead(meanOf(early), meanOf(late)), sub };
  },

  concludes(frame) {
    const groups = groupsOf(frame).flatMap(({ epoch, count, quantiles: [, low, median, high] }) =>
      epoch === null || count < fewest || low === undefined || median === undefined || high === undefined
        ? []
        : [{ epoch, count, low, median, high }],
    );
    const [first, last] = [groups[0], groups.at(-1)];
    const next = [{ label: words.next.gradients, view: 'gradients' }];
    if (!first || !last) return { says: words.concludesNone, why: [], next };
    if (first === last)
      return {
        says: words.concludesOne(first.count, [first.low, first.high]),
        why: [words.why(first.epoch, first.count, first.median)],
        next,
      };
    return {
      says: words.concludes(first.high < last.low || last.high < first.low, [first.low, first.high], [last.low, last.high]),
      why: [first, last].map(({ epoch, count, median }) => words.why(epoch, count, median)),
      next,
    };
  },

  draw(element, frame, options) {
    const groups = groupsOf(frame);
    const was = groupsOf(frame.ghost);
    const all = [...groups.flatMap(({ quantiles }) => quantiles), ...was.flatMap(({ quantiles: [, , median = 0] }) => median)];
    drawBoxes(element, groups, {
      width: options.width,
      height: Math.min(options.height - 16, 540),
      title: '',
      epochs: frame.epochs,
      now: frame.epoch,
      least: Math.min(0, ...all),
      most: Math.max(...all, 1e-9),
      never: texts.views.learnedNever,
      axis: texts.views.learnedAxis,
      label: view.describe(frame, options),
      picks: true,
      was,
    });
  },

  table: (frame) => ({
    columns: ['epoch', 'count', 'mean', ...texts.views.quantileColumns],
    rows: groupsOf(frame).map(({ epoch, count, mean, quantiles }) => [epoch, count, mean, ...quantiles]),
  }),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    return `${lead} ${sub} ${texts.views.learnedSays(groupsOf(frame))}.`;
  },
};
