// Starts over for the next student of a shared computer, in this tab and in the others.
import { countLeft, markStudent, onOtherStudent } from '../core/storage/student.js';
import { texts } from '../texts/index.js';
import { partOf } from '../ui/shell/part.js';

/** @typedef {ReturnType<typeof import('./runs/session.js').createSession>} Session */
/** @typedef {Awaited<ReturnType<typeof import('./restore/index.js').createRestore>>} Restore */

/**
 * @param {import('../core/types.js').Engine} engine
 * @param {import('../model/types.js').Store} store
 * @param {{session: Pick<Session, 'stop'>, restore: Pick<Restore, 'list' | 'clear'>}} parts
 * @param {boolean} changed true if this tab belonged to an earlier student
 */
export function createStudent(engine, store, { session, restore }, changed) {
  const stopAll = () => store.get().runs.forEach(({ id }) => session.stop(id));

  /** Reloads the page at the open exercise, otherwise at its start. Files and runs in memory are lost. */
  function beginAnew() {
    const { exercise, embed } = store.get().page;
    const keys = Object.entries({ exercise, embed }).flatMap(([key, value]) => (value ? [`${key}=${value}`] : []));
    history.replaceState(null, '', location.pathname + location.search + (exercise ? `#${keys.join('&')}` : ''));
    location.reload();
  }

  /** Deletes everything that a student left in this browser. */
  async function clear() {
    stopAll();
    markStudent(); // first, so that no tab writes any more
    await Promise.all([restore.clear('all'), engine.files.clear()]);
    const files = await engine.files.list();
    if (files.length) throw new Error(files.map(({ name }) => name).join(', '));
    beginAnew();
  }

  onOtherStudent(async () => {
    stopAll();
    await restore.clear('this tab').catch(() => {}); // removes a write that was in progress when the mark changed
    beginAnew();
  });

  return {
    /** Shows what would be deleted, and deletes it if the user confirms. */
    async ask() {
      const module = await partOf(store, import('../ui/shell/student.js'));
      if (!module) return;
      const { runs, exercise } = store.get();
      const kept = await restore.list().catch(() => []);
      const ids = new Set([...kept.map(({ id }) => id), ...runs.map(({ id }) => id)]);
      const files = await engine.files.list().catch(() => []);
      module.askNewStudent(countLeft(exercise && { hash: exercise.it.hash, progress: exercise.progress }), ids.size, files, clear);
    },

    /** Explains an empty tab to its earlier user. */
    arrive() {
      if (changed) store.bench.note(texts.student.begins, texts.student.beginsNote);
    },
  };
}
