// State and actions of Evaluate, without elements: files, options, the report. A report has two steps: first
// without the slow parts (intervals, floors, most calibrators), then complete.
import { sentence as reasonOf } from '../../core/formats/error.js';
import { namedIn } from '../../model/classes.js';
import { nearest } from '../../model/runs.js';
import { createStore } from '../../model/store.js';
import { texts } from '../../texts/index.js';
import { askNow, askOf, filesIn, keyOf, kindOf } from './asks.js';
import { filesOfRun, gather, withRole, withRoles } from './roles.js';
import { trainSample } from './sample.js';
import { initial } from './state.js';

const words = texts.evaluate;

/** @import {Engine, Ready} from '../../core/types.js' */
/** @import {FilesReport} from '../../engine.d.ts' */
/** @typedef {import('./roles.js').Item} Item */
/** @typedef {import('./roles.js').Role} Role */
/** @typedef {import('../../model/types.js').Run} Run */

/** @typedef {import('./state.js').Result} Result */
/** @typedef {import('./state.js').State} State */

/** @param {Engine} engine */
export function createModel(engine) {
  const store = createStore(initial);
  const evaluation = engine.openEvaluation(({ file, fraction }) => {
    const { items } = store.get();
    if (!items.some((item) => item.file.name === file && !item.inspected && item.fraction + 0.02 < fraction)) return;
    store.set({ items: items.map((item) => (item.file.name === file && !item.inspected ? { ...item, fraction } : item)) });
  });
  let turn = 0;
  /** @type {ReturnType<Engine['start']> | null} */
  let sampling = null;
  /** @type {string | null} */
  let made = null; // identifies the report on show; null: it must be computed again

  /** The parts of the state that follow from the results. @param {Result[]} results @param {string} shown */
  function withResults(results, shown) {
    const { name = '', report = null, text = '' } = results.find((one) => one.name === shown) ?? results[0] ?? {};
    return { results, shown: name, report, text };
  }

  /** @param {string} name @param {Partial<Result>} change */
  function settle(name, change) {
    const { results, shown } = store.get();
    store.set(
      withResults(
        results.map((one) => (one.name === name ? { ...one, ...change } : one)),
        shown,
      ),
    );
  }

  /** Complete reports by request, for reuse. @type {Map<string, string>} */
  let known = new Map();

  async function measure() {
    const state = store.get();
    const { models } = gather(state.items);
    const asks = kindOf(state) === '' ? [] : models.map((model) => ({ name: model.name, ask: askOf(state, model) }));
    const key = asks.map(({ name, ask }) => name + keyOf(ask)).join();
    if (key === made && !state.error) return;
    const mine = ++turn;
    if (state.busy) evaluation.cancel();
    made = key;
    const fresh = { theirs: {}, versus: null, error: '', stopped: false, selected: null, pinned: false };
    const before = new Map(state.results.map((one) => [one.name, one]));
    const texts = new Map(asks.map(({ name, ask }) => [name, known.get(keyOf(ask)) ?? '']));
    known = new Map(asks.map(({ name, ask }) => [keyOf(ask), texts.get(name) ?? '']));
    // A report stays on show until its update arrives, but not if its files changed.
    const results = asks.map(({ name, ask }) => {
      const text = texts.get(name) ?? '';
      const of = filesIn(ask);
      const shown = before.get(name);
      return { name, text, of, report: text ? JSON.parse(text) : shown?.of === of ? shown.report : null };
    });
    const waiting = asks.filter(({ name }) => !texts.get(name));
    const busy = waiting.length ? /** @type {const} */ ('report') : '';
    store.set({
      ...fresh,
      ...withResults(results, state.shown),
      partial: !!busy,
      busy,
      since: performance.now(),
      doing: words.measuring,
      fraction: null,
    });
    const several = (/** @type {number} */ i) => (waiting.length > 1 ? words.oneOf(waiting[i]?.name ?? '', i + 1, waiting.length) : '');
    // Each of the two steps covers all models.
    const telling = (/** @type {number} */ i) => (/** @type {number} */ fraction) =>
      mine === turn && store.set({ fraction: (i + fraction) / waiting.length });
    try {
      for (const [i, { name, ask }] of waiting.entries()) {
        store.set({ doing: several(i) || words.measuring });
        const first = await evaluation.report({ ...ask, draws: 0, calibrators: ['temperature'] }, telling(i));
        if (mine !== turn) return;
        settle(name, { report: JSON.parse(first) });
      }
      for (const [i, { name, ask }] of waiting.entries()) {
        store.set({ doing: [words.rest, several(i)].filter(Boolean).join(' '), fraction: i / waiting.length });
        const text = await evaluation.report(ask, telling(i));
        if (mine !== turn) return;
        known.set(keyOf(ask), text);
        settle(name, { report: JSON.parse(text), text });
      }
      store.set({ partial: false, busy: '' });
      if (store.get().library) compare(store.get().library);
    } catch (wrong) {
      if (mine !== turn) return;
      made = null;
      const { shown, results: found } = store.get();
      store.set({
        error: reasonOf(wrong),
        busy: '',
        partial: false,
        ...withResults(
          found.filter(({ text }) => text),
          shown,
        ),
      });
    }
  }

  /** Unpacks files of several arrays. An unreadable file stays, with its error. @param {File[]} given */
  async function opened(given) {
    /** @type {Map<File, string>} */
    const refused = new Map();
    const files = [];
    for (const file of given)
      try {
        files.push(...(await engine.files.unpack(file)));
      } catch (wrong) {
        refused.set(file, reasonOf(wrong));
        files.push(file);
      }
    return { files, refused };
  }

  /**
   * @param {File[]} given
   * @param {Record<string, Role>} [roles] by name
   * @param {string[] | null} [labelNames]
   */
  async function add(given, roles = {}, labelNames = null) {
    if (!given.length) return;
    const { files, refused } = await opened(given);
    if (store.get().busy === 'report') evaluation.cancel(); // it was computed without the new files
    const known = store.get().items;
    // A file of the same name is a newer version of the old one.
    const names = files.map((file) => file.name);
    const replaced = Object.fromEntries(known.filter((item) => names.includes(item.file.name)).map((item) => [item.file.name, item.role]));
    const items = [
      ...known.filter((item) => !names.includes(item.file.name)),
      ...files.map((file) => ({
        file,
        inspected: null,
        role: /** @type {Role} */ ('none'),
        error: '',
        fraction: 0,
        ...(labelNames ? { labelNames } : {}),
      })),
    ];
    if (store.get().busy === 'report') turn++;
    made = null;
    // The report on show may not cover these files, so it cannot be saved until they are read.
    const results = store.get().results.map((one) => ({ ...one, text: '' }));
    store.set({ items, stopped: false, error: '', busy: '', ...withResults(results, store.get().shown) });
    evaluation.keep(items.map(({ file }) => file));
    await Promise.all(
      files.map(async (file) => {
        /** @type {Partial<Item>} */
        let found;
        try {
          found = refused.has(file) ? { error: refused.get(file) } : { inspected: await evaluation.inspect(file) };
        } catch (wrong) {
          found = { error: reasonOf(wrong) };
        }
        store.set({ items: store.get().items.map((item) => (item.file === file ? { ...item, ...found } : item)) });
      }),
    );
    const fresh = files.filter((file) => !(file.name in roles) && !(file.name in replaced));
    const givenRoles = { ...replaced, ...roles };
    const read = store
      .get()
      .items.map((item) =>
        files.includes(item.file) && item.inspected ? { ...item, role: givenRoles[item.file.name] ?? item.role } : item,
      );
    store.set({ items: withRoles(read, fresh) });
    return measure();
  }

  /** @param {File[]} files */
  function remove(files) {
    const items = store.get().items.filter(({ file }) => !files.includes(file));
    evaluation.keep(items.map(({ file }) => file));
    store.set({ items, ...(kindOf({ ...store.get(), items }) === null ? { outputKind: '' } : {}) });
    measure();
  }

  /** Another library's metrics on the same test set. @param {string} id */
  async function compare(id) {
    const state = store.get();
    const ask = askNow(state);
    if (!id || !ask || state.theirs[id]) return;
    const mine = turn;
    const { csv, logits, labels } = ask.files;
    try {
      const text = await evaluation.report({ ...ask, files: { csv, logits, labels }, fitOnTest: false, draws: 0, match: id });
      const figures = Object.values(/** @type {Record<string, {text: string, value: number}>} */ (JSON.parse(text).metrics));
      const read = await Promise.all(figures.map(async (one) => ({ ...one, metric: await engine.choice('metric', one.text) })));
      if (mine === turn && state.shown === store.get().shown) store.set({ theirs: { ...store.get().theirs, [id]: read } });
    } catch (wrong) {
      if (mine === turn) store.set({ error: reasonOf(wrong) });
    }
  }

  /**
   * @param {string} name
   * @param {Ready} ready with class names as the reader knows them
   * @param {{testLogits: Float32Array | null, valLogits: Float32Array | null}} item
   */
  function take(name, ready, item) {
    const { files, roles } = filesOfRun(name, ready, item);
    store.set({ items: [], outputKind: '', results: [], report: null, text: '' });
    return add(files, roles, ready.labelling ? ready.classNames : null);
  }

  /** Returns false if two label arrays differ. @param {File | undefined} a @param {File | undefined} b */
  async function sameLabels(a, b) {
    if (!a || !b || a === b) return true;
    const [x, y] = await Promise.all([a, b].map((file) => evaluation.array(file).catch(() => null)));
    if (!x || !y) return true;
    return x.values.length === y.values.length && x.values.every((value, i) => value === y.values[i]);
  }

  return {
    store,
    add,
    remove,
    kindNow: (state = store.get()) => kindOf(state),
    gathered: () => gather(store.get().items),

    /** Outputs whose kind the user must choose, and the largest distance of a row's sum from 1. */
    likely() {
      const items = [...new Set(gather(store.get().items).models.flatMap(({ likely }) => likely))];
      return {
        names: items.map(({ file }) => file.name),
        farthest: Math.max(0, ...items.map(({ inspected }) => inspected?.farthest ?? 0)),
      };
    },

    /** @param {File} file @param {Role} role */
    role(file, role) {
      store.set({ items: withRole(store.get().items, file, role) });
      measure();
    },

    /** Sets columns' roles. @param {File} file @param {import('./roles.js').Columns} columns */
    columns(file, columns) {
      store.set({
        items: store.get().items.map((item) => (item.file === file ? { ...item, columns: { ...item.columns, ...columns } } : item)),
      });
      measure();
    },

    /** @param {'logits' | 'probabilities'} outputKind */
    say(outputKind) {
      store.set({ outputKind });
      measure();
    },

    /** Shows a model's report. @param {string} name */
    show(name) {
      store.set({ ...withResults(store.get().results, name), theirs: {}, versus: null, selected: null, pinned: false });
      compare(store.get().library);
    },

    /** Compares the model on show with another one on the same samples. @param {string} name '' for none */
    async against(name) {
      const state = store.get();
      const other = gather(state.items).models.find((one) => one.name === name);
      const ask = askNow(state);
      store.set({ versus: other ? { name, report: null } : null });
      if (!other || !ask) return;
      const mine = turn;
      const { csv, logits, labels, weights } = ask.files;
      const against = other.files.csv ?? other.files.logits;
      try {
        if (!(await sameLabels(labels, other.files.labels))) throw new Error(words.versus.labels(state.shown, name));
        const text = await evaluation.report({ ...ask, files: { csv, logits, labels, weights, against }, fitOnTest: false });
        if (mine === turn && store.get().versus?.name === name) store.set({ versus: { name, report: JSON.parse(text) } });
      } catch (wrong) {
        if (mine === turn) store.set({ error: reasonOf(wrong), versus: null });
      }
    },

    /** @param {Partial<Pick<State, 'bins' | 'draws' | 'fitOnTest' | 'task'>>} change */
    option(change) {
      store.set(change);
      measure();
    },

    /** @param {string} library */
    library(library) {
      store.set({ library });
      compare(library);
    },

    cancel() {
      turn++;
      made = null;
      sampling?.stop();
      evaluation.cancel();
      store.set({ busy: '', partial: false, stopped: true });
    },

    /** Retries after a cancellation or an error. */
    again() {
      made = null;
      store.set({ error: '' });
      measure();
    },

    /** Replaces all files by ones with known roles. @param {Record<string, File>} files by role */
    takeFiles(files) {
      store.set({ items: [], outputKind: 'logits', results: [], report: null, text: '' });
      return add(
        Object.values(files),
        Object.fromEntries(Object.entries(files).map(([role, { name }]) => [name, /** @type {Role} */ (role)])),
      );
    },

    /** Evaluates the run on show at the epoch on show. @param {Run} run @param {number | null} chosen */
    takeRun(run, chosen) {
      const item = nearest(run.history, chosen);
      if (run.ready && item)
        take(`run-${(run.letter || 'a').toLowerCase()}-epoch-${item.epoch}`, namedIn(run.ready, run.choices.data.id), item);
    },

    /** Trains a small network to evaluate. */
    sample() {
      const mine = ++turn;
      evaluation.cancel();
      store.set({
        busy: 'sample',
        since: performance.now(),
        doing: words.training(1, 25),
        fraction: null,
        error: '',
        stopped: false,
        results: [],
        report: null,
        text: '',
      });
      const stop = (/** @type {Partial<State>} */ change) => mine === turn && store.set({ busy: '', ...change });
      sampling = trainSample(engine, {
        tell: (doing, fraction) => mine === turn && store.set({ doing, fraction }),
        end(ready, last) {
          stop({});
          if (mine === turn) take('sample', ready, last);
        },
        fail: (error) => stop({ error }),
      });
    },

    /**
     * Complete reports in a library's conventions; '': the lab's.
     * @param {string} library
     * @returns {Promise<{name: string, text: string}[]>}
     */
    async textsIn(library) {
      const state = store.get();
      if (!library) return state.results;
      store.set({ busy: 'save', since: performance.now(), doing: words.saving, fraction: null });
      const mine = turn;
      const { models } = gather(state.items);
      try {
        const found = [];
        for (const [i, model] of models.entries()) {
          const tell = (/** @type {number} */ fraction) => mine === turn && store.set({ fraction: (i + fraction) / models.length });
          found.push({ name: model.name, text: await evaluation.report({ ...askOf(state, model), match: library }, tell) });
        }
        return found;
      } finally {
        if (mine === turn) store.set({ busy: '' });
      }
    },

    /** @param {string} text @param {'csv' | 'latex' | 'markdown'} format @returns {Promise<string>} */
    format: (text, format) => evaluation.format(text, format),
  };
}

/** @typedef {ReturnType<typeof createModel>} Model */
