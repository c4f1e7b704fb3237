// Shows one view: its sentence, its choices, its drawing or its table, and the menu that saves them.

import { attribute, h, say, show } from '../../../draw/dom.js';
import { isDrawn } from '../../../draw/svg.js';
import { trainsAtOnce } from '../../../model/live.js';
import { sentence, texts } from '../../../texts/index.js';
import { viewOf } from '../../../views/index.js';
import { choicesOf, headOf, isSameQuestion, seenOf } from '../../shell/controls/choices.js';
import { createMenu } from '../../shell/controls/menu.js';
import { claimOf } from '../../shell/results/claim.js';
import { createShown } from '../shown.js';
import { createChoices } from './choices.js';
import { createEnding } from './ending.js';
import { insteadOf, missing } from './missing.js';
import { listenToPicks } from './picking.js';
import { drawSheet } from './sheet.js';

/** @typedef {import('../../../model/types.js').State} State */
/** @typedef {import('../../../model/frame.js').Frame} Frame */
/** @typedef {import('../../../model/types.js').View} View */
/** @typedef {import('../../../model/types.js').Store} Store */

/**
 * @param {HTMLElement} stage
 * @param {HTMLElement} panel next to the stage; the view's details about the selection are at its top
 * @param {Store} store
 * @param {() => Frame | null} frameNow
 * @param {import('../../shell/controls/other-data.js').Files} files
 * @param {Pick<import('../place.js').Actions, 'main' | 'run' | 'runWith' | 'begin' | 'takeBack' |
 *   'edit' | 'goTo' | 'copyEmbed'>} on main: action of the run bar's large button
 */
export function createViewer(stage, panel, store, frameNow, files, on) {
  const detail = h('div', { class: 'detail', 'aria-live': 'polite', hidden: true });
  panel.prepend(detail);
  const lead = h('h1', { class: 'lead' });
  const sub = h('p', { class: 'sub' });
  const shownRun = createShown(sub, on);
  const choices = createChoices(store, files);
  const canvas = h('div', { class: 'canvas', tabindex: '0', role: 'group' });
  // Explains the previous run's lines in the drawing.
  const past = h('figcaption', { class: 'note past-key', hidden: true });
  const drawing = h('figure', null, canvas, past);
  const sheet = h('div', { class: 'sheet', tabindex: '0', role: 'region' });
  const note = h('p', { class: 'sub empty' });
  const go = h('button', { class: 'button solid', hidden: true, onclick: on.main });
  const instead = h('button', { class: 'button', hidden: true, onclick: () => runInstead() });
  // A stored drawing of another run.
  const sample = h('img', { alt: '', loading: 'lazy' });
  const example = h('figure', { class: 'view-example', hidden: true }, h('figcaption', { class: 'note' }, texts.views.example), sample);
  /** Settings with which the view would have something to show. @type {ReturnType<typeof insteadOf>} */
  let change = null;
  function runInstead() {
    if (change?.link) on.begin(change.link);
    else if (change?.draft) on.runWith(change.draft, change.kind);
  }
  const progress = h('progress', { class: 'work-progress', max: 1, value: 0, 'aria-label': texts.views.waiting, hidden: true });
  const optionsNow = () => ({ choices: choicesOf(store.get()), describe: store.get().describe });
  const menu = createMenu(
    () => {
      const frame = frameNow();
      const view = viewOf(store.get().view);
      return {
        name: view?.id ?? 'view',
        picture: past.hidden ? canvas.querySelector('svg') : drawing,
        table: frame && view && ready(view, frame) ? view.table(frame, optionsNow()) : null,
      };
    },
    { asTable: () => store.view.toggleTable(), embed: () => on.copyEmbed(store.get().view) },
  );
  const ending = createEnding(store, on);
  const viewer = h(
    'div',
    { class: 'viewer' },
    h('div', { class: 'heading' }, h('div', null, lead, shownRun.element), menu.element),
    choices.element,
    note,
    go,
    instead,
    example,
    progress,
    drawing,
    sheet,
    ending.element,
  );
  stage.append(viewer);
  listenToPicks(canvas, store);

  /** Returns true if the engine has answered the view's question. @param {View} view @param {Frame} frame */
  const ready = (view, frame) => {
    const { answer } = frame;
    const { choices: chosen, describe } = optionsNow();
    const wanted = view.asks?.(frame, chosen, describe);
    return !wanted || (answer?.view === view.id && !!answer.value && isSameQuestion(wanted, answer.question));
  };

  return {
    /**
     * @param {State} state
     * @param {Frame | null} frame
     * @param {import('../../shell/layout.js').Layout} size
     */
    draw(state, frame, size) {
      const view = state.mode === 'bench' ? viewOf(state.view) : null;
      show(viewer, !!view);
      const chosen = view ? choicesOf(state) : {};
      const { why, busy, button } = view ? missing(view, state, frame) : { why: '', busy: false, button: '' };
      const drawable = !!view && !!frame && !why && ready(view, frame);
      // Keeps the drawing until a run that a change started has an answer, so that nothing flickers.
      const keeps = !!view && !!frame && !drawable && !why && trainsAtOnce(state) && !drawing.hidden && canvas.dataset.view === view.id;
      attribute(viewer, 'data-old', keeps ? 'yes' : null);
      if (keeps) return menu.draw({ picture: true, table: false }); // its numbers are not those of the run on show
      shownRun.draw(state, !!frame && !button);
      const aside = drawable && view.detail ? view : null;
      show(detail, !!aside && !!aside.detail?.(detail, /** @type {Frame} */ (frame), { choices: chosen, describe: state.describe }));
      attribute(document.body, 'data-detail', detail.hidden ? null : 'yes');
      if (!view) return;
      const claim = frame ? '' : claimOf(state);
      const says = frame && drawable ? view.says(frame, { choices: chosen, describe: state.describe }) : { lead: view.label, sub: claim };
      attribute(sub, 'class', claim ? 'sub claimed' : 'sub');
      say(lead, says.lead);
      say(sub, says.sub);
      const seen = seenOf(headOf(view, state.describe, state.run), chosen);
      choices.draw(view, seen, chosen);
      // An error of a link can be corrected in the choice next to it.
      show(choices.element, seen.length > 0 && !!frame && (!why || (!!frame.answer?.error && seen.some(({ free }) => free))));
      attribute(note, 'aria-busy', String(busy || (!why && !drawable)));
      say(note, why ? sentence(why) : drawable ? '' : texts.views.waiting);
      show(note, !drawable);
      show(go, !!button);
      say(go, button);
      change = why && !busy && !button ? insteadOf(view, state) : null;
      show(instead, !!change);
      show(example, !!change);
      if (change) attribute(sample, 'src', `img/examples/${view.id}.svg`);
      say(instead, view.instead?.label ?? '');
      // The drawing stays until the next answer arrives; its progress is shown above it.
      show(progress, !why && state.probeProgress !== null);
      if (state.probeProgress !== null) progress.value = state.probeProgress;
      show(drawing, drawable && !state.asTable);
      show(sheet, drawable && state.asTable);
      show(ending.element, drawable);
      menu.draw({ table: drawable, picture: drawable && !state.asTable, asTable: state.asTable });
      if (!drawable || !frame) return;
      const options = { ...size.view, choices: chosen, describe: state.describe };
      const conclude = () => view.concludes(frame, options);
      ending.draw(state, isDrawn(ending.element, frame, view, JSON.stringify(chosen)) ? null : conclude(), chosen);
      if (state.asTable) {
        if (!isDrawn(sheet, frame, view, JSON.stringify(chosen))) drawSheet(sheet, view, frame, optionsNow());
      } else if (!isDrawn(canvas, frame, view, size, JSON.stringify(chosen))) {
        if (canvas.dataset.view !== view.id) canvas.replaceChildren();
        canvas.dataset.view = view.id;
        attribute(canvas, 'aria-label', view.describe(frame, options));
        view.draw(canvas, frame, options);
        const { ghost } = frame;
        const left = !!ghost && !!canvas.querySelector('.was, .past');
        show(past, left);
        say(past, left ? (view.past ?? texts.views.before)(ghost.letter) : '');
      }
    },
  };
}
