// The numbers: headline metrics of the catalog, calibration errors with their noise floors, and on request
// all other metrics.

import { attribute, h, say, show } from '../../../draw/dom.js';
import { circle, isDrawn, line, paint, path, rect, surface } from '../../../draw/svg.js';
import { figure, percent, range, unitless } from '../../../texts/format.js';
import { sentence, texts } from '../../../texts/index.js';
import { definition } from './definition.js';

/** @typedef {import('../../../model/frame.js').Figure} Figure */

const width = 124;

/**
 * End of the scale that all ranges share. A single value far above the others, such as a maximum, is beyond
 * it.
 * @param {number[]} values
 */
function scaleOf(values) {
  const [first = 0, second = first] = values.filter(Number.isFinite).sort((a, b) => b - a);
  return Math.max(first > 3 * second ? 1.6 * second : first, 0.02) * 1.08;
}

/**
 * Splits a calibration error's name. Low windows hide the part that repeats the group's name.
 * @param {string} label
 */
function nameOf(label) {
  const at = label.toLowerCase().indexOf(texts.calibration.toLowerCase());
  return at > 0 ? [label.slice(0, at), h('span', { class: 'group-name' }, label.slice(at))] : [label];
}

/**
 * @param {HTMLElement} element
 * @param {{draw: (id: string) => void, all: (open: boolean) => void, evaluate?: () => void}} on
 * @param {{first?: string[]}} [options] first: for a whole report, ids of metrics that are not folded, in
 *   order; then every calibration error has its range
 */
export function createNumbers(element, on, { first } = {}) {
  const title = h('p', { class: 'note' });
  const plain = h('dl', { class: 'figures' });
  const errors = h('div', { class: 'figures', role: 'group', 'aria-label': texts.calibration });
  const intervalKey = h('span', { class: 'interval-key', title: texts.truthSays }, texts.truthKey);
  const key = h(
    'p',
    { class: 'note group' },
    texts.calibration,
    h('span', { class: 'keys' }, h('span', { class: 'floor-key' }, texts.chanceKey), intervalKey),
  );
  const digest = h('div', { class: 'digest', hidden: true });
  const foot = h('div', { class: 'foot' }, digest);
  const others = h('dl', { class: 'figures' });
  const otherErrors = h('div', { class: 'figures' });
  const more = h(
    'details',
    { class: 'folded others', hidden: true, ontoggle: () => on.all(more.open) },
    h('summary', null, texts.allNumbers),
    others,
    otherErrors,
  );
  const evaluate = h(
    'button',
    { class: 'plain note evaluate-run', hidden: true, title: texts.evaluate.thisRun, onclick: () => on.evaluate?.() },
    texts.evaluate.title,
  );
  element.setAttribute('aria-label', texts.numbers);
  element.append(h('div', null, h('div', { class: 'about-set' }, title, evaluate), plain), h('div', null, key, errors, foot, more));
  show(key, false);
  /**
   * @type {Map<string, {row: HTMLElement, draw: HTMLElement | null, value: HTMLElement, note: HTMLElement,
   *   bar: HTMLElement | null, says: HTMLElement}>}
   */
  const rows = new Map();

  /** Returns true if the metric is drawn with its range. @param {Figure} item */
  const ranged = (item) => (first ? item.kind === 'calibration' : item.headline && item.binned);
  /** @param {Figure} item */
  const upfront = (item) => (first ? first.includes(item.id) : item.headline);

  /** @param {Figure} item */
  function makeRow(item) {
    const drawn = ranged(item);
    const says = h('p', { hidden: true });
    const about = definition(item, drawn ? 'div' : 'dd', says);
    const value = h(drawn ? 'span' : 'dd', { class: 'value', 'data-metric': item.id });
    const note = h('span', { class: 'note' });
    if (!drawn) {
      const row = h('div', { class: 'figure' }, h('dt', null, item.label, about.button, note), value, about.body);
      (upfront(item) ? plain : others).append(row);
      return { row, draw: null, value, note, bar: null, says };
    }
    const bar = h('span', { class: 'range' });
    const draw = item.binned
      ? h('button', { class: 'name', 'aria-pressed': 'false', onclick: () => on.draw(item.id) }, ...nameOf(item.label))
      : h('span', { class: 'name' }, ...nameOf(item.label));
    const row = h('div', { class: 'figure' }, draw, value, h('span', { class: 'ranged' }, bar, about.button), note, about.body);
    (upfront(item) ? errors : otherErrors).append(row);
    return { row, draw: item.binned ? draw : null, value, note, bar, says };
  }

  /** @param {HTMLElement} bar @param {Figure} item @param {number} most */
  function drawRange(bar, item, most) {
    const x = (/** @type {number} */ v) => 2 + (Math.min(v, most) / most) * (width - 8);
    const beyond = item.value > most;
    paint(surface(bar, width, 14, ''), [
      line(0, 7, width, 7, 'axis faint'),
      item.floor !== null && rect(2, 3, x(item.floor) - 2, 8, 'floor'),
      item.interval && !beyond && line(x(item.interval[0]), 7, x(item.interval[1]), 7, 'spread'),
      beyond ? path(`M${width - 10} 3l6 4l-6 4z`, 'needle-head') : circle(x(item.value), 7, 4, 'dot'),
    ]);
  }

  /** @param {[number, number] | null} pair @param {string} unit @param {number} [digits] of a percentage */
  const between = (pair, unit, digits = 1) => {
    const bound = (/** @type {number} */ value) => unitless(value, unit, digits);
    return pair ? range(bound(pair[0]), bound(pair[1])) : '';
  };

  /** Describes the metric's two intervals in words. @param {Figure} item */
  const intervalsOf = ({ interval, spread, unit }) =>
    spread ? texts.intervals(between(interval, unit), between(spread, unit), unit === '%' ? '\u202f%' : '') : '';

  /** Says what a test of calibration shows, and what it would find. @param {Figure} item */
  const testOf = ({ test, unit }) => {
    const { p = 1, detectable = NaN } = test ?? {};
    return test ? texts.tested(p, detectable < 1 ? figure(detectable, unit) : '', !Number.isNaN(detectable)) : '';
  };

  /** Gives the interval of a figure or why it has none, and the rows left out. @param {Figure} item */
  const besides = (item) => {
    const missing = Number.isNaN(item.value) && item.note ? sentence(item.note) : '';
    const why = item.constant && !item.interval ? texts.noInterval : missing;
    return [why || between(item.interval, item.unit), item.leftOut ? texts.leftOut(item.leftOut) : ''].filter(Boolean).join('; ');
  };

  return {
    foot, // holds what belongs to the whole run
    /**
     * @param {import('../../../model/frame.js').FigureFrame | null} frame
     * @param {import('../../../model/types.js').Run | null} run
     * @param {number} [digits] of a percentage
     */
    draw(frame, run, digits) {
      drawDigest(run);
      show(evaluate, !!on.evaluate && !!run?.ready && run.history.length > 0);
      if (isDrawn(element, frame)) return;
      show(key, !!frame);
      show(intervalKey, !!frame?.figures.some((item) => item.spread && item.interval));
      show(more, !!frame);
      if (!frame) {
        rows.clear();
        plain.replaceChildren();
        errors.replaceChildren();
        others.replaceChildren();
        otherErrors.replaceChildren();
        say(title, '');
      } else {
        say(title, (frame.binary ? texts.testLabels : texts.testSet)(frame.n, frame.bins.length));
        const most = scaleOf(frame.figures.filter(ranged).map((item) => item.value));
        const place = (/** @type {Figure} */ { id }) => (first?.includes(id) ? first.indexOf(id) : frame.figures.length);
        const ordered = [...frame.figures].sort((a, b) => place(a) - place(b));
        for (const item of ordered) {
          let made = rows.get(item.id);
          if (!made) rows.set(item.id, (made = makeRow(item)));
          say(made.value, figure(item.value, item.unit, item.unit === '%' ? digits : undefined));
          if (!made.bar && item.floor !== null) say(made.note, texts.chanceNote(figure(item.floor, item.unit)));
          else if (item.impossible) say(made.note, texts.impossible(item.impossible));
          else say(made.note, besides(item));
          const says = [item.note && sentence(item.note), item.leftOut ? texts.leftOut(item.leftOut) : '', testOf(item), intervalsOf(item)]
            .filter(Boolean)
            .join(' ');
          say(made.says, says);
          show(made.says, !!says);
          attribute(made.row, 'title', says || null);
          if (made.bar) {
            drawRange(made.bar, item, most);
            if (!item.interval) say(made.note, item.spread ? '' : item.floor === null ? '' : percent(item.floor));
            made.draw?.setAttribute('aria-pressed', String(item.id === frame.shownMetric));
          }
        }
        for (const [id, made] of rows)
          if (!frame.figures.some((item) => item.id === id)) {
            made.row.remove();
            rows.delete(id);
          }
      }
    },
  };

  /** @param {import('../../../model/types.js').Run | null} run */
  function drawDigest(run) {
    const found = run?.report?.digest ?? '';
    show(digest, !!found);
    if (!found || digest.dataset.of === found) return;
    digest.dataset.of = found;
    digest.replaceChildren(h('p', { class: 'note' }, `${texts.digest} `, h('code', { title: found }, found.slice(0, 16))));
  }
}
