// Decisions by the outputs on show: which samples are answered alone, and which answers are possible.
import { h, show } from '../../../draw/dom.js';
import { texts } from '../../../texts/index.js';
import { askNow, keyOf } from '../asks.js';
import { createAlone } from './alone.js';
import { createSets } from './sets.js';

/** @import {Describe} from '../../../engine.d.ts' */
/** @typedef {import('../state.js').State} State */

/**
 * @param {import('../model.js').Model} model
 * @param {Describe} describe
 */
export function createDecide(model, describe) {
  const alone = createAlone(model, describe);
  const sets = createSets(model, describe);
  const element = h(
    'section',
    { class: 'decide', 'aria-labelledby': 'evaluate-decide', hidden: true },
    h('h2', { id: 'evaluate-decide' }, texts.views.decide.title),
    alone.element,
    sets.element,
  );
  return {
    element,

    /** @param {State} state @param {number} width */
    draw(state, width) {
      const ask = state.report && !state.busy ? askNow(state) : null;
      show(element, !!state.report && state.report.task !== 'multilabel');
      if (!ask || element.hidden) return;
      const key = keyOf(ask);
      const { files } = ask;
      const validated = !!(files['val-csv'] ?? files['val-logits']) && state.report?.k !== null;
      show(sets.element, validated);
      alone.draw(ask, key, width);
      if (validated) sets.draw(ask, key, width, !!state.report?.slices);
    },
  };
}
