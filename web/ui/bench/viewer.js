// Shows one view: its sentence, its choices, its drawing or its table, and the menu that saves them. A
// selection in the drawing applies to the whole page. A shape names what it selects in `data-pick`, as "bin
// 3" or "sample 17".

import { attribute, h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { withChoice, withParam } from '../../model/draft.js';
import { isSeveral } from '../../model/frame.js';
import { trainsAtOnce } from '../../model/live.js';
import { entryIn } from '../../model/registry.js';
import { mainAction } from '../../model/runs/actions.js';
import { count, decimal } from '../../texts/format.js';
import { sentence, texts } from '../../texts/index.js';
import { appliesTo, viewOf, views } from '../../views/index.js';
import { choicesOf, headOf, isSameQuestion, seenOf } from '../shell/controls/choices.js';
import { createMenu } from '../shell/controls/menu.js';
import { createOther } from '../shell/controls/other-data.js';
import { createEnding } from './ending.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../model/types.js').View} View */

const rowsShown = 200;

/** @typedef {import('../../model/types.js').Store} Store */
/** @typedef {(value: number, store: Store, isClick: boolean) => void} PickOne */

/** Things that can be selected; a second click deselects. */
const picks = {
  /** @type {PickOne} */
  bin(value, { get, view }, isClick) {
    const again = isClick && get().pinned && get().selected === value;
    view.pickBin(again ? null : value, !again);
  },
  /** @type {PickOne} */
  sample: (value, { get, view }, isClick) => view.pickSample(isClick && get().sample === value ? null : value),
  /** @type {PickOne} */
  class: (value, { get, view }, isClick) => view.pickClass(isClick && get().pickedClass === value ? null : value),
  /** @type {PickOne} */
  epoch: (value, { view }) => view.showEpoch(value),
  /** @type {PickOne} */
  from: (value, { get, view }) => view.choose(get().view, { from: String(value) }),
};

/** Parses "bin 3". @param {string | null | undefined} text */
function pickOf(text) {
  const [word = '', value] = text?.split(' ') ?? [];
  const kind = /** @type {(keyof typeof picks)[]} */ (Object.keys(picks)).find((one) => one === word);
  return kind ? { kind, value: Number(value) } : null;
}

/** The thing under the pointer. @param {Event} event */
const pickAt = ({ target }) => pickOf(/** @type {Element} */ (target).closest('[data-pick]')?.getAttribute('data-pick'));

/** @param {string | number | null} value */
const shown = (value) => (typeof value !== 'number' ? (value ?? '') : Number.isInteger(value) ? count(value) : decimal(value, 4));

/** The run that the settings would create, with the fields that views check. @param {State} state */
function wouldBe({ check, describe }) {
  if (!check) return null;
  const { pixels } = entryIn(describe.data, check.choices.data.id);
  return /** @type {import('../../model/types.js').Run} */ ({ choices: check.choices, pictures: pixels });
}

/**
 * Why a view has nothing to show, and a button to change that. The current settings may have what the run on
 * show lacks; then the button runs them.
 * @param {View} view
 * @param {State} state
 * @param {Frame | null} frame
 * @returns {{why: string, busy: boolean, button: string}}
 */
function missing(view, state, frame) {
  const { run, check, describe } = state;
  const words = texts.views;
  const action = mainAction(state);
  const needs = (/** @type {import('../../model/types.js').Run | null} */ of) =>
    of && !appliesTo(view, of)
      ? words.oneLabel(views.filter((one) => appliesTo(one, of)).map(({ label }) => label))
      : view.needs?.({ frame: of === run ? frame : null, run: of, check, describe });
  const why = (run && needs(run)) || words.plainly(frame?.answer?.error ?? '');
  const stale = !!check && !!run && run.spec !== check.spec;
  if (why) {
    const other = stale ? needs(wouldBe(state)) : why;
    return other
      ? { why: other, busy: false, button: '' }
      : { why: words.otherSettings, busy: false, button: action === 'run' ? texts.runThese : '' };
  }
  if (frame) return { why: '', busy: false, button: stale && action === 'run' && !state.exercise ? texts.runThese : '' };
  // its metrics are being computed
  if (run?.history.length && run.state !== 'loading') return { why: '', busy: true, button: '' };
  if (run?.state === 'loading' || run?.state === 'running') return { why: words.firstEpoch, busy: true, button: '' };
  if (run?.state === 'paused') return { why: words.firstPaused, busy: false, button: texts.resume };
  const never = check && needs(wouldBe(state));
  return never
    ? { why: never, busy: false, button: '' }
    : { why: words.nothing, busy: false, button: action === 'again' ? texts.again : texts.run };
}

/**
 * The settings that an empty view proposes, if they differ from the current ones.
 * @param {View} view
 * @param {State} state
 */
function insteadOf({ instead }, { draft, run, describe, exercise }) {
  if (!instead || !draft || exercise || (run && isSeveral(run)) || (instead.pictures && !run?.pictures)) return null;
  const { kind, name, to } = instead;
  const next = name ? withParam(draft, kind, name, to) : withChoice(describe, draft, kind, to);
  return JSON.stringify(next) === JSON.stringify(draft) ? null : { draft: next, kind };
}

/**
 * @param {HTMLElement} stage
 * @param {HTMLElement} panel next to the stage; the view's details about the selection are at its top
 * @param {Store} store
 * @param {() => Frame | null} frameNow
 * @param {import('../shell/controls/other-data.js').Files} files
 * @param {Pick<import('./place.js').Actions, 'main' | 'edit' | 'goTo' | 'copyEmbed'>} on main: action of the
 *   run bar's large button
 */
export function createViewer(stage, panel, store, frameNow, files, on) {
  const detail = h('div', { class: 'detail', 'aria-live': 'polite', hidden: true });
  panel.prepend(detail);
  const lead = h('h1', { class: 'lead' });
  const sub = h('p', { class: 'sub' });
  const choices = h('div', { class: 'choices' });
  const canvas = h('div', { class: 'canvas', tabindex: '0', role: 'group' });
  // Explains the previous run's lines in the drawing.
  const past = h('figcaption', { class: 'note past-key', hidden: true });
  const drawing = h('figure', null, canvas, past);
  const sheet = h('div', { class: 'sheet', tabindex: '0', role: 'region' });
  const note = h('p', { class: 'sub empty' });
  const go = h('button', { class: 'button solid', hidden: true, onclick: on.main });
  const instead = h('button', { class: 'button', hidden: true, onclick: () => change && on.edit(change.draft, change.kind) });
  /** Settings with which the view would have something to show. @type {ReturnType<typeof insteadOf>} */
  let change = null;
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
    h('div', { class: 'heading' }, h('div', null, lead, sub), menu.element),
    choices,
    note,
    go,
    instead,
    progress,
    drawing,
    sheet,
    ending.element,
  );
  stage.append(viewer);

  canvas.addEventListener('pointermove', (event) => {
    const { pinned, selected } = store.get();
    if (pinned || event.pointerType === 'touch') return;
    const pick = pickAt(event);
    const next = pick?.kind === 'bin' ? pick.value : null;
    if (next !== selected) store.view.pickBin(next);
  });
  canvas.addEventListener('pointerleave', () => !store.get().pinned && store.get().selected !== null && store.view.pickBin(null));
  canvas.addEventListener('click', (event) => {
    const pick = pickAt(event);
    if (pick) picks[pick.kind](pick.value, store, true);
  });
  canvas.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const all = [...new Set([...canvas.querySelectorAll('[data-pick]')].map((one) => one.getAttribute('data-pick')))].flatMap(
      (one) => pickOf(one) ?? [],
    );
    if (!step || !all.length) return;
    event.preventDefault();
    const { selected, sample, pickedClass, chosen } = store.get();
    const now = { bin: selected, sample, class: pickedClass, epoch: chosen, from: null };
    const at = all.findIndex(({ kind, value }) => now[kind] === value);
    const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + step))];
    if (next) picks[next.kind](next.value, store, false);
  });

  /** Returns true if the engine has answered the view's question. @param {View} view @param {Frame} frame */
  const ready = (view, frame) => {
    const { answer } = frame;
    const { choices: chosen, describe } = optionsNow();
    const wanted = view.asks?.(frame, chosen, describe);
    return !wanted || (answer?.view === view.id && !!answer.value && isSameQuestion(wanted, answer.question));
  };

  const choose = (/** @type {Record<string, string>} */ chosen) => store.view.choose(store.get().view, chosen);
  let brought = 0;
  const other = createOther(files, {
    choose: (link) => choose({ other: link }),
    brought: () => choose({ brought: String(++brought) }),
  });
  let madeFor = '';
  /**
   * @param {View} view
   * @param {import('../../model/types.js').Choice[]} seen
   * @param {Record<string, string>} chosen
   */
  function drawChoices(view, seen, chosen) {
    const ids = seen.map(({ key, options }) => [key, options.map(({ id }) => id)]);
    const made = JSON.stringify([view.id, chosen, ids]);
    if (made === madeFor) return;
    madeFor = made;
    const free = seen.find((choice) => choice.free);
    if (free) other.draw(chosen[free.key] ?? '', free.options);
    const written = other.element.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement);
    choices.replaceChildren(
      ...seen.map(({ key, label, options, free }) => {
        if (free) return other.element;
        return h(
          'div',
          { class: 'choice', role: 'group', 'aria-label': label },
          ...options.map((option) =>
            h(
              'button',
              {
                class: 'option',
                'data-choice': `${key} ${option.id}`,
                'aria-pressed': String(chosen[key] === option.id),
                onclick: () => {
                  choose({ [key]: option.id, from: '0' });
                  const chosenButton = choices.querySelector(`[data-choice="${key} ${option.id}"]`);
                  if (chosenButton instanceof HTMLElement) chosenButton.focus();
                },
              },
              option.label,
            ),
          ),
        );
      }),
    );
    if (written) written.focus();
  }

  /** @param {View} view @param {Frame} frame */
  function drawSheet(view, frame) {
    const { columns, rows } = view.table(frame, optionsNow());
    sheet.replaceChildren(
      h('p', { class: 'sub' }, view.describe(frame, optionsNow())),
      h(
        'table',
        { class: 'data' },
        h('thead', null, h('tr', null, ...columns.map((name) => h('th', { scope: 'col' }, name)))),
        h(
          'tbody',
          null,
          ...rows.slice(0, rowsShown).map((row) => h('tr', null, ...row.map((value) => h('td', null, String(shown(value)))))),
        ),
      ),
      (rows.length > rowsShown && h('p', { class: 'note' }, texts.views.rowsLeft(count(rowsShown), count(rows.length)))) || '',
    );
    attribute(sheet, 'aria-label', view.label);
  }

  return {
    /** @param {State} state @param {Frame | null} frame @param {import('../shell/layout.js').Layout} size */
    draw(state, frame, size) {
      const view = state.mode === 'bench' ? viewOf(state.view) : null;
      show(viewer, !!view);
      const chosen = view ? choicesOf(state) : {};
      const { why, busy, button } = view ? missing(view, state, frame) : { why: '', busy: false, button: '' };
      const drawable = !!view && !!frame && !why && ready(view, frame);
      // Keeps the drawing until a run that a change started has an answer, so that nothing flickers.
      if (view && frame && !drawable && !why && trainsAtOnce(state) && !drawing.hidden && canvas.dataset.view === view.id)
        return menu.draw({ picture: true, table: false }); // its numbers are not those of the run on show
      const aside = drawable && view.detail ? view : null;
      show(detail, !!aside && !!aside.detail?.(detail, /** @type {Frame} */ (frame), { choices: chosen, describe: state.describe }));
      attribute(document.body, 'data-detail', detail.hidden ? null : 'yes');
      if (!view) return;
      const says = frame && drawable ? view.says(frame, { choices: chosen, describe: state.describe }) : { lead: view.label, sub: '' };
      say(lead, says.lead);
      say(sub, says.sub);
      const seen = seenOf(headOf(view, state.describe, state.run), chosen);
      drawChoices(view, seen, chosen);
      // An error of a link can be corrected in the choice next to it.
      show(choices, seen.length > 0 && !!frame && (!why || (!!frame.answer?.error && seen.some(({ free }) => free))));
      attribute(note, 'aria-busy', String(busy || (!why && !drawable)));
      // A view hides the settings, so a note says that they were changed.
      const other = drawable && !!button;
      say(note, why ? sentence(why) : other ? texts.changed : drawable ? '' : texts.views.waiting);
      show(note, !drawable || other);
      show(go, !!button);
      say(go, button);
      change = why && !busy && !button ? insteadOf(view, state) : null;
      show(instead, !!change);
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
        if (!isDrawn(sheet, frame, view, JSON.stringify(chosen))) drawSheet(view, frame);
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
