// A picture that morphs from one class to another when dragged, with the true and the predicted probability
// next to it. Below it is the whole series: a row of pictures, a slider and the two curves.

import { drawStrip } from '../../draw/charts/strip.js';
import { attribute, h, say, show } from '../../draw/dom.js';
import { fillCanvas } from '../../draw/picture.js';
import { nth } from '../../model/nth.js';
import { answerAt, grid, pictured, scene, sureOf, truthOf } from '../../model/visit/morph.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/types.js').State} State */

const words = texts.guide;
const stops = 200; // positions of the slider

/**
 * @param {HTMLElement} element
 * @param {(x: number) => void} move called with a fraction of the element's width
 */
function onDrag(element, move) {
  const to = (/** @type {PointerEvent} */ event) => {
    const { left, width } = element.getBoundingClientRect();
    move(Math.min(1, Math.max(0, (event.clientX - left) / width)));
  };
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    to(event);
  });
  element.addEventListener('pointermove', (event) => element.hasPointerCapture(event.pointerId) && to(event));
}

/** @param {(fraction: number) => void} set */
export function createMorph(set) {
  const large = h('canvas', { class: 'morph-picture', role: 'img' });
  const truth = h('p', { class: 'morph-truth' });
  const says = h('p', { class: 'morph-says' });
  const pictures = h('div', { class: 'strip-pictures' }, ...pictured.map(() => h('canvas', { class: 'picture', 'aria-hidden': 'true' })));
  const slider = h('input', {
    type: 'range',
    class: 'slider morph-slider',
    min: 0,
    max: stops,
    step: 1,
    value: 0,
    oninput: () => set(Number(slider.value) / stops),
  });
  const chart = h('div', { class: 'strip' });
  const note = h('p', { class: 'quiet' });
  const rail = h('div', { class: 'morph-rail' }, slider);
  const way = h('div', { class: 'morph-way' }, pictures, rail, chart, note);
  const element = h('div', { class: 'morph' }, large, h('div', { class: 'morph-words' }, truth, says), way);
  onDrag(large, set);
  // The middle of the first picture is the first class, that of the last picture the second.
  const n = pictured.length;
  onDrag(pictures, (x) => set(Math.min(1, Math.max(0, (x * n - 0.5) / (n - 1)))));
  /** @type {import('../../core/types.js').Blends | null} */
  let painted = null;
  let strip = '';

  /** @param {NonNullable<State['morph']>} morph @param {string} link */
  function paintRow({ row }, link) {
    if (strip === link) return; // the pictures stay; only the predictions change
    strip = link;
    [...pictures.children].forEach((canvas, i) => fillCanvas(/** @type {HTMLCanvasElement} */ (canvas), row, nth(pictured, i)));
  }

  /** @param {NonNullable<State['morph']>} morph @param {number} temperature */
  function sayNow({ picture }, temperature) {
    const { classNames } = picture;
    const p = truthOf(picture, 0, scene.first);
    const found = answerAt(picture, 0, scene.first, temperature);
    say(truth, words.ofHundred(p, nth(classNames, scene.first)));
    show(says, !!found);
    if (found) {
      const over = found.confidence - found.right;
      say(says, words.networkSays(nth(classNames, found.answer), texts.says(found.confidence, found.right, 0)));
      attribute(says, 'class', `morph-says ${Math.abs(over) < 0.005 ? '' : over > 0 ? 'over' : 'under'}`.trim());
    }
    slider.setAttribute('aria-valuetext', truth.textContent + (found ? ` ${says.textContent}` : ''));
    large.setAttribute('aria-label', words.blendOf(nth(classNames, scene.first), nth(classNames, scene.second)));
  }

  return {
    element,
    chart,
    focus: () => slider.focus(),
    /** @param {State} state @param {boolean} first before any network @param {number} width of the chart */
    draw({ morph, temperature }, first, width) {
      if (!morph) return;
      const { row, picture, fraction, link } = morph;
      paintRow(morph, link);
      if (picture !== painted) {
        painted = picture;
        fillCanvas(large, picture, 0);
      }
      const place = String(Math.round(fraction * stops));
      if (slider.value !== place) slider.value = place;
      slider.setAttribute('aria-label', words.fromTo(nth(row.classNames, scene.first), nth(row.classNames, scene.second)));
      sayNow(morph, temperature);
      const answers = grid.map((_, i) => answerAt(row, i, scene.first, temperature));
      const known = answers.flatMap((one) => (one ? [one] : []));
      const any = known.length === grid.length;
      const at = (/** @type {number} */ i) => nth(known, i);
      drawStrip(
        chart,
        {
          truth: grid.map((_, i) => truthOf(row, i, scene.first)),
          says: any ? known.map((one) => one.first) : null,
          overconfident: known.map((one) => one.confidence > one.right),
          at: pictured,
          fraction,
          note: any ? words.stripKey : [words.outOf(nth(row.classNames, scene.first))],
        },
        { width, height: first ? 150 : 118, label: words.stripKey.join(', ') },
      );
      const allowed = sureOf(pictured.map((i) => Math.max(truthOf(row, i, scene.first), truthOf(row, i, scene.second))));
      say(note, any ? words.sure(sureOf(pictured.map((i) => at(i).confidence)), allowed, pictured.length) : '');
    },
  };
}
