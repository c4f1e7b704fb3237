// Decisions by the outputs on show: which samples are answered alone, and which answers are possible.
import { h, show } from '../../../draw/dom.js';
import { texts } from '../../../texts/index.js';
import { askNow, keyOf } from '../asks.js';
import { createActing } from './acting.js';
import { createAlone } from './alone.js';
import { createAsking } from './asking.js';
import { createBeyond } from './beyond.js';
import { createSets } from './sets.js';

/** @import {Describe, FilesReport} from '../../../engine.d.ts' */
/** @typedef {import('../state.js').State} State */

/**
 * @param {import('../model.js').Model} model
 * @param {Describe} describe
 */
export function createDecide(model, describe) {
  const beyond = createBeyond(model, describe);
  const alone = createAlone(model, describe);
  const asking = createAsking(model, describe);
  const sets = createSets(model, describe);
  const acting = createActing(model, describe);
  const element = h(
    'section',
    { class: 'decide', 'aria-labelledby': 'evaluate-decide', hidden: true },
    h('h2', { id: 'evaluate-decide' }, texts.views.decide.title),
    beyond.element,
    alone.element,
    asking.element,
    sets.element,
    acting.element,
  );
  /** @param {State} state @param {FilesReport} report */
  function taskOf({ versus }, { task, positive, slices }) {
    const files = versus && model.gathered().models.find(({ name }) => name === versus.name)?.files;
    const file = files?.csv ?? files?.logits;
    return {
      labels: task === 'multilabel' ? (slices?.groups.map(({ name }) => name) ?? []) : [],
      positive: positive ?? texts.view.decision.positive,
      versus: versus && file ? { name: versus.name, file } : null,
    };
  }

  return {
    element,

    /** @param {State} state @param {number} width */
    draw(state, width) {
      const ask = state.report && !state.busy ? askNow(state) : null;
      const { report } = state;
      show(element, !!report);
      if (!ask || !report) return;
      const key = keyOf(ask);
      const { files } = ask;
      const several = report.task === 'multilabel';
      const validated = !!(files['val-csv'] ?? files['val-logits']) && report.k !== null && !several;
      const binary = several || report.task === 'binary' || report.k === 2;
      beyond.draw(ask, key, width, { n: report.n, binary: several || report.task === 'binary' });
      show(alone.element, !several);
      show(asking.element, !several);
      show(sets.element, validated);
      show(acting.element, binary);
      if (!several) alone.draw(ask, key, width);
      const task = taskOf(state, report);
      if (!several) asking.draw(ask, key, width, task.versus);
      if (validated) sets.draw(ask, key, width, !!report.slices, state.kept);
      if (binary) acting.draw(ask, key, width, task);
    },
  };
}
