// The middle of Evaluate: the sentence, the diagram as given and after temperature scaling, the calibrators.

import { drawReliability, reliabilityTable } from '../../draw/charts/reliability.js';
import { attribute, h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { figureFrame } from '../../model/frame.js';
import { sentence, texts } from '../../texts/index.js';
import { createMenu } from '../shell/controls/menu.js';
import { makeDiagram, verdict } from '../shell/results/diagram.js';
import { isBinary } from './asks.js';
import { createGroups } from './groups.js';
import { createModels } from './models.js';
import { createEvaluateTable } from './table.js';
import { createVersus } from './versus.js';

/** @import {Describe, FilesReport, Metric} from '../../engine.d.ts' */
/** @typedef {import('./model.js').State} State */
/** @typedef {import('../../model/frame.js').FigureFrame} FigureFrame */

const words = texts.evaluate;
const scores = /** @type {const} */ (['confidence', 'energy', 'logit']);

/** @param {FilesReport | null} report */
export const fitOf = (report) => report?.calibrators?.temperature?.by_nll ?? null;

/**
 * @param {HTMLElement} stage
 * @param {import('./model.js').Model} model
 * @param {Describe} describe
 */
export function createEvaluateStage(stage, model, describe) {
  const { store } = model;
  const lead = h('h1', { class: 'lead' });
  const key = h('span', { class: 'key', 'aria-hidden': 'true' });
  const side = h('strong');
  const rest = h('span');
  const sub = h('p', { class: 'sub' }, key, side, ' ', rest);
  const intro = h('p', { class: 'sub' }, words.heroNote);
  const blank = h('div', { class: 'diagram' });
  const bring = h(
    'div',
    { class: 'bring' },
    blank,
    h(
      'div',
      null,
      h('button', { class: 'button solid try-sample', onclick: () => model.sample() }, words.trySample),
      h('span', { class: 'note' }, words.sampleNote),
      h('dl', null, ...words.bring.map(([name, what]) => h('div', null, h('dt', null, h('code', null, name)), h('dd', null, what)))),
      h('p', { class: 'note' }, words.bringNote),
    ),
  );
  const doing = h('span', { role: 'status' });
  const progress = h('progress', { class: 'work-progress', max: 1, value: 0, 'aria-label': words.fraction, hidden: true });
  const elapsed = h('span', { class: 'quiet' });
  const busy = h(
    'p',
    { class: 'busy' },
    doing,
    progress,
    elapsed,
    h('button', { class: 'button', onclick: () => model.cancel() }, words.cancel),
  );
  const stopped = h(
    'p',
    { class: 'busy stopped' },
    words.cancelled,
    h('button', { class: 'button', onclick: () => model.again() }, words.again),
  );
  const error = h('p', { class: 'error', role: 'alert' });
  const askNote = h('p', { class: 'note' });
  const ask = h(
    'div',
    { class: 'ask', role: 'group', 'aria-label': words.ask },
    h('h2', null, words.ask),
    askNote,
    h('button', { class: 'button', onclick: () => model.say('probabilities') }, words.kinds.probabilities),
    h('button', { class: 'button', onclick: () => model.say('logits') }, words.kinds.logits),
  );

  /** @param {'given' | 'after'} part */
  function panel(part) {
    const title = h('strong');
    const ece = h('span', { class: 'quiet' });
    const diagram = h('div', { class: 'diagram' });
    const control = makeDiagram(
      diagram,
      store.get,
      (selected, pinned) => store.set({ selected, pinned }),
      () => frames[part],
    );
    const menu = createMenu(() => {
      const frame = frames[part];
      return { name: `reliability-${part}`, picture: diagram.querySelector('svg'), table: frame && reliabilityTable(frame) };
    });
    const element = h('figure', { 'data-which': part }, h('figcaption', null, title, ' ', ece, menu.element), diagram);
    return {
      element,
      picture: () => ({ title: `${title.textContent}: ${ece.textContent}`, svg: /** @type {SVGElement} */ (diagram.querySelector('svg')) }),
      /** @param {string} name @param {{width: number, height: number}} size @param {number} digits */
      draw(name, { width, height }, digits) {
        const frame = frames[part];
        show(element, !!frame);
        if (!frame) return;
        say(title, name);
        say(ece, words.ece(frame.ece, digits));
        menu.draw({ picture: true, table: true });
        control.draw(frame, width, height, false);
      },
    };
  }
  /**
   * @type {Record<'given' | 'after', import('../../draw/charts/reliability.js').Frame & FigureFrame | null>}
   */
  const frames = { given: null, after: null };
  const panels = { given: panel('given'), after: panel('after') };
  const pictures = h('div', { class: 'pair' }, panels.given.element, panels.after.element);
  const ood = h('p', { class: 'ood' });
  const several = createModels(model, describe);
  const table = h('div');
  const calibrators = createEvaluateTable(table, describe);
  const groups = createGroups(describe);
  const versus = createVersus(model, describe);
  stage.append(lead, sub, intro, bring, busy, stopped, error, ask, several.element, versus.element, pictures, ood, groups.element, table);

  /** The isotonic curve of a binary task. @param {FilesReport['metrics']} metrics */
  const corpOf = ({ corp }) => {
    const { probability, rate } = corp?.curve ?? {};
    return probability && rate ? { curve: { probability, rate }, band: corp?.band } : null;
  };

  /** @param {State} state @param {FilesReport['metrics']} metrics */
  function frameOf(state, metrics) {
    const { selected, pinned, shownMetric } = state;
    return {
      ...figureFrame(metrics, describe.metric, shownMetric),
      selected,
      pinned,
      binary: isBinary(state.report),
      corp: corpOf(metrics),
    };
  }

  /** @param {State} state */
  function makeFrames(state) {
    const { report, shownMetric, selected, pinned } = state;
    if (isDrawn(pictures, report, shownMetric, selected, pinned)) return;
    const after = fitOf(report)?.metrics;
    frames.given = report ? frameOf(state, report.metrics) : null;
    frames.after = after ? frameOf(state, after) : null;
  }

  /**
   * Compares an AUROC with chance, by its interval if it has one.
   * @param {Metric} auroc
   * @returns {'better' | 'chance' | 'worse'}
   */
  const versusChance = ({ value, interval: [low, high] = [value, value] }) =>
    (low ?? 0) > 0.5 ? 'better' : (high ?? 0) < 0.5 ? 'worse' : 'chance';

  /** @param {Metric} auroc */
  const oodWords = (auroc) =>
    [
      words.ood[versusChance(auroc)](auroc.value ?? NaN),
      scores.flatMap((score) => (typeof auroc[score] === 'number' ? [words.oodOthers(words.scores[score], auroc[score])] : [])).join(', '),
    ]
      .filter(Boolean)
      .join(' ');

  return {
    frames,
    several,
    pictures: () =>
      Object.values(panels)
        .filter(({ element }) => !element.hidden)
        .map(({ picture }) => picture()),

    /** @param {State} state @param {{width: number, height: number}} room available for both diagrams */
    draw(state, room) {
      const { report } = state;
      makeFrames(state);
      const { given } = frames;
      const digits = (report?.n ?? 0) >= 10_000 ? 2 : 1;
      const says = given ? (given.binary ? texts.binary : texts).says(given.says, given.right) : words.hero;
      say(lead, state.results.length > 1 && given ? words.modelSays(state.shown, says) : says);
      show(sub, !!given);
      show(intro, !given);
      if (given) {
        const { side: which, words: verdictWords } = verdict(given);
        attribute(key, 'class', `key ${which}`);
        attribute(side, 'class', which);
        say(side, verdictWords);
        say(rest, texts.chance(given.ece, given.chance, 1));
      }
      const asking = model.kindNow(state) === '';
      show(bring, !given && !asking && !state.busy && !state.error);
      if (!bring.hidden && !isDrawn(blank, room)) {
        const side = Math.min(room.width, 360);
        drawReliability(blank, null, { width: side, height: side + 46, plain: true });
      }
      show(busy, !!state.busy);
      say(doing, state.doing);
      const seconds = (performance.now() - state.since) / 1000;
      // A result within a second needs no progress bar.
      show(progress, !!state.busy && state.fraction !== null && seconds > 1);
      if (state.fraction !== null) progress.value = state.fraction;
      say(elapsed, state.busy && seconds > 1 ? words.elapsed(seconds, state.fraction) : '');
      show(stopped, state.stopped && !state.busy);
      show(error, !!state.error);
      say(error, state.error ? sentence(state.error) : '');
      show(ask, asking);
      if (asking) {
        const { names, farthest } = model.likely();
        say(askNote, words.askNote(names, farthest));
      }
      several.draw(state, room);
      versus.draw(state);
      groups.draw(report);
      const both = !!frames.after;
      const phone = room.width < 620;
      const width = Math.floor(Math.min(both && !phone ? (room.width - 24) / 2 : room.width, both ? 560 : 640));
      // Without calibrators, the table below is missing.
      const height = room.height + (report?.fitted_on ? 0 : 240);
      const size = { width, height: Math.min(height, width + 46) };
      attribute(pictures, 'data-phone', phone ? 'yes' : null);
      panels.given.draw(words.asGiven, size, digits);
      panels.after.draw(words.afterT(fitOf(report)?.T ?? 1), size, digits);
      const auroc = report?.metrics.auroc;
      show(ood, !!auroc);
      if (auroc) say(ood, oodWords(auroc));
      show(table, !!report);
      if (report) calibrators.draw(report, 2, report.fitted_on ? '' : report.k === null ? words.noneForTables : words.noValidation);
    },
  };
}
