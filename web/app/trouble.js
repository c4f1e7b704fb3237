// What is said when a run fails or falls silent, and the way on from its last epoch.
import { pickFiles } from '../core/files.js';
import { weightsName } from '../core/formats/weights-name.js';
import { texts } from '../texts/index.js';

/** @typedef {import('../model/types.js').Run} Run */

/**
 * @param {import('../model/types.js').Store} store
 * @param {ReturnType<typeof import('./session.js').createSession>} session
 * @param {{show: (id: string) => Promise<void> | void, start: () => void, look: (link: string, files: string[]) => void}} on show: a run at the workbench
 */
export function followTrouble(store, session, on) {
  /** @param {Run} run */
  const goOn = ({ id, history }) => ({
    label: history.length ? texts.goOnFrom(history[history.length - 1].epoch) : texts.again,
    act: async () => {
      session.abandon(id);
      await on.show(id);
      on.start();
    },
  });

  session.whenFailed(
    ({ error, missing, gone }, run) => {
      store.bench.say({ kind: 'error', title: texts.runFailed, text: error, ...(gone && run ? { choices: [goOn(run)] } : {}) });
      const { check } = store.get();
      if (missing && check) on.look(check.spec, check.files);
    },
    (run, seconds) => store.bench.say({ kind: 'note', title: texts.silent(seconds), text: texts.silentNote, choices: [goOn(run)] }),
  );

  /** @param {string} from */
  async function bringWeights(from) {
    const [file] = await pickFiles();
    if (!file) return askWeights(from);
    const name = await weightsName(file);
    if (name !== from) return store.bench.say({ ...needOf(from), kind: 'error', title: texts.otherWeights(file.name, name, from) });
    session.bring(name, file);
    on.start();
  }

  /** @param {string} from @returns {import('../model/types.js').Notice} */
  const needOf = (from) => ({
    kind: 'note',
    title: texts.needsWeights,
    text: texts.needsWeightsNote(from),
    choices: [{ label: texts.chooseWeights, act: () => bringWeights(from) }],
  });

  /** The link begins with weights that it does not hold. @param {string} from */
  const askWeights = (from) => store.bench.say(needOf(from));

  return {
    askWeights,

    /** A run that was cut off, where the page does not open with it. @param {string} id */
    offer(id) {
      const run = store.get().runs.find((one) => one.id === id);
      if (run?.from) store.bench.say({ kind: 'note', title: texts.cutOff(run.history.length, run.epochs), choices: [goOn(run)] });
    },
  };
}
