// Progress of the queue: links that run in sequence in the background.

/** @typedef {import('../types.js').QueueItem} QueueItem */
/** @typedef {import('../types.js').State} State */

/** @param {QueueItem} item */
export const isOpen = ({ state }) => state === 'waiting' || state === 'running';

/**
 * Computes the progress of the queue.
 * @param {Pick<State, 'queue' | 'runs'>} state
 * @returns {{done: number, total: number, at: number, fraction: number, secondsLeft: number | null} | null}
 *   null: nothing is left
 */
export function progressOf({ queue, runs }) {
  const { items } = queue;
  if (!items.some(isOpen)) return null;
  let cost = 0;
  let spent = 0;
  let seconds = 0; // total time of the items counted in `timed`
  let timed = 0;
  for (const item of items) {
    const progress = runs.find((run) => run.id === item.run)?.progress;
    const fraction = isOpen(item) ? (item.state === 'running' && progress?.fraction) || 0 : 1;
    cost += item.cost;
    spent += item.cost * fraction;
    const whole = progress?.secondsLeft != null && fraction < 1 ? progress.secondsLeft / (1 - fraction) : item.seconds;
    if (whole !== null) {
      seconds += whole;
      timed += item.cost;
    }
  }
  const done = items.filter((item) => !isOpen(item)).length;
  const secondsLeft = timed ? ((cost - spent) * seconds) / timed : null;
  return { done, total: items.length, at: Math.min(done + 1, items.length), fraction: spent / cost, secondsLeft };
}
