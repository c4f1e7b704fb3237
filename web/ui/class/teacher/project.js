// Shows a question to a class on the whole screen: its text, the guesses as diamonds, and their median.
// Guesses are added while it is open. The value of the run is neither drawn nor named before it is revealed.

import { asides } from '../../../draw/charts/guess.js';
import { h, say } from '../../../draw/dom.js';
import { line, paint, path, rect, surface, text } from '../../../draw/svg.js';
import { texts } from '../../../texts/index.js';
import { scaleLinear } from '../../../vendor/page.js';
import { createCollector } from './collect.js';

/** @typedef {import('../../../model/exercise/read.js').Question} Question */
/** @typedef {import('../../../model/exercise/tally.js').Guessed} Guessed */
/** @typedef {import('../../../draw/svg.js').Shape} Shape */

const words = texts.teacher.summary;
const fall = { duration: 400, easing: 'ease-in' };

/**
 * Returns a scale that fits the values: percentages are not drawn from 0 to 100 if all are small.
 * @param {number[]} values finite
 * @param {string} unit
 * @param {[number, number]} range in pixels
 * @param {number} ticks approximate number of ticks
 */
export function fittedScale(values, unit, range, ticks) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = 0.1 * (high - low) || 0.1 * Math.abs(high) || 1;
  const from = low < 0 ? low - margin : Math.max(0, low - margin);
  const to = unit === '%' && high <= 100 ? Math.min(100, high + margin) : high + margin;
  return scaleLinear([from, to], range).nice(ticks);
}

/**
 * Stacks diamonds on an axis, as large as the tallest stack allows. Diamonds of minimum size overlap instead.
 * @param {number[]} places x of each diamond, sorted
 * @param {Set<number>} fresh indices of the new ones, which fall into their place
 * @param {number} base y of the axis
 * @param {number} room height for the tallest stack
 * @param {number} size of the text, in pixels
 * @returns {Shape[]}
 */
function stacked(places, fresh, base, room, size) {
  for (let radius = 0.75 * size; ; radius *= 0.9) {
    const width = 2 * radius;
    const dots = asides(places, width).map(({ along, aside }) => {
      const step = Math.round(aside / width);
      return { along, level: step > 0 ? 2 * step - 1 : -2 * step };
    });
    const levels = 1 + Math.max(...dots.map(({ level }) => level));
    if (levels * width > room && radius > 0.4 * size) continue;
    const pitch = Math.min(width, (room - width) / Math.max(1, levels - 1));
    const half = radius - 1;
    return dots.map(({ along, level }, i) =>
      path(
        `M${along} ${base - radius - level * pitch - half}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`,
        fresh.has(i) ? 'room-dot fresh' : 'room-dot',
      ),
    );
  }
}

/**
 * Indices of the values that are new.
 * @param {number[]} values
 * @param {number[]} before
 */
function freshIn(values, before) {
  const left = [...before];
  return new Set(
    values.flatMap((value, i) => {
      const at = left.indexOf(value);
      if (at < 0) return [i];
      left.splice(at, 1);
      return [];
    }),
  );
}

/**
 * Draws the guesses with their median, and the run's value once it is revealed.
 * @param {HTMLElement} place
 * @param {Guessed} tally
 * @param {Question} question
 * @param {{shown: boolean, fresh: Set<number>, label: string}} how shown: the run's value is revealed
 */
function drawRoom(place, { guesses, median, truth }, { unit, within }, { shown, fresh, label }) {
  const [width, height] = [place.clientWidth, place.clientHeight];
  const size = Number.parseFloat(getComputedStyle(place).fontSize);
  if (!guesses.length) return paint(surface(place, width, height, label), []);
  const edge = 2 * size;
  const ticks = Math.max(2, Math.min(6, Math.floor(width / (5 * size))));
  const found = shown && truth !== null && Number.isFinite(truth) ? truth : null;
  const x = fittedScale(found === null ? guesses : [...guesses, found], unit, [edge, width - edge], ticks);
  const base = height - 1.6 * size;
  const top = 2.9 * size; // below two rows of labels
  /** @param {number} value @param {number} y @param {string} content @param {string} kind */
  const named = (value, y, content, kind) => {
    const half = 0.3 * size * content.length;
    const at = x(value);
    const anchor = at + half > width ? 'end' : at - half < 0 ? 'start' : 'middle';
    return text(at, y, content, `halo ${kind}`, anchor);
  };
  const crossed = found !== null && Math.abs(x(found) - x(median)) < 5 * size; // the line would cross the median's label
  const bounded = (/** @type {number} */ value) => Math.max(edge, Math.min(width - edge, x(value)));
  paint(surface(place, width, height, label), [
    ...(found === null
      ? []
      : [rect(bounded(found - within), top, bounded(found + within) - bounded(found - within), base - top, 'room-near')]),
    line(edge, base, width - edge, base, 'axis'),
    ...x
      .ticks(ticks)
      .flatMap((value) => [
        line(x(value), base, x(value), base + 6, 'axis'),
        text(x(value), height - 0.3 * size, words.tick(value, unit), 'tick', 'middle'),
      ]),
    ...stacked(guesses.map(x), fresh, base, base - top, size),
    ...(found === null ? [] : [line(x(found), crossed ? top : 1.3 * size, x(found), base, 'room-truth')]),
    line(x(median), top - 0.2 * size, x(median), base, 'room-median'),
    named(median, top - 0.5 * size, words.median(median, unit), 'label'),
    ...(found === null ? [] : [named(found, size, words.found(found, unit), 'strong')]),
  ]);
}

/**
 * The guesses in words.
 * @param {Guessed} tally
 * @param {Question} question
 */
const inWords = ({ guesses, median }, { unit }) =>
  guesses.length ? words.guesses(guesses.length, guesses[0] ?? NaN, guesses.at(-1) ?? NaN, median, unit) : words.noGuesses;

/**
 * Opens a question with the guesses on the whole screen.
 * @param {Question} question
 * @param {Node[]} prompt the question's text
 * @param {() => Guessed} tallied
 * @param {{take: (text: string) => string, closed: () => void}} on take: adds a scanned or typed code
 */
export function projectQuestion(question, prompt, tallied, on) {
  let shown = false;
  /** @type {number[]} */
  let before = [];
  /** @type {Set<number>} */
  let fresh = new Set();
  const collector = createCollector(on.take);
  const place = h('div', { class: 'room-guesses' });
  const all = h('p');
  const found = h('p', { class: 'strong room-found', role: 'status' });
  const reveal = h('button', { class: 'button solid', 'data-do': 'reveal', onclick: toggle });
  const close = h('button', { class: 'button', 'data-do': 'close', onclick: () => dialog.close() }, texts.close);
  // The inner element has the focus after a click on it, so that the keys stay in the dialog.
  const inside = h(
    'div',
    { class: 'room-inside', tabindex: '-1' },
    h('div', { class: 'room-asked', id: 'room-question' }, ...prompt),
    h('div', { class: 'room-middle' }, place, collector.picture),
    all,
    found,
    h('div', { class: 'row' }, reveal, ...collector.controls, close, collector.status),
  );
  const dialog = h('dialog', { class: 'room', 'aria-labelledby': 'room-question' }, inside);

  function draw() {
    const tally = tallied();
    const { guesses, truth, near } = tally;
    const changed = guesses.join() !== before.join();
    if (changed) fresh = freshIn(guesses, before);
    before = guesses;
    reveal.disabled = truth === null;
    say(reveal, shown ? words.hide : words.reveal);
    const known = shown && truth !== null ? words.near(truth, near, guesses.length, question.within, question.unit) : '';
    say(all, inWords(tally, question));
    say(found, truth === null && guesses.length ? words.untrained : known);
    drawRoom(place, tally, question, { shown, fresh, label: `${all.textContent} ${known}`.trim() });
    if (changed && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      for (const dot of place.querySelectorAll('.fresh')) dot.animate({ transform: ['translateY(-60vh)', 'none'] }, fall);
  }
  function toggle() {
    shown = !shown;
    draw();
  }
  const resized = new ResizeObserver(draw);
  dialog.addEventListener('keydown', (event) => {
    event.stopPropagation(); // the page's keys would act behind the dialog
    const inControl = event.target instanceof Element && event.target.matches('button, input');
    if (inControl || reveal.disabled || (event.key !== ' ' && event.key !== 'Enter')) return;
    event.preventDefault();
    toggle();
  });
  dialog.addEventListener('close', () => {
    resized.disconnect();
    collector.close();
    dialog.remove();
    on.closed();
  });
  document.body.append(dialog);
  before = tallied().guesses; // only later ones fall
  draw();
  dialog.showModal();
  (reveal.disabled ? close : reveal).focus();
  resized.observe(place);
  return { draw };
}
