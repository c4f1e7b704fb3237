// Navigation between the workbench, the views and the other places. The views are in a sheet, each with an
// icon and the question that it answers. In a narrow window all places are there.

import { attribute, closesItself, h, say, show } from '../../draw/dom.js';
import { paint, surface } from '../../draw/svg.js';
import { thumbnail } from '../../draw/thumbnail.js';
import { frameOf } from '../../model/frame.js';
import { texts } from '../../texts/index.js';
import { appliesTo, groups, views } from '../../views/index.js';
import { languageButton } from './language.js';

const inBar = 1; // views with a button in the bar

/** @typedef {{id: string, label: string}} Place */

/** @type {Place[]} */
const before = [{ id: 'workbench', label: texts.workbench }];
/** @type {Place[]} */
const after = [
  { id: 'compare', label: texts.compare.place },
  { id: 'evaluate', label: texts.evaluate.title },
  { id: 'zoo', label: texts.zoo },
  { id: 'papers', label: texts.papers.place },
  { id: 'exercises', label: texts.exercise.place },
];
/** Reached from other places. @type {Place[]} */
const apart = [
  { id: 'camera', label: texts.camera },
  { id: 'teacher', label: texts.teacher.place },
  { id: 'kept', label: texts.kept.place },
];

/** All places, in the order of the bar. @returns {Place[]} */
export const places = () => [...before, ...views, ...after, ...apart];

/**
 * @param {HTMLElement} nav
 * @param {(id: string) => void} go
 * @param {(language: import('./language.js').Language) => void} switchLanguage
 */
export function createPlaces(nav, go, switchLanguage) {
  const menu = h('details', { class: 'menu places-menu' });
  const current = h('span');
  // All names, which set its width. Those with Greek letters are short, and would load another font.
  const names = [texts.moreViews, ...views.slice(inBar).map(({ label }) => label)].filter((name) => !/[α-ω]/.test(name));
  const widest = h('span', { 'data-name': names.join('\n') }, current);
  const summary = h('summary', { class: 'place' }, widest);
  const list = h('div', { class: 'menu-list views-sheet' });
  menu.append(summary, list);
  /** @type {Map<string, HTMLElement[]>} */
  const buttons = new Map();
  /** @param {Place} place @param {string} kind */
  const button = ({ id, label }, kind) => {
    const made = h('button', { class: kind, 'data-place': id, 'data-name': label, onclick: () => go(id) }, label);
    buttons.set(id, [...(buttons.get(id) ?? []), made]);
    return made;
  };
  const folded = views.slice(inBar);
  /** Notes of the cards whose view the run on show cannot fill. @type {Map<string, HTMLElement>} */
  const notes = new Map();
  /** @type {import('../../model/types.js').State | null} */
  let now = null;

  function markViews() {
    if (!menu.open || !now) return;
    const { run, check, describe } = now;
    const frame = frameOf(now);
    for (const { id, needs } of views) {
      const why = run && needs?.({ frame, run, check, describe });
      const note = notes.get(id);
      if (note) say(note, why && why !== texts.views.diagnosticsWait ? ` · ${texts.needsRun}` : '');
    }
  }
  menu.addEventListener('toggle', markViews);

  /**
   * A view's card: its icon, the question that it answers, and its name.
   * @param {import('../../model/types.js').View} view
   */
  const card = (view) => {
    const picture = h('span', { class: 'thumbnail' });
    paint(surface(picture, thumbnail.width, thumbnail.height, ''), view.thumbnail);
    const made = button({ id: view.id, label: '' }, 'view-card');
    const note = h('span', { class: 'needs-run' });
    notes.set(view.id, note);
    made.append(picture, h('span', null, h('span', { class: 'asks' }, view.question), h('span', { class: 'quiet' }, view.label, note)));
    return made;
  };
  nav.append(
    ...[...before, ...views.slice(0, inBar)].map((place) => button(place, 'place wide')),
    menu,
    ...after.map((place) => button(place, 'place wide')),
  );
  list.append(
    h('div', { class: 'narrow elsewhere' }, ...[...before, ...after].map((place) => button(place, 'plain'))),
    ...groups.map(({ title, views: own }) => h('section', null, h('h2', null, title), ...own.map(card))),
    languageButton(switchLanguage, 'plain', true),
  );
  closesItself(menu);
  const sections = [...list.querySelectorAll('section')];
  return {
    /** @param {import('../../model/types.js').State} state */
    draw(state) {
      const { mode, view, run } = state;
      now = state;
      markViews();
      show(nav, mode === 'bench');
      // Hides views that do not apply to the run on show.
      for (const one of views) for (const made of buttons.get(one.id) ?? []) show(made, one.id === view || appliesTo(one, run));
      for (const one of sections)
        show(
          one,
          [...one.children].slice(1).some((made) => !(/** @type {HTMLElement} */ (made).hidden)),
        );
      for (const [id, made] of buttons) for (const one of made) attribute(one, 'aria-current', id === view ? 'page' : null);
      const inMenu = folded.some((one) => one.id === view);
      attribute(menu, 'data-current', inMenu ? 'yes' : 'no');
      attribute(menu, 'data-empty', folded.length ? 'no' : 'yes');
      const narrow = places().find((place) => place.id === view)?.label ?? texts.moreViews;
      attribute(summary, 'data-narrow', narrow);
      // The style sheet draws one of its two faces, which has no accessible name.
      attribute(summary, 'aria-label', inMenu ? narrow : `${texts.moreViews}: ${narrow}`);
      say(current, inMenu ? narrow : texts.moreViews);
    },
  };
}
