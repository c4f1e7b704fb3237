// The numbers: the headline metrics of the registry, the calibration errors with what chance alone would give;
// the other metrics when they are asked for.
import { decimal, figure, percent } from '../draw/format.js';
import { circle, isDrawn, line, paint, rect, surface } from '../draw/svg.js';
import { texts } from '../texts.js';
import { h, say, show } from './dom.js';

/** @typedef {import('../frame.js').Frame} Frame */
/** @typedef {import('../frame.js').Figure} Figure */

const width = 124;

/**
 * @param {HTMLElement} element
 * @param {{draw: (id: string) => void, all: (open: boolean) => void}} on
 */
export function createNumbers(element, on) {
  const title = h('p', { class: 'note' });
  const plain = h('dl', { class: 'figures' });
  const errors = h('div', { class: 'figures', role: 'group', 'aria-label': texts.calibration });
  const key = h('p', { class: 'note group' }, texts.calibration, h('span', { class: 'floor-key' }, texts.chanceKey));
  const digest = h('div', { class: 'digest', hidden: true });
  const others = h('dl', { class: 'figures' });
  const more = h(
    'details',
    { class: 'folded others', hidden: true, ontoggle: () => on.all(more.open) },
    h('summary', null, texts.allNumbers),
    others,
  );
  element.setAttribute('aria-label', texts.numbers);
  element.append(h('div', null, title, plain), h('div', null, key, errors, digest, more));
  show(key, false);
  /** @type {Map<string, {row: HTMLElement, value: HTMLElement, note: HTMLElement, bar: HTMLElement | null}>} */
  const rows = new Map();

  /** @param {Figure} item */
  function makeRow(item) {
    const drawable = item.headline && item.binned;
    const value = h(drawable ? 'span' : 'dd', { class: 'value', 'data-metric': item.id });
    const note = h('span', { class: 'note' });
    if (!drawable) {
      const row = h('div', { class: 'figure', title: item.help }, h('dt', null, item.label, ' ', note), value);
      (item.headline ? plain : others).append(row);
      return { row, value, note, bar: null };
    }
    const bar = h('span', { class: 'range' });
    const row = h(
      'button',
      { class: 'figure', title: item.help, 'aria-pressed': 'false', onclick: () => on.draw(item.id) },
      h('span', { class: 'name' }, item.label),
      value,
      bar,
      note,
    );
    errors.append(row);
    return { row, value, note, bar };
  }

  /** @param {HTMLElement} bar @param {Figure} item @param {number} most */
  function drawRange(bar, item, most) {
    const x = (/** @type {number} */ v) => 2 + (Math.min(v, most) / most) * (width - 8);
    paint(surface(bar, width, 14, ''), [
      line(0, 7, width, 7, 'axis faint'),
      item.floor !== null && rect(2, 3, x(item.floor) - 2, 8, 'floor'),
      circle(x(item.value), 7, 4, 'dot'),
    ]);
  }

  return {
    /** @param {Frame | null} frame @param {import('../types.js').Run | null} run */
    draw(frame, run) {
      drawDigest(run);
      if (isDrawn(element, frame)) return;
      show(key, !!frame);
      show(more, !!frame);
      if (!frame) {
        rows.clear();
        plain.replaceChildren();
        errors.replaceChildren();
        others.replaceChildren();
        say(title, '');
      } else {
        say(title, texts.testSet(frame.n, frame.bins.length));
        const most = Math.max(0.1, ...frame.figures.filter((item) => item.headline && item.binned).map((item) => item.value)) * 1.08;
        for (const item of frame.figures) {
          let made = rows.get(item.id);
          if (!made) rows.set(item.id, (made = makeRow(item)));
          say(made.value, figure(item.value, item.unit));
          if (!item.headline && item.floor !== null) say(made.note, texts.chanceNote(figure(item.floor, item.unit)));
          else if (item.interval) say(made.note, `${decimal(item.interval[0] * 100, 1)}–${decimal(item.interval[1] * 100, 1)}`);
          if (made.bar) {
            drawRange(made.bar, item, most);
            say(made.note, item.floor === null ? '' : percent(item.floor));
            made.row.setAttribute('aria-pressed', String(item.id === frame.drawn));
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

  /** @param {import('../types.js').Run | null} run */
  function drawDigest(run) {
    const found = run?.report?.digest ?? '';
    show(digest, !!found);
    const text = found + (run?.promised ?? '');
    if (!found || digest.dataset.of === text) return;
    digest.dataset.of = text;
    const short = found.slice(0, 16);
    const verdict = !run?.promised
      ? null
      : run.promised === short
        ? h('p', { class: 'note verdict', role: 'status' }, `✓ ${texts.reproduced}`)
        : h('p', { class: 'note verdict', role: 'alert' }, `≠ ${texts.differs(run.promised, short)}`);
    digest.replaceChildren(
      h('p', { class: 'note' }, `${texts.digest} `, h('code', { title: found }, short)),
      ...(verdict ? [verdict] : []),
    );
  }
}
