// Keeps runs over a reload, in IndexedDB: their figures, and the logits and states that there is room for. Each tab has
// its own, so that two of them do not disturb each other; what a closed tab has left, the next new one takes over, or the
// reader from the list of all. Nothing is removed by itself.

import { isText, membersOf } from '../formats/json.js';
import { forgotten, lockOf, sweepPlaces, takeTab } from './tab.js';

const NAME = 'calib-runs';
const FORMAT = 1; // of the records; others are dropped

/** @typedef {import('../../model/types.js').Run} Run */
/** @typedef {{format: number, time?: number, bytes?: number, run: Run & {ready: import('../types.js').Ready}}} RunRecord a run without logits and states */

/**
 * A run in the list of all that are kept in this browser.
 * @typedef {object} KeptRun
 * @property {string} tab
 * @property {string} id
 * @property {Run} run without logits and states
 * @property {number} bytes
 * @property {number} time ms since 1970, of the last writing
 * @property {'here' | 'open' | 'closed'} where: this tab, another one that is open, or one that is closed
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
  done.catch(() => {}); // where a request throws first, nobody waits for the end any more
  return done;
}

/**
 * Whether states may lie there as they are. A private window of Safari keeps no Blob, and a transaction in which one comes after something
 * else then never ends, nor any other of this database, in any tab: so one is tried alone. Nothing of it stays.
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
  request.onblocked = () => {}; // another tab has an older page open: it waits until that is closed
  return answer(request);
}

/** What a key says: a tab, a run, and of logits the epoch. @param {IDBValidKey | undefined} key */
function keyed(key) {
  const [tab, id, epoch] = Array.isArray(key) ? key : [];
  return { tab: String(tab ?? ''), id: String(id ?? ''), epoch: Number(epoch) };
}

/** Everything of a run, or of a tab. @param {...string} start */
const under = (...start) => IDBKeyRange.bound(start, [...start, []]);

/** @template T @param {unknown} value @param {new (length: number) => T & {length: number}} Type @param {number} length @returns {value is T} */
const isArray = (value, Type, length) => value instanceof Type && value.length === length;

/** Is it what `save` writes? Storage may be damaged, or written by another page of this site. @param {unknown} record @returns {record is RunRecord} */
export function isSound(record) {
  const { format, run } = membersOf(record);
  const { id, spec, letter, history, ready, report, choices, settings } = membersOf(run);
  if (format !== FORMAT || !isText(id) || typeof spec !== 'string' || !Array.isArray(history)) return false;
  if (!membersOf(choices).loss || !(Number(membersOf(settings).seed) >= 0) || typeof letter !== 'string') return false;
  const { testLabels, valLabels, testPosterior, n_test, n_val, k, labelling } = membersOf(ready);
  const each = labelling === 1 ? Number(k) : 1; // labels of a sample
  if (!isArray(testLabels, Int32Array, Number(n_test) * each) || !isArray(valLabels, Int32Array, Number(n_val) * each)) return false;
  if (testPosterior && !isArray(testPosterior, Float64Array, Number(n_test) * Number(k))) return false;
  const { metrics, history: told, digest } = membersOf(report);
  if (report && (!membersOf(metrics).ece || membersOf(told).length !== history.length || !digest)) return false;
  return history.every((item, i) => {
    const { epoch, entry } = membersOf(item);
    return epoch === i + 1 && membersOf(entry).test && membersOf(entry).train;
  });
}

/** Bytes of a record, its logits and its state. @param {RunRecord} record */
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
    database.onversionchange = () => database.close(); // a newer page needs it
    return database;
  }

  /**
   * Does something, and again where the database may be lost: with the process of another tab, or to somebody who clears data. A page
   * that is busy hears of that long after what it ends, so that every failure but a full disk is tried again, once.
   * @template T @param {() => Promise<T>} work @returns {Promise<T>}
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
        else again.close(); // somebody else who failed was faster
      }
      return work();
    }
  }

  /**
   * One transaction: a page that is closed meanwhile leaves nothing half written.
   * @param {Run} run
   * @param {{add: number[], remove: number[]}} epochs whose logits are written and dropped
   * @param {Blob | null} state to go on from
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

  /**
   * What is kept of all tabs, the oldest first.
   * @returns {Promise<KeptRun[]>}
   */
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
   * Does something with the runs of a closed tab, which no page takes over meanwhile.
   * @template T
   * @param {string} tab
   * @param {() => Promise<T>} work
   * @returns {Promise<T | null>} null where it is not closed any more
   */
  alone(tab, work) {
    if (!navigator.locks) return work();
    return navigator.locks.request(lockOf(tab), { ifAvailable: true }, (lock) => (lock ? work() : null));
  }

  /** @param {string} [tab] @returns {Promise<{runs: Run[], damaged: number}>} damaged: how many were dropped */
  async load(tab = this.tab) {
    const gone = new Set(tab === this.tab ? forgotten() : []);
    const transaction = this.database.transaction(['runs', 'logits', 'states']);
    /** @type {unknown[]} */
    const records = await answer(transaction.objectStore('runs').getAll(under(tab)));
    const keys = await answer(transaction.objectStore('runs').getAllKeys(under(tab)));
    const reading = this.database.transaction(['logits', 'states']); // all at once: a request for each run takes much longer
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
        if (tab === this.tab) await this.drop(id); // another tab's page says so itself
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

/** Tabs with runs, the last used first. @param {IDBDatabase} database @returns {Promise<string[]>} */
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

/** @returns {Promise<RunStorage | null>} null where the browser keeps nothing for this page */
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
