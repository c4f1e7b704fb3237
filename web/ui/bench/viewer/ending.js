// A view's conclusion: its sentence, the evidence behind "Why?", and one next step.
import { h, reveal, say, show } from '../../../draw/dom.js';
import { isDrawn } from '../../../draw/svg.js';
import { withParam } from '../../../model/draft.js';
import { known } from '../../../model/registry.js';
import { texts } from '../../../texts/index.js';

/** @typedef {import('../../../model/types.js').State} State */
/** @typedef {import('../../../model/types.js').Next} Next */

const words = texts.ends;

/**
 * Returns true if a step changes the page's state.
 * @param {Next} next
 * @param {State} state
 * @param {Record<string, string>} chosen in the head of the view on show
 */
function changes({ view, choices, bin, class: klass, epoch, temperature, loss, run }, state, chosen) {
  if (loss) return !!state.draft && known(state.draft.choices, 'loss').id !== loss.id;
  if (run) return !!state.check;
  if (view && view !== state.view) return true;
  if (choices && Object.entries(choices).some(([key, value]) => chosen[key] !== value)) return true;
  if (bin !== undefined) return state.selected !== bin || !state.pinned;
  if (klass !== undefined) return state.pickedClass !== klass;
  return epoch !== undefined || temperature !== undefined;
}

/**
 * @param {import('../../../model/types.js').Store} store
 * @param {Pick<import('../place.js').Actions, 'edit' | 'goTo'>} on
 */
export function createEnding(store, on) {
  const sentence = h('p', { class: 'says' });
  const evidence = h('ul');
  const table = h('button', { class: 'plain', onclick: () => store.view.toggleTable() }, words.table);
  const why = h('details', { ontoggle: () => why.open && reveal(why) }, h('summary', { class: 'plain' }, words.why), evidence, table);
  const step = h('button', { class: 'button next', onclick: () => go() });
  const proposal = h('p', { class: 'row' }, h('span', { class: 'quiet' }, words.whatNext), step);
  const element = h('div', { class: 'conclusion' }, sentence, proposal, why);
  /** @type {Next | null} */
  let next = null;
  /** @type {import('../../../model/types.js').Conclusion} */
  let now = { says: '', why: [], next: [] };

  function go() {
    if (!next) return;
    const { view, choices, bin, class: klass, epoch, temperature, loss, run } = next;
    const state = store.get();
    const to = view ?? state.view;
    store.together(() => {
      if (choices) store.view.choose(to, { ...choices, from: '0' });
      if (bin !== undefined) store.view.pickBin(bin, true);
      if (klass !== undefined) store.view.pickClass(klass);
      if (epoch !== undefined) store.view.goToEpoch(epoch);
      if (temperature !== undefined) store.view.setTemperature(temperature);
    });
    const { draft, check } = state;
    if (draft && loss) on.edit({ ...draft, choices: { ...draft.choices, loss } }, 'loss');
    if (draft && check && run) on.edit(withParam(draft, 'run', 'seed', String(Number(check.run.seed) + 1)), 'run');
    if (to !== state.view) on.goTo(to);
  }

  return {
    element,
    /**
     * @param {State} state
     * @param {import('../../../model/types.js').Conclusion | null} conclusion null: unchanged
     * @param {Record<string, string>} chosen
     */
    draw(state, conclusion, chosen) {
      now = conclusion ?? now;
      const { says, why: lines, next: steps } = now;
      say(sentence, says);
      next = (!state.exercise && steps.find((one) => changes(one, state, chosen))) || null;
      show(proposal, !!next);
      say(step, next?.label ?? '');
      if (!isDrawn(evidence, lines.join())) evidence.replaceChildren(...lines.map((line) => h('li', null, line)));
      show(why, lines.length > 0);
      show(table, !state.asTable);
    },
  };
}
