// Asks the engine the current view's question: tables of the epoch's logits, or probes of its weights. One
// question runs at a time, and only the latest one waits. Then the previous run, drawn behind the current
// one, is requested the same.

import { sentence as messageOf } from '../../core/formats/error.js';
import { frameOf } from '../../model/frame.js';
import { nearest } from '../../model/runs/list.js';
import { columnOf } from '../../model/table.js';
import { texts } from '../../texts/index.js';
import { choicesOf, isSameQuestion } from '../../ui/shell/controls/choices.js';
import { appliesTo, viewOf } from '../../views/index.js';
import { latest } from './figures.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/types.js').Question} Question */
/** @typedef {import('../../core/types.js').ProbeAnswer} ProbeAnswer */
/** @typedef {import('../../core/types.js').Samples} Samples */

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 */
export function followAnswers(engine, store) {
  /** @param {State} state */
  function wished(state) {
    const { run, chosen, temperature, view } = state;
    const looked = viewOf(view);
    const asks = looked && appliesTo(looked, run) ? looked.asks : undefined;
    const item = run && nearest(run.history, chosen);
    const frame = frameOf(state);
    const { ready } = run ?? {};
    if (!asks || !run || !ready || !item?.testLogits || !frame) return null;
    const question = asks(frame, choicesOf(state), state.describe);
    if (!question) return null;
    const t = question.id && !question.anyT ? temperature : null; // a probe does not depend on the temperature
    const id = run.id;
    const key = JSON.stringify([view, id, item.epoch, t, question]);
    return { view, id, spec: run.spec, ready, item, logits: item.testLogits, temperature, question, key };
  }

  /** @typedef {NonNullable<ReturnType<typeof wished>>} Wish */

  /**
   * Returns the question for the previous run, once the current one has answered.
   * @param {State} state
   * @returns {Wish | null}
   */
  function wishedBefore({ ghost, answer, view, temperature }) {
    if (!ghost?.item.testLogits || !answer?.value || answer.view !== view) return null;
    const { id, spec, ready, item } = ghost;
    const { question } = answer;
    const t = question.id && !question.anyT ? temperature : null;
    const key = JSON.stringify([view, id, item.epoch, t, question]);
    if (ghost.answer?.key === key) return null;
    return { view, id, spec, ready, item, logits: ghost.item.testLogits, temperature, question, key };
  }

  /**
   * Questions about one of the two runs: the running probe with its question, and the last answer, which
   * stays valid at another temperature.
   * @typedef {object} Asker
   * @property {{wish: Wish, cancel: () => void} | null} probing
   * @property {{of: Blob, key: string, seen: ProbeAnswer, samples?: Promise<Samples | null>} | null} last
   */
  /** @type {Asker} */
  const here = { probing: null, last: null };
  /** @type {Asker} */
  const behind = { probing: null, last: null };

  /**
   * @param {Wish} wish
   * @param {import('../../core/types.js').ProbeRequest} request
   * @param {Asker} asker
   * @returns {Promise<ProbeAnswer>}
   */
  async function askProbe(wish, request, asker) {
    const { state } = wish.item;
    const { other } = wish.question;
    const { last } = asker;
    if (!state) throw new Error(texts.views.noState);
    const key = JSON.stringify([request, other]);
    if (last?.of === state && last.key === key) return last.seen;
    // Progress is only shown for the current run.
    const onProgress = (/** @type {number | null} */ fraction) => void (asker === here && store.view.setProbeProgress(fraction));
    const { answer, cancel } = engine.probe(wish.spec, state, request, { onProgress, other });
    asker.probing = { wish, cancel };
    try {
      const seen = await answer;
      asker.last = { of: state, key, seen };
      return seen;
    } finally {
      asker.probing = null;
      onProgress(null);
    }
  }

  /** @param {Wish} wish @param {Asker} asker */
  async function answerTo(wish, asker) {
    const { ready, item, logits, temperature, question } = wish;
    const { id, params, probe } = question;
    const seen = probe ? await askProbe(wish, probe, asker) : null;
    if (!id) return seen;
    // The same table, computed from outputs for another set.
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
      valLogits: item.valLogits,
      valLabels: ready.valLabels,
      oodLogits: seen?.matrix,
      n: ready.n_test,
      k: ready.k,
      labelling: ready.labelling,
    });
  }

  /**
   * Returns the first samples of the second set, corrupted or of other data; null if the view shows none, or
   * they cannot be loaded.
   * @param {Wish} wish
   * @param {Asker} asker
   * @returns {Promise<import('../../model/types.js').Second | null>}
   */
  async function secondOf({ spec, question: { pictures, probe, other } }, { last }) {
    if (!pictures || !last?.seen.matrix) return null;
    const corruption = probe?.corruption ? `${probe.corruption}:severity=${probe.severity}` : '';
    last.samples ??= engine.samples(other ?? spec, 'test', 0, pictures, corruption).catch(() => null);
    const samples = await last.samples;
    return samples && { samples, logits: last.seen.matrix };
  }

  /** @param {Wish} wish @param {Asker} asker @returns {Promise<import('../../model/types.js').Answer>} */
  async function answerOf(wish, asker) {
    const { key, question, view, item } = wish;
    const about = { key, question, view, epoch: item.epoch };
    try {
      const value = await answerTo(wish, asker);
      return { ...about, value, error: '', second: asker === here ? await secondOf(wish, asker) : null };
    } catch (wrong) {
      return { ...about, value: null, error: messageOf(wrong) };
    }
  }

  const ask = latest(async (/** @type {Wish} */ wish) => {
    const { ready, key } = wish;
    const answer = await answerOf(wish, here);
    const { run: now, view } = store.get();
    const given = answer.error && key !== requested; // cancelled for another question
    if (now?.ready === ready && view === wish.view && !given) store.view.setAnswer(answer);
  });

  const askBefore = latest(async (/** @type {Wish} */ wish) => {
    const answer = await answerOf(wish, behind);
    const { ghost } = store.get();
    if (ghost?.id === wish.id && wish.key === requestedBefore) store.view.showPrevious({ ...ghost, answer });
  });

  const samplesMax = 10000; // more samples than anyone reads

  const fetchSamples = latest(async (/** @type {import('../../model/types.js').Run} */ run) => {
    const ready = /** @type {import('../../core/types.js').Ready} */ (run.ready);
    const samples = await engine.samples(run.spec, 'test', 0, Math.min(samplesMax, ready.n_test)).catch(() => null);
    if (store.get().run?.ready === ready) store.view.setSamples(samples);
  });

  let requested = '';
  let requestedBefore = '';
  /** @type {unknown} */
  let samplesOf = null;
  store.onChange((state, before) => {
    if (state.run?.ready !== before.run?.ready && state.samples) return store.view.setSamples(null);
    if (state.view !== before.view || state.run?.ready !== before.run?.ready) {
      requested = '';
      if (state.answer) return store.view.setAnswer(null);
    }
    const { run } = state;
    if (viewOf(state.view)?.samples && run?.ready && !state.samples && samplesOf !== run.ready) {
      samplesOf = run.ready;
      fetchSamples(run);
    }
    const wish = wished(state);
    if (wish && wish.key !== requested) {
      requested = wish.key;
      supersede(here, wish);
      ask(wish);
    }
    const earlier = wishedBefore(state);
    if (!earlier || earlier.key === requestedBefore) return;
    requestedBefore = earlier.key;
    supersede(behind, earlier);
    askBefore(earlier);
  });
}

/**
 * Cancels the probe for another question. The same probe of a later epoch waits instead, so that a network
 * that trains fast is shown at all.
 * @param {{probing: {wish: {id: string, question: Question}, cancel: () => void} | null}} asker
 * @param {{id: string, question: Question}} wish
 */
function supersede({ probing }, { id, question }) {
  if (probing && (probing.wish.id !== id || !isSameQuestion(probing.wish.question, question))) probing.cancel();
}
