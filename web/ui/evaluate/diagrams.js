// The reliability diagrams of the model on show, as given and after temperature scaling.
import { reliabilityTable } from '../../draw/charts/reliability.js';
import { attribute, h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { figureFrame } from '../../model/frame.js';
import { texts } from '../../texts/index.js';
import { createMenu } from '../shell/controls/menu.js';
import { makeDiagram } from '../shell/results/diagram.js';
import { isBinary } from './asks.js';

/** @import {Describe, FilesReport} from '../../engine.d.ts' */
/** @typedef {import('./model.js').State} State */
/** @typedef {import('../../model/frame.js').FigureFrame} FigureFrame */

const words = texts.evaluate;

/** @param {FilesReport | null} report */
const fitOf = (report) => report?.calibrators?.temperature?.by_nll ?? null;

/** The isotonic curve of a binary task. @param {FilesReport['metrics']} metrics */
const corpOf = ({ corp }) => {
  const { probability, rate } = corp?.curve ?? {};
  return probability && rate ? { curve: { probability, rate }, band: corp?.band } : null;
};

/**
 * @param {import('./model.js').Model['store']} store
 * @param {Describe} describe
 */
export function createDiagrams(store, describe) {
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
    const figure = h('figure', { 'data-which': part }, h('figcaption', null, title, ' ', ece, menu.element), diagram);
    return {
      figure,
      picture: () => ({ title: `${title.textContent}: ${ece.textContent}`, svg: /** @type {SVGElement} */ (diagram.querySelector('svg')) }),
      /** @param {string} name @param {{width: number, height: number}} size @param {number} digits */
      draw(name, { width, height }, digits) {
        const frame = frames[part];
        show(figure, !!frame);
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
  const element = h('div', { class: 'pair' }, panels.given.figure, panels.after.figure);

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
    if (isDrawn(element, report, shownMetric, selected, pinned)) return;
    const after = fitOf(report)?.metrics;
    frames.given = report ? frameOf(state, report.metrics) : null;
    frames.after = after ? frameOf(state, after) : null;
  }

  return {
    element,
    frames,

    /** Updates `frames`. @param {State} state */
    update: makeFrames,

    /** The pictures on show, with their titles. */
    pictures: () =>
      Object.values(panels)
        .filter(({ figure }) => !figure.hidden)
        .map(({ picture }) => picture()),

    /** @param {State} state @param {{width: number, height: number}} room available for both diagrams */
    draw({ report }, room) {
      const digits = (report?.n ?? 0) >= 10_000 ? 2 : 1;
      const both = !!frames.after;
      const phone = room.width < 620;
      const width = Math.floor(Math.min(both && !phone ? (room.width - 24) / 2 : room.width, both ? 560 : 640));
      // Without calibrators, the table below is missing.
      const height = room.height + (report?.fitted_on ? 0 : 240);
      const size = { width, height: Math.min(height, width + 46) };
      attribute(element, 'data-phone', phone ? 'yes' : null);
      panels.given.draw(words.asGiven, size, digits);
      panels.after.draw(words.afterT(fitOf(report)?.T ?? 1), size, digits);
    },
  };
}
