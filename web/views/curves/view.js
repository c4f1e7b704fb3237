// Everything measured after each epoch, as small curves.
import { epochScale, plotWidth, smallCurve } from '../../draw/charts/curves.js';
import { paint, path, surface, text } from '../../draw/svg.js';
import { thumbnail } from '../../draw/thumbnail.js';
import { meanInterval } from '../../model/chance.js';
import { lossesOf } from '../../model/softmax.js';
import { figure } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */
/** @typedef {import('../../draw/charts/curves.js').Row} Row */

const words = texts.view.curves;

/**
 * The loss, and the metrics that were measured after epochs, in the catalog's order.
 * @param {Frame} frame
 * @param {import('../../engine.d.ts').Describe} describe
 * @returns {Row[]}
 */
const measured = ({ columns }, describe) =>
  [{ id: 'loss', label: texts.kinds.loss ?? '', unit: '' }, ...describe.metric].filter(({ id }) =>
    columns.test[id]?.some((v) => v !== null),
  );

// Diagnostics that are drawn: per right and wrong samples, per set, per epoch.
const sides = /** @type {const} */ (['count', 'nll', 'entropy', 'p_label']);
const ofSet = /** @type {const} */ (['logit_norm', 'largest_logit']);
const ofEpoch = /** @type {const} */ (['weight_norm', 'gradient_mean']);

/** @type {WeakMap<object, import('../../model/frame.js').Columns>} */
const partsMade = new WeakMap();

/**
 * Diagnostics of right and of wrong samples as columns: right ones in place of the test set, wrong ones in
 * place of the training set.
 * @param {import('../../engine.d.ts').Diagnostics} diagnostics
 * @returns {import('../../model/frame.js').Columns}
 */
function partsOf(diagnostics) {
  let columns = partsMade.get(diagnostics);
  if (columns) return columns;
  columns = { epoch: [], gap: [], test: {}, train: {} };
  const { epoch, test, train } = columns;
  for (const one of diagnostics.epochs) {
    epoch.push(one.epoch);
    for (const name of sides) {
      (test[name] ??= []).push(one.test.correct[name]);
      (train[name] ??= []).push(one.test.wrong[name]);
    }
    for (const name of ofSet) (test[name] ??= []).push(one.test[name]);
    for (const name of ofEpoch) (test[name] ??= []).push(one[name]);
  }
  partsMade.set(diagnostics, columns);
  return columns;
}

/**
 * Data of the chosen curves.
 * @param {Frame} frame
 * @param {import('../../model/types.js').ViewOptions} options
 * @returns {{frame: Frame, rows: Row[], names: [string, string]}}
 */
function chosenOf(frame, { choices, describe }) {
  const { diagnostics } = frame.report ?? {};
  if (choices.of !== 'parts' || !diagnostics) return { frame, rows: measured(frame, describe), names: ['test', 'train'] };
  const columns = partsOf(diagnostics);
  const rows = Object.keys(columns.test).map((id) => ({
    id,
    label: texts.views.partNames[id] ?? id,
    unit: id === 'p_label' ? '%' : '',
    ...(id === 'count' && { digits: 0 }),
  }));
  const was = frame.ghost?.report?.diagnostics;
  const ghost = was && frame.ghost ? { ...frame.ghost, columns: partsOf(was) } : null;
  return { frame: { ...frame, columns, ghost }, rows, names: ['right', 'wrong'] };
}

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'curves',
  label: words.label,
  question: words.question,
  group: 'learned',
  order: 1,
  thumbnail: [path('M6 8C14 30 24 34 66 37', 'curve train'), path('M6 10C14 26 22 30 34 28S54 24 66 18', 'curve'), thumbnail.floor],
  choices: [
    {
      key: 'of',
      label: words.show,
      options: [
        { id: 'metrics', label: words.metrics },
        { id: 'parts', label: words.parts },
      ],
    },
  ],

  says(frame, { choices }) {
    const parts = choices.of === 'parts';
    const sub = !parts ? words.sub : frame.report?.diagnostics ? words.partsSub : words.partsWait;
    return { lead: words.lead, sub };
  },

  concludes({ columns, epoch, logits, about }) {
    const ends = texts.ends;
    const steps = [{ label: words.next.training, view: 'training' }];
    if (!logits || !about) return { says: ends.logitsGone, why: [], next: steps };
    const { mean, interval } = meanInterval(lossesOf(logits, about.testLabels, about.k, 1));
    const all = columns.epoch.map((at, i) => ({ at, nll: columns.test.nll?.[i] ?? Infinity }));
    const least = all.reduce((best, one) => (one.nll < best.nll ? one : best), { at: epoch, nll: Infinity });
    const side = least.at === epoch || least.nll >= mean ? 'best' : least.nll < interval[0] ? 'past' : 'same';
    return {
      says: words.concludes(mean, interval, least.at, least.nll, side),
      why: words.why(mean, about.n_test),
      next: [...(side === 'past' ? [{ label: words.next.epoch(least.at), epoch: least.at }] : []), ...steps],
    };
  },

  draw(element, frame, options) {
    const { width, height } = options;
    const { frame: own, rows, names } = chosenOf(frame, options);
    const across = Math.max(1, Math.min(3, Math.floor(width / 300)));
    const down = Math.ceil(rows.length / across);
    const each = Math.max(120, Math.min(220, (height - 64) / down));
    const column = width / across;
    const inner = plotWidth(column - 24);
    const x = epochScale(frame.epochs, inner);
    const pair = /** @type {[string, string]} */ (names.map((name) => words.partWords[name]));
    const alone = /** @type {[string, string]} */ (['', '']);
    paint(surface(element, width, each * down + 24, view.describe(frame, options)), [
      ...rows.map((row, i) => {
        const top = Math.floor(i / across) * each;
        // Curves that are not split need no names.
        const at = { top, bottom: top + each - 18, width: inner, x, words: own.columns.train[row.id] ? pair : alone };
        return /** @type {Shape} */ (['g', { transform: `translate(${(i % across) * column} 0)` }, smallCurve(own, row, at)]);
      }),
      text(0, each * down + 14, `${texts.epochLabel} 1`, 'tick'),
      text(inner, each * down + 14, String(frame.epochs), 'tick', 'end'),
    ]);
  },

  table(frame, options) {
    const {
      frame: { columns },
      rows,
      names,
    } = chosenOf(frame, options);
    const parts = /** @type {const} */ (['test', 'train']).flatMap((part, i) =>
      rows.flatMap(({ id }) => {
        const values = columns[part][id];
        return values ? [{ name: names[0] === 'right' && !columns.train[id] ? id : `${names[i]}_${id}`, values }] : [];
      }),
    );
    return {
      columns: ['epoch', ...parts.map((part) => part.name)],
      rows: columns.epoch.map((epoch, i) => [epoch, ...parts.map((part) => part.values[i] ?? null)]),
    };
  },

  describe(frame, options) {
    const { frame: own, rows } = chosenOf(frame, options);
    const now = own.columns.epoch.indexOf(frame.epoch);
    const figures = rows.map(({ id, label, unit }) => `${label} ${figure(own.columns.test[id]?.[now] ?? NaN, unit)}`);
    return `${words.lead} ${texts.epoch(frame.epoch)} ${texts.of(frame.epochs)}: ${figures.join(', ')}.`;
  },
};
