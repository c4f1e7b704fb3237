// Sweeps over a loss's parameters: one click queues their runs, and results are drawn as they arrive.

import { h, say, show } from '../../../draw/dom.js';
import { listed, sweeps as plans, swept } from '../../../model/plan.js';
import { texts } from '../../../texts/index.js';
import { createSweep } from './sweep.js';

/** @typedef {import('../../../model/types.js').State} State */
/** @typedef {import('../../../model/types.js').Sweep} Sweep */

const words = texts.compare;
const most = 200; // runs at once

/**
 * @param {import('../../../model/types.js').Store} store
 * @param {{queue: () => ReturnType<typeof import('../../../app/runs/queue.js').createQueue> | null,
 *   open: (id: string) => void, drop: (id: string) => void, cubic: (points: {x: number[], y: number[]}) =>
 *   Promise<import('../../../engine.d.ts').Cubic>}} on
 */
export function createSweeps(store, on) {
  const buttons = h('div', { class: 'row' });
  const seeds = h('input', { type: 'text', value: '', placeholder: '1/2/3', onchange: () => store.redraw() });
  const why = h('p', { class: 'error', hidden: true });
  const all = h('div', { class: 'sweeps' });
  const element = h(
    'div',
    { class: 'compare-sweeps' },
    h('h2', null, words.sweeps),
    h('p', { class: 'note' }, words.sweepNote),
    buttons,
    why,
    all,
  );
  /** @type {Map<string, ReturnType<typeof createSweep>>} */
  const shown = new Map();

  /** @param {import('../../../model/plan.js').SweepPlan} plan */
  async function begin(plan) {
    const { describe, draft } = store.get();
    if (!draft) return;
    const each = listed(seeds.value);
    const size = plan.axes.reduce((n, { values }) => n * values.length, Math.max(1, each.length));
    const wrong = !each.every((seed) => /^\d+$/.test(seed)) ? words.badSeeds : size > most ? words.tooMany(size, most) : '';
    say(why, wrong);
    show(why, !!wrong);
    if (wrong) return;
    const id = `${plan.id}-${Date.now().toString(36)}`;
    const specs = (await on.queue()?.add(swept(describe, draft, plan, each).map((places) => ({ places, sweep: id })))) ?? [];
    const { sweeps } = store.get();
    if (sweeps.some((one) => one.specs.join() === specs.join())) return; // the sweep exists already
    store.runs.sweep([...sweeps, { id, loss: plan.loss, axes: plan.axes, ...(each.length > 1 && { seeds: each }), specs }]);
  }

  /** @param {Sweep} sweep */
  function remove(sweep) {
    const { sweeps, runs, queue } = store.get();
    const rest = sweeps.filter((one) => one !== sweep);
    const needed = new Set(rest.flatMap(({ specs }) => specs));
    store.runs.sweep(rest);
    for (const item of queue.items) if (item.sweep === sweep.id && !needed.has(item.spec)) on.queue()?.remove(item.id);
    for (const run of runs) if (run.sweep && sweep.specs.includes(run.spec) && !needed.has(run.spec)) on.drop(run.id);
  }

  return {
    element,
    /** @param {State} state */
    draw(state) {
      const { describe, sweeps, draft, refusal } = state;
      if (!buttons.children.length) {
        for (const plan of plans) {
          const entry = describe.loss.find((/** @type {import('../../../engine.d.ts').LossEntry} */ one) => one.id === plan.loss);
          if (!entry) continue;
          const label = words.sweepOf(
            plan.axes.map(({ name }) => words.symbol(name)),
            entry.label,
          );
          buttons.append(h('button', { class: 'button', onclick: () => begin(plan) }, label));
        }
        buttons.append(h('label', { class: 'field' }, words.sweepSeeds, ' ', seeds));
      }
      for (const button of buttons.querySelectorAll('button')) button.disabled = !draft || !!refusal;
      for (const [id, one] of shown)
        if (!sweeps.some((sweep) => sweep.id === id)) {
          one.element.remove();
          shown.delete(id);
        }
      const room = all.clientWidth || 320;
      for (const sweep of sweeps) {
        let one = shown.get(sweep.id);
        if (!one) {
          one = createSweep(store, sweep, { open: on.open, remove, cubic: on.cubic });
          shown.set(sweep.id, one);
          all.append(one.element);
        }
        one.draw(state, room);
      }
    },
  };
}
