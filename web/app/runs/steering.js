// Steers the run on show for the run bar, its keys and other buttons.
import { pickFiles } from '../../core/files.js';
import { weightsName } from '../../core/formats/weights-name.js';
import { canStep, mainAction } from '../../model/runs/actions.js';
import { isActive, mayRun } from '../../model/runs/list.js';
import { texts } from '../../texts/index.js';

/**
 * @param {import('../../model/types.js').Store} store
 * @param {ReturnType<typeof import('./session.js').createSession>} session
 * @param {(link: string) => Promise<boolean>} confirm asks about a link's kept files; false:
 *   the user refuses them
 */
export function createSteering(store, session, confirm) {
  /** Starts the next run of the open exercise. @type {() => void} */
  let next = () => {};

  /** @param {'stepEpoch' | 'step'} [stride] pauses after it */
  function start(stride) {
    const { check, missing, refusal, exercise } = store.get();
    if (!check) return;
    if (refusal) return store.bench.fail(texts.fixFirst, refusal.error); // it would start another run than the one on show
    if (!mayRun(store.get(), check.spec))
      return exercise?.may.includes(exercise.next) ? next() : store.bench.note(texts.exercise.lockFirst);
    const absent = missing.filter(({ kept }) => !kept);
    if (absent.length) return store.bench.fail(texts.filesNeeded(absent.map((file) => file.name)));
    if (missing.length) return void confirm(check.spec).then((may) => may && start(stride));
    if (!session.canBegin(check)) return askWeights(check.from);
    session.start(check, { paused: !!stride });
    if (stride) session[stride]();
  }

  /** @param {'stepEpoch' | 'step'} stride */
  function step(stride) {
    if (!canStep(store.get())) return;
    if (isActive(store.get().run)) session[stride]();
    else start(stride);
  }

  /** @param {string} from */
  async function bringWeights(from) {
    const [file] = await pickFiles();
    if (!file) return askWeights(from);
    const name = await weightsName(file);
    if (name !== from) return store.bench.say({ ...needOf(from), kind: 'error', title: texts.otherWeights(file.name, name, from) });
    session.bring(name, file);
    start();
  }

  /** @param {string} from @returns {import('../../model/types.js').Notice} */
  const needOf = (from) => ({
    kind: 'note',
    title: texts.needsWeights,
    text: texts.needsWeightsNote(from),
    choices: [{ label: texts.chooseWeights, act: () => bringWeights(from) }],
  });

  /** Requests the initial weights, which the link names but does not contain. @param {string} from */
  const askWeights = (from) => store.bench.say(needOf(from));

  return {
    askWeights,
    run: () => start(),
    /** @param {() => void} then starts the next run of the open exercise */
    whenNext: (then) => void (next = then),

    /** Performs the main button's current action. */
    main() {
      const action = mainAction(store.get());
      if (action === 'pause') session.pause();
      else if (action === 'resume') session.resume();
      else start();
    },

    step: () => step('step'),
    stepEpoch: () => step('stepEpoch'),
    stop: () => session.stop(),
  };
}
