// Stores runs over a reload, in IndexedDB: their figures, and the logits and states that fit. Each tab has
// separate runs, so that tabs do not interfere. Runs of a closed tab go to the next new tab, or the reader
// opens them from the list. Nothing is removed automatically.

import { isText, membersOf } from '../formats/json.js';
import { forgotten, lockOf, sweepPlaces, takeTab } from './tab.js';

const NAME = 'calib-runs';
const FORMAT = 1; // version of the records; others are dropped

/** @typedef {import('../../model/types.js').Run} Run */
/**
 * A run without logits and states.
 * @typedef {object} RunRecord
 * @property {number} format
 * @property {number} [time]
 * @property {number} [bytes]
 * @property {Run & {ready: import('../types.js').Ready}} run
 */

/**
 * A run in the list of all runs stored in this browser.
 * @typedef {object} KeptRun
 * @property {string} tab
 * @property {string} id
 * @property {Run} run without logits and states
 * @property {number} bytes
 * @property {number} time ms since 1970, of the last write
 * @property {'here' | 'open' | 'closed'} where this tab, another open tab, or a closed tab
 */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function complete(transaction) {
  /** @type {Promise<void>} */
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  done.catch(() => {}); // avoids an unhandled rejection if a request fails first
  return done;
}

/**
 * Tests if states can be stored as Blobs. A private window of Safari cannot, and then a transaction with an
 * earlier request never ends and blocks the database in all tabs. So the test is a separate transaction. It
 * leaves nothing behind.
 * @param {IDBDatabase} database
 * @returns {Promise<boolean>}
 */
const keepsBlobs = (database) =>
  new Promise((resolve) => {
    const transaction = database.transaction('states', 'readwrite');
    const states = transaction.objectStore('states');
    states.put(new Blob(['?']), ['?']).onsuccess = () => states.delete(['?']);
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = () => resolve(false);
  });

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  const request = indexedDB.open(NAME, FORMAT);
  request.onupgradeneeded = () => {
    const { result } = request;
    for (const name of [...result.objectStoreNames]) result.deleteObjectStore(name);
    for (const name of ['runs', 'logits', 'states']) result.createObjectStore(name);
  };
  request.onblocked = () => {}; // another tab has an older page open: the request waits until it is closed
  return answer(request);
}

/** Splits a key into tab, run and, for logits, epoch. @param {IDBValidKey | undefined} key */
function keyed(key) {
  const [tab, id, epoch] = Array.isArray(key) ? key : [];
  return { tab: String(tab ?? ''), id: String(id ?? ''), epoch: Number(epoch) };
}

/** Range of all keys of a run, or of a tab. @param {...string} start */
const under = (...start) => IDBKeyRange.bound(start, [...start, []]);

/**
 * @template T
 * @param {unknown} value
 * @param {new (length: number) => T & {length: number}} Type
 * @param {number} length
 * @returns {value is T}
 */
const isArray = (value, Type, length) => value instanceof Type && value.length === length;

/**
 * Checks a record's form. It may be damaged, or written by another page of this site.
 * @param {unknown} record
 * @returns {record is RunRecord}
 */
export function isSound(record) {
  const { format, run } = membersOf(record);
  const { id, spec, letter, history, ready, report, choices, settings } = membersOf(run);
  if (format !== FORMAT || !isText(id) || typeof spec !== 'string' || !Array.isArray(history)) return false;
  if (!membersOf(choices).loss || !(Number(membersOf(settings).seed) >= 0) || typeof letter !== 'string') return false;
  const { testLabels, valLabels, testPosterior, n_test, n_val, k, labelling } = membersOf(ready);
  const each = labelling === 1 ? Number(k) : 1; // labels per sample
  if (!isArray(testLabels, Int32Array, Number(n_test) * each) || !isArray(valLabels, Int32Array, Number(n_val) * each)) return false;
  if (testPosterior && !isArray(testPosterior, Float64Array, Number(n_test) * Number(k))) return false;
  const { metrics, history: reported, digest } = membersOf(report);
  if (report && (!membersOf(metrics).ece || membersOf(reported).length !== history.length || !digest)) return false;
  return history.every((item, i) => {
    const { epoch, entry } = membersOf(item);
    return epoch === i + 1 && membersOf(entry).test && membersOf(entry).train;
  });
}

/** Returns the bytes of a record, its logits and its state. @param {RunRecord} record */
function sizeOf({ bytes = 0, run }) {
  const { testLabels, valLabels, testPosterior } = run.ready;
  const arrays = [testLabels, valLabels, testPosterior].reduce((sum, array) => sum + (array?.byteLength ?? 0), 0);
  return bytes + arrays + JSON.stringify([run.history, run.report, run.spec]).length;
}

class RunStorage {
  /** @param {IDBDatabase} database @param {string} tab */
  constructor(database, tab) {
    this.database = this.held(database);
    this.tab = tab;
    /** @type {Promise<boolean> | null} */
    this.blobs = null;
  }

  /** @param {IDBDatabase} database */
  held(database) {
    database.onversionchange = () => database.close(); // a newer page needs the database
    return database;
  }

  /**
   * Calls a function, and repeats it once after any error except a full disk. The database may be lost with
   * another tab's process or with cleared data, and a busy page learns of it late.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async lasting(work) {
    const used = this.database;
    try {
      return await work();
    } catch (wrong) {
      if (wrong instanceof Error && wrong.name === 'QuotaExceededError') throw wrong;
      if (this.database === used) {
        const again = await openDatabase();
        used.close();
        if (this.database === used) this.database = this.held(again);
        else again.close(); // another failed call reopened it first
      }
      return work();
    }
  }

  /**
   * Saves a run in one transaction, so that a page that closes meanwhile writes nothing partial.
   * @param {Run} run
   * @param {{add: number[], remove: number[]}} epochs epochs whose logits are added and removed
   * @param {Blob | null} state state to continue from
   */
  save(run, { add, remove }, state) {
    return this.lasting(() => this.saveOnce(run, { add, remove }, state));
  }

  /** @param {Run} run @param {{add: number[], remove: number[]}} epochs @param {Blob | null} state */
  async saveOnce(run, { add, remove }, state) {
    this.blobs ??= keepsBlobs(this.database);
    const kept = (await this.blobs) ? state : ((await state?.arrayBuffer()) ?? null);
    const transaction = this.database.transaction(['runs', 'logits', 'states'], 'readwrite');
    const done = complete(transaction);
    const history = run.history.map(({ epoch, entry }) => ({ epoch, entry }));
    const full = run.history.filter((item) => item.testLogits);
    const logits = full.reduce((sum, item) => sum + (item.testLogits?.byteLength ?? 0) + (item.valLogits?.byteLength ?? 0), 0);
    const bytes = logits + (state?.size ?? 0);
    const record = { format: FORMAT, time: Date.now(), bytes, run: { ...run, progress: null, history, from: null } };
    transaction.objectStore('runs').put(record, [this.tab, run.id]);
    const store = transaction.objectStore('logits');
    for (const epoch of add) {
      const { testLogits, valLogits } = run.history[epoch - 1] ?? {};
      store.put({ testLogits, valLogits }, [this.tab, run.id, epoch]);
    }
    for (const epoch of remove) store.delete([this.tab, run.id, epoch]);
    const states = transaction.objectStore('states');
    if (kept) states.put(kept, [this.tab, run.id]);
    await done;
  }

  /** @param {string} id @param {string} [tab] a closed one, within `alone` */
  drop(id, tab = this.tab) {
    return this.lasting(() => this.dropOnce(id, tab));
  }

  /** @param {string} id @param {string} tab */
  async dropOnce(id, tab) {
    const transaction = this.database.transaction(['runs', 'logits', 'states'], 'readwrite');
    const done = complete(transaction);
    transaction.objectStore('runs').delete([tab, id]);
    transaction.objectStore('states').delete([tab, id]);
    transaction.objectStore('logits').delete(under(tab, id));
    await done;
  }

  /** Deletes the runs of a tab, or of every tab. @param {string | null} tab */
  clear(tab) {
    return this.lasting(async () => {
      const transaction = this.database.transaction(['runs', 'logits', 'states'], 'readwrite');
      const done = complete(transaction);
      for (const name of ['runs', 'logits', 'states']) {
        const store = transaction.objectStore(name);
        if (tab) store.delete(under(tab));
        else store.clear();
      }
      await done;
    });
  }

  /** Lists the runs of all tabs, oldest first. @returns {Promise<KeptRun[]>} */
  list() {
    return this.lasting(() => this.listOnce());
  }

  /** @returns {Promise<KeptRun[]>} */
  async listOnce() {
    const store = this.database.transaction('runs').objectStore('runs');
    const [keys, records] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
    const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
    /** @type {KeptRun[]} */
    const list = [];
    for (const [i, record] of records.entries()) {
      const { tab, id } = keyed(keys[i]);
      if (!isSound(record) || (tab === this.tab && forgotten().includes(id))) continue;
      const where = tab === this.tab ? 'here' : held.has(lockOf(tab)) ? 'open' : 'closed';
      list.push({ tab, id, run: record.run, bytes: sizeOf(record), time: Number(record.time) || 0, where });
    }
    return list.sort((a, b) => a.time - b.time);
  }

  /**
   * Calls a function on a closed tab's runs, while no page can take them over.
   * @template T
   * @param {string} tab
   * @param {() => Promise<T>} work
   * @returns {Promise<T | null>} null if the tab is open
   */
  alone(tab, work) {
    if (!navigator.locks) return work();
    return navigator.locks.request(lockOf(tab), { ifAvailable: true }, (lock) => (lock ? work() : null));
  }

  /**
   * @param {string} [tab]
   * @returns {Promise<{runs: Run[], damaged: number}>} damaged: number of dropped records
   */
  async load(tab = this.tab) {
    const gone = new Set(tab === this.tab ? forgotten() : []);
    const transaction = this.database.transaction(['runs', 'logits', 'states']);
    /** @type {unknown[]} */
    const records = await answer(transaction.objectStore('runs').getAll(under(tab)));
    const keys = await answer(transaction.objectStore('runs').getAllKeys(under(tab)));
    const reading = this.database.transaction(['logits', 'states']); // in bulk, since a request per run is much slower
    const [all, at, states, of] = await Promise.all([
      answer(reading.objectStore('logits').getAll(under(tab))),
      answer(reading.objectStore('logits').getAllKeys(under(tab))),
      answer(reading.objectStore('states').getAll(under(tab))),
      answer(reading.objectStore('states').getAllKeys(under(tab))),
    ]);
    /** @type {Map<string, Map<unknown, Record<string, unknown>>>} */
    const logits = new Map();
    for (const [j, one] of all.entries()) {
      const { id, epoch } = keyed(at[j]);
      if (!logits.has(id)) logits.set(id, new Map());
      logits.get(id)?.set(epoch, membersOf(one));
    }
    const stateOf = new Map(states.map((state, j) => [keyed(of[j]).id, state]));
    /** @type {{run: Run, time: number}[]} */
    const runs = [];
    let damaged = 0;
    for (const [i, record] of records.entries()) {
      const { id } = keyed(keys[i]);
      if (gone.has(id)) {
        await this.drop(id);
        continue;
      }
      if (!isSound(record) || record.run.id !== id) {
        damaged++;
        if (tab === this.tab) await this.drop(id); // the other tab's page reports it
        continue;
      }
      const { run } = record;
      const { n_test, n_val, k } = run.ready;
      const full = logits.get(id);
      const saved = stateOf.get(id);
      const history = run.history.map(({ epoch, entry }) => {
        const { testLogits, valLogits } = full?.get(epoch) ?? {};
        const sound = isArray(testLogits, Float32Array, n_test * k) && isArray(valLogits, Float32Array, n_val * k);
        /** @type {import('../../model/types.js').HistoryItem} */
        const item = { epoch, entry, state: null, testLogits: sound ? testLogits : null, valLogits: sound ? valLogits : null };
        return item;
      });
      const last = history.at(-1);
      if (last && saved instanceof Blob) last.state = saved;
      if (last && saved instanceof ArrayBuffer) last.state = new Blob([saved]);
      const over = !!run.report;
      const from = !over && last?.state ? last.state : null;
      const { unchecked = [], recomputed = null } = run; // an earlier page wrote neither
      const state = over ? 'ended' : 'stopped';
      runs.push({ run: { ...run, history, progress: null, state, from, unchecked, recomputed }, time: Number(record.time) || 0 });
    }
    runs.sort((a, b) => a.time - b.time);
    return { runs: runs.map(({ run }) => run), damaged };
  }
}

/** Returns tabs with runs, latest first. @param {IDBDatabase} database @returns {Promise<string[]>} */
async function tabsOf(database) {
  const store = database.transaction('runs').objectStore('runs');
  const [keys, records] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
  /** @type {Map<string, number>} */
  const last = new Map();
  records.forEach((record, i) => {
    const { tab } = keyed(keys[i]);
    last.set(tab, Math.max(last.get(tab) ?? 0, Number(membersOf(record).time) || 0));
  });
  return [...last].sort((a, b) => b[1] - a[1]).map(([tab]) => tab);
}

/** @returns {Promise<RunStorage | null>} null if the browser stores nothing for this page */
export async function openRunStorage() {
  try {
    const database = await openDatabase();
    const tab = await takeTab(() => tabsOf(database));
    sweepPlaces([tab, ...(await tabsOf(database))]).catch(() => {});
    return new RunStorage(database, tab);
  } catch {
    return null;
  }
}
