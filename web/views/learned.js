// Training samples grouped by the epoch since which the network classifies them correctly, and the
// distribution of their largest logits at the end.

import { drawBoxes } from '../draw/charts/boxes.js';
import { texts } from '../texts/index.js';

/** @typedef {import('../model/frame.js').Frame} Frame */

const words = texts.views;
const fewest = 10; // samples; smaller groups are not judged

/** @param {Pick<Frame, 'report'> | null} run */
const groupsOf = (run) => run?.report?.diagnostics?.learned ?? [];

/** The mean largest logit over several groups. @param {import('../engine.d.ts').Learned[]} groups */
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

/** @type {import('../model/types.js').View} */
export const learned = {
  id: 'learned',
  label: words.learned,
  question: texts.ends.questions.learned,
  instead: { label: texts.ends.next.diagnostics, kind: 'run', name: 'diagnostics', to: 'yes' },
  needs: ({ frame, run }) => {
    if (run?.settings && run.settings.diagnostics === 'no') return words.learnedNeed;
    if (!frame) return '';
    if (!frame.report) return words.diagnosticsWait;
    return groupsOf(frame).length ? '' : words.learnedNeed;
  },

  says(frame) {
    const { early, late, never } = halves(frame);
    const sub = words.learnedSub(never);
    if (!early.length || !late.length) return { lead: words.learnedOne(meanOf(groupsOf(frame))), sub };
    return { lead: words.learnedLead(meanOf(early), meanOf(late)), sub };
  },

  concludes(frame) {
    const ends = texts.ends;
    const groups = groupsOf(frame).flatMap(({ epoch, count, quantiles: [, low, median, high] }) =>
      epoch === null || count < fewest || low === undefined || median === undefined || high === undefined
        ? []
        : [{ epoch, count, low, median, high }],
    );
    const [first, last] = [groups[0], groups.at(-1)];
    const next = [{ label: ends.next.gradients, view: 'gradients' }];
    if (!first || !last) return { says: ends.learnedNone, why: [], next };
    if (first === last)
      return {
        says: ends.learnedOne(first.count, [first.low, first.high]),
        why: [ends.learnedWhy(first.epoch, first.count, first.median)],
        next,
      };
    return {
      says: ends.learned(first.high < last.low || last.high < first.low, [first.low, first.high], [last.low, last.high]),
      why: [first, last].map(({ epoch, count, median }) => ends.learnedWhy(epoch, count, median)),
      next,
    };
  },

  draw(element, frame, options) {
    const groups = groupsOf(frame);
    const was = groupsOf(frame.ghost);
    const all = [...groups.flatMap(({ quantiles }) => quantiles), ...was.flatMap(({ quantiles: [, , median = 0] }) => median)];
    drawBoxes(element, groups, {
      width: options.width,
      height: Math.min(options.height, 540),
      title: '',
      epochs: frame.epochs,
      now: frame.epoch,
      least: Math.min(0, ...all),
      most: Math.max(...all, 1e-9),
      never: words.learnedNever,
      axis: words.learnedAxis,
      label: learned.describe(frame, options),
      picks: true,
      was,
    });
  },

  table: (frame) => ({
    columns: ['epoch', 'count', 'mean', ...words.quantileColumns],
    rows: groupsOf(frame).map(({ epoch, count, mean, quantiles }) => [epoch, count, mean, ...quantiles]),
  }),

  describe(frame, options) {
    const { lead, sub } = learned.says(frame, options);
    return `${lead} ${sub} ${words.learnedSays(groupsOf(frame))}.`;
  },
};
