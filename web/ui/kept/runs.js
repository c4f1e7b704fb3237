// The runs that this browser keeps, without elements: listed, moved from a closed tab, removed, written to a
// file and read from one.
import { readRuns, writeRuns } from '../../core/storage/runs/file.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/types.js').Run} Run */
/** @typedef {import('./row.js').KeptRun} KeptRun */
/** @typedef {import('./row.js').Entry} Entry */

const words = texts.kept;

export class KeptRuns {
  /** @type {Entry[]} */
  entries = [];

  /**
   * @param {import('../../core/types.js').Engine} engine
   * @param {import('../../model/types.js').Store} store
   * @param {Awaited<ReturnType<typeof import('../../app/restore/index.js').createRestore>>} restore
   * @param {ReturnType<typeof import('../../app/runs/session.js').createSession>} session
   */
  constructor(engine, store, restore, session) {
    this.engine = engine;
    this.store = store;
    this.restore = restore;
    this.session = session;
  }

  /** Reads the list of runs. */
  async list() {
    const { runs } = this.store.get();
    const kept = await this.restore.list().catch(() => /** @type {KeptRun[]} */ ([]));
    const here = new Map(runs.map((run) => [run.id, run]));
    // A run of this tab is shown from memory, since its state on disk may be slightly older.
    const all = kept.map((entry) => (entry.where === 'here' ? { ...entry, run: here.get(entry.id) ?? entry.run } : entry));
    const unkept = runs.filter(({ id, history }) => history.length && !kept.some((entry) => entry.id === id));
    this.entries = [
      ...all,
      ...unkept.map((run) => ({ tab: '', id: run.id, run, bytes: 0, time: 0, where: /** @type {const} */ ('unkept') })),
    ];
  }

  /** The oldest run that may be removed: finished, and not on show. */
  oldest() {
    return this.entries.find(({ where, id }) => (where === 'here' || where === 'closed') && id !== this.store.get().run?.id);
  }

  /**
   * Moves a run from a closed tab to this one: removes it there once it is written here.
   * @param {KeptRun} kept
   * @returns {Promise<string>} its id here
   */
  async bring(kept) {
    const { restore, store } = this;
    const run = await restore.read(kept);
    if (!run) throw new Error(words.gone);
    const check = await this.engine.check(run.spec);
    if (!check.ok) throw new Error(check.error);
    const taken = this.session.adopt({ ...run, check, ready: run.ready }, false) === 'taken';
    const id = store.get().runs.find(({ spec }) => spec === check.spec)?.id ?? '';
    while (taken && store.get().storage.state === 'on' && !restore.has(id)) await new Promise((resolve) => setTimeout(resolve, 20));
    if (taken && restore.has(id)) await restore.remove(kept);
    return id;
  }

  /** @param {Entry} entry */
  async remove(entry) {
    if (entry.where !== 'closed') this.session.drop(entry.id);
    else if (!(await this.restore.remove({ ...entry, where: 'closed' }))) throw new Error(words.gone);
  }

  /** Writes all runs to a file. left: runs that could not be written. */
  async write() {
    /** @type {Run[]} */
    const runs = this.store.get().runs.filter(({ ready, report, history }) => ready && (report || history[history.length - 1]?.state));
    let left = 0;
    for (const entry of await this.restore.list()) {
      if (entry.where === 'open') left++;
      if (entry.where !== 'closed') continue;
      const run = await this.restore.read(entry);
      if (run) runs.push(run);
      else left++;
    }
    return { file: await writeRuns(runs), count: runs.length, left };
  }

  /**
   * Takes the runs of a file.
   * @param {File} file
   * @param {(n: number) => void} onRead called before the n-th run is taken
   */
  async take(file, onRead) {
    const others = (await this.restore.list()).filter(({ where }) => where !== 'here');
    const found = { taken: 0, here: 0, other: 0 };
    /** @type {string[]} */
    const problems = [];
    let n = 0;
    for await (const one of readRuns(file, this.engine)) {
      onRead(++n);
      if ('problem' in one) {
        problems.push(one.problem);
        continue;
      }
      const { check, report, history } = one.run;
      const same = others.some(
        ({ run }) => run.spec === check.spec && (report ? run.report?.digest === report.digest : run.history.length >= history.length),
      );
      found[same ? 'here' : this.session.adopt(one.run, false)]++;
    }
    return { found, problems, n };
  }
}
