// State and actions of Evaluate, without elements: files, options, the reports (reports.js).
import { namedIn } from '../../model/classes.js';
import { nearest } from '../../model/runs/list.js';
import { createStore } from '../../model/store.js';
import { kindOf } from './asks.js';
import { createCalibrated, takeKept } from './calibrated/work.js';
import { addFiles } from './input/files.js';
import { filesOfRun, gather, withRole } from './input/roles.js';
import { Reports, withResults } from './reports.js';
import { initial } from './state.js';

/** @import {Engine, Ready} from '../../core/types.js' */
/** @typedef {import('./input/roles.js').Role} Role */
/** @typedef {import('../../model/types.js').Run} Run */
/** @typedef {import('./state.js').State} State */

/** No files and no results. */
const nothing = { items: [], results: [], report: null, text: '' };

/** @param {Engine} engine @param {import('../../engine.d.ts').Describe} describe */
export function createModel(engine, describe) {
  const store = createStore(initial);
  const evaluation = engine.openEvaluation(({ file, fraction }) => {
    const { items } = store.get();
    if (!items.some((item) => item.file.name === file && !item.inspected && item.fraction + 0.02 < fraction)) return;
    store.set({ items: items.map((item) => (item.file.name === file && !item.inspected ? { ...item, fraction } : item)) });
  });
  const reports = new Reports(engine, store, evaluation);

  /**
   * @param {File[]} files
   * @param {Record<string, Role>} [roles] by name
   * @param {import('./input/files.js').Origin} [origin]
   */
  async function add(files, roles = {}, origin = {}) {
    const taken = await takeKept(files);
    if (taken.kept) store.set({ kept: taken.kept });
    if (!taken.files.length) return;
    await addFiles(reports, taken.files, roles, origin);
    return reports.measure();
  }

  /**
   * @param {string} name
   * @param {Ready} ready with class names as the reader knows them
   * @param {{testLogits: Float32Array | null, valLogits: Float32Array | null}} item
   */
  function take(name, ready, item) {
    const { files, roles } = filesOfRun(name, ready, item);
    store.set({ ...nothing, outputKind: '' });
    return add(files, roles, { computed: true, ...(ready.labelling ? { labelNames: ready.classNames } : {}) });
  }

  return {
    store,
    add,
    evaluation,

    /** @param {File[]} files */
    remove(files) {
      const items = store.get().items.filter(({ file }) => !files.includes(file));
      evaluation.keep(items.map(({ file }) => file));
      store.set({
        items,
        ...(items.length ? {} : { kept: null }),
        ...(kindOf({ ...store.get(), items }) === null ? { outputKind: '' } : {}),
      });
      reports.measure();
    },

    calibrated: createCalibrated(engine, evaluation, store, describe),
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
      reports.measure();
    },

    /**
     * Sets columns' roles.
     * @param {File} file
     * @param {(chosen: import('./input/roles.js').Columns) => import('./input/roles.js').Columns} change
     */
    columns(file, change) {
      const set = (/** @type {import('./input/roles.js').Columns} */ columns = {}) => ({ ...columns, ...change(columns) });
      store.set({ items: store.get().items.map((item) => (item.file === file ? { ...item, columns: set(item.columns) } : item)) });
      reports.measure();
    },

    /** @param {'logits' | 'probabilities'} outputKind */
    say(outputKind) {
      store.set({ outputKind });
      reports.measure();
    },

    /** Shows a model's report. @param {string} name */
    show(name) {
      store.set({ ...withResults(store.get().results, name), theirs: {}, versus: null, selected: null, pinned: false });
      reports.compare(store.get().library);
    },

    /** Compares the model on show with another one on the same samples. @param {string} name '' for none */
    against: (name) => reports.against(name),

    /** @param {Partial<Pick<State, 'bins' | 'draws' | 'crossFit' | 'task' | 'normalise'>>} change */
    option(change) {
      store.set(change);
      reports.measure();
    },

    /** @param {string} library */
    library(library) {
      store.set({ library });
      reports.compare(library);
    },

    cancel: () => reports.cancel(),

    /** Retries after a cancellation or an error. */
    again() {
      reports.outdate();
      store.set({ error: '' });
      reports.measure();
    },

    /** Replaces all files by a trained network's. @param {Record<string, File>} files by role */
    takeFiles(files) {
      store.set({ ...nothing, outputKind: '' });
      return add(
        Object.values(files),
        Object.fromEntries(Object.entries(files).map(([role, { name }]) => [name, /** @type {Role} */ (role)])),
        { computed: true },
      );
    },

    /** Evaluates the run on show at the epoch on show. @param {Run} run @param {number | null} chosen */
    takeRun(run, chosen) {
      const item = nearest(run.history, chosen);
      if (run.ready && item)
        take(`run-${(run.letter || 'a').toLowerCase()}-epoch-${item.epoch}`, namedIn(run.ready, run.choices.data.id), item);
    },

    /** Complete reports in a library's conventions; '': the lab's. @param {string} library */
    textsIn: (library) => reports.textsIn(library),

    /** @param {string} text @param {'csv' | 'latex' | 'markdown'} format @returns {Promise<string>} */
    format: (text, format) => evaluation.format(text, format),
  };
}

/** @typedef {ReturnType<typeof createModel>} Model */
