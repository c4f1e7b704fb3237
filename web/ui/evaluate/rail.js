// The left side of Evaluate: the drop zone, the files with their roles, and the report's options.
import { droppedFiles, pickFiles } from '../../core/files.js';
import { attribute, h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { sentence, texts } from '../../texts/index.js';
import { createFileList } from './input/list.js';
import { createLibrary } from './library.js';
import { createOptions } from './options.js';

/** @typedef {import('./model.js').State} State */

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
 * Makes the whole place accept dropped files.
 * @param {HTMLElement} place
 * @param {(transfer: DataTransfer) => void} take
 */
function catchDrops(place, take) {
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
  place.addEventListener('drop', (event) => {
    event.preventDefault();
    event.stopPropagation(); // a run's data files are dropped elsewhere
    depth = 0;
    mark();
    if (event.dataTransfer) take(event.dataTransfer);
  });
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
  const list = createFileList(model);
  const problem = h('p', { class: 'error', role: 'status' });
  const notes = h('div', { class: 'notes', role: 'status' });
  const clear = h('button', { class: 'plain note', onclick: () => model.remove(store.get().items.map(({ file }) => file)) }, words.clear);
  const files = h(
    'section',
    { class: 'part' },
    h('div', { class: 'head' }, h('h2', null, words.read), clear),
    problem,
    list.element,
    notes,
  );

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

  const library = createLibrary(model, describe);
  const options = createOptions(model);
  rail.append(h('div', null, zone, h('p', { class: 'note' }, words.private)), runLine, network.element, files, kind);
  rail.append(library.element, options.element);

  /** The engine's notes on how it read the files. @param {State} state */
  function drawNotes({ results }) {
    if (isDrawn(notes, results)) return;
    const read = results.flatMap(({ report }) => (report?.read ? [words.readAs(report.read)] : []));
    const unique = new Set([...read, ...results.flatMap(({ report }) => (report?.notes ?? []).map(sentence))]);
    notes.replaceChildren(...[...unique].map((note) => h('p', { class: 'note' }, note)));
    show(notes, unique.size > 0);
  }

  /** @param {State} state */
  function drawKind(state) {
    const kindOf = model.kindNow(state);
    const may = kindOf !== null;
    const outputs = state.items.filter(({ role, inspected }) => inspected?.shape && (role.endsWith('logits') || role.endsWith('csv')));
    const mustBe = outputs.every(({ computed }) => computed) ? words.computedLogits : words.mustBeLogits;
    const now = kindOf ?? 'logits';
    show(kind, outputs.length > 0);
    for (const button of kinds.querySelectorAll('button')) {
      attribute(button, 'aria-pressed', String(button.dataset.kind === now));
      button.disabled = !may && button.dataset.kind === 'probabilities';
    }
    say(kindNote, !may ? mustBe : now === 'logits' ? words.readAsLogits : now ? words.readAsProbabilities : '');
  }

  return {
    /** Takes files dropped on the whole place. @param {HTMLElement} place */
    catchDrops: (place) => catchDrops(place, async (transfer) => model.add(await network.take(await droppedFiles(transfer)))),

    /** @param {State} state */
    draw(state) {
      const now = runNow();
      const { why, note } = model.gathered();
      show(runLine, !!now);
      say(useRun, words.useRun(now?.run.letter ?? ''));
      say(runNote, now ? words.runNote(now.epoch) : '');
      attribute(rail, 'data-full', state.items.length ? 'yes' : null);
      show(files, state.items.length > 0 || !!state.kept);
      list.draw(state.items);
      const applying = state.kept && !state.report; // a dropped calibrator needs no labels
      const readable = !applying && state.items.some(({ inspected }) => inspected);
      say(problem, state.items.some(({ inspected, error }) => !inspected && !error) ? '' : readable ? why || note : '');
      show(problem, !!problem.textContent);
      drawNotes(state);
      drawKind(state);
      library.draw(state);
      options.draw(state);
    },
  };
}
