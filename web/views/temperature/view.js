// NLL and ECE over the temperature, on the test and validation sets, with the temperature that each would
// choose on validation.

import { rowsOf } from '../../draw/csv.js';
import { circle, line, paint, path, surface, text } from '../../draw/svg.js';
import { thumbnail } from '../../draw/thumbnail.js';
import { meanInterval } from '../../model/chance.js';
import { nth } from '../../model/nth.js';
import { entryIn } from '../../model/registry.js';
import { gammaOf } from '../../model/settings.js';
import { lossesOf, lossesOfLabels } from '../../model/softmax.js';
import { answerOf, columnOf, pastOf } from '../../model/table.js';
import { decimal, figure, inWords } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { line as polyline, scaleLinear, scaleLog } from '../../vendor/page.js';
import * as map from './map.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.temperature;

const panels = ['nll', 'ece'];
const ticks = [0.1, 0.2, 0.5, 1, 2, 5, 10];
const [left, under] = [46, 40];

/** @param {Frame} frame */
function read(frame) {
  const table = answerOf(frame);
  const column = (/** @type {string} */ id) => columnOf(table, id);
  return { T: column('T'), column, facts: table.facts };
}

/**
 * Value of a curve at a temperature, interpolated between grid points.
 * @param {Float64Array} at
 * @param {Float64Array} values
 * @param {number} t
 */
function valueAt(at, values, t) {
  const i = Math.max(
    1,
    at.findIndex((one) => one >= t),
  );
  const [before, after] = [nth(at, i - 1), nth(at, i)];
  const [from, to] = [nth(values, i - 1), nth(values, i)];
  const fraction = (t - before) / (after - before);
  return from + (to - from) * Math.min(1, Math.max(0, fraction));
}

/** Minimum of a curve over the grid. @param {Float64Array} at @param {Float64Array} values */
function leastOf(at, values) {
  const value = Math.min(...values);
  return { value, t: nth(at, values.indexOf(value)) };
}

/**
 * Names the fitted temperature; values outside the axis are not recommended as a setting.
 * @param {number} t
 */
function leadOf(t) {
  if (t > 10) return words.hottest;
  if (t < 0.1) return words.coldest;
  return Math.abs(t - 1) < 0.02 ? words.one : words.lead(t);
}

/**
 * Returns true if the map of the run's focal loss is shown.
 * @param {Frame} frame
 * @param {Record<string, string>} choices
 */
const isMap = ({ gamma }, { show }) => show === 'map' && gamma !== null;

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'temperature',
  label: words.label,
  question: words.question,
  group: 'trust',
  order: 5,
  thumbnail: [
    path('M6 10C16 40 26 40 36 34S58 22 66 18', 'curve'),
    line(27, 6, 27, thumbnail.base, 'now'),
    circle(27, 38, 3, 'dot'),
    thumbnail.floor,
  ],
  severalToo: true,
  choices: (_, run) => (run && gammaOf(run) !== null ? [map.choice] : []),
  asks(frame, choices) {
    const { bins, gamma } = frame;
    if (!isMap(frame, choices)) return { id: 'temperature', params: { bins: bins.length }, anyT: true };
    /** @type {Record<string, number>} */
    const params = { gamma: gamma ?? 0 };
    return { id: 'focal_map', params, anyT: true };
  },

  says(frame, { choices }) {
    if (isMap(frame, choices)) return map.says(answerOf(frame));
    const { T, column, facts } = read(frame);
    if (!facts.by_nll) return { lead: words.label, sub: words.alone };
    const [before, after] = [valueAt(T, column('ece'), 1), facts.ece_by_nll ?? NaN];
    const least = leastOf(T, column('ece'));
    const further = least.value < after - 0.00005 ? [words.least(least.value, least.t)] : [];
    return {
      lead: leadOf(facts.by_nll),
      sub: [words.sub(before, after), ...further].join(' '),
    };
  },

  concludes(frame, { choices, describe }) {
    if (isMap(frame, choices)) return map.concludes(answerOf(frame), frame.n, describe);
    const { answer, logits, about } = frame;
    const ends = texts.ends;
    const t = answer?.value?.facts.by_nll;
    const steps = [{ label: ends.next.allBins, view: 'reliability' }];
    if (!t) return { says: words.concludesAlone, why: words.aloneWhy, next: steps };
    if (!logits || !about) return { says: ends.logitsGone, why: [], next: steps };
    const at = (/** @type {number} */ T) =>
      about.labelling ? lossesOfLabels(logits, about, T) : lossesOf(logits, about.testLabels, about.k, T);
    const [before, after] = [at(1), at(t)];
    const change = meanInterval(after.map((loss, i) => loss - nth(before, i)));
    const [low, high] = change.interval;
    return {
      says: words.concludes(high < 0 ? 'lower' : low > 0 ? 'higher' : 'same', t, change.interval),
      why: words.why(meanInterval(before).mean, meanInterval(after).mean, about.n_test),
      next: [...(high < 0 ? [{ label: words.next.setTemperature(t), view: 'reliability', temperature: t }] : []), ...steps],
    };
  },

  draw(element, frame, options) {
    const { width, height, choices, describe } = options;
    if (isMap(frame, choices)) return map.draw(element, answerOf(frame), options, view.describe(frame, options));
    const { T, column, facts } = read(frame);
    const tall = Math.max(352, Math.min(height, 640)); // two curves, each with its labels
    const each = tall / panels.length;
    const narrow = width < 560;
    const title = narrow ? 66 : 50;
    const right = width - (width < 480 ? 70 : 150);
    const x = scaleLog([0.1, 10], [left, right]);
    const ways = Object.entries(facts).filter(([way]) => way.startsWith('by_') && way !== 'by_nll_grid');
    /** @type {Shape[]} */
    const shapes = [];
    panels.forEach((id, p) => {
      const { label, unit } = entryIn(describe.metric, id);
      const [test, validation] = [column(id), column(`val_${id}`)];
      const known = !Number.isNaN(validation[0]);
      // The NLL at low temperatures is unbounded, so the axis ends above the relevant part.
      const least = Math.min(...test, ...(known ? validation : []));
      const most =
        id === 'nll'
          ? Math.min(Math.max(...test), 2.5 * nth(test, test.length - 1), 4 * least)
          : Math.max(...test, ...(known ? validation : []));
      const [top, bottom] = [p * each + title, (p + 1) * each - under];
      const y = scaleLinear([0, most], [bottom, top]);
      /** @param {Float64Array} values @param {string} kind */
      const curve = (values, kind) =>
        path(
          polyline()
            .defined(([, v]) => v <= most * 1.001)
            .x(([t]) => x(t))
            .y(([, v]) => y(v))(Array.from(T, (t, i) => [t, nth(values, i)])),
          kind,
        );
      shapes.push(text(left, p * each + 16, label, 'strong'));
      for (const fraction of [0.5, 1]) {
        shapes.push(line(left, y(fraction * most), right, y(fraction * most), 'grid'));
        shapes.push(text(left - 8, y(fraction * most) + 4, figure(fraction * most, unit, unit === '%' ? 0 : 1), 'tick', 'end'));
      }
      shapes.push(line(left, bottom, right, bottom, 'axis'));
      for (const t of ticks) shapes.push(text(x(t), bottom + 17, inWords(t), 'tick', 'middle'));
      if (known) shapes.push(curve(validation, 'curve train'));
      const was = pastOf(frame);
      if (was) shapes.push(curve(columnOf(was, id), 'was'));
      shapes.push(curve(test, 'curve'));
      const last = T.length - 1;
      const [end, endVal] = [y(nth(test, last)), known ? y(nth(validation, last)) : 0];
      const push = known && Math.abs(end - endVal) < 16 ? (16 - Math.abs(end - endVal)) / 2 : 0;
      const sign = end <= endVal ? -1 : 1;
      shapes.push(text(right + 8, end + 4 + sign * push, texts.test, 'strong'));
      if (known) shapes.push(text(right + 8, endVal + 4 - sign * push, words.validation, 'label'));
      const chosen = facts[`by_${id}`];
      if (chosen) {
        // The temperature minimises the dotted curve; the solid one has its minimum elsewhere.
        const at = facts[`${id}_by_${id}`] ?? valueAt(T, test, chosen);
        const there = valueAt(T, validation, chosen);
        const least = leastOf(T, test);
        const say = (/** @type {number} */ value) => figure(value, unit, unit === '%' ? 2 : undefined);
        const notes = [words.leastOnValidation(decimal(chosen, 2), say(at))];
        if (least.value < at) {
          notes.push(words.leastOnTest(decimal(least.t, 1), say(least.value)));
          shapes.push(path(`M${x(least.t)} ${y(least.value) + 3}l5 8h-10z`, 'needle-head'));
        }
        shapes.push(line(x(chosen), top - 4, x(chosen), bottom, 'now'), circle(x(chosen), y(Math.min(there, most)), 4, 'dot hollow'));
        shapes.push(...(narrow ? notes : [notes.join('  ')]).map((one, row) => text(left, p * each + 34 + 16 * row, one, 'label')));
      }
      const now = frame.figures.find((one) => one.id === id)?.value ?? valueAt(T, test, frame.temperature);
      if (now <= most) {
        const label = `T = ${decimal(frame.temperature, 2)}: ${figure(now, unit)}`;
        shapes.push(circle(x(frame.temperature), y(now), 4.5, 'dot'));
        shapes.push(text(x(frame.temperature) - 8, Math.min(y(now) + 22, bottom - 6), label, 'strong halo', 'end'));
      }
    });
    shapes.push(text((left + right) / 2, tall - 2, words.axis, 'label', 'middle'));
    const sentences = view.describe(frame, options);
    paint(
      surface(element, width, tall, `${sentences} ${ways.map(([way, t]) => `${words.ways[way]} ${decimal(t ?? NaN, 2)}`).join(', ')}`),
      shapes,
    );
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    return `${lead} ${sub}`;
  },
};
