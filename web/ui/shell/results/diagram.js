// The reliability diagram as a control, and the verdict next to it.
import { binAt, drawReliability } from '../../../draw/charts/reliability.js';
import { attribute } from '../../../draw/dom.js';
import { isDrawn } from '../../../draw/svg.js';
import { sideOf } from '../../../model/chance.js';
import { texts } from '../../../texts/index.js';

/** @typedef {import('../../../model/types.js').State} State */
/** @typedef {import('../../../model/frame.js').Frame} Frame */

const scarcelyOff = 0.0005; // a gap that rounds to 0.0 points

/**
 * The verdict: over- or underconfident, and by how much.
 * @param {Pick<Frame, 'says' | 'right' | 'n'> & {binary?: boolean}} frame
 */
export function verdict({ says, right, n, binary }) {
  const side = sideOf(says, right, n);
  if (side === 'none') return { side, words: (binary ? texts.binary : texts).noGap };
  if (Math.abs(says - right) < scarcelyOff) return { side: 'none', words: texts.calibrated };
  return { side, words: (binary ? texts.binary : texts)[side](says - right) };
}

/** @param {Pick<Frame, 'bins'>} frame @param {number} from @param {number} step */
function nextBin(frame, from, step) {
  for (let i = from + step; i >= 0 && i < frame.bins.length; i += step) if (frame.bins[i]?.count) return i;
  return from >= 0 && from < frame.bins.length ? from : null;
}

/**
 * Makes the diagram a control: hovering selects a bin, a click pins it, arrow keys move to the next bin.
 * @param {HTMLElement} element
 * @param {() => Pick<State, 'selected' | 'pinned'>} get
 * @param {(bin: number | null, pinned: boolean) => void} pick
 * @param {() => import('../../../draw/charts/reliability.js').Frame | null} frameNow
 */
export function makeDiagram(element, get, pick, frameNow) {
  attribute(element, 'tabindex', '0');
  attribute(element, 'role', 'group');
  attribute(element, 'aria-label', texts.diagram);
  attribute(element, 'aria-description', texts.arrows);
  const size = { width: 0, height: 0 };
  /** @param {PointerEvent | MouseEvent} event */
  const under = (event) => {
    const frame = frameNow();
    const box = element.querySelector('svg')?.getBoundingClientRect();
    return frame && box ? binAt(frame, size.width, size.height, ((event.clientX - box.left) * size.width) / box.width) : null;
  };
  element.addEventListener('pointermove', (event) => {
    if (get().pinned || event.pointerType === 'touch') return;
    const selected = under(event);
    if (selected !== get().selected) pick(selected, false);
  });
  element.addEventListener('pointerleave', () => !get().pinned && get().selected !== null && pick(null, false));
  element.addEventListener('click', (event) => {
    const { selected, pinned } = get();
    const bin = under(event);
    const again = pinned && bin === selected;
    pick(again ? null : bin, !again && bin !== null);
  });
  element.addEventListener('keydown', (event) => {
    const frame = frameNow();
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (frame && step) {
      event.preventDefault();
      const start = frame.selected ?? (step > 0 ? -1 : frame.bins.length);
      const selected = nextBin(frame, start, step);
      pick(selected, selected !== null);
    }
  });
  return {
    /**
     * @param {import('../../../draw/charts/reliability.js').Frame | null} frame
     * @param {number} width
     * @param {number} height
     * @param {boolean} plain
     * @param {import('../../../model/exercise/check.js').Guess[]} [guesses]
     */
    draw(frame, width, height, plain, guesses) {
      if (isDrawn(element, frame, width, height, plain, guesses)) return;
      Object.assign(size, { width, height });
      drawReliability(element, frame, { width, height, plain, guesses });
    },
  };
}
