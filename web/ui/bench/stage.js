// The middle: the sentence, the reliability diagram with selectable bins, and the curves.

import { drawCurves, epochScale, plotWidth } from '../../draw/charts/curves.js';
import { reliabilityTable } from '../../draw/charts/reliability.js';
import { attribute, h, reveal, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { offOf } from '../../model/chance.js';
import { entryIn } from '../../model/registry.js';
import { texts } from '../../texts/index.js';
import { createMenu } from '../shell/controls/menu.js';
import { claimOf } from '../shell/results/claim.js';
import { makeDiagram, verdict } from '../shell/results/diagram.js';
import { drawExamples } from './rail/drawings.js';
import { createShown } from './shown.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/types.js').Store} Store */
/** @typedef {import('../../model/frame.js').Frame} Frame */

/**
 * @param {HTMLElement} element
 * @param {Store} store
 * @param {() => Frame | null} frameNow
 * @param {{pictures: () => void, embed: () => void, run: () => void, takeBack: () => void}} on
 */
export function createStage(element, store, frameNow, on) {
  const lead = h('h1', { class: 'lead', 'aria-live': 'off' });
  const key = h('span', { class: 'key', 'aria-hidden': 'true' });
  const side = h('strong');
  const rest = h('span');
  const see = h('button', { class: 'plain', 'data-to': 'pictures', hidden: true, onclick: on.pictures });
  const reasons = h('ul', { class: 'reasons', hidden: true });
  const why = h('button', { class: 'plain', 'aria-expanded': 'false', onclick: explain }, texts.ends.why);
  /** Opens or closes the evidence for the sentence. */
  function explain() {
    show(reasons, reasons.hidden === true);
    attribute(why, 'aria-expanded', String(!reasons.hidden));
    if (!reasons.hidden) reveal(reasons);
  }
  const sub = h('p', { class: 'sub' }, key, side, ' ', rest, ' ', why, ' ', see);
  const shownRun = createShown(sub, on);
  const diagram = h('div', { class: 'diagram' });
  const curves = h('div', { class: 'curves' });
  const menu = createMenu(() => {
    const frame = frameNow();
    return { name: 'reliability', picture: diagram.querySelector('svg'), table: frame && reliabilityTable(frame) };
  }, on);
  const charts = h('div', { class: 'charts' }, diagram, curves);
  const data = h('div', { class: 'stage-data', role: 'group', 'aria-label': texts.pictures, hidden: true });
  const bench = h(
    'div',
    { class: 'bench' },
    h('div', { class: 'heading' }, h('div', null, lead, shownRun.element), menu.element),
    reasons,
    charts,
    data,
  );
  element.append(bench);
  const control = makeDiagram(diagram, store.get, store.view.pickBin, frameNow);

  curves.addEventListener('click', (event) => {
    const frame = frameNow();
    const box = curves.querySelector('svg')?.getBoundingClientRect();
    if (!frame || !box) return;
    const inner = plotWidth(box.width);
    const x = event.clientX - box.left;
    if (x > inner + 6) return;
    const epoch = Math.round(epochScale(frame.epochs, inner).invert(x));
    store.view.goToEpoch(epoch);
  });

  return {
    /** @param {State} state @param {Frame | null} frame @param {import('../shell/layout.js').Layout} size */
    draw(state, frame, size) {
      const shown = state.mode === 'bench' && state.view === 'workbench';
      show(bench, shown);
      if (!shown) return;
      menu.draw({ picture: true, table: !!frame });
      const { ece, nll, error } = labelsOf(state.describe);
      const claim = frame ? '' : claimOf(state);
      attribute(lead, 'class', claim ? 'lead claimed' : 'lead');
      const empty = claim || texts.heroPlain.join(' ');
      say(lead, frame ? (frame.binary ? texts.binary : texts).says(frame.says, frame.right) : empty);
      show(sub, !!frame);
      show(reasons, !!frame && why.getAttribute('aria-expanded') === 'true');
      shownRun.draw(state, !!frame);
      if (frame) {
        const { side: which, words } = verdict(frame);
        attribute(key, 'class', `key ${which}`);
        attribute(side, 'class', which);
        say(side, words);
        say(rest, texts.chance(frame.ece, frame.chance, frame.temperature));
        if (!isDrawn(reasons, frame)) reasons.replaceChildren(...evidenceOf(frame).map((line) => h('li', null, line)));
        const bin = state.pinned && frame.selected !== null ? frame.bins[frame.selected] : null;
        show(see, !!bin?.count && !frame.binary);
        if (bin) say(see, texts.seeBin(bin.count));
      }
      const guesses = guessesNow(state);
      // An exercise opens with its data; the diagram comes with the first guess or run.
      const samples = !frame && !guesses?.length ? (state.exercise?.samples ?? null) : null;
      show(data, !!samples);
      show(charts, !samples);
      const { width, height } = size.diagram;
      if (samples && !isDrawn(data, samples, width, height)) drawExamples(data, samples, { pictures: 48, lines: 12, width, height });
      control.draw(frame, size.diagram.width, size.diagram.height, false, guesses);
      if (!isDrawn(curves, frame, size, guesses)) drawCurves(curves, frame, { ...size.curves, rows: [error, nll, ece], guesses });
    },
  };
}

/** Returns the sentences behind a verdict: bins off the line, the furthest first. @param {Frame} frame */
function evidenceOf({ bins }) {
  const { off, all, expected, evidence } = offOf(bins);
  return [texts.ends.off(off.length, all.length, expected), ...texts.ends.offWhy(evidence)];
}

/** Predictions for the run on show, or for the next one. @param {State} state */
export const guessesNow = ({ exercise, run }) => exercise?.guesses[run?.spec ?? exercise.next];

/** @type {WeakMap<object, Record<'ece' | 'nll' | 'error', {id: string, label: string, unit: string}>>} */
const labels = new WeakMap();

/** Catalog entries of the three curves. @param {import('../../engine.d.ts').Describe} describe */
function labelsOf(describe) {
  let found = labels.get(describe);
  if (!found) {
    const of = (/** @type {string} */ id) => entryIn(describe.metric, id);
    labels.set(describe, (found = { ece: of('ece'), nll: of('nll'), error: of('error') }));
  }
  return found;
}
