// The chapters of the first visit that measure the first network: on a hundred pictures, and its summary.
import { drawDraws } from '../../draw/charts/draws.js';
import { drawErrors } from '../../draw/charts/errors.js';
import { h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { sideOf } from '../../model/chance.js';
import { percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/state/bench.js').Chapter} Chapter */
/** @typedef {import('../../model/frame.js').Frame} Frame */

const words = texts.guide;
const many = 100;

/**
 * Returns the frame of a chapter: of the hundred pictures, of the first network, or of the run on show.
 * @param {Chapter | null} chapter
 * @param {Frame | null} frame
 * @returns {Frame | null}
 */
export function chapterFrame(chapter, frame) {
  const figures = chapter?.id === 'limits' ? chapter.draws?.figures : chapter?.id === 'end' ? chapter.first.figures : null;
  if (!frame || !figures) return frame;
  if (made?.frame === frame && made.figures === figures) return made.merged;
  const merged = { ...frame, ...figures, selected: null, pinned: false, ghost: null };
  made = { frame, figures, merged };
  return merged;
}

/** @type {{frame: Frame, figures: object, merged: Frame} | null} */
let made = null;

/** @param {Chapter} chapter */
function errorsOf({ first, focal }) {
  const of = (/** @type {string} */ name, /** @type {Chapter['first']['figures']} */ { ece: value, chance, says, right, n }) => ({
    ...{ name, value, chance },
    side: sideOf(says, right, n),
  });
  return [
    of(words.asTrained, first.figures),
    ...(first.fitted ? [of(words.afterT(first.fitted.T), first.fitted.figures)] : []),
    ...(focal ? [of(words.withFocal, focal.figures)] : []),
  ];
}

/**
 * @param {{play: (count: number) => void, keep: () => void}} on play draws test sets, or stops; keep saves
 *   the result
 */
export function createLimits({ play, keep }) {
  const one = h('button', { class: 'button', onclick: () => play(1) }, words.drawAgain);
  const all = h('button', { class: 'button', onclick: () => play(many) });
  const chart = h('div');
  const drawing = h('div', { class: 'limits' }, h('div', { class: 'row' }, one, all), chart);
  const bars = h('div');
  const end = h('div', { class: 'limits' }, bars, h('button', { class: 'button', onclick: keep }, texts.sharing.card.save));

  return {
    elements: [drawing, end],
    /** @param {Chapter | null} chapter @param {boolean} over the run has ended @param {number} width */
    draw(chapter, over, width) {
      const { draws = null } = chapter ?? {};
      show(drawing, over && chapter?.id === 'limits');
      show(end, over && chapter?.id === 'end');
      if (chapter?.id === 'end' && !isDrawn(bars, chapter, width)) {
        const errors = errorsOf(chapter);
        const label = errors.map(({ name, value, chance }) => `${name}: ${percent(value)}, ${texts.chanceKey} ${percent(chance)}`);
        drawErrors(bars, errors, { width, label: label.join('; ') });
      }
      if (!chapter || !draws) return;
      one.disabled = draws.playing;
      say(all, draws.playing ? words.stopDrawing : words.drawMany(many));
      if (isDrawn(chart, draws.eces, width)) return;
      const { ece, n } = chapter.first.figures;
      const whole = { value: ece, words: words.onAll(n, ece) };
      const label = words.drawnRange(draws.eces.length, Math.min(...draws.eces), Math.max(...draws.eces));
      drawDraws(chart, draws.eces, whole, { width, height: 150, label, axis: words.eceOf(draws.figures.n) });
    },
  };
}
