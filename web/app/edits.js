// Undo and redo over every change of the rail, and training at once where that is quick. What was changed is told by the links that the
// engine took: each is all there is to go back to.
import { estimate, threadsOf } from '../model/estimate.js';
import { trainsAtOnce } from '../model/live.js';
import { isActive, mayRun } from '../model/runs.js';

const remembered = 100; // changes
const quick = 3; // seconds that a run may take to be trained at once

/**
 * @param {import('../model/types.js').Store} store
 * @param {{session: ReturnType<typeof import('./session.js').createSession>, opener: ReturnType<typeof import('./opener.js').createOpener>, steering: ReturnType<typeof import('./steering.js').createSteering>}} parts
 */
export function followEdits(store, { session, opener, steering }) {
  let going = false; // back or forth: what is opened then is no change
  /** The run that began by itself. */
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

  /** Trains what was just changed, where the switch is on and the run is quick. */
  function trainAtOnce() {
    const state = store.get();
    const { check, run, missing, trouble, exercise } = state;
    if (!check || trouble || missing.length || check.from || exercise || run?.spec === check.spec || !mayRun(state, check.spec)) return;
    if (!trainsAtOnce(state) || estimate(check, threadsOf(state)).least > quick) return;
    const unfinished = run && run.id === mine && isActive(run) ? run.id : '';
    steering.run();
    mine = store.get().run?.id ?? '';
    if (unfinished && unfinished !== mine) session.drop(unfinished); // nobody asked for it, and it came to no end
  }

  return {
    undo: () => void go('past', 'future'),
    redo: () => void go('future', 'past'),
    trainAtOnce,
  };
}
