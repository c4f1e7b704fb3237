// Reports failed or silent runs, and offers to resume from the last epoch.
import { nth } from '../../model/nth.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/types.js').Run} Run */

/**
 * @param {import('../../model/types.js').Store} store
 * @param {ReturnType<typeof import('./session.js').createSession>} session
 * @param {{showRun: (id: string) => Promise<void>, run: () => void, refreshFiles: () => void}} does
 */
export function followRunErrors(store, session, does) {
  /** @param {Run} run */
  const resumeOf = ({ id, history }) => ({
    label: history.length ? texts.resumeFrom(nth(history, history.length - 1).epoch) : texts.again,
    act: async () => {
      session.abandon(id);
      await does.showRun(id);
      does.run();
    },
  });

  session.whenFailed(
    ({ error, missing, declined, gone }, run) => {
      if (declined) store.bench.note(error);
      else store.bench.say({ kind: 'error', title: texts.runFailed, text: error, ...(gone && run ? { choices: [resumeOf(run)] } : {}) });
      if (missing) does.refreshFiles();
    },
    (run, seconds) => store.bench.say({ kind: 'note', title: texts.silent(seconds), text: texts.silentNote, choices: [resumeOf(run)] }),
  );

  return {
    /** Offers to resume an interrupted run, if the page opens with another one. @param {string} id */
    offer(id) {
      const run = store.get().runs.find((one) => one.id === id);
      if (run?.from) store.bench.say({ kind: 'note', title: texts.interrupted(run.history.length, run.epochs), choices: [resumeOf(run)] });
    },
  };
}
