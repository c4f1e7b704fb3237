// Asks the engine for what the view on show wants beyond the figures: tables made from the epoch's logits, probes of
// its weights. One question at a time, and only the latest wish waits.

import { nearest } from '../runs.js';
import { viewOf } from '../views/index.js';
import { latest } from './figures.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Question} Question */

/** What a view is asked to show, after the choices in its head. @param {State} state @returns {Record<string, string>} */
export function choicesOf({ view, viewChoices }) {
  const own = viewOf(view)?.choices ?? [];
  return { ...viewChoices[view], ...Object.fromEntries(own.map(({ key, options }) => [key, viewChoices[view]?.[key] ?? options[0].id])) };
}

/** Do two questions ask for the same table, be it at another temperature? @param {Question | null} a @param {Question} b */
export const alike = (a, b) => a?.id === b.id && JSON.stringify(a.params) === JSON.stringify(b.params);

/**
 * @param {any} engine
 * @param {import('../types.js').Store} store
 * @param {() => import('../frame.js').Frame | null} frameNow
 */
export function followAnswers(engine, store, frameNow) {
  /** @param {State} state */
  function wished(state) {
    const { run, chosen, temperature, view } = state;
    const asks = viewOf(view)?.asks;
    const item = run && nearest(run.history, chosen);
    const frame = frameNow();
    if (!asks || !run?.ready || !item || !frame) return null;
    const question = asks(frame, choicesOf(state), state.describe);
    return question && { run, item, temperature, question, key: JSON.stringify([view, run.id, item.epoch, temperature, question]) };
  }

  const ask = latest(async (/** @type {NonNullable<ReturnType<typeof wished>>} */ { run, item, temperature, question, key }) => {
    const ready = /** @type {import('../core/types.js').Ready} */ (run.ready);
    /** @type {import('../types.js').Answer} */
    const answer = { key, question, view: store.get().view, epoch: item.epoch, value: null, error: '' };
    try {
      answer.value = await engine.view({
        temperature,
        ...question,
        logits: item.testLogits,
        labels: ready.testLabels,
        posterior: ready.testPosterior,
        valLogits: item.valLogits,
        valLabels: ready.valLabels,
        n: ready.n_test,
        k: ready.k,
      });
    } catch (/** @type {any} */ wrong) {
      answer.error = String(wrong.message ?? wrong);
    }
    if (store.get().run?.ready === run.ready && store.get().view === answer.view) store.set({ answer });
  });

  const samplesMax = 10000; // more than that is not looked through by eye

  const fetchSamples = latest(async (/** @type {import('../types.js').Run} */ run) => {
    const ready = /** @type {import('../core/types.js').Ready} */ (run.ready);
    const samples = await engine.samples(run.spec, 'test', 0, Math.min(samplesMax, ready.n_test)).catch(() => null);
    if (store.get().run?.ready === ready) store.set({ samples });
  });

  let asked = '';
  /** @type {unknown} */
  let samplesOf = null;
  store.onChange((state, before) => {
    if (state.run?.ready !== before.run?.ready && state.samples) return store.set({ samples: null });
    if (state.view !== before.view || state.run?.ready !== before.run?.ready) {
      asked = '';
      if (state.answer) return store.set({ answer: null });
    }
    const { run } = state;
    if (viewOf(state.view)?.samples && run?.ready && !state.samples && samplesOf !== run.ready) {
      samplesOf = run.ready;
      fetchSamples(run);
    }
    const wish = wished(state);
    if (!wish || wish.key === asked) return;
    asked = wish.key;
    ask(wish);
  });
}
