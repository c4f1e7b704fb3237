// The test samples as dots. Between Diagram, Confidence and Pictures the same samples move from place to
// place, and they slide while the temperature changes. Off during training and with reduced motion.

import { column, layoutOf } from '../../draw/charts/reliability.js';
import { h, show } from '../../draw/dom.js';
import { answersOf, stacked } from '../../draw/dots.js';
import { nth } from '../../model/nth.js';
import { isActive } from '../../model/runs/list.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../shell/layout.js').Layout} Layout */
/** @typedef {import('../../draw/dots.js').Answers} Answers */

/**
 * Places of the samples in a view. same: names run, epoch and size of the window, whose places can be
 * compared.
 * @typedef {{view: string, same: string, temperature: number, places: Float64Array, right: Uint8Array}} Seen
 */

const most = 5000; // samples
const moving = 600; // ms
const shown = 500; // ms after the last change of the temperature
const side = 3; // px of a dot

/**
 * Finds the places of samples in a view's drawing; null: it is not there.
 * @typedef {(stage: HTMLElement, frame: Frame, size: Layout, answers: Answers) => Float64Array | null} Finder
 */

const finders = /** @type {Record<string, Finder>} */ ({
  workbench(stage, { bins }, size, answers) {
    const box = stage.querySelector('.bench .diagram svg')?.getBoundingClientRect();
    if (!box?.width) return null;
    const at = layoutOf(size.diagram.width, size.diagram.height);
    return stacked(answers, bins, (b) => {
      const { x0, width } = column(nth(bins, b), at);
      return { x: box.left + x0, width, base: box.top + at.y(0), top: box.top + at.y(1) };
    });
  },

  histogram(stage, { bins }, _, answers) {
    const boxes = new Map(
      [...stage.querySelectorAll('.canvas[data-view=histogram] [data-pick^="bin "]')].map((hit) => [
        Number(hit.getAttribute('data-pick')?.slice('bin '.length)),
        hit.getBoundingClientRect(),
      ]),
    );
    if (!boxes.size) return null;
    const fullest = Math.max(...bins.map(({ count }) => count));
    return stacked(answers, bins, (b, count) => {
      const box = boxes.get(b);
      return box ? { x: box.left, width: box.width, base: box.bottom, top: box.bottom - (count / fullest) * (box.height - 6) } : null;
    });
  },

  pictures(stage, _, __, { right }) {
    const cards = [...stage.querySelectorAll('.canvas[data-view=pictures] [data-pick^="sample "]')];
    if (!cards.length) return null;
    const found = new Float64Array(2 * right.length).fill(NaN);
    for (const card of cards) {
      const row = Number(card.getAttribute('data-pick')?.slice('sample '.length));
      const box = (card.querySelector('image') ?? card).getBoundingClientRect();
      found.set([box.left + box.width / 2, box.top + box.height / 2], 2 * row);
    }
    return found;
  },
});

/** @param {Seen} seen @param {number} row @returns {{x: number, y: number} | null} */
function placeOf({ places }, row) {
  const [x, y] = [nth(places, 2 * row), nth(places, 2 * row + 1)];
  return Number.isNaN(x) ? null : { x, y };
}

/**
 * Returns true if dots may move.
 * @param {State} state
 * @param {Frame | null} frame
 * @returns {frame is Frame}
 */
const isAble = ({ mode, view, asTable, run }, frame) =>
  !!frame?.logits &&
  !!frame.about &&
  !!run &&
  !isActive(run) &&
  !frame.binary &&
  !asTable &&
  mode === 'bench' &&
  frame.n <= most &&
  Object.hasOwn(finders, view) &&
  !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** @param {HTMLElement} stage */
export function createDots(stage) {
  const canvas = h('canvas', { class: 'dots', 'aria-hidden': 'true', hidden: true });
  stage.append(canvas);
  const context = canvas.getContext('2d');
  /** @type {Seen | null} */
  let last = null;
  let next = 0; // the next frame of the animation

  /**
   * Draws dots between two places. A sample without a first or a last place fades in or out.
   * @param {Seen} from
   * @param {Seen} to
   * @param {number} part from 0 to 1
   * @param {number} strength of all dots
   */
  function paint(from, to, part, strength) {
    if (!context) return;
    const scale = devicePixelRatio;
    const [width, height] = [Math.round(innerWidth * scale), Math.round(innerHeight * scale)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context.clearRect(0, 0, canvas.width, canvas.height);
    const style = getComputedStyle(canvas);
    const colours = ['--over', '--ink'].map((name) => style.getPropertyValue(name));
    const eased = part * part * (3 - 2 * part);
    for (const isRight of [0, 1]) {
      context.fillStyle = nth(colours, isRight);
      for (const [i, right] of to.right.entries()) {
        if (right !== isRight) continue;
        const [start, end] = [placeOf(from, i), placeOf(to, i)];
        const [first, last] = [start ?? end, end ?? start];
        if (!first || !last) continue;
        const [x, y] = [first.x + eased * (last.x - first.x), first.y + eased * (last.y - first.y)];
        context.globalAlpha = strength * (start && end ? 1 : start ? 1 - eased : eased);
        context.fillRect((x - side / 2) * scale, (y - side / 2) * scale, side * scale, side * scale);
      }
    }
  }

  function stop() {
    cancelAnimationFrame(next);
    show(canvas, false);
  }

  /**
   * @param {Seen} from
   * @param {Seen} to
   * @param {number} duration in ms
   * @param {boolean} still the dots only fade
   */
  function animate(from, to, duration, still) {
    cancelAnimationFrame(next);
    show(canvas, true);
    const begin = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(1, Math.max(0, (now - begin) / duration));
      const fading = Math.min(1, 4 * (1 - part));
      paint(from, to, still ? 1 : Math.min(1, part / 0.8), 0.8 * fading);
      if (part < 1) next = requestAnimationFrame(step);
      else stop();
    };
    step(begin);
  }

  return {
    /** @param {State} state @param {Frame | null} frame @param {Layout} size */
    draw(state, frame, size) {
      if (!isAble(state, frame) || !frame.logits || !frame.about) {
        last = null;
        return stop();
      }
      const { view, run } = state;
      const { temperature, epoch, logits, about } = frame;
      const same = JSON.stringify([run?.id, epoch, innerWidth, innerHeight]);
      if (last?.same === same && last.view === view && last.temperature === temperature && view !== 'pictures') return;
      const answers = answersOf(logits, about.testLabels, about.k, temperature);
      const found = finders[view]?.(stage, frame, size, answers);
      if (!found) return; // its drawing waits for an answer
      const now = { view, same, temperature, places: found, right: answers.right };
      const before = last;
      last = now;
      if (before?.same !== same) return;
      if (before.view !== view) animate(before, now, moving, false);
      else if (before.temperature !== temperature && view !== 'pictures') animate(now, now, shown, true);
    },
  };
}
