// Writes the runs of this tab to the browser's storage as they change, and reports when storage is full.
import { isCurrent } from '../../core/storage/student.js';
import { isActive, thinned } from '../../model/runs/list.js';
import { texts } from '../../texts/index.js';
import { latest } from '../queries/figures.js';

/** @typedef {import('../../model/types.js').Run} Run */
/** @typedef {{epochs: Set<number>, over: boolean, length: number, at: number}} Written stored part */
/** @typedef {{list: () => void, save: () => void}} Ways to make room: list the runs, or save all as a file */

const room = 128e6; // most bytes of stored logits per tab
const between = 3000; // ms between writes of a training run

/** Lists the epochs of a run that have logits. @param {Run} run */
const fullEpochs = (run) => run.history.filter(({ testLogits }) => testLogits).map(({ epoch }) => epoch);

/** @typedef {Awaited<ReturnType<typeof import('../../core/storage/runs.js').openRunStorage>>} Storage */

/**
 * @param {Storage} storage null if the browser stores nothing
 * @param {import('../../model/types.js').Store} store
 * @param {() => void} onFinished called when a finished run is stored
 */
export function createWriter(storage, store, onFinished) {
  /** @type {Map<string, Written>} by run */
  const written = new Map();
  let noted = false;
  /** @type {Set<string>} finished runs that did not fit */
  const refused = new Set();
  /** @type {Ways} */
  let ways = { list: () => {}, save: () => {} };

  const { setStorage } = store.runs;
  const is = (/** @type {import('../../model/types.js').StorageStatus['state']} */ state) => store.get().storage.state === state;

  /** Records the stored part of a run. @param {Run} run @param {number} at ms; 0: before this page */
  const remember = (run, at) =>
    void written.set(run.id, { epochs: new Set(fullEpochs(run)), over: !!run.report, length: run.history.length, at });

  /** Prints once that nothing is stored from now on. */
  function tell() {
    if (!noted) store.bench.note(texts.kept.not);
    noted = true;
  }

  /**
   * Handles full storage. Transactions are atomic, so the stored runs are intact; the reader chooses what to
   * do.
   * @param {Run} run
   */
  function halt(run) {
    if (run.report) refused.add(run.id);
    setStorage({ state: 'full', run: run.id });
    const choices = [
      { label: texts.kept.toList, act: ways.list },
      { label: texts.kept.saveAll, act: ways.save },
      { label: texts.kept.decline, act: () => setStorage({ state: 'declined' }) },
    ];
    store.bench.say({ kind: 'note', title: texts.kept.full(run.letter), text: texts.kept.fullNote, choices });
  }

  /** @param {Run} run with the logits that fit */
  function due(run) {
    const before = written.get(run.id);
    const full = fullEpochs(run);
    if (!before) return run.ready && run.history.length > 0;
    if (run.report && !before.over) return true;
    if (run.history.length !== before.length) return !isActive(run) || performance.now() - before.at > between;
    return !isActive(run) && (full.length !== before.epochs.size || full.some((epoch) => !before.epochs.has(epoch)));
  }

  /** @param {Run} run */
  async function write(run) {
    const before = written.get(run.id)?.epochs ?? new Set();
    const full = new Set(fullEpochs(run));
    const add = [...full].filter((epoch) => !before.has(epoch));
    const remove = [...before].filter((epoch) => !full.has(epoch));
    await storage?.save(run, { add, remove }, run.history[run.history.length - 1]?.state ?? null);
    remember(run, performance.now());
    if (run.report) onFinished();
  }

  const follow = latest(async (/** @type {{runs: Run[]}} */ { runs }) => {
    if (!storage || is('off') || !isCurrent()) return;
    /** @type {Run | null} */
    let writing = null;
    try {
      const there = store.get().runs;
      for (const id of [...written.keys()])
        if (!there.some((run) => run.id === id)) {
          written.delete(id);
          await storage.drop(id);
          setStorage(is('full') ? { state: 'on', run: '' } : {});
        }
      for (const run of thinned(runs, room)) {
        if (!isCurrent()) return;
        const tries = is('on') || (is('full') && run.report && !refused.has(run.id));
        if (!tries || !due(run)) continue;
        writing = run;
        await write(run);
        setStorage(is('full') ? { state: 'on', run: '' } : {});
      }
    } catch (wrong) {
      // A reader who declined storage is not asked again.
      if (writing && wrong instanceof Error && wrong.name === 'QuotaExceededError') return is('declined') ? undefined : halt(writing);
      setStorage({ state: 'off' });
      tell();
    }
  });

  return {
    follow,
    tell,

    /** Records a run that storage had. @param {Run} run */
    loaded: (run) => remember(run, 0),

    /** Returns true if the run is stored, with its finished epochs. @param {string} id */
    has: (id) => written.has(id),

    /**
     * Returns true if a page that ends now would lose a finished run. Its link stays in the queue until it is
     * stored.
     * @param {string} id
     */
    unwritten: (id) => is('on') && store.get().runs.some((run) => run.id === id && run.report) && !written.get(id)?.over,

    /** Sets the actions that a note of full storage offers. @param {Ways} actions */
    whenFull: (actions) => void (ways = actions),

    /** Tries again to store runs that did not fit. */
    retry() {
      if (!storage || is('off')) return;
      refused.clear();
      setStorage({ state: 'on', run: '' });
      follow({ runs: store.get().runs });
    },
  };
}
