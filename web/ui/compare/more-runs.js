// The menu that adds runs of several losses, seeds and values at once.
import { closesLikeMenu, h, say, show } from '../../draw/dom.js';
import { lossFamilies } from '../../model/losses.js';
import { nth } from '../../model/nth.js';
import { crossed, listed } from '../../model/plan.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/plan.js').Places} Places */

const words = texts.compare;
const most = 200; // runs at once
const spread = ['gamma', 'lambda']; // parameters for which a list of values can be tried with each loss

/**
 * @param {import('../../model/types.js').Store} store
 * @param {(runs: Places[]) => void} addRuns
 */
export function createMoreRuns(store, addRuns) {
  const losses = h('div', { class: 'boxes wide' });
  const seeds = h('input', { type: 'text', inputmode: 'text', value: '', placeholder: '1/2/3', onchange: () => store.redraw() });
  const values = spread.map((name) =>
    h('input', { type: 'text', value: '', placeholder: '–', 'data-name': name, onchange: () => store.redraw() }),
  );
  const why = h('p', { class: 'error', hidden: true });
  const go = h('button', { class: 'button', onclick: add });
  const element = h(
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
  closesLikeMenu(element);
  element.addEventListener('toggle', () => store.redraw());

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

  function add() {
    const plan = planned();
    show(why, !!plan.why);
    say(why, plan.why);
    if (plan.why) return;
    addRuns(plan.runs);
    element.open = false;
  }

  return {
    element,

    /** Lists the losses. @param {import('../../engine.d.ts').Describe['loss']} all */
    list: (all) =>
      losses.append(
        ...lossFamilies(all)
          .flatMap(({ losses: members }) => members)
          .map(({ id, label }) =>
            h('label', null, h('input', { type: 'checkbox', value: id, onchange: () => store.redraw() }), ' ', label),
          ),
      ),

    /** @param {boolean} mayAdd */
    draw(mayAdd) {
      go.disabled = !mayAdd;
      if (!element.open) return;
      const plan = planned();
      say(go, words.queueRuns(plan.runs.length));
      go.disabled = !plan.runs.length;
      show(why, plan.runs.length === 0 && wished().losses.length > 0);
      say(why, plan.why);
    },
  };
}
