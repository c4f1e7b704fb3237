// The left side of Evaluate: the drop zone, the files with their roles, and the report's options.
import { droppedFiles, pickFiles } from '../../core/files.js';
import { attribute, h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { figure, numberOf } from '../../texts/format.js';
import { sentence, texts } from '../../texts/index.js';
import { columnsPart } from './columns.js';
import { isJoined, isUnread, rolesOf, taskOf } from './roles.js';

/**
 * Another library's metric; metric: the choice that its text denotes.
 * @typedef {{text: string, value: number, metric: import('../../core/types.js').ChoiceRead}} Their
 */
/** @typedef {import('./model.js').State} State */
/** @typedef {import('./roles.js').Item} Item */

const words = texts.evaluate;
const arrow = 'M15 3v16M9 13l6 6 6-6M4 22v4h22v-4';

function dropIcon() {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  for (const [name, value] of Object.entries({ viewBox: '0 0 30 30', width: 30, height: 30, 'aria-hidden': 'true' }))
    svg.setAttribute(name, String(value));
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', arrow);
  svg.append(path);
  return svg;
}

/**
 * A file's content in words.
 * @param {Item} item
 * @param {boolean} joined the table is one of two that belong together
 */
function contents(item, joined) {
  const { inspected, error, fraction } = item;
  if (error) return sentence(error);
  if (!inspected) return words.reading(fraction);
  if (joined) return (item.role.endsWith('csv') ? words.ofPredictions : words.ofLabels)(inspected.rows ?? 0);
  if (inspected.task === 'questions') return words.questions(inspected.rows ?? 0, inspected.options ?? 0);
  if (taskOf(item) === 'multilabel') return words.labelsTable(inspected.rows ?? 0, inspected.labels ?? 0);
  if (taskOf(item)) return words.binaryTable(inspected.rows ?? 0);
  if (inspected.why && item.columns?.group?.length) return words.table(inspected.rows ?? 0);
  if (inspected.why) return words.sayColumns(sentence(inspected.why));
  if (inspected.kind === 'csv') return inspected.shape ? words.outputsTable(inspected.shape) : words.table(inspected.rows ?? 0);
  const shape = inspected.shape ?? [];
  if (inspected.classes) return words.labels(shape[0] ?? 0, inspected.classes, inspected.one_hot);
  if (inspected.labels) return words.manyLabels(shape[0] ?? 0, inspected.labels);
  const code = inspected.type ?? '';
  const type = words.types[code] ?? code.replace(/^([iu])(\d)$/, (_, sign, bytes) => `${sign === 'u' ? 'u' : ''}int${8 * Number(bytes)}`);
  return code.startsWith('f') ? words.array(shape, type) : words.notLabels(shape, type);
}

/**
 * @param {HTMLElement} rail
 * @param {import('./model.js').Model} model
 * @param {import('../../engine.d.ts').Describe} describe
 * @param {() => {run: import('../../model/types.js').Run, chosen: number | null, epoch: number} | null}
 *   runNow
 * @param {ReturnType<typeof import('./network/panel.js').createNetworkPart>} network
 */
export function createEvaluateRail(rail, model, describe, runNow, network) {
  const { store } = model;
  const pick = async () => model.add(await network.take(await pickFiles()));
  const zone = h(
    'div',
    { class: 'drop-zone' },
    dropIcon(),
    h('strong', null, words.drop),
    h('p', { class: 'note' }, words.dropTypes),
    h('button', { class: 'button', onclick: pick }, texts.chooseFiles),
  );
  const useRun = h('button', { class: 'plain', onclick: takeRun });
  const runNote = h('span', { class: 'note' });
  const runLine = h('p', null, useRun, ' ', runNote);
  const list = h('div', { class: 'file-list' });
  const problem = h('p', { class: 'error', role: 'status' });
  const notes = h('div', { class: 'notes', role: 'status' });
  const clear = h('button', { class: 'plain note', onclick: () => model.remove(store.get().items.map(({ file }) => file)) }, words.clear);
  const files = h('section', { class: 'part' }, h('div', { class: 'head' }, h('h2', null, words.read), clear), problem, list, notes);

  function takeRun() {
    const now = runNow();
    if (now) model.takeRun(now.run, now.chosen);
  }

  // The user chooses between logits and probabilities; the page does not guess.
  /** @param {'logits' | 'probabilities'} kind */
  const kindButton = (kind) => h('button', { class: 'option', 'data-kind': kind, onclick: () => model.say(kind) }, words.kinds[kind]);
  const kinds = h(
    'div',
    { class: 'choice', role: 'group', 'aria-label': words.outputs },
    kindButton('logits'),
    kindButton('probabilities'),
  );
  const kindNote = h('p', { class: 'note' });
  const kind = h('section', { class: 'part' }, h('div', { class: 'head' }, h('h2', null, words.outputs), kinds), kindNote);

  // Options.
  /** @param {'bins' | 'draws'} name @param {number} least @param {number} most @param {string} help */
  function numberField(name, least, most, help) {
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
  const bins = numberField('bins', 1, 1000, words.binsHelp);
  const draws = numberField('draws', 0, 10000, words.drawsHelp);
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
  const options = h('section', { class: 'part' }, taskLine, bins.line, bins.wrong, draws.line, draws.wrong, fitLine);

  // Other libraries' conventions.
  const select = h('select', { class: 'pick', id: 'evaluate-library', onchange: () => model.library(select.value) });
  select.append(h('option', { value: '' }, words.own));
  for (const { id } of describe.library) select.append(h('option', { value: id }, id));
  const differs = h('p', { class: 'note' });
  const becomes = h('p', { class: 'strong', 'aria-live': 'polite' });
  const compared = h('table', { class: 'compared' });
  const library = h(
    'section',
    { class: 'part' },
    h('div', { class: 'head' }, h('label', { for: select.id, class: 'strong' }, words.library), select),
    differs,
    becomes,
    compared,
  );
  rail.append(h('div', null, zone, h('p', { class: 'note' }, words.private)), runLine, network.element, files, kind, library, options);

  /** @param {Item} item @param {boolean} joined */
  function row(item, joined) {
    const { file, inspected, error, role } = item;
    const roles = inspected ? rolesOf(item) : [];
    const bad = !!error || (isUnread(item) && !joined);
    const choice = h(
      'select',
      {
        class: 'pick',
        'aria-label': words.roleOf(file.name),
        onchange: (/** @type {Event} */ event) =>
          model.role(file, /** @type {Item['role']} */ (/** @type {HTMLSelectElement} */ (event.target).value)),
      },
      ...roles.map((one) => h('option', { value: one, selected: one === role }, words.roles[one] ?? one)),
    );
    return h(
      'div',
      { class: 'file' },
      h('span', { class: 'mark', 'aria-label': bad ? words.refused : inspected ? words.taken : '' }, bad ? '!' : inspected ? '✓' : '…'),
      h('code', { title: file.name }, file.name),
      h(
        'button',
        { class: 'away', 'aria-label': words.remove(file.name), title: words.remove(file.name), onclick: () => model.remove([file]) },
        '×',
      ),
      h('div', { class: 'holds' }, roles.length > 1 && choice, h('p', { class: bad ? 'error' : 'note' }, contents(item, joined))),
      (role.endsWith('csv') || joined) && inspected?.columns ? columnsPart(item, (columns) => model.columns(file, columns), joined) : null,
    );
  }

  /** @param {State} state */
  function drawList({ items }) {
    if (isDrawn(list, items)) return;
    const focused = document.activeElement?.getAttribute('aria-label');
    list.replaceChildren(...items.map((item) => row(item, isJoined(item, items))));
    if (!focused || list.contains(document.activeElement)) return;
    const again = list.querySelector(`[aria-label="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  // Parameters that name a convention for the same metric. Others define another metric.
  const conventions = ['edges', 'classes'];

  /**
   * A library's metric next to the lab's.
   * @param {Their} their
   * @param {Record<string, import('../../engine.d.ts').Metric>} ours
   */
  function compare(their, ours) {
    const { id, given } = their.metric;
    const entry = describe.metric.find((one) => one.id === id);
    const comparable = Object.keys(given).every((name) => conventions.includes(name));
    const shown = (/** @type {{value: number | null, impossible?: number}} */ one) =>
      figure(numberOf(one) ?? NaN, entry?.unit ?? '', entry?.unit === '%' ? 2 : 3);
    const mine = comparable && ours[id] ? shown(ours[id]) : '–';
    return {
      id,
      name: [id, ...Object.entries(given).map(([name, value]) => `${name}=${value}`)].join(' '),
      mine,
      theirs: shown(their),
      comparable,
      label: entry?.label ?? id,
    };
  }

  /** @param {State} state */
  function drawLibrary({ library: id, theirs, report }) {
    if (isDrawn(compared, id, theirs, report)) return;
    const entry = describe.library.find((one) => one.id === id);
    select.value = id;
    say(differs, entry?.help ?? '');
    const rows = id && report ? (theirs[id] ?? []).map((one) => compare(one, report.metrics)) : [];
    const first = rows.find((row) => row.id === 'ece' && row.comparable);
    say(
      becomes,
      first ? words.becomes(words.columns.ece ?? '', first.mine, first.theirs) : id && report && !rows.length ? words.comparing : '',
    );
    show(compared, rows.length > 0);
    compared.replaceChildren(
      h('thead', null, h('tr', null, ...[words.figure, words.lab, id].map((name) => h('th', { scope: 'col' }, name)))),
      h(
        'tbody',
        null,
        ...rows.map(({ name, label, mine, theirs: other, comparable }) =>
          h(
            'tr',
            { class: comparable && mine !== other ? 'differs' : null },
            h('th', { scope: 'row', title: label }, name),
            h('td', null, mine),
            h('td', null, other),
          ),
        ),
      ),
    );
  }

  /** The engine's notes on how it read the files. @param {State} state */
  function drawNotes({ results }) {
    if (isDrawn(notes, results)) return;
    const unique = new Set(results.flatMap(({ report }) => report?.notes ?? []));
    notes.replaceChildren(...[...unique].map((note) => h('p', { class: 'note' }, sentence(note))));
    show(notes, unique.size > 0);
  }

  /** @param {State} state */
  function drawTask({ items, task: now }) {
    const arrays = items.flatMap(({ inspected, role }) => (inspected?.kind === 'npy' && role !== 'none' ? [inspected] : []));
    const two = arrays.some(({ shape, type }) => shape?.[1] === 2 && type?.startsWith('f'));
    const hot = arrays.some(({ one_hot }) => one_hot);
    const offered = /** @type {State['task'][]} */ (['', ...(two ? ['binary'] : []), ...(hot ? ['multilabel'] : [])]);
    if (now && !offered.includes(now)) offered.push(now);
    show(taskLine, offered.length > 1);
    if (isDrawn(task, offered.join())) return;
    task.replaceChildren(...offered.map((one) => h('option', { value: one, selected: one === now }, words.tasks[one] ?? one)));
  }

  /** @param {State} state */
  function drawKind(state) {
    const kindOf = model.kindNow(state);
    const may = kindOf !== null;
    const has = state.items.some(({ role, inspected }) => inspected?.shape && (role.endsWith('logits') || role.endsWith('csv')));
    const now = kindOf ?? 'logits';
    show(kind, has);
    for (const button of kinds.querySelectorAll('button')) {
      attribute(button, 'aria-pressed', String(button.dataset.kind === now));
      button.disabled = !may && button.dataset.kind === 'probabilities';
    }
    say(kindNote, !may ? words.mustBeLogits : now === 'logits' ? words.readAsLogits : now ? words.readAsProbabilities : '');
  }

  // The whole place accepts dropped files.
  /** @param {HTMLElement} place */
  function catchDrops(place) {
    let depth = 0;
    const mark = () => attribute(place, 'data-drop', depth ? 'yes' : null);
    place.addEventListener('dragenter', (event) => {
      event.preventDefault();
      depth++;
      mark();
    });
    place.addEventListener('dragleave', () => {
      depth = Math.max(0, depth - 1);
      mark();
    });
    place.addEventListener('dragover', (event) => event.preventDefault());
    place.addEventListener('drop', async (event) => {
      event.preventDefault();
      event.stopPropagation(); // a run's data files are dropped elsewhere
      depth = 0;
      mark();
      if (event.dataTransfer) model.add(await network.take(await droppedFiles(event.dataTransfer)));
    });
  }

  return {
    catchDrops,

    /** @param {State} state */
    draw(state) {
      const now = runNow();
      const { why, note, models } = model.gathered();
      const fits = models.some(({ files: { csv, ...rest } }) => {
        const item = state.items.find(({ file }) => file === csv);
        const table = csv && !rest.labels && !item?.inspected?.shape && !taskOf(item);
        return !table && !rest['val-logits'] && !rest['val-csv'];
      });
      show(runLine, !!now);
      say(useRun, words.useRun(now?.run.letter ?? ''));
      say(runNote, now ? words.runNote(now.epoch) : '');
      attribute(rail, 'data-full', state.items.length ? 'yes' : null);
      show(files, state.items.length > 0);
      drawList(state);
      const readable = state.items.some(({ inspected }) => inspected);
      say(problem, state.items.some(({ inspected, error }) => !inspected && !error) ? '' : readable ? why || note : '');
      show(problem, !!problem.textContent);
      drawNotes(state);
      drawKind(state);
      drawTask(state);
      drawLibrary(state);
      show(library, state.items.length > 0);
      show(options, state.items.length > 0);
      show(fitLine, fits);
      if (document.activeElement !== bins.input) bins.input.value = String(state.bins);
      const usual = state.report?.chance?.interval_draws;
      if (document.activeElement !== draws.input) draws.input.value = String(state.draws ?? usual ?? '');
      fit.checked = state.fitOnTest;
    },
  };
}
