// Undo, redo and live training. Every change of the rail is recorded as the link that the engine accepted. A
// number that is dragged trains at each value on the way if that is quick, and counts as one change.

import { trainsAtOnce } from '../model/live.js';
import { estimate, threadsOf } from '../model/runs/estimate.js';
import { isActive, mayRun } from '../model/runs/list.js';

const remembered = 100; // most recorded changes
const quick = 3; // most seconds of a run for live training

/**
 * @typedef {object} Parts
 * @property {ReturnType<typeof import('./runs/session.js').createSession>} session
 * @property {ReturnType<typeof import('./links/opener.js').createOpener>} opener
 * @property {ReturnType<typeof import('./runs/steering.js').createSteering>} steering
 */

/** @typedef {[draft: import('../model/types.js').Draft, kind: string]} Edit kind: of the changed control */

/**
 * Returns true if a change trains at once, in a moment.
 * @param {import('../model/types.js').State} state
 */
const isQuick = (state) => !!state.check && trainsAtOnce(state) && estimate(state.check, threadsOf(state)).least <= quick;

/**
 * @param {import('../model/types.js').Store} store
 * @param {Parts} parts
 */
export function followEdits(store, { session, opener, steering }) {
  let going = false; // true during undo and redo, which are not recorded
  /** The run that live training started. */
  let mine = '';
  /** A number's drag; recorded: its first change can be undone. @type {{recorded: boolean} | null} */
  let drag = null;
  /** The run of a value on the way, which the next one replaces. */
  let passing = '';
  /** @type {Edit | null} */
  let waiting = null;
  let busy = false;
  let resume = () => {};

  store.onChange(({ figure, run }) => (figure || !run || !isActive(run)) && resume());

  store.onChange(({ check, mode }, before) => {
    if (going || !check || !before.check || check.spec === before.check.spec || mode !== 'bench' || before.mode !== 'bench') return;
    const { past } = store.get();
    if (!drag?.recorded) store.draft.remember([...past, before.check.spec].slice(-remembered), []);
    if (drag) drag.recorded = true;
  });

  /** @param {'past' | 'future'} from @param {'past' | 'future'} to */
  async function go(from, to) {
    const state = store.get();
    const link = state[from].at(-1);
    if (!link || !state.check || going) return;
    const lists = { past: state.past, future: state.future, [from]: state[from].slice(0, -1), [to]: [...state[to], state.check.spec] };
    going = true;
    try {
      if (await opener.back(link)) store.draft.remember(lists.past, lists.future);
    } finally {
      going = false;
    }
    trainAtOnce();
  }

  /** Trains the changed settings, if live training is on and the run is quick. */
  function trainAtOnce() {
    const state = store.get();
    const { check, run, runs, missing, refusal, exercise, ghost } = state;
    if (!check || refusal || missing.length || check.from || exercise || run?.spec === check.spec || !mayRun(state, check.spec)) return;
    if (!isQuick(state)) return;
    const passed = !!run && run.id === passing;
    const unfinished = run && run.id === mine && isActive(run) ? run.id : '';
    const there = drag && runs.find(({ spec, report }) => report && spec === check.spec);
    store.together(() => {
      if (passed) session.drop(run.id);
      if (there) session.show(there.id);
      else steering.run();
      mine = there ? '' : (store.get().run?.id ?? '');
      if (unfinished && !passed && unfinished !== mine) session.drop(unfinished); // an automatic run that did not finish
      if (passed && !there) store.view.showPrevious(ghost); // the run before the drag
    });
    passing = drag ? mine : '';
  }

  /** Applies the newest value of a drag, each after the first figures of the one before. */
  async function follow() {
    busy = true;
    for (let now; (now = waiting); ) {
      waiting = null;
      drag ??= { recorded: false };
      await opener.edit(...now);
      const { figure, run } = store.get();
      if (!figure && run && isActive(run)) await new Promise((resolve) => (resume = () => resolve(undefined)));
    }
    busy = false;
  }

  return {
    undo: () => void go('past', 'future'),
    redo: () => void go('future', 'past'),
    trainAtOnce,

    /** Applies a value while its number is dragged, if that is quick. @type {(...edit: Edit) => void} */
    scrub(...edit) {
      const state = store.get();
      if (!state.check || state.exercise || !isQuick(state)) return;
      waiting = edit;
      if (!busy) void follow();
    },

    /** Applies a change; ends a drag. @type {(...edit: Edit) => Promise<void>} */
    async edit(...edit) {
      waiting = null;
      await opener.edit(...edit);
      drag = null;
      passing = '';
    },
  };
}
