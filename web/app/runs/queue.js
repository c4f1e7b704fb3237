// Runs the queue's links in sequence in the background. A run that the reader starts takes precedence: the
// queue's run pauses. A failed run is marked in its place, and the next one starts.

import { draftOf } from '../../model/draft.js';
import { aboutOf, aboutPlaces } from '../../model/plan.js';
import { isActive } from '../../model/runs/list.js';
import { isOpen } from '../../model/runs/queue.js';
import { texts } from '../../texts/index.js';
import { checkWith } from '../links/check.js';

/** @typedef {import('../../model/types.js').Store} Store */
/** @typedef {import('../../model/types.js').QueueItem} QueueItem */
/** @typedef {import('../../model/types.js').State} State */

/**
 * Estimates a run's cost. The unit is arbitrary: only ratios count.
 * @param {import('../../core/types.js').Checked} check
 */
const costOf = ({ need, run }) => Math.max(1, need.multiply_adds * need.steps * run.batch);

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {Store} store
 * @param {ReturnType<typeof import('./session.js').createSession>} session
 */
export function createQueue(engine, store, session) {
  let made = 0;
  /** @type {Map<string, import('../../core/types.js').Checked>} by item */
  const checks = new Map();
  let finished = () => {};
  let yielding = ''; // id of the run that pauses for one of the reader's

  const { get } = store;
  const current = () => get().queue.items.find(({ state }) => state === 'running');

  const { queue: list, editQueued: edit, holdQueue } = store.runs;

  /** Returns true if a run of the reader is training. */
  const other = () => get().runs.some((run) => !run.queued && (run.state === 'loading' || run.state === 'running'));

  /** @param {QueueItem} item */
  function begin(item) {
    const check = checks.get(item.id);
    if (!check) return;
    const kept = get().runs.find((run) => run.spec === item.spec && run.report);
    if (kept) return edit(item.id, { state: 'done', run: kept.id }); // equal links give equal figures
    const run = session.start(check, {
      show: false,
      queued: true,
      sweep: item.sweep,
      failed: ({ error, declined }) => (declined ? putBack(item.id) : edit(item.id, { state: 'failed', error })),
    });
    edit(item.id, { state: 'running', run });
  }

  /** The user did not agree to kept data: the item waits, and the queue with it. @param {string} id */
  function putBack(id) {
    const run = get().queue.items.find((item) => item.id === id)?.run ?? '';
    store.together(() => {
      holdQueue(true);
      edit(id, { state: 'waiting', run: '' });
    });
    session.drop(run);
  }

  /** Starts, pauses or finishes items according to the state. Called after every change of it. */
  function pump() {
    const item = current();
    if (!item) {
      const next = get().queue.items.find(({ state }) => state === 'waiting');
      if (next && !get().queue.held && !other()) begin(next);
      return;
    }
    const run = get().runs.find(({ id }) => id === item.run);
    if (!run || run.state === 'stopped') edit(item.id, { state: 'failed', error: texts.compare.stopped });
    else if (run.report) edit(item.id, { state: 'done' });
    else if (run.state === 'running') {
      const { progress } = run;
      if (progress?.secondsLeft != null && progress.fraction < 1) note(item, progress.secondsLeft / (1 - progress.fraction));
      if (other() || get().queue.held) {
        yielding = run.id;
        session.pause(run.id);
      }
    } else if (run.state === 'paused' && yielding === run.id && !other() && !get().queue.held) {
      yielding = '';
      session.resume(run.id);
    }
  }

  /** Stores a run's total time, for when its run is over. @param {QueueItem} item @param {number} seconds */
  function note(item, seconds) {
    if (!item.seconds || Math.abs(seconds / item.seconds - 1) > 0.05) edit(item.id, { seconds });
  }

  let busy = false;
  let scheduled = false;
  /** Runs once after the changes of a turn, because pump() changes the state itself. */
  function settle() {
    scheduled = false;
    pump();
    const { items } = get().queue;
    const now = items.some(isOpen);
    const done = busy && !now && items.length > 0;
    busy = now;
    if (done) finished();
  }
  store.onChange((state, before) => {
    if (scheduled || (state.runs === before.runs && state.queue === before.queue)) return;
    scheduled = true;
    queueMicrotask(settle);
  });

  return {
    /** @param {() => void} done called when everything is done */
    whenDone: (done) => void (finished = done),

    /**
     * Adds links to the end, with keys set in them. An unreadable link is listed with its error.
     * @param {{link?: string, places?: Record<string, string>, sweep?: string}[]} links
     * @returns {Promise<string[]>} canonical links; empty for unreadable ones
     */
    async add(links) {
      const { items } = get().queue;
      if (!items.some(isOpen)) list([]); // finished items belong to an earlier list
      const specs = [];
      for (const { link: from = '', places = {}, sweep = '' } of links) {
        const check = await checkWith(engine, from, places);
        const about = check.ok ? aboutOf(draftOf(engine.describe, check)) : aboutPlaces(places);
        const id = `q${++made}`;
        /** @type {QueueItem} */
        const item = {
          id,
          spec: check.ok ? check.spec : check.link,
          about,
          sweep,
          state: 'waiting',
          run: '',
          error: '',
          cost: 1,
          seconds: null,
        };
        specs.push(check.ok ? check.spec : '');
        const queue = get().queue.items;
        if (!check.ok) list([...queue, { ...item, state: 'failed', error: check.error }]);
        else if (!queue.some((one) => isOpen(one) && one.spec === check.spec)) {
          checks.set(id, check);
          list([...queue, { ...item, cost: costOf(check) }]);
        }
      }
      return specs;
    },

    /** @param {string} id id of an item; a waiting one is removed, a running one stops */
    remove(id) {
      const item = get().queue.items.find((one) => one.id === id);
      list(get().queue.items.filter((one) => one.id !== id));
      checks.delete(id);
      if (item?.state === 'running') session.drop(item.run);
    },

    /** Removes all open items; finished ones stay. */
    stop() {
      const item = current();
      busy = false; // cancelled rather than done
      store.together(() => {
        list(get().queue.items.filter((one) => !isOpen(one)));
        holdQueue(false);
      });
      if (item) session.drop(item.run);
    },

    hold: () => holdQueue(true),

    resume() {
      const item = current();
      holdQueue(false);
      const run = get().runs.find(({ id }) => id === item?.run);
      if (run?.state === 'paused' && isActive(run)) session.resume(run.id); // including a run that the reader paused
    },
  };
}
