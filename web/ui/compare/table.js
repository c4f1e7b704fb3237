// The table of runs: a row per link without its seed, in sections of the same data, ordered by a column.
// Pinned columns come first and stay in sight when the others scroll.
import { drawDumbbell } from '../../draw/charts/dumbbell.js';
import { attribute, h } from '../../draw/dom.js';
import { cellOf, metricOf } from '../../model/compare/rows.js';
import { nth } from '../../model/nth.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/compare/rows.js').Column} Column */
/** @typedef {import('../../model/types.js').Comparison} Comparison */
/** @typedef {import('./shown.js').Shown} Shown */

const words = texts.compare;
const bell = { width: 190, height: 18 };
const pinsMost = 4; // columns that can be pinned, in addition to the names
const pinnedAtMost = 0.8; // maximum share of the table's width

/** @param {Column} column */
function headOf({ id, label, unit }) {
  const name = id === 'T' ? label : words.short(id, label);
  return unit === '%' ? words.percentHead(name) : name;
}

/** Column heads in one line, for exports. @param {Column[]} columns */
export const heads = (columns) =>
  columns.map((column) => [headOf(column), column.when === 'after' ? texts.afterT : ''].filter(Boolean).join(' '));

/** Column heads in two lines: columns before and after T share a head. @param {Column[]} columns */
function headings(columns) {
  /** @type {{label: string, span: number, at: number}[]} */
  const spans = [];
  columns.forEach((column, i) => {
    const pair = columns[i + 1]?.id === column.id;
    const last = spans.at(-1);
    if (last && columns[i - 1]?.id === column.id) last.span++;
    else spans.push({ label: pair ? headOf(column) : '', span: 1, at: i });
  });
  const second = columns.map((column, i) => {
    const paired = columns[i - 1]?.id === column.id || columns[i + 1]?.id === column.id;
    return paired ? (column.when === 'before' ? words.before : words.after) : headOf(column);
  });
  return { spans, second };
}

/**
 * @param {{select: (key: string, held: boolean) => void, sort: (sort: Comparison['sort']) => void}} on
 */
export function createTable(on) {
  const element = h('table', { class: 'runs-table' });
  /** @type {HTMLElement[]} */
  let lines = [];
  /**
   * Rows by group, reused if the order or the filter changes.
   * @type {WeakMap<import('../../model/compare/rows.js').Group, {line: HTMLElement, dumbbell: HTMLElement,
   *   of: string}>}
   */
  const made = new WeakMap();

  /**
   * Advances a column's order: ascending, descending, original.
   * @param {Column} column
   * @param {Comparison['sort']} sort
   */
  function turn({ id, when }, sort) {
    const here = sort?.id === id && sort.when === when;
    on.sort(here && sort.down ? null : { id, when, down: here });
  }

  /**
   * Sets the position of each pinned column, after the previous ones. On a phone, pins only while they leave
   * room for another column.
   */
  function place() {
    const heads = [...element.querySelectorAll('thead tr:last-child .pin')];
    const { clientWidth = 0, scrollWidth = 0 } = element.parentElement ?? {};
    const room = pinnedAtMost * clientWidth;
    element.toggleAttribute('data-wider', scrollWidth > clientWidth);
    let left = 0;
    heads.forEach((head, i) => {
      const right = left + /** @type {HTMLElement} */ (head).offsetWidth;
      const stays = right <= room;
      element.style.setProperty(`--pin-${i}`, stays ? `${left}px` : 'auto');
      element.style.setProperty(`--over-${i}`, stays ? '2' : '1');
      left = right;
    });
  }
  new ResizeObserver(place).observe(element);

  return {
    element,

    /**
     * @param {Shown} shown
     * @param {Comparison} comparison
     * @returns {number} noise floor of the ECE; NaN if unknown
     */
    draw({ groups, rowNames, columns: all, rows, sections, way, entries }, { sort, pinned }) {
      const first = (/** @type {Column} */ { id }) => (pinned.includes(id) ? 0 : 1);
      const order = [...all.keys()].sort((a, b) => first(nth(all, a)) - first(nth(all, b)));
      const columns = order.map((i) => nth(all, i));
      const kept = Math.min(pinsMost, columns.filter((column) => !first(column)).length);
      const pin = (/** @type {number} */ i) => (i < kept ? `pin pin-${i + 1}${i === kept - 1 ? ' pin-end' : ''}` : null);
      const { spans, second } = headings(columns);
      const ece = all.find(({ id }) => id === 'ece') ?? all.find(({ when }) => when === 'after');
      const belled = !!way && !!ece;
      const bells = groups.map((group) => {
        const of = (/** @type {'before' | 'after'} */ when) =>
          cellOf(group.runs.map(({ report }) => (ece ? metricOf(report, ece.id, when, way) : NaN))).mean;
        const floor = cellOf(group.runs.map(({ report }) => (ece ? (report?.metrics[ece.id]?.floor ?? NaN) : NaN))).mean;
        return { before: of('before'), after: of('after'), floor };
      });
      const most = Math.max(...bells.flatMap(({ before, after, floor }) => [before, after, floor]).filter(Number.isFinite), 0);
      lines = groups.map((group, g) => {
        const cells = order.map((c) => nth(nth(rows, g), c));
        const of = JSON.stringify([nth(rowNames, g), cells, kept, belled]);
        const before = made.get(group);
        if (before?.of === of) {
          if (belled) drawDumbbell(before.dumbbell, { ...nth(bells, g), most }, bell);
          return before.line;
        }
        const dumbbell = h('td', { class: 'bell' });
        if (belled) drawDumbbell(dumbbell, { ...nth(bells, g), most }, bell);
        const line = h(
          'tr',
          {
            onclick: () => on.select(group.key, true),
            onpointerenter: (event) => event.pointerType !== 'touch' && on.select(group.key, false),
          },
          h(
            'th',
            { scope: 'row', class: 'pin pin-0' },
            h('button', { class: 'name', 'aria-pressed': 'false' }, h('span', { class: 'letter' }, group.letter), nth(rowNames, g)),
          ),
          ...cells.map(({ text, spread, best }, i) =>
            h('td', { class: pin(i) }, best ? h('strong', null, text) : text, spread ? h('small', null, ` ±${spread}`) : ''),
          ),
          ...(belled ? [dumbbell] : []),
        );
        line.dataset.key = group.key;
        made.set(group, { line, dumbbell, of });
        return line;
      });
      const heading = entries.find(({ id }) => id === ece?.id);
      const bodies = sections.map(({ label, from, to, says }) =>
        h(
          'tbody',
          { onpointerleave: () => on.select('', false) },
          sections.length > 1 &&
            h(
              'tr',
              { class: 'section' },
              h(
                'th',
                { scope: 'rowgroup', colspan: 1 + columns.length + Number(belled) },
                h('span', null, h('strong', null, label), ` ${says}`),
              ),
            ),
          ...lines.slice(from, to),
        ),
      );
      element.replaceChildren(
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('td', { class: 'pin pin-0' }),
            ...spans.map(({ label, span, at }) =>
              label
                ? h('th', { class: `span ${pin(at) ?? ''}`, colspan: span, scope: 'colgroup' }, h('span', null, label))
                : h('td', { class: pin(at), colspan: span }),
            ),
            belled && h('td'),
          ),
          h(
            'tr',
            null,
            h('th', { scope: 'col', class: 'pin pin-0' }, words.row),
            ...second.map((label, i) => {
              const column = nth(columns, i);
              const here = sort?.id === column.id && sort.when === column.when;
              const order = here ? (sort.down ? 'descending' : 'ascending') : null;
              return h(
                'th',
                { scope: 'col', class: pin(i), 'aria-sort': order },
                h(
                  'button',
                  { class: 'sort', title: words.sortBy, 'data-sort': `${column.id} ${column.when}`, onclick: () => turn(column, sort) },
                  label,
                ),
              );
            }),
            belled && h('th', { scope: 'col', class: 'bell' }, words.dumbbell(words.short(heading?.id ?? '', heading?.label ?? ''))),
          ),
        ),
        ...bodies,
      );
      place();
      const floors = bells.map(({ floor }) => floor).filter(Number.isFinite);
      return belled && floors.length ? cellOf(floors).mean : NaN;
    },

    /** Marks the selected row. @param {Comparison} comparison */
    mark({ group, held }) {
      for (const row of lines) {
        const here = row.dataset.key === group;
        attribute(row, 'data-on', here ? (held ? 'held' : 'yes') : null);
        const button = row.querySelector('button');
        if (button) attribute(button, 'aria-pressed', String(here && held));
      }
    },
  };
}
