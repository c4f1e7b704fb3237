// The reports of Evaluate: asks the engine for them in two steps, first without the slow parts (intervals,
// floors, most calibrators), then complete.
import { sentence as reasonOf } from '../../core/formats/error.js';
import { texts } from '../../texts/index.js';
import { askNow, askOf, filesIn, keyOf, kindOf } from './asks.js';
import { gather } from './input/roles.js';

/** @import {Engine, ReportAsk} from '../../core/types.js' */
/** @typedef {import('./state.js').Result} Result */
/** @typedef {import('./state.js').State} State */

const words = texts.evaluate;

/** @typedef {{text: string, seconds: Record<string, number>}} Known */
/** @type {Known} */
const unknown = { text: '', seconds: {} };

/** The parts of the state that follow from the results. @param {Result[]} results @param {string} shown */
export function withResults(results, shown) {
  /** @type {Partial<Result>} */
  const { name = '', report = null, text = '', seconds = {} } = results.find((one) => one.name === shown) ?? results[0] ?? {};
  return { results, shown: name, report, text, seconds };
}

export class Reports {
  /** Number of the current turn: results of earlier turns are dropped. */
  #turn = 0;
  /** Identifies the report on show; null: it must be computed again. @type {string | null} */
  #made = null;
  /** Complete reports by request, for reuse. @type {Map<string, Known>} */
  #known = new Map();

  /**
   * @param {Engine} engine
   * @param {ReturnType<typeof import('../../model/store.js').createStore<State>>} store
   * @param {ReturnType<Engine['openEvaluation']>} evaluation
   */
  constructor(engine, store, evaluation) {
    this.engine = engine;
    this.store = store;
    this.evaluation = evaluation;
  }

  /** Begins a turn. Returns its number. */
  begin() {
    return ++this.#turn;
  }

  /** Returns true until the next turn begins. @param {number} turn */
  isNow(turn) {
    return turn === this.#turn;
  }

  /** Marks the report as stale, so that the next `measure` computes it again. */
  outdate() {
    if (this.store.get().busy === 'report') this.begin();
    this.#made = null;
  }

  /** Ends the current work. */
  cancel() {
    this.begin();
    this.#made = null;
    this.evaluation.cancel();
    this.store.set({ busy: '', partial: false, stopped: true });
  }

  /** Computes the reports of all models, unless those on show are theirs. */
  async measure() {
    const { store } = this;
    const state = store.get();
    const { models } = gather(state.items);
    const asks = kindOf(state) === '' ? [] : models.map((model) => ({ name: model.name, ask: askOf(state, model) }));
    const key = asks.map(({ name, ask }) => name + keyOf(ask)).join();
    if (key === this.#made && !state.error) return;
    const mine = this.begin();
    if (state.busy) this.evaluation.cancel();
    this.#made = key;
    const results = this.#reused(asks);
    const waiting = asks.filter((_, i) => !results[i]?.text);
    const busy = waiting.length ? /** @type {const} */ ('report') : '';
    store.set({
      ...{ theirs: {}, versus: null, error: '', stopped: false, selected: null, pinned: false },
      ...withResults(results, state.shown),
      partial: !!busy,
      busy,
      since: performance.now(),
      doing: words.measuring,
      fraction: null,
    });
    try {
      await this.#compute(waiting, mine);
      if (!this.isNow(mine)) return;
      store.set({ partial: false, busy: '' });
      if (store.get().library) this.compare(store.get().library);
    } catch (wrong) {
      if (this.isNow(mine)) this.#fail(wrong);
    }
  }

  /**
   * The results before anything is computed. A report stays on show until its update arrives, but not if its
   * files changed.
   * @param {{name: string, ask: ReportAsk}[]} asks
   * @returns {Result[]}
   */
  #reused(asks) {
    const before = new Map(this.store.get().results.map((one) => [one.name, one]));
    const texts = new Map(asks.map(({ ask }) => [keyOf(ask), this.#known.get(keyOf(ask)) ?? unknown]));
    this.#known = texts;
    return asks.map(({ name, ask }) => {
      const { text, seconds } = texts.get(keyOf(ask)) ?? unknown;
      const of = filesIn(ask);
      const shown = before.get(name);
      return { name, text, seconds, of, report: text ? JSON.parse(text) : shown?.of === of ? shown.report : null };
    });
  }

  /**
   * Each of the two steps covers all models.
   * @param {{name: string, ask: ReportAsk}[]} waiting
   * @param {number} mine
   */
  async #compute(waiting, mine) {
    const { store, evaluation } = this;
    const several = (/** @type {number} */ i) => (waiting.length > 1 ? words.oneOf(waiting[i]?.name ?? '', i + 1, waiting.length) : '');
    const telling = (/** @type {number} */ i) => (/** @type {number} */ fraction) =>
      this.isNow(mine) && store.set({ fraction: (i + fraction) / waiting.length });
    for (const [i, { name, ask }] of waiting.entries()) {
      store.set({ doing: several(i) || words.measuring });
      const first = await evaluation.report({ ...ask, draws: 0, calibrator: ['temperature'] }, telling(i));
      if (!this.isNow(mine)) return;
      this.#settle(name, { report: JSON.parse(first) });
    }
    for (const [i, { name, ask }] of waiting.entries()) {
      store.set({ doing: [words.rest, several(i)].filter(Boolean).join(' '), fraction: i / waiting.length });
      const text = await evaluation.report(ask, telling(i));
      if (!this.isNow(mine)) return;
      const { seconds } = evaluation;
      this.#known.set(keyOf(ask), { text, seconds });
      this.#settle(name, { report: JSON.parse(text), text, seconds });
    }
  }

  /** @param {string} name @param {Partial<Result>} change */
  #settle(name, change) {
    const { results, shown } = this.store.get();
    const settled = results.map((one) => (one.name === name ? { ...one, ...change } : one));
    this.store.set(withResults(settled, shown));
  }

  /** Shows an error, and the results that are complete. @param {unknown} wrong */
  #fail(wrong) {
    this.#made = null;
    const { shown, results } = this.store.get();
    const complete = results.filter(({ text }) => text);
    this.store.set({ error: reasonOf(wrong), busy: '', partial: false, ...withResults(complete, shown) });
  }

  /** Another library's metrics on the same test set. @param {string} id */
  async compare(id) {
    const { store, engine } = this;
    const state = store.get();
    const ask = askNow(state);
    if (!id || !ask || state.theirs[id]) return;
    const mine = this.#turn;
    const { csv, logits, labels } = ask.files;
    try {
      const text = await this.evaluation.report({ ...ask, files: { csv, logits, labels }, fit: undefined, draws: 0, match: id });
      const figures = Object.values(/** @type {Record<string, {text: string, value: number}>} */ (JSON.parse(text).metrics));
      const read = await Promise.all(figures.map(async (one) => ({ ...one, metric: await engine.choice('metric', one.text) })));
      if (this.isNow(mine) && state.shown === store.get().shown) store.set({ theirs: { ...store.get().theirs, [id]: read } });
    } catch (wrong) {
      if (this.isNow(mine)) store.set({ error: reasonOf(wrong) });
    }
  }

  /** Compares the model on show with another one on the same samples. @param {string} name '' for none */
  async against(name) {
    const { store } = this;
    const state = store.get();
    const other = gather(state.items).models.find((one) => one.name === name);
    const ask = askNow(state);
    store.set({ versus: other ? { name, report: null } : null });
    if (!other || !ask) return;
    const mine = this.#turn;
    const { csv, logits, labels, weights } = ask.files;
    const against = other.files.csv ?? other.files.logits;
    try {
      if (!(await this.#sameLabels(labels, other.files.labels))) throw new Error(words.versus.labels(state.shown, name));
      const text = await this.evaluation.report({ ...ask, files: { csv, logits, labels, weights, against }, fit: undefined });
      if (this.isNow(mine) && store.get().versus?.name === name) store.set({ versus: { name, report: JSON.parse(text) } });
    } catch (wrong) {
      if (this.isNow(mine)) store.set({ error: reasonOf(wrong), versus: null });
    }
  }

  /** Returns false if two label arrays differ. @param {File | undefined} a @param {File | undefined} b */
  async #sameLabels(a, b) {
    if (!a || !b || a === b) return true;
    const [x, y] = await Promise.all([a, b].map((file) => this.evaluation.array(file).catch(() => null)));
    if (!x || !y) return true;
    return x.values.length === y.values.length && x.values.every((value, i) => value === y.values[i]);
  }

  /**
   * Complete reports in a library's conventions; '': the lab's.
   * @param {string} library
   * @returns {Promise<{name: string, text: string}[]>}
   */
  async textsIn(library) {
    const { store } = this;
    const state = store.get();
    if (!library) return state.results;
    store.set({ busy: 'save', since: performance.now(), doing: words.saving, fraction: null });
    const mine = this.#turn;
    const { models } = gather(state.items);
    try {
      const found = [];
      for (const [i, model] of models.entries()) {
        const tell = (/** @type {number} */ fraction) => this.isNow(mine) && store.set({ fraction: (i + fraction) / models.length });
        found.push({ name: model.name, text: await this.evaluation.report({ ...askOf(state, model), match: library }, tell) });
      }
      return found;
    } finally {
      if (this.isNow(mine)) store.set({ busy: '' });
    }
  }
}
