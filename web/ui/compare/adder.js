// Adds runs to the comparison, and shows the queue that trains them in the background.

import { closesLikeMenu, h, say, show } from '../../draw/dom.js';
import { nth } from '../../model/nth.js';
import { classics, crossed, listed, shortStudy } from '../../model/plan.js';
import { progressOf } from '../../model/runs/queue.js';
import { sentence, texts } from '../../texts/index.js';

/** @typedef {import('../../model/types.js').State} State */

const words = texts.compare;
const most = 200; // runs at once
const spread = ['gamma', 'lambda']; // parameters for which a list of values can be tried with each loss

/**
 * @param {import('../../model/types.js').Store} store
 * @param {{queue: () => ReturnType<typeof import('../../app/runs/queue.js').createQueue> | null,
 *   name: (item: State['queue']['items'][0]) => string}} on
 */
export function createAdder(store, on) {
  const loss = h('select', { class: 'pick', 'aria-label': words.addLoss });
  const addLoss = h('button', { class: 'button', onclick: () => add({ losses: [loss.value], seeds: [], values: {} }) }, words.add);
  const addSeed = h('button', { class: 'button', onclick: anotherSeed }, words.addSeed);
  const start = h('button', {
    class: 'button solid',
    onclick: () => add({ losses: classics(store.get().describe), seeds: [], values: {} }),
  });
  const study = h(
    'button',
    {
      class: 'button',
      title: words.shortStudyAbout,
      onclick: () => add({ losses: shortStudy(store.get().describe), seeds: [], values: {} }),
    },
    words.shortStudy,
  );

  // Losses x seeds x values.
  const losses = h('div', { class: 'boxes wide' });
  const seeds = h('input', { type: 'text', inputmode: 'text', value: '', placeholder: '1/2/3', onchange: () => store.redraw() });
  const values = spread.map((name) =>
    h('input', { type: 'text', value: '', placeholder: '–', 'data-name': name, onchange: () => store.redraw() }),
  );
  const why = h('p', { class: 'error', hidden: true });
  const go = h('button', { class: 'button', onclick: addAll });
  const more = h(
    'details',
    { class: 'menu more-runs' },
    h('summary', { class: 'plain' }, words.more),
    h(
      'div',
      { class: 'menu-list' },
      h('p', { class: 'note' }, words.listHint),
      losses,
      h('label', { class: 'field' }, words.seeds, seeds),
      ...values.map((input, i) => h('label', { class: 'field' }, words.values(words.symbol(nth(spread, i))), input)),
      go,
      why,
    ),
  );
  closesLikeMenu(more);
  more.addEventListener('toggle', () => store.redraw());

  // The queue.
  const at = h('strong');
  const left = h('span', { class: 'quiet' });
  const bar = h('progress', { class: 'work-progress', max: 1, value: 0, 'aria-label': words.queue });
  const pause = h('button', { class: 'plain', onclick: () => (isHeld(store.get()) ? on.queue()?.resume() : on.queue()?.hold()) });
  const stop = h('button', { class: 'plain', onclick: () => on.queue()?.stop() }, words.stop);
  const wish = h('input', { type: 'checkbox', onchange: askToNotify });
  const notify = h('label', { class: 'notify' }, wish, ' ', words.notify);
  const list = h('ol', { class: 'queue-list' });
  const count = h('summary');
  const items = h('details', { class: 'folded' }, count, list);
  const queue = h(
    'div',
    { class: 'queue', role: 'group', 'aria-label': words.queue, hidden: true },
    h('div', { class: 'row' }, at, left, pause, stop, notify),
    bar,
    items,
  );
  const first = h('div', { class: 'row first-runs' }, start, study);
  const adds = h('div', { class: 'row add-runs' }, h('label', { class: 'field' }, words.addLoss, ' ', loss), addLoss, addSeed, more);

  /** @param {{losses: string[], seeds: string[], values: Record<string, string[]>}} wished */
  function add(wished) {
    const { describe, draft } = store.get();
    if (draft) on.queue()?.add(crossed(describe, draft, wished).map((places) => ({ places })));
  }

  function wished() {
    const checked = [...losses.querySelectorAll('input')].filter((box) => box.checked).map((box) => box.value);
    const lists = Object.fromEntries(values.map((input) => [input.dataset.name ?? '', listed(input.value)]));
    return { losses: checked, seeds: listed(seeds.value), values: lists };
  }

  /** @returns {{runs: import('../../model/plan.js').Places[], why: string}} */
  function planned() {
    const { describe, draft } = store.get();
    const plan = wished();
    if (!draft || !plan.losses.length) return { runs: [], why: words.nothingChosen };
    if (!plan.seeds.every((seed) => /^\d+$/.test(seed))) return { runs: [], why: words.badSeeds };
    const size =
      plan.losses.length * Math.max(1, plan.seeds.length) * Math.max(1, ...Object.values(plan.values).map((one) => one.length)) ** 2;
    const runs = size > 100 * most ? [] : crossed(describe, draft, plan);
    return runs.length && runs.length <= most ? { runs, why: '' } : { runs: [], why: words.tooMany(runs.length || size, most) };
  }

  function addAll() {
    const plan = planned();
    show(why, !!plan.why);
    say(why, plan.why);
    if (plan.why) return;
    on.queue()?.add(plan.runs.map((places) => ({ places })));
    more.open = false;
  }

  /** Adds the next unused seed to each row. */
  function anotherSeed() {
    const rows = new Map();
    for (const { group, settings } of (shown?.groups ?? []).flatMap(({ runs }) => runs))
      rows.set(group, Math.max(rows.get(group) ?? 0, settings.seed + 1));
    on.queue()?.add([...rows].map(([link, seed]) => ({ link, places: { seed: String(seed) } })));
  }

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
  function drawQueue(state) {
    const { items: all } = state.queue;
    const progress = progressOf(state);
    const done = all.filter((item) => item.state === 'done').length;
    show(queue, !!progress || done < all.length); // successful runs are in the table
    if (queue.hidden) return;
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
        const name = on.name(item);
        const remove = { class: 'plain', 'aria-label': words.removeOf(name), onclick: () => on.queue()?.remove(item.id) };
        return h(
          'li',
          { 'data-state': item.state, title: item.spec },
          name,
          ' ',
          h('span', { class: 'quiet' }, words.states[item.state]),
          item.error ? h('span', { class: 'why' }, ` ${sentence(item.error)}`) : '',
          ' ',
          h('button', remove, words.drop),
        );
      }),
    );
  }

  /** @type {import('./shown.js').Shown | null} */
  let shown = null;
  let made = false;
  return {
    first,
    adds,
    queue,
    /** @param {State} state @param {import('./shown.js').Shown} now */
    draw(state, now) {
      shown = now;
      const { describe, draft } = state;
      if (!made) {
        made = true;
        loss.append(...describe.loss.map(({ id, label }) => h('option', { value: id }, label)));
        losses.append(
          ...describe.loss.map(({ id, label }) =>
            h('label', null, h('input', { type: 'checkbox', value: id, onchange: () => store.redraw() }), ' ', label),
          ),
        );
        say(start, words.classics(classics(describe).length));
      }
      const open = state.queue.items.length > 0;
      show(first, !now.groups.length && !open);
      for (const button of [addLoss, start, study, go]) button.disabled = !draft || !!state.refusal;
      show(addSeed, now.groups.length > 0);
      if (more.open) {
        const plan = planned();
        say(go, words.queueRuns(plan.runs.length));
        go.disabled = !plan.runs.length;
        show(why, plan.runs.length === 0 && wished().losses.length > 0);
        say(why, plan.why);
      }
      drawQueue(state);
    },
    /** Returns true if the user requested a notification at the end. */
    wanted: () => wish.checked,
  };
}
