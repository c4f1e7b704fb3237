// How far a report is, with a button to cancel it; or that it was cancelled, or its error.
import { h, say, show } from '../../draw/dom.js';
import { sentence, texts } from '../../texts/index.js';

const words = texts.evaluate;

/** @param {Pick<import('./model.js').Model, 'cancel' | 'again'>} model */
export function createProgress(model) {
  const doing = h('span', { role: 'status' });
  const bar = h('progress', { class: 'work-progress', max: 1, value: 0, 'aria-label': words.fraction, hidden: true });
  const elapsed = h('span', { class: 'quiet' });
  const busy = h(
    'p',
    { class: 'busy' },
    doing,
    bar,
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

  return {
    elements: [busy, stopped, error],

    /** @param {import('./model.js').State} state */
    draw(state) {
      show(busy, !!state.busy);
      say(doing, state.doing);
      const seconds = (performance.now() - state.since) / 1000;
      // A result within a second needs no progress bar.
      show(bar, !!state.busy && state.fraction !== null && seconds > 1);
      if (state.fraction !== null) bar.value = state.fraction;
      say(elapsed, state.busy && seconds > 1 ? words.elapsed(seconds, state.fraction) : '');
      show(stopped, state.stopped && !state.busy);
      show(error, !!state.error);
      say(error, state.error ? sentence(state.error) : '');
    },
  };
}
