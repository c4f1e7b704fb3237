// Sizes of the drawings, in CSS pixels, so that their text keeps its size. Reading sizes forces a layout of
// the page, so they are read only after something moved, not at every redraw.

import { attribute } from '../../draw/dom.js';
import { viewOf } from '../../views/index.js';

/** @typedef {{width: number, height: number}} Size */
/** @typedef {{diagram: Size, curves: Size, scrub: Size, guide: Size, view: Size, slider: number}} Layout */

const phone = 720;
const wideFrom = 1280;

/** @param {HTMLElement} stage @param {HTMLElement} scrub @returns {Layout} */
function measure(stage, scrub) {
  const width = innerWidth;
  const style = getComputedStyle(stage);
  // If another tab of a phone is in front, there is nothing to measure.
  const inner = Math.max(0, stage.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)) || width - 32;
  const box = /** @type {HTMLElement | null} */ (scrub.querySelector('.scrub-chart'));
  const sliders = [...document.querySelectorAll('.cooling')].map((one) => one.clientWidth);
  const slider = Math.max(160, ...sliders);
  const scrubSize = { width: Math.max(120, Math.floor(box?.clientWidth ?? 300)), height: 76 };
  if (width < phone) {
    const diagram = { width: Math.max(280, inner), height: Math.max(280, inner) + 60 };
    return {
      diagram,
      curves: { width: inner, height: 420 },
      scrub: scrubSize,
      guide: diagram,
      view: { width: inner, height: 520 },
      slider,
    };
  }
  // The diagram is square; the space above, below and next to it is fixed.
  const tall = width >= wideFrom ? stage.clientHeight : Math.max(560, innerHeight - 160);
  const side = Math.max(220, Math.min(tall - 220, inner * 0.56));
  const diagram = { width: Math.floor(side + 98), height: Math.floor(side + 108) };
  // If too little space is left next to the diagram, the curves go below it. In wide windows they always stay
  // next to it.
  const curvesWidth = Math.floor(inner - diagram.width - 24);
  const curves = {
    width: curvesWidth < 200 && width < wideFrom ? Math.floor(inner) : curvesWidth,
    height: Math.max(260, Math.floor(side + 20)),
  };
  const guideSide = Math.max(240, Math.min(innerHeight - 60 - 330, inner * 0.44));
  return {
    diagram,
    curves,
    scrub: scrubSize,
    slider,
    // Always leaves room for the line that names the previous run, so that the drawing does not move when
    // that is shown.
    view: { width: Math.floor(inner), height: Math.floor(Math.max(width < wideFrom ? 352 : 262, tall - 236)) },
    guide: { width: Math.floor(guideSide + 98), height: Math.floor(guideSide + 108) },
  };
}

/**
 * @param {HTMLElement} stage
 * @param {HTMLElement} scrub
 * @param {HTMLElement[]} others elements that may resize while these two do not
 * @param {() => void} redraw
 */
export function createLayout(stage, scrub, others, redraw) {
  let moved = 0; // number of resizes so far
  let size = measure(stage, scrub);
  let measured = '';
  const watcher = new ResizeObserver(() => {
    moved++;
    redraw();
  });
  for (const element of [stage, scrub, ...others]) watcher.observe(element);
  return {
    /** @param {import('../../model/types.js').State} state @returns {Layout} */
    sizeFor({ mode, view, temperatureTouched, presenting }) {
      const shape = `${mode} ${view} ${moved} ${temperatureTouched} ${presenting}`;
      if (shape !== measured) size = measure(stage, scrub);
      measured = shape;
      return size;
    },
  };
}

/**
 * Sets the attributes of <body> that the style sheets use.
 * @param {import('../../model/types.js').State} state
 */
export function markBody({ mode, view, page, presenting, exercise }) {
  const rail = mode === 'bench' && !presenting && !exercise && page.embed !== '1' && viewOf(view)?.rail;
  attribute(document.body, 'data-rail', rail ? 'yes' : null);
  attribute(document.body, 'data-present', presenting ? 'yes' : null);
  attribute(document.body, 'data-mode', mode);
  attribute(document.body, 'data-embed', page.embed === '1' ? 'yes' : null);
  attribute(document.body, 'data-view', mode !== 'bench' ? 'workbench' : viewOf(view) ? 'view' : view);
}
