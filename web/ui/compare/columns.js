// Choices of the table of compared runs: its columns, those that are pinned, and the way of calibration.
import { closesLikeMenu, h, icon, icons, show } from '../../draw/dom.js';
import { texts } from '../../texts/index.js';
import { shownOf } from './shown.js';

/** @typedef {import('./shown.js').Shown} Shown */

const words = texts.compare;

/**
 * @param {import('../../model/types.js').Store} store
 * @param {(part: Partial<import('../../model/types.js').State['comparison']>) => void} change
 */
export function createColumns(store, change) {
  const way = h('select', { class: 'pick', 'aria-label': words.way, onchange: () => change({ way: way.value }) });
  const wayBox = h('label', { class: 'field' }, words.way, ' ', way);
  const list = h('div', { class: 'menu-list boxes' });
  const menu = h('details', { class: 'menu columns' }, h('summary', { class: 'plain' }, words.columns), list);
  closesLikeMenu(menu);

  /** The button that pins a column. @param {string} id @param {string} label @param {string[]} pins */
  function pinOf(id, label, pins) {
    const isPinned = pins.includes(id);
    return h(
      'button',
      {
        class: 'pin-toggle',
        'aria-pressed': String(isPinned),
        'aria-label': words.pin(label),
        title: words.pin(label),
        onclick: () => {
          change({ pinned: isPinned ? pins.filter((one) => one !== id) : [...pins, id] });
          draw(shownOf(store.get()));
          /** @type {HTMLElement | null} */ (list.querySelector(`[data-pin="${id}"]`))?.focus();
        },
        'data-pin': id,
      },
      icon(icons.pin, 12),
    );
  }

  /** @param {Shown} shown */
  function draw({ ways, way: now, entries, columns }) {
    show(wayBox, ways.length > 1);
    if (way.options.length !== ways.length || [...way.options].some((option, i) => option.value !== ways[i]))
      way.replaceChildren(...ways.map((id) => h('option', { value: id }, words.wayName(id))));
    way.value = now;
    const chosen = new Set(columns.map(({ id }) => id));
    const pins = store.get().comparison.pinned;
    list.replaceChildren(
      ...entries.map(({ id, label, help }) => {
        const box = h('input', {
          type: 'checkbox',
          checked: chosen.has(id),
          onchange: () => {
            if (box.checked) chosen.add(id);
            else chosen.delete(id);
            change({ metrics: entries.map((entry) => entry.id).filter((one) => chosen.has(one)) });
          },
        });
        return h('div', { class: 'column-of' }, h('label', { title: help }, box, ' ', label), pinOf(id, label, pins));
      }),
    );
  }

  return { wayBox, menu, draw };
}
