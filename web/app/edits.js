// Undo, redo and live training. Every change of the rail is recorded as the link that the engine accepted.

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

/**
 * @param {import('../model/types.js').Store} store
 * @param {Parts} parts
 */
export function followEdits(store, { session, opener, steering }) {
  let going = false; // true during undo and redo, which are not recorded
  /** The run that live training started. */
  let mine = '';

  store.onChange(({ check, mode }, before) => {
    if (going || !check || !before.check || check.spec === before.check.spec || mode !== 'bench' || before.mode !== 'bench') return;
    const { past } = store.get();
    store.draft.remember([...past, before.check.spec].slice(-remembered), []);
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
    const { check, run, missing, refusal, exercise } = state;
    if (!check || refusal || missing.length || check.from || exercise || run?.spec === check.spec || !mayRun(state, check.spec)) return;
    if (!trainsAtOnce(state) || estimate(check, threadsOf(state)).least > quick) return;
    const unfinished = run && run.id === mine && isActive(run) ? run.id : '';
    steering.run();
    mine = store.get().run?.id ?? '';
    if (unfinished && unfinished !== mine) session.drop(unfinished); // an automatic run that did not finish
  }

  return {
    undo: () => void go('past', 'future'),
    redo: () => void go('future', 'past'),
    trainAtOnce,
  };
}
