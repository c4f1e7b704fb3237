// State and actions of an open exercise, without elements: progress, answers, numbers of the runs. Items are
// done in sequence: a run may start when everything before it is answered, and answers are final.
import { sentence as messageOf } from '../../../core/formats/error.js';
import { asksOf, guessesOfClass, numbersOf } from '../../../model/exercise/check.js';
import { newMark } from '../../../model/exercise/guess.js';
import { itemsOf } from '../../../model/exercise/read.js';
import { named } from '../../../model/named.js';
import { keptEpoch } from '../../../model/runs/list.js';
import { texts } from '../../../texts/index.js';
import { arranged, goalMet, opened } from './arrange.js';
import { nothing, recall, remember } from './progress.js';
import { askRun, checksOf, picturesOf, samplesOf } from './queries.js';
import { exerciseOf } from './source.js';

/** @import {Engine} from '../../../core/types.js' */
/** @import {Exercise} from '../../../model/exercise/read.js' */
/** @typedef {import('../../../model/types.js').Store} Store */
/** @typedef {import('../../../model/types.js').Run} Run */
/** @typedef {import('../../../model/types.js').OpenExercise} Open */
/** @typedef {import('../../../model/exercise/code.js').Progress} Progress */
/** @typedef {import('./arrange.js').Opened} Opened */

const words = texts.exercise;

/**
 * The page's part of a run's link.
 * @param {Record<string, string | undefined>} page @param {string} view that the run opens
 */
const keysOf = ({ exercise, embed, threads }, view) =>
  Object.fromEntries(Object.entries({ exercise, embed, threads, view }).flatMap(([key, value]) => (value ? [[key, value]] : [])));

/**
 * The progress that an answer changes: the first prediction gives the student a mark.
 * @param {Open} open @param {string} id @param {number | string} answer
 * @returns {Partial<Progress>}
 */
const answered = ({ it, progress }, id, answer) => ({
  answers: { ...progress.answers, [id]: answer },
  ...(named(it.questions, id).kind === 'predict' ? { mark: progress.mark ?? newMark() } : {}),
});

/**
 * @param {Engine} engine @param {Store} store
 * @param {{open: (link: string) => Promise<void>, start: () => void, show: (id: string) => void,
 *   drop: (id: string) => void, goTo: (view: string) => void}} does
 */
export function createExerciseModel(engine, store, does) {
  let turn = 0;
  let given = ''; // a name given by the embedding page
  /** Predictions of a class. @type {{hash: string, guesses: ReturnType<typeof guessesOfClass>}} */
  let ofClass = { hash: '', guesses: {} };
  /** Runs that existed before the student's experiments. @type {{item: string, runs: Set<string>}} */
  let before = { item: '', runs: new Set() };

  /** @param {Partial<Open>} change */
  function set(change) {
    const { exercise: open } = store.get();
    if (open) store.bench.setExercise({ ...open, ...change });
  }

  function hideRun() {
    store.runs.show(null);
    store.view.beginRun();
  }

  /** @param {Opened} open @param {Progress} progress @param {Record<string, number>} numbers */
  const arrange = (open, progress, numbers) => arranged(open, progress, numbers, ofClass.hash === open.it.hash ? ofClass.guesses : null);

  /** @param {Partial<Progress>} change @param {Record<string, number>} [more] numbers */
  function record(change, more = {}) {
    const { exercise: open } = store.get();
    if (!open) return;
    const progress = { ...open.progress, ...change };
    const numbers = { ...open.numbers, ...more };
    remember(open.it.hash, { progress, numbers });
    store.bench.setExercise(arrange(open, progress, numbers));
    takeEnded();
  }

  /**
   * @param {string} value of the link's key; empty: closes the exercise
   * @param {boolean} [afresh] not open before a reload: nothing stays of another run's view
   */
  async function load(value, afresh = false) {
    const mine = ++turn;
    if (!value) return store.bench.setExercise(null);
    try {
      const it = await exerciseOf(value);
      const checks = await checksOf(engine, it);
      if (mine !== turn) return;
      const known = recall(it.hash);
      const open = arrange(opened(value, it, checks), known?.progress ?? { ...nothing, name: given }, known?.numbers ?? {});
      // Another run on show would reveal the answer.
      const { run } = store.get();
      const seen = run && (open.may.includes(run.spec) || open.free);
      store.together(() => {
        store.bench.setExercise(open);
        if (!seen || afresh) store.view.beginExercise();
        if (!seen) hideRun();
      });
      takeEnded();
      void samplesOf(engine, open.specs).then((samples) => mine === turn && set({ samples }));
    } catch (wrong) {
      if (mine !== turn) return;
      store.together(() => {
        store.bench.setExercise(null);
        store.bench.fail(words.cannotOpen, messageOf(wrong));
      });
      if (!store.get().page.embed) does.goTo('exercises'); // shows the list, not an unrelated run
    }
  }

  /** Records runs that have finished. */
  async function takeEnded() {
    const { exercise: open, runs } = store.get();
    if (!open || open.asking) return;
    const item = itemsOf(open.it)[open.done];
    if (item?.kind === 'run') return takeRun(open, item.name, runs.find((run) => run.spec === open.specs[item.name] && run.report) ?? null);
    if (!open.trying || item?.kind !== 'question') return;
    if (before.item !== open.it.hash + item.id) before = { item: open.it.hash + item.id, runs: new Set(runs.map(({ id }) => id)) };
    const run = runs.findLast((one) => one.report && !before.runs.has(one.id) && !Object.values(open.specs).includes(one.spec));
    if (!run?.report || open.progress.own[item.id]?.digest === run.report.digest) return;
    const own = { ...open.progress.own, [item.id]: { spec: run.spec, digest: run.report.digest, link: run.report.link } };
    const { goal } = named(open.it.questions, item.id);
    const met = !!goal && goalMet(goal, run.report, open.numbers);
    record({ own, ...(met ? { answers: { ...open.progress.answers, [item.id]: 1 } } : {}) });
  }

  /** @param {Open} open @param {string} name @param {Run | null} run */
  async function takeRun(open, name, run) {
    if (!run?.report || open.started !== name) return;
    const mine = turn;
    set({ asking: true });
    try {
      const answers = await askRun(engine, run, keptEpoch(run.history, run.report), asksOf(open.it, name));
      if (mine !== turn) return;
      set({ asking: false, error: '' });
      const now = /** @type {Open} */ (store.get().exercise);
      const numbers = numbersOf(open.it, name, { report: run.report, answers });
      record({ runs: { ...now.progress.runs, [name]: run.report.digest } }, numbers);
    } catch (wrong) {
      if (mine === turn) set({ asking: false, error: messageOf(wrong), started: '' });
    }
  }

  store.onChange((state, before) => {
    const value = state.page.exercise ?? '';
    if (value !== (before.page.exercise ?? '')) load(value, true);
    else if (state.exercise && state.runs !== before.runs) takeEnded();
  });

  return {
    load,
    record,

    /** Starts the next run. */
    next() {
      const { exercise: open } = store.get();
      const [name] = Object.entries(open?.specs ?? {}).find(([, spec]) => spec === open?.next) ?? [];
      if (name) void this.run(name);
    },

    /** Opens the run's link, and trains it unless this page has done so. @param {string} name */
    async run(name) {
      const { exercise: open, page, runs } = store.get();
      if (!open) return;
      set({ started: name, error: '' });
      await does.open(await engine.link.set(named(open.specs, name), keysOf(page, open.views[name] ?? '')));
      const done = runs.find((run) => run.spec === open.specs[name] && run.report);
      if (done) does.show(done.id);
      else does.start();
      takeEnded();
    },

    /**
     * Returns the first test pictures of a run, clean and corrupted.
     * @param {string} name @param {string[]} corruptions @param {number} count
     */
    pictures: (name, corruptions, count) => picturesOf(engine, store.get().exercise?.specs[name] ?? '', corruptions, count),

    /** @param {string} id @param {number | string} answer */
    answer(id, answer) {
      const { exercise: open, notice } = store.get();
      if (notice?.title === texts.exercise.lockFirst) store.bench.say(null); // it is locked in now
      if (open && open.progress.answers[id] === undefined) record(answered(open, id, answer));
    },

    experiment: () => does.start(),
    /** Returns true for a run of the current question. @param {string} id */
    isOwn: (id) => !before.runs.has(id),

    /** @param {string} name */
    name: (name) => record({ name }),

    /** Shows a class's guesses. @param {Exercise} it @param {Record<string, number | string>[]} answers */
    showClass(it, answers) {
      ofClass = { hash: it.hash, guesses: guessesOfClass(it, answers) };
      const { exercise: open } = store.get();
      if (open?.it.hash === it.hash) set(arrange(open, open.progress, open.numbers));
    },

    /** Sets the student's name, as given by the embedding page. @param {string} name */
    call(name) {
      given = name;
      if (!store.get().exercise?.progress.name) record({ name });
    },

    /** Deletes all progress including runs, for the next student. */
    again() {
      const { exercise: open, runs } = store.get();
      if (!open) return;
      turn++; // pending requests belong to the previous student
      remember(open.it.hash, null);
      before = { item: '', runs: new Set() };
      const made = [...Object.values(open.specs), ...Object.values(open.progress.own).map(({ spec }) => spec)];
      for (const { id, spec } of runs) if (made.includes(spec)) does.drop(id);
      const fresh = { ...open, it: { ...open.it }, started: '', error: '', asking: false }; // forces rebuild
      store.together(() => {
        store.bench.setExercise(arrange(fresh, { ...nothing, name: given }, {}));
        store.view.beginExercise();
        hideRun();
      });
    },
  };
}
