// The options of Evaluate's report: the task, the divisor of log likelihoods, bins, draws, and a calibrator
// fitted on the test set.
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
  const two = arrays.some(({ shape, type }) => shape?.length === 2 && shape[1] === 2 && type?.startsWith('f'));
  const hot = arrays.some(({ one_hot }) => one_hot);
  const offered = /** @type {State['task'][]} */ (['', ...(two ? ['binary'] : []), ...(hot ? ['multilabel'] : [])]);
  if (now && !offered.includes(now)) offered.push(now);
  return offered;
}

/** Divisors of log likelihoods that the tables of questions have. @param {State} state */
function divisorsOf({ items }) {
  const tables = items.flatMap(({ inspected, role }) => (role.endsWith('csv') ? [inspected?.normalise ?? []] : []));
  return ['', ...new Set(tables.flat())];
}

/**
 * A choice with its label.
 * @param {string} id
 * @param {string} label
 * @param {(value: string) => void} choose
 */
function choiceField(id, label, choose) {
  const select = h('select', { class: 'pick', id, onchange: () => choose(select.value) });
  const line = h('div', { class: 'head field' }, h('label', { for: id, class: 'strong' }, label), select);
  return {
    line,
    /** @param {string[]} offered @param {string} now @param {Record<string, string>} names */
    draw(offered, now, names) {
      show(line, offered.length > 1);
      if (!isDrawn(select, offered.join()))
        select.replaceChildren(...offered.map((one) => h('option', { value: one, selected: one === now }, names[one] ?? one)));
    },
  };
}

/** @param {import('./model.js').Model} model */
export function createOptions(model) {
  const bins = numberField(model, 'bins', 1, 1000, words.binsHelp);
  const draws = numberField(model, 'draws', 0, 10000, words.drawsHelp);
  draws.input.placeholder = '200';
  const fit = h('input', { type: 'checkbox', id: 'evaluate-fit', onchange: () => model.option({ crossFit: fit.checked }) });
  const fitLine = h(
    'div',
    { class: 'check' },
    fit,
    h('label', { for: fit.id }, words.crossFit),
    h('p', { class: 'note' }, words.crossFitNote),
  );
  // The task, if the arrays' shapes leave it open.
  const task = choiceField('evaluate-task', words.task, (value) => model.option({ task: /** @type {State['task']} */ (value) }));
  const normalise = choiceField('evaluate-normalise', words.normalise, (value) => model.option({ normalise: value }));
  const element = h('section', { class: 'part' }, task.line, normalise.line, bins.line, bins.wrong, draws.line, draws.wrong, fitLine);

  return {
    element,

    /** @param {State} state */
    draw(state) {
      const { items } = state;
      task.draw(tasksOf(state), state.task, words.tasks);
      normalise.draw(divisorsOf(state), state.normalise, words.divisors);
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
      fit.checked = state.crossFit;
    },
  };
}
