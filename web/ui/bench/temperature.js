// The temperature slider: on a log scale, with the fitted temperature and the curve behind it.

import { drawCooling } from '../../draw/charts/temperature.js';
import { h, say, show } from '../../draw/dom.js';
import { coldest, hottest, placeOf, temperatureAt } from '../../model/temperature.js';
import { decimal } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

const steps = 1000;
const glide = 160; // ms, for a jump to the fitted temperature

/**
 * A box for the slider next to the numbers; in a narrow window it is on the stage.
 * @param {HTMLElement} stage
 * @param {HTMLElement} numbers
 */
export function temperatureBox(stage, numbers) {
  const box = h('div', { class: 'temperature' });
  const narrow = matchMedia('(max-width: 719px)');
  const settle = () => (narrow.matches ? stage : numbers).append(box);
  narrow.addEventListener('change', settle);
  settle();
  return box;
}

/**
 * @param {HTMLElement} element
 * @param {import('../../model/types.js').Store} store
 * @param {{curve: string, best: string, isBest: string}} [fit] names the fit
 */
export function createTemperature(element, store, fit = texts) {
  const value = h('input', {
    class: 'value',
    type: 'text',
    inputmode: 'decimal',
    size: 5,
    'aria-label': texts.temperature,
    onchange: () => {
      const t = Number(value.value.replace(',', '.'));
      if (t > 0 && Number.isFinite(t)) move(Math.min(hottest, Math.max(coldest, t)));
      value.value = decimal(now, 2); // the current value, while the field keeps the focus
    },
  });
  const slider = h('input', {
    type: 'range',
    class: 'slider',
    min: 0,
    max: steps,
    step: 1,
    'aria-label': texts.temperature,
    oninput: () => move(temperatureAt(Number(slider.value) / steps), false),
  });
  const picture = h('div');
  const best = h('button', {
    class: 'plain',
    onclick: () => {
      if (!fitted) return;
      glideTo(fitted.T);
      slider.focus({ preventScroll: true }); // the button disappears at the end
    },
  });
  const note = h('span');
  element.append(
    h('div', { class: 'head' }, h('h2', null, texts.temperature), value),
    h('div', { class: 'cooling' }, picture, slider),
    h('p', { class: 'note fitted' }, best, note),
  );
  let now = 1;
  /** @type {import('../../model/frame.js').Frame['fit']} */
  let fitted = null;
  let gliding = 0;

  /** @param {number} t @param {boolean} [exact] false: a slider position, which snaps to 1 */
  function move(t, exact = true) {
    cancelAnimationFrame(gliding);
    now = !exact && Math.abs(Math.log(t)) < 0.02 ? 1 : t;
    store.view.setTemperature(now);
  }

  /** @param {number} t */
  function glideTo(t) {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const from = Math.log(now);
    const to = Math.log(t);
    const begin = performance.now();
    const { run } = store.get();
    const frame = (/** @type {number} */ time) => {
      if (store.get().run?.id !== run?.id) return; // another run is on show, which starts at 1
      const fraction = still ? 1 : Math.min(1, (time - begin) / glide);
      move(fraction === 1 ? t : Math.exp(from + (to - from) * (1 - (1 - fraction) ** 3)));
      if (fraction < 1) gliding = requestAnimationFrame(frame);
      else slider.value = String(Math.round(placeOf(t) * steps)); // even while it has the focus
    };
    gliding = requestAnimationFrame(frame);
  }

  return {
    focus: () => slider.focus(),
    /**
     * @param {import('../../model/types.js').State} state
     * @param {boolean} curve
     * @param {number} width of the slider
     */
    draw(state, curve, width) {
      now = state.temperature;
      fitted = state.fit;
      const place = String(Math.round(placeOf(now) * steps));
      if (slider.value !== place && document.activeElement !== slider) slider.value = place;
      else if (Math.abs(Number(slider.value) - Number(place)) > 12) slider.value = place;
      slider.setAttribute('aria-valuetext', decimal(now, 2));
      if (document.activeElement !== value) value.value = decimal(now, 2);
      const usable = !!state.figure;
      slider.disabled = value.disabled = !usable;
      const none = usable && state.run?.ready?.n_val === 0;
      // The curve's height is kept free before the curve is shown, so that the slider stays in place.
      drawCooling(picture, fitted, { width, height: none ? 44 : 84, curve: curve ? fit.curve : '' });
      const there = fitted && Math.abs(now - fitted.T) < 0.005;
      show(best, !!fitted && curve && !there);
      if (fitted) say(best, texts.setTo(decimal(fitted.T, 2)));
      const words = !curve ? '' : none ? texts.noValidation : !fitted ? '' : there ? fit.isBest : `${fit.best}.`;
      say(note, fitted?.atBound && curve ? `${words} ${texts.atBound}` : words);
    },
  };
}
