// Drawings of the run's controls: some samples of the data, the network's layers, the loss with its formula.
import { drawLayers } from '../../../draw/charts/layers.js';
import { drawLoss } from '../../../draw/charts/loss.js';
import { drawPlane, picture, wordLine } from '../../../draw/charts/samples.js';
import { h } from '../../../draw/dom.js';
import { texts } from '../../../texts/index.js';
import { setFormula } from '../../shell/text/formula.js';

/** @typedef {import('../../../model/types.js').State} State */

/**
 * @param {HTMLElement} rail the drawings keep their size in it and grow with it on a phone
 */
export function createDrawings(rail) {
  const data = h('div', { class: 'pictures', role: 'group', 'aria-label': texts.pictures });
  const model = h('div');
  const loss = h('div');
  const formula = h('div', { class: 'formula' });
  const room = () => (rail.clientWidth ? Math.min(420, rail.clientWidth - 48) : 252);

  /** @type {State['examples']} */
  let examples = null;
  /** @type {State['curve']} */
  let curve = null;
  /** @type {State['check']} */
  let described = null;

  return {
    elements: { data, model, loss, formula },

    /** Draws samples and the loss. @param {State} state */
    drawPictures(state) {
      if (state.examples !== examples) {
        examples = state.examples;
        drawExamples(data, examples, { pictures: 7, lines: 3, width: room(), height: 110 });
      }
      if (state.curve !== curve) {
        curve = state.curve;
        drawLoss(loss, curve, { width: room(), height: 78 });
      }
    },

    /** @param {string} tex the loss's formula */
    setFormula(tex) {
      if (formula.dataset.tex !== tex) setFormula(formula, tex);
    },

    /** Draws the network's layers. @param {NonNullable<State['check']>} check */
    drawModel(check) {
      if (check === described) return;
      described = check;
      drawLayers(model, check.net, { width: room(), height: 56 });
    },
  };
}

/**
 * Draws some test samples: pictures, a plane of points, or lines of words.
 * @param {HTMLElement} element
 * @param {State['examples']} samples
 * @param {{pictures: number, lines: number, width: number, height: number}} most lines: of texts; width and
 *   height of a plane
 */
export function drawExamples(element, samples, { pictures, lines, width, height }) {
  const some = (/** @type {number} */ most) => Array.from({ length: Math.min(most, samples?.count ?? 0) }, (_, i) => i);
  element.replaceChildren();
  if (!samples) return;
  if (samples.pixels) element.append(...some(pictures).map((i) => picture(samples, i)));
  else if (samples.c !== 2) element.append(...some(lines).map((i) => wordLine(samples, i)));
  else drawPlane(element, samples, { width, height });
}
