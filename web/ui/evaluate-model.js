// What the place Evaluate knows and does, without elements: files, options, the report on them. A report comes in two
// steps, first without what takes long (intervals, floors, most calibrators), then whole.
import { npyFile } from '../core/npy.js';
import { nearest } from '../runs.js';
import { createStore } from '../state.js';
import { texts } from '../texts.js';
import { gather, mayBeProbabilities, withRole, withRoles } from './evaluate-roles.js';

const words = texts.evaluate;

// Small enough to be there in a few seconds, and sure of itself.
const SAMPLE = 'data=shapes10:train=600,val=1000,test=4000&optimizer=sgd:lr=0.05,decay=0&epochs=25';

/** @typedef {import('./evaluate-roles.js').Item} Item */
/** @typedef {import('./evaluate-roles.js').Role} Role */
/** @typedef {import('../types.js').Run} Run */

/**
 * @typedef {object} State
 * @property {Item[]} items
 * @property {'' | 'logits' | 'probabilities'} said what the user said the outputs are
 * @property {number} bins
 * @property {number | null} draws null: as many as usual
 * @property {boolean} fitOnTest
 * @property {string} library '' is the lab's own
 * @property {Record<string, any>} theirs by library: its figures of these files
 * @property {any} report
 * @property {string} text the report as the engine wrote it
 * @property {boolean} partial intervals and most calibrators are still to come
 * @property {'' | 'report' | 'sample' | 'save'} busy
 * @property {number} since when that began
 * @property {string} doing in words
 * @property {string} error one sentence
 * @property {boolean} stopped the user cancelled it
 * @property {string} drawn
 * @property {number | null} selected
 * @property {boolean} pinned
 */

/** @param {any} wrong */
const reason = (wrong) => String(wrong?.message ?? wrong);

/** @param {any} engine */
export function createModel(engine) {
  const store = createStore(
    /** @type {State} */ ({
      items: [],
      said: '',
      bins: 15,
      draws: null,
      fitOnTest: false,
      library: '',
      theirs: {},
      report: null,
      text: '',
      partial: false,
      busy: '',
      since: 0,
      doing: '',
      error: '',
      stopped: false,
      drawn: 'ece',
      selected: null,
      pinned: false,
    }),
  );
  const evaluation = engine.openEvaluation((/** @type {{file: string, share: number}} */ { file, share }) => {
    const { items } = store.get();
    if (!items.some((item) => item.file.name === file && !item.looked && item.share + 0.02 < share)) return;
    store.set({ items: items.map((item) => (item.file.name === file && !item.looked ? { ...item, share } : item)) });
  });
  let turn = 0;
  /** @type {any} */
  let sampling = null;
  let made = ''; // what the report on show is about

  /** What the outputs are taken for; '' where the user has to say. */
  function kindNow({ items, said } = store.get()) {
    return mayBeProbabilities(items) ? said : 'logits';
  }

  /** @param {State} state @returns {import('../core/types.js').ReportAsk | null} */
  function askOf(state) {
    const { files } = gather(state.items);
    const kind = kindNow(state);
    if (!files || (!files.csv && !kind)) return null;
    return {
      files,
      bins: state.bins,
      ...(state.draws === null ? {} : { draws: state.draws }),
      ...(kind === 'probabilities' && !files.csv ? { probabilities: true } : {}),
      ...(state.fitOnTest && !files.csv && !files['val-logits'] ? { fitOnTest: true } : {}),
    };
  }

  /** @param {import('../core/types.js').ReportAsk} ask */
  const keyOf = (ask) =>
    JSON.stringify({ ...ask, files: Object.entries(ask.files).map(([role, file]) => [role, file.name, file.size, file.lastModified]) });

  async function measure() {
    const ask = askOf(store.get());
    const key = ask ? keyOf(ask) : '';
    if (key === made && !store.get().error) return;
    const mine = ++turn;
    if (store.get().busy) evaluation.cancel();
    made = key;
    const fresh = { theirs: {}, error: '', stopped: false, selected: null, pinned: false };
    if (!ask) return store.set({ ...fresh, report: null, text: '', partial: false, busy: '' });
    store.set({ ...fresh, busy: 'report', since: performance.now(), doing: words.measuring, partial: !!store.get().report });
    try {
      const first = await evaluation.report({ ...ask, draws: 0, calibrators: ['temperature'] });
      if (mine !== turn) return;
      store.set({ report: JSON.parse(first), text: '', partial: true, doing: words.rest });
      const text = await evaluation.report(ask);
      if (mine !== turn) return;
      store.set({ report: JSON.parse(text), text, partial: false, busy: '' });
      if (store.get().library) compare(store.get().library);
    } catch (wrong) {
      if (mine !== turn) return;
      made = '';
      store.set({ error: reason(wrong), busy: '', partial: false, ...(store.get().partial ? {} : { report: null, text: '' }) });
    }
  }

  /** @param {File[]} files @param {Record<string, Role>} [roles] by name, where they are known */
  async function add(files, roles = {}) {
    if (!files.length) return;
    if (store.get().busy === 'report') evaluation.cancel(); // its files are not all of them any more
    const known = store.get().items;
    // The same name once more is a newer version of the same thing.
    const names = files.map((file) => file.name);
    const replaced = Object.fromEntries(known.filter((item) => names.includes(item.file.name)).map((item) => [item.file.name, item.role]));
    const items = [
      ...known.filter((item) => !names.includes(item.file.name)),
      ...files.map((file) => ({ file, looked: null, role: /** @type {Role} */ ('none'), error: '', share: 0 })),
    ];
    if (store.get().busy === 'report') turn++;
    made = '';
    store.set({ items, stopped: false, error: '', busy: '' });
    evaluation.keep(items.map(({ file }) => file));
    await Promise.all(
      files.map(async (file) => {
        /** @type {Partial<Item>} */
        let found;
        try {
          found = { looked: await evaluation.look(file) };
        } catch (wrong) {
          found = { error: reason(wrong) };
        }
        store.set({ items: store.get().items.map((item) => (item.file === file ? { ...item, ...found } : item)) });
      }),
    );
    const fresh = files.filter((file) => !(file.name in roles) && !(file.name in replaced));
    const given = { ...replaced, ...roles };
    const settled = store
      .get()
      .items.map((item) => (files.includes(item.file) && item.looked ? { ...item, role: given[item.file.name] ?? item.role } : item));
    store.set({ items: withRoles(settled, fresh) });
    return measure();
  }

  /** @param {File[]} files */
  function remove(files) {
    const items = store.get().items.filter(({ file }) => !files.includes(file));
    evaluation.keep(items.map(({ file }) => file));
    store.set({ items, ...(mayBeProbabilities(items) ? {} : { said: '' }) });
    measure();
  }

  /** Another library's figures of the same test set. @param {string} id */
  async function compare(id) {
    const state = store.get();
    const ask = askOf(state);
    if (!id || !ask || state.theirs[id]) return;
    const mine = turn;
    const { csv, logits, labels } = ask.files;
    try {
      const text = await evaluation.report({ ...ask, files: csv ? { csv } : { logits, labels }, fitOnTest: false, draws: 0, match: id });
      if (mine === turn) store.set({ theirs: { ...store.get().theirs, [id]: JSON.parse(text).metrics } });
    } catch (wrong) {
      if (mine === turn) store.set({ error: reason(wrong) });
    }
  }

  /** What a run gave, as files. @param {string} name @param {any} ready @param {{testLogits: Float32Array, valLogits: Float32Array}} item */
  function filesOf(name, ready, { testLogits, valLogits }) {
    const { n_test: n, n_val: m, k, testLabels, valLabels } = ready;
    /** @type {[string, Role, Float32Array | Int32Array, number[]][]} */
    const parts = [
      ['test-logits', 'logits', testLogits, [n, k]],
      ['test-labels', 'labels', testLabels, [n]],
    ];
    if (m) parts.push(['val-logits', 'val-logits', valLogits, [m, k]], ['val-labels', 'val-labels', valLabels, [m]]);
    const files = parts.map(([part, , values, shape]) => npyFile(`${name}-${part}.npy`, values, shape));
    const roles = Object.fromEntries(parts.map(([, role], i) => [files[i].name, role]));
    return { files, roles };
  }

  /** @param {string} name @param {any} ready @param {any} item */
  function take(name, ready, item) {
    const { files, roles } = filesOf(name, ready, item);
    store.set({ items: [], said: '', report: null, text: '' });
    return add(files, roles);
  }

  return {
    store,
    add,
    remove,
    kindNow,
    gathered: () => gather(store.get().items),

    /** @param {File} file @param {Role} role */
    role(file, role) {
      store.set({ items: withRole(store.get().items, file, role) });
      measure();
    },

    /** @param {'logits' | 'probabilities'} said */
    say(said) {
      store.set({ said });
      measure();
    },

    /** @param {Partial<Pick<State, 'bins' | 'draws' | 'fitOnTest'>>} change */
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
      made = '';
      sampling?.stop();
      evaluation.cancel();
      store.set({ busy: '', partial: false, stopped: true });
    },

    /** After it was cancelled, or went wrong. */
    again() {
      made = '';
      store.set({ error: '' });
      measure();
    },

    /** Files whose roles are known, in the place of all others. @param {Record<string, File>} files by role */
    takeFiles(files) {
      store.set({ items: [], said: 'logits', report: null, text: '' });
      return add(
        Object.values(files),
        Object.fromEntries(Object.entries(files).map(([role, { name }]) => [name, /** @type {Role} */ (role)])),
      );
    },

    /** The run on show, as it was at the epoch on show. @param {Run} run @param {number | null} chosen */
    takeRun(run, chosen) {
      const item = nearest(run.history, chosen);
      if (run.ready && item) take(`run-${(run.letter || 'a').toLowerCase()}-epoch-${item.epoch}`, run.ready, item);
    },

    /** A network trained here and now. */
    sample() {
      /** @type {any} */
      let ready = null;
      /** @type {any} */
      let last = null;
      const mine = ++turn;
      evaluation.cancel();
      store.set({
        busy: 'sample',
        since: performance.now(),
        doing: words.training(1, 25),
        error: '',
        stopped: false,
        report: null,
        text: '',
      });
      const stop = (/** @type {Partial<State>} */ change) => mine === turn && store.set({ busy: '', ...change });
      sampling = engine.start(SAMPLE, {
        states: false,
        onReady: (/** @type {any} */ found) => (ready = found),
        onProgress: (/** @type {any} */ { epoch, epochs }) =>
          mine === turn && store.set({ doing: words.training(Math.min(epochs, epoch + 1), epochs) }),
        onEpoch: (/** @type {any} */ item) => (last = item),
        onEnd: () => {
          stop({});
          if (mine === turn) take('sample', ready, last);
        },
        onError: (/** @type {any} */ { error }) => stop({ error }),
      });
    },

    /** The whole report in a library's conventions, or the lab's. @param {string} library @returns {Promise<string>} */
    async textIn(library) {
      const state = store.get();
      const ask = askOf(state);
      if (!library || !ask) return state.text;
      store.set({ busy: 'save', since: performance.now(), doing: words.saving });
      const mine = turn;
      try {
        return await evaluation.report({ ...ask, match: library });
      } finally {
        if (mine === turn) store.set({ busy: '' });
      }
    },

    /** @param {string} text @param {string} format @returns {Promise<string>} */
    format: (text, format) => evaluation.format(text, format),
  };
}

/** @typedef {ReturnType<typeof createModel>} Model */
