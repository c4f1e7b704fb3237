// The queue that trains runs in the background: its progress, its items, and a notification at its end.
import { h, say, show } from '../../draw/dom.js';
import { progressOf } from '../../model/runs/queue.js';
import { sentence, texts } from '../../texts/index.js';

/** @typedef {import('../../model/types.js').State} State */

const words = texts.compare;

/**
 * @param {import('../../model/types.js').Store} store
 * @param {() => ReturnType<typeof import('../../app/runs/queue.js').createQueue> | null} queue
 * @param {(item: State['queue']['items'][0]) => string} name
 */
export function createQueuePanel(store, queue, name) {
  const at = h('strong');
  const left = h('span', { class: 'quiet' });
  const bar = h('progress', { class: 'work-progress', max: 1, value: 0, 'aria-label': words.queue });
  const pause = h('button', { class: 'plain', onclick: () => (isHeld(store.get()) ? queue()?.resume() : queue()?.hold()) });
  const stop = h('button', { class: 'plain', onclick: () => queue()?.stop() }, words.stop);
  const wish = h('input', { type: 'checkbox', onchange: askToNotify });
  const notify = h('label', { class: 'notify' }, wish, ' ', words.notify);
  const list = h('ol', { class: 'queue-list' });
  const count = h('summary');
  const items = h('details', { class: 'folded' }, count, list);
  const element = h(
    'div',
    { class: 'queue', role: 'group', 'aria-label': words.queue, hidden: true },
    h('div', { class: 'row' }, at, left, pause, stop, notify),
    bar,
    items,
  );

  async function askToNotify() {
    if (!wish.checked) return;
    const answer = 'Notification' in globalThis ? await Notification.requestPermission() : 'denied';
    if (answer === 'granted') return;
    wish.checked = false;
    store.bench.note(words.notifyDenied);
  }

  /** @param {State} state */
  const isHeld = ({ queue, runs }) =>
    queue.held || queue.items.some(({ state, run }) => state === 'running' && runs.find(({ id }) => id === run)?.state === 'paused');

  /** @param {State} state */
  function draw(state) {
    const { items: all } = state.queue;
    const progress = progressOf(state);
    const done = all.filter((item) => item.state === 'done').length;
    show(element, !!progress || done < all.length); // successful runs are in the table
    if (element.hidden) return;
    const waits = progress && state.runs.some((run) => !run.queued && (run.state === 'running' || run.state === 'loading'));
    const held = isHeld(state);
    say(at, progress ? words.queueAt(progress.at, progress.total) : words.queueDone(done, all.length - done));
    say(
      left,
      !progress ? '' : waits ? words.waits : held ? words.held : progress.secondsLeft === null ? '' : words.left(progress.secondsLeft),
    );
    for (const part of [pause, stop, bar]) show(part, !!progress);
    say(pause, held ? words.resume : words.pause);
    bar.value = progress?.fraction ?? 1;
    say(count, words.show(all.length));
    if (list.dataset.made !== JSON.stringify(all.map(({ id, state, error }) => [id, state, error]))) drawItems(all);
  }

  /** @param {State['queue']['items']} all */
  function drawItems(all) {
    list.dataset.made = JSON.stringify(all.map(({ id, state, error }) => [id, state, error]));
    list.replaceChildren(
      ...all.map((item) => {
        const called = name(item);
        const remove = { class: 'plain', 'aria-label': words.removeOf(called), onclick: () => queue()?.remove(item.id) };
        return h(
          'li',
          { 'data-state': item.state, title: item.spec },
          called,
          ' ',
          h('span', { class: 'quiet' }, words.states[item.state]),
          item.error ? h('span', { class: 'why' }, ` ${sentence(item.error)}`) : '',
          ' ',
          h('button', remove, words.drop),
        );
      }),
    );
  }

  return {
    element,
    draw,
    /** Returns true if the user requested a notification at the end. */
    wanted: () => wish.checked,
  };
}
