// Asks the engine for what the view on show wants beyond the figures: tables made from the epoch's logits, probes of
// its weights. One question at a time, and only the latest wish waits.

import { sentence as messageOf } from '../core/formats/error.js';
import { frameOf, isSeveral } from '../model/frame.js';
import { nearest } from '../model/runs.js';
import { columnOf } from '../model/table.js';
import { texts } from '../texts/index.js';
import { alike, choicesOf } from '../ui/shell/choices.js';
import { viewOf } from '../views/index.js';
import { latest } from './figures.js';

/** @typedef {import('../model/types.js').State} State */
/** @typedef {import('../model/types.js').Question} Question */
/** @typedef {import('../core/types.js').ProbeAnswer} ProbeAnswer */

/**
 * @param {import('../core/types.js').Engine} engine
 * @param {import('../model/types.js').Store} store
 */
export function followAnswers(engine, store) {
  /** @param {State} state */
  function wished(state) {
    const { run, chosen, temperature, view } = state;
    const looked = viewOf(view);
    const asks = run && isSeveral(run) && !looked?.severalToo ? null : looked?.asks;
    const item = run && nearest(run.history, chosen);
    const frame = frameOf(state);
    const { ready } = run ?? {};
    if (!asks || !run || !ready || !item?.testLogits || !frame) return null;
    const question = asks(frame, choicesOf(state), state.describe);
    if (!question) return null;
    const t = question.id && !question.anyT ? temperature : null; // a probe of the network has no temperature
    return {
      view,
      run,
      ready,
      item,
      logits: item.testLogits,
      temperature,
      question,
      key: JSON.stringify([view, run.id, item.epoch, t, question]),
    };
  }

  /** @typedef {NonNullable<ReturnType<typeof wished>>} Wish */

  /** The probe that is running, and the wish it is for. @type {{wish: Wish, cancel: () => void} | null} */
  let probing = null;

  /** The last answer: another temperature needs no second probe. @type {{of: Blob, key: string, seen: ProbeAnswer} | null} */
  let last = null;

  /** @param {Wish} wish @param {import('../core/types.js').ProbeRequest} request @returns {Promise<ProbeAnswer>} */
  async function askProbe(wish, request) {
    const { state } = wish.item;
    const { other } = wish.question;
    if (!state) throw new Error(texts.views.noState);
    const key = JSON.stringify([request, other]);
    if (last?.of === state && last.key === key) return last.seen;
    const onProgress = (/** @type {number} */ fraction) => store.view.setProbeProgress(fraction);
    const { answer, cancel } = engine.probe(wish.run.spec, state, request, { onProgress, other });
    probing = { wish, cancel };
    try {
      const seen = await answer;
      last = { of: state, key, seen };
      return seen;
    } finally {
      probing = null;
      store.view.setProbeProgress(null);
    }
  }

  /** @param {Wish} wish */
  async function answerTo(wish) {
    const { ready, item, logits, temperature, question } = wish;
    const { id, params, probe } = question;
    const seen = probe ? await askProbe(wish, probe) : null;
    if (!id) return seen;
    // Beside the test set: the same table, made from the outputs for another set.
    if (seen?.matrix && probe?.on && probe.on !== 'test')
      return engine.view({
        ...{ id, params, temperature, logits: seen.matrix, n: seen.rows, k: ready.k },
        labels: Int32Array.from(columnOf(seen, 'label')),
      });
    return engine.view({
      id,
      params,
      temperature,
      logits,
      labels: ready.testLabels,
      posterior: ready.testPosterior,
      ...(ready.labelling ? {} : { valLogits: item.valLogits, valLabels: ready.valLabels }),
      oodLogits: seen?.matrix,
      n: ready.n_test,
      k: ready.k,
      labelling: ready.labelling,
    });
  }

  const ask = latest(async (/** @type {Wish} */ wish) => {
    const { run, item, question, key } = wish;
    /** @type {import('../model/types.js').Answer} */
    const answer = { key, question, view: wish.view, epoch: item.epoch, value: null, error: '' };
    try {
      answer.value = await answerTo(wish);
    } catch (wrong) {
      answer.error = messageOf(wrong);
    }
    const { run: now, view } = store.get();
    const given = answer.error && key !== asked; // up, for another question
    if (now?.ready === run.ready && view === wish.view && !given) store.view.setAnswer(answer);
  });

  const samplesMax = 10000; // more than that is not read through by eye

  const fetchSamples = latest(async (/** @type {import('../model/types.js').Run} */ run) => {
    const ready = /** @type {import('../core/types.js').Ready} */ (run.ready);
    const samples = await engine.samples(run.spec, 'test', 0, Math.min(samplesMax, ready.n_test)).catch(() => null);
    if (store.get().run?.ready === ready) store.view.setSamples(samples);
  });

  let asked = '';
  /** @type {unknown} */
  let samplesOf = null;
  store.onChange((state, before) => {
    if (state.run?.ready !== before.run?.ready && state.samples) return store.view.setSamples(null);
    if (state.view !== before.view || state.run?.ready !== before.run?.ready) {
      asked = '';
      if (state.answer) return store.view.setAnswer(null);
    }
    const { run } = state;
    if (viewOf(state.view)?.samples && run?.ready && !isSeveral(run) && !state.samples && samplesOf !== run.ready) {
      samplesOf = run.ready;
      fetchSamples(run);
    }
    const wish = wished(state);
    if (!wish || wish.key === asked) return;
    asked = wish.key;
    // The same look at a later epoch waits for its turn, so that a network that trains fast is seen at all.
    if (probing && (probing.wish.run.id !== wish.run.id || !alike(probing.wish.question, wish.question))) probing.cancel();
    ask(wish);
  });
}
