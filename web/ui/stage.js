// The middle: the sentence, the reliability diagram with its bins to choose, and the curves.

import { sideOf } from '../draw/chance.js';
import { isDrawn } from '../draw/svg.js';
import { texts } from '../texts.js';
import { drawCurves, epochScale, plotWidth } from '../views/curves.js';
import { binAt, drawReliability, reliabilityTable } from '../views/reliability.js';
import { attribute, h, say, show } from './dom.js';
import { createMenu } from './menu.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Store} Store */
/** @typedef {import('../frame.js').Frame} Frame */

const scarcelyOff = 0.0005; // a gap that rounds to 0.0 points

/** The line under the sentence. @param {Pick<Frame, 'says' | 'right' | 'n'>} frame */
export function verdict({ says, right, n }) {
  const side = sideOf(says, right, n);
  if (side === 'none') return { side, words: texts.noGap };
  if (Math.abs(says - right) < scarcelyOff) return { side: 'none', words: texts.honest };
  return { side, words: texts[side](says - right) };
}

/** @param {Pick<Frame, 'bins'>} frame @param {number} from @param {number} step */
function nextBin(frame, from, step) {
  for (let i = from + step; i >= 0 && i < frame.bins.length; i += step) if (frame.bins[i].count) return i;
  return from >= 0 && from < frame.bins.length ? from : null;
}

/**
 * The diagram as a control: pointing shows a bin, a click holds it, arrow keys go through the bins.
 * @param {HTMLElement} element
 * @param {{get: () => Pick<State, 'selected' | 'pinned'>, set: (change: Partial<Pick<State, 'selected' | 'pinned'>>) => void}} store
 * @param {() => import('../views/reliability.js').Frame | null} frameNow
 */
export function makeDiagram(element, store, frameNow) {
  attribute(element, 'tabindex', '0');
  attribute(element, 'role', 'group');
  attribute(element, 'aria-label', texts.diagram);
  attribute(element, 'aria-description', texts.arrows);
  const size = { width: 0, height: 0 };
  /** @param {PointerEvent | MouseEvent} event */
  const under = (event) => {
    const frame = frameNow();
    const box = element.querySelector('svg')?.getBoundingClientRect();
    return frame && box ? binAt(frame, size.width, size.height, event.clientX - box.left) : null;
  };
  element.addEventListener('pointermove', (event) => {
    if (store.get().pinned || event.pointerType === 'touch') return;
    const selected = under(event);
    if (selected !== store.get().selected) store.set({ selected });
  });
  element.addEventListener('pointerleave', () => !store.get().pinned && store.get().selected !== null && store.set({ selected: null }));
  element.addEventListener('click', (event) => {
    const { selected, pinned } = store.get();
    const bin = under(event);
    store.set(pinned && bin === selected ? { selected: null, pinned: false } : { selected: bin, pinned: bin !== null });
  });
  element.addEventListener('keydown', (event) => {
    const frame = frameNow();
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (frame && step) {
      event.preventDefault();
      const start = frame.selected ?? (step > 0 ? -1 : frame.bins.length);
      const selected = nextBin(frame, start, step);
      store.set({ selected, pinned: selected !== null });
    }
  });
  return {
    /**
     * @param {import('../views/reliability.js').Frame | null} frame
     * @param {number} width
     * @param {number} height
     * @param {boolean} plain
     * @param {import('../exercise/check.js').Guess[]} [guesses]
     */
    draw(frame, width, height, plain, guesses) {
      if (isDrawn(element, frame, width, height, plain, guesses)) return;
      Object.assign(size, { width, height });
      drawReliability(element, frame, { width, height, plain, guesses });
    },
  };
}

/**
 * @param {HTMLElement} element
 * @param {Store} store
 * @param {() => Frame | null} frameNow
 * @param {{pictures: () => void}} on
 */
export function createStage(element, store, frameNow, on) {
  const lead = h('h1', { class: 'lead', 'aria-live': 'off' });
  const key = h('span', { class: 'key', 'aria-hidden': 'true' });
  const side = h('strong');
  const rest = h('span');
  const see = h('button', { class: 'plain', hidden: true, onclick: on.pictures });
  const sub = h('p', { class: 'sub' }, key, side, ' ', rest, ' ', see);
  const diagram = h('div', { class: 'diagram' });
  const curves = h('div', { class: 'curves' });
  const menu = createMenu(() => {
    const frame = frameNow();
    return { name: 'reliability', picture: diagram.querySelector('svg'), table: frame && reliabilityTable(frame) };
  });
  const charts = h('div', { class: 'charts' }, diagram, curves);
  const bench = h('div', { class: 'bench' }, h('div', { class: 'heading' }, h('div', null, lead, sub), menu.element), charts);
  element.append(bench);
  const control = makeDiagram(diagram, store, frameNow);

  curves.addEventListener('click', (event) => {
    const frame = frameNow();
    const box = curves.querySelector('svg')?.getBoundingClientRect();
    if (!frame || !box) return;
    const inner = plotWidth(box.width);
    const x = event.clientX - box.left;
    if (x > inner + 6) return;
    const epoch = Math.round(epochScale(frame.epochs, inner).invert(x));
    const last = frame.columns.epoch[frame.columns.epoch.length - 1];
    store.set({ chosen: epoch >= last ? null : Math.max(1, epoch) });
  });

  return {
    /** @param {State} state @param {Frame | null} frame @param {import('./layout.js').Layout} size */
    draw(state, frame, size) {
      const shown = state.mode === 'bench' && state.view === 'workbench';
      show(bench, shown);
      if (!shown) return;
      menu.draw({ picture: true, table: !!frame });
      const { ece, nll, error } = labelsOf(state.describe);
      say(lead, frame ? texts.says(frame.says, frame.right) : texts.heroPlain.join(' '));
      show(sub, !!frame);
      if (frame) {
        const { side: which, words } = verdict(frame);
        attribute(key, 'class', `key ${which}`);
        attribute(side, 'class', which);
        say(side, words);
        say(rest, texts.chance(frame.ece, frame.chance, frame.temperature));
        const bin = state.pinned && frame.selected !== null ? frame.bins[frame.selected] : null;
        show(see, !!bin?.count);
        if (bin) say(see, texts.seeBin(bin.count));
      }
      const guesses = guessesNow(state);
      control.draw(frame, size.diagram.width, size.diagram.height, false, guesses);
      if (!isDrawn(curves, frame, size, guesses)) drawCurves(curves, frame, { ...size.curves, rows: [error, nll, ece], guesses });
    },
  };
}

/** What was predicted of the run on show, or of the one that comes next. @param {State} state */
export const guessesNow = ({ exercise, run }) => exercise?.guesses[run?.spec ?? exercise.next];

/** @type {WeakMap<object, Record<string, {id: string, label: string, unit: string}>>} */
const labels = new WeakMap();

/** The three curves, named and measured as the registry says. @param {any} describe */
function labelsOf(describe) {
  let found = labels.get(describe);
  if (!found) {
    const of = (/** @type {string} */ id) => describe.metric.find((/** @type {any} */ entry) => entry.id === id);
    labels.set(describe, (found = { ece: of('ece'), nll: of('nll'), error: of('error') }));
  }
  return found;
}
