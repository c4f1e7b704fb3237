// The options of Evaluate's report: the task, bins, draws, and a calibrator fitted on the test set.
import { h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { texts } from '../../texts/index.js';
import { taskOf } from './input/roles.js';

/** @typedef {import('./model.js').State} State */

const words = texts.evaluate;

/**
 * @param {import('./model.js').Model} model
 * @param {'bins' | 'draws'} name
 * @param {number} least
 * @param {number} most
 * @param {string} help
 */
function numberField(model, name, least, most, help) {
  const input = h('input', {
    id: `evaluate-${name}`,
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'off',
    size: 4,
    title: help,
    'aria-description': help,
    onchange: () => {
      const value = Number(input.value);
      const good = input.value.trim() !== '' && Number.isInteger(value) && value >= least && value <= most;
      say(wrong, good ? '' : words.notWhole(words[name], most, least));
      if (good) model.option({ [name]: value });
    },
  });
  const wrong = h('p', { class: 'error', role: 'alert' });
  return { input, line: h('div', { class: 'head field' }, h('label', { for: input.id, class: 'strong' }, words[name]), input), wrong };
}

/** Tasks among which the arrays' shapes leave the choice. @param {State} state */
function tasksOf({ items, task: now }) {
  const arrays = items.flatMap(({ inspected, role }) => (inspected?.kind === 'npy' && role !== 'none' ? [inspected] : []));
  const two = arrays.some(({ shape, type }) => shape?.[1] === 2 && type?.startsWith('f'));
  const hot = arrays.some(({ one_hot }) => one_hot);
  const offered = /** @type {State['task'][]} */ (['', ...(two ? ['binary'] : []), ...(hot ? ['multilabel'] : [])]);
  if (now && !offered.includes(now)) offered.push(now);
  return offered;
}

/** @param {import('./model.js').Model} model */
export function createOptions(model) {
  const bins = numberField(model, 'bins', 1, 1000, words.binsHelp);
  const draws = numberField(model, 'draws', 0, 10000, words.drawsHelp);
  draws.input.placeholder = '200';
  const fit = h('input', { type: 'checkbox', id: 'evaluate-fit', onchange: () => model.option({ fitOnTest: fit.checked }) });
  const fitLine = h(
    'div',
    { class: 'check' },
    fit,
    h('label', { for: fit.id }, words.fitOnTest),
    h('p', { class: 'note' }, words.fitOnTestNote),
  );
  // The task, if the arrays' shapes leave it open.
  const task = h('select', {
    class: 'pick',
    id: 'evaluate-task',
    onchange: () => model.option({ task: /** @type {State['task']} */ (task.value) }),
  });
  const taskLine = h('div', { class: 'head field' }, h('label', { for: task.id, class: 'strong' }, words.task), task);
  const element = h('section', { class: 'part' }, taskLine, bins.line, bins.wrong, draws.line, draws.wrong, fitLine);

  return {
    element,

    /** @param {State} state */
    draw(state) {
      const { items, task: now } = state;
      const offered = tasksOf(state);
      show(taskLine, offered.length > 1);
      if (!isDrawn(task, offered.join()))
        task.replaceChildren(...offered.map((one) => h('option', { value: one, selected: one === now }, words.tasks[one] ?? one)));
      const fits = model.gathered().models.some(({ files: { csv, ...rest } }) => {
        const item = items.find(({ file }) => file === csv);
        const table = csv && !rest.labels && !item?.inspected?.shape && !taskOf(item);
        return !table && !rest['val-logits'] && !rest['val-csv'];
      });
      show(element, items.length > 0);
      show(fitLine, fits);
      if (document.activeElement !== bins.input) bins.input.value = String(state.bins);
      const usual = state.report?.chance?.interval_draws;
      if (document.activeElement !== draws.input) draws.input.value = String(state.draws ?? usual ?? '');
      fit.checked = state.fitOnTest;
    },
  };
}
