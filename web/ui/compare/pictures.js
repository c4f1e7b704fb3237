// Below the table: a reliability diagram per row, all with the same bin selected, and the training curves
// (curves.js).

import { drawMiniature, miniatureBin } from '../../draw/charts/miniature.js';
import { attribute, h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { gapOf, pooled } from '../../model/compare/rows.js';
import { fullBin } from '../../model/frame.js';
import { nth } from '../../model/nth.js';
import { texts } from '../../texts/index.js';
import { createMenu } from '../shell/controls/menu.js';
import { createCurves } from './curves.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/frame.js').Bin} Bin */

const words = texts.compare;
const widest = 260;
const gutter = 20;

/**
 * The data of one row's diagram.
 * @typedef {object} Picture
 * @property {Bin[]} bins
 * @property {Bin[] | null} after
 * @property {import('../../model/compare/rows.js').Gap} gap
 */

/** @param {import('../../model/compare/rows.js').Group} group @param {string} way @returns {Picture} */
function pictureOf({ runs }, way) {
  const raw = pooled(runs.map(({ report }) => report?.metrics.ece.bins ?? []));
  const fitted = runs.map(({ report }) => report?.calibrators?.temperature?.[way]?.metrics.ece?.bins).filter((bins) => bins !== undefined);
  return { bins: raw.map(fullBin), after: fitted.length ? pooled(fitted).map(fullBin) : null, gap: gapOf(raw) };
}

/** The diagrams' bins, separately for each run. @param {import('./shown.js').Shown} shown */
const binTable = ({ groups, names, way }) => ({
  columns: ['row', 'name', 'seed', 'when', 'low', 'high', 'count', 'confidence', 'accuracy'],
  rows: groups.flatMap(({ letter, runs }, g) =>
    runs.flatMap(({ settings, report }) => {
      const after = report?.calibrators?.temperature?.[way]?.metrics.ece?.bins ?? [];
      const rowsOf = (/** @type {import('../../engine.d.ts').Bin[]} */ bins, /** @type {string} */ when) =>
        bins.map((bin) => [
          letter,
          nth(names, g),
          settings.seed,
          when,
          bin.low,
          bin.high,
          bin.count,
          bin.confidence ?? null,
          bin.accuracy ?? null,
        ]);
      return [...rowsOf(report?.metrics.ece.bins ?? [], 'before'), ...rowsOf(after, 'after')];
    }),
  ),
});

/**
 * @param {import('../../model/types.js').Store} store
 * @param {{change: (part: Partial<State['comparison']>) => void, queue: () => ReturnType<typeof
 *   import('../../app/runs/queue.js').createQueue> | null}} on
 */
export function createPictures(store, { change, queue }) {
  const diagrams = h('div', {
    class: 'miniatures',
    tabindex: '0',
    role: 'group',
    'aria-label': words.diagrams,
    'aria-description': words.diagramsHint,
  });
  const curves = createCurves(store, { change, queue });
  const saveDiagrams = createMenu(() => ({ name: 'reliability', picture: diagrams, table: drawn && binTable(drawn) }));
  saveDiagrams.draw({ picture: true, table: true });
  const element = h(
    'div',
    { class: 'compare-pictures' },
    h('div', { class: 'heading' }, h('h2', null, words.diagrams), saveDiagrams.element),
    diagrams,
    ...curves.parts,
  );
  /**
   * @typedef {{figure: HTMLElement, box: HTMLElement, says: HTMLElement, key: string, picture: Picture}} Row
   */
  /** @type {Row[]} */
  let figures = [];
  /**
   * Diagrams of rows, reused when the order changes.
   * @type {WeakMap<import('../../model/compare/rows.js').Group, {row: Row, way: string, name: string}>}
   */
  const made = new WeakMap();
  let width = widest;

  diagrams.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'touch') return;
    point(/** @type {Element} */ (event.target), event.clientX);
  });
  diagrams.addEventListener('click', (event) => point(/** @type {Element} */ (event.target), event.clientX));
  diagrams.addEventListener('pointerleave', () => store.get().comparison.bin !== null && change({ bin: null, group: held() }));
  diagrams.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === 'Escape') change({ bin: null });
    const [first] = figures;
    if (!step || !first) return;
    event.preventDefault();
    const some = first.picture.bins.map((_, i) => figures.some(({ picture }) => picture.bins[i]?.count));
    const from = store.get().comparison.bin ?? (step > 0 ? -1 : some.length);
    for (let i = from + step; i >= 0 && i < some.length; i += step) if (some[i]) return change({ bin: i });
  });

  const held = () => (store.get().comparison.held ? store.get().comparison.group : '');

  /** @param {Element} target @param {number} x */
  function point(target, x) {
    const found = figures.find(({ figure }) => figure.contains(target));
    if (!found) return;
    const { box, picture, key } = found;
    const bin = miniatureBin(picture.bins, width, x - box.getBoundingClientRect().left);
    const { comparison } = store.get();
    const group = comparison.held ? comparison.group : key;
    if (bin !== comparison.bin || group !== comparison.group) change({ bin, group });
  }

  /** @param {import('./shown.js').Shown} shown */
  function build({ groups, names, way }) {
    figures = groups.map((group, g) => {
      const name = nth(names, g);
      const before = made.get(group);
      if (before?.way === way && before.name === name) return before.row;
      const box = h('div');
      const says = h('figcaption');
      const figure = h('figure', null, h('p', null, h('span', { class: 'letter' }, group.letter), name), box, says);
      const row = { figure, box, says, key: group.key, picture: pictureOf(group, way) };
      made.set(group, { row, way, name });
      return row;
    });
    diagrams.replaceChildren(...figures.map(({ figure }) => figure));
  }

  /** @type {import('./shown.js').Shown | null} */
  let drawn = null;
  /** @type {unknown} */
  let built = null;
  return {
    element,
    /** @param {State} state @param {import('./shown.js').Shown} shown */
    draw(state, shown) {
      show(element, shown.groups.length > 0);
      if (!shown.groups.length) return;
      drawn = shown;
      if (shown !== built) build(shown);
      built = shown;
      const room = element.clientWidth || 320;
      const across = Math.max(room < 500 ? 1 : room < 800 ? 2 : 3, Math.min(figures.length, Math.floor((room + gutter) / (210 + gutter))));
      width = Math.min(widest, Math.floor((room - (across - 1) * gutter) / across));
      const { bin, group } = state.comparison;
      figures.forEach(({ figure, box, says, key, picture }, i) => {
        attribute(figure, 'data-on', key === group ? 'yes' : null);
        const chosen = bin === null ? null : picture.bins[bin];
        if (!isDrawn(box, picture, width, bin, i === 0)) {
          const label = words.diagramOf(nth(shown.names, i), words.gap(picture.gap));
          drawMiniature(box, { ...picture, selected: bin, label }, { width, first: i === 0 });
        }
        say(
          says,
          chosen
            ? chosen.count
              ? words.saysBin(chosen.confidence, chosen.accuracy)
              : words.noBin
            : `${words.gap(picture.gap)} ${words.beforeT}`,
        );
        attribute(says, 'class', chosen || picture.gap.side === 'none' ? 'quiet' : `${picture.gap.side}-line`);
      });
      curves.draw(state, shown, room);
    },
  };
}
