// The run's controls, built from the engine's catalog: a loss added there appears here.

import { attribute, h, say } from '../../../draw/dom.js';
import { kindsOf } from '../../../model/draft.js';
import { entryIn, known } from '../../../model/registry.js';
import { estimate, threadsOf, timeOf } from '../../../model/runs/estimate.js';
import { switchOf } from '../../../model/settings.js';
import { bytes, count } from '../../../texts/format.js';
import { texts } from '../../../texts/index.js';
import { licensesNote } from '../../shell/licenses.js';
import { createDrawings } from './drawings.js';
import { createPart } from './part.js';
import { createTop } from './toolbar.js';

/** @typedef {import('../../../model/types.js').State} State */
/** @typedef {import('../../../model/types.js').Draft} Draft */

const main = ['data', 'model', 'loss'];

/**
 * @param {HTMLElement} rail
 * @param {import('../../../engine.d.ts').Describe} describe
 * @param {Pick<import('../place.js').Actions, 'begin' | 'edit' | 'scrub' | 'run' | 'takeBack' | 'undo' |
 *   'redo' | 'setLive' | 'specOf'>} on
 * @param {HTMLElement} files state of the data's files
 */
export function createRail(rail, describe, on, files) {
  /** @type {Draft} */
  let draft = { choices: {}, run: {} };
  const drawings = createDrawings(rail);
  const { elements } = drawings;
  const switched = h('p', { class: 'switched' });
  const need = h('p', { class: 'note' });
  const layers = h('textarea', {
    class: 'layers',
    rows: 3,
    spellcheck: 'false',
    autocapitalize: 'off',
    'aria-label': texts.layers,
    title: texts.editLayers,
    onchange: () => editLayers(layers.value.trim()),
  });

  const legend = h('p', { class: 'note legend' });
  /** The kinds of layers in a text, in order. @param {string} text */
  const layersIn = (text) =>
    [...new Set(text.match(/(?<![a-z\d])[a-z]+/g))].flatMap((word) => describe.layer.find(({ id }) => id === word) ?? []);
  /** Explains the names of layers in a text such as fc100-relu-fc. @param {string} text */
  function explainLayers(text) {
    const found = layersIn(text);
    say(legend, found.map(({ id, label }) => `${id}: ${label}`).join(', '));
    attribute(legend, 'title', found.map(({ label, help }) => `${label}: ${help}.`).join(' ') || null);
  }

  /** @param {string} text */
  function editLayers(text) {
    on.edit({ ...draft, choices: { ...draft.choices, model: { id: 'layers', params: { [wordsOf('layers') ?? 'text']: text } } } }, 'model');
  }

  /** The positional parameter of a model. @param {string} id */
  const wordsOf = (id) => entryIn(describe.model, id).params.find(({ type }) => type === 'words')?.name;

  /** @typedef {(fields: HTMLElement) => HTMLElement[]} Around returns the elements of a part in order */
  /** @type {Record<string, Around>} */
  const around = {
    data: (fields) => [elements.data, fields],
    model: (fields) => [layers, legend, elements.model, fields, need],
    loss: (fields) => [switched, elements.formula, fields, elements.loss],
  };
  const folded = kindsOf(describe).filter((kind) => !main.includes(kind));
  const parts = Object.fromEntries([...main, 'run', ...folded].map((kind) => [kind, createPart(kind, describe, on, around[kind])]));
  const part = (/** @type {string} */ kind) => known(parts, kind);
  const sections = (/** @type {string[]} */ kinds) => kinds.map((kind) => part(kind).section);
  part('data').section.append(files);

  const top = createTop(on);
  const summary = h('span', { class: 'quiet' });
  rail.setAttribute('aria-label', texts.rail);
  rail.append(
    ...top.elements,
    ...sections([...main, 'run']),
    h('details', { class: 'folded' }, h('summary', null, h('span', { class: 'strong' }, texts.training), summary), ...sections(folded)),
    licensesNote(),
  );

  /**
   * Shows the layers, memory and time that the engine's check of the settings has.
   * @param {NonNullable<State['check']>} check
   * @param {State} state
   */
  function drawCheck(check, state) {
    drawings.drawModel(check);
    need.title = texts.steps(check.need.steps);
    const other = switchOf(check.run, describe);
    say(switched, other ? texts.switchedTo(other.label, other.epoch) : '');
    const { parameters, bytes: memory } = check.need;
    const time = timeOf(estimate(check, threadsOf(state)));
    say(need, `${texts.need(count(parameters), bytes(memory))}, ${texts.about(time)}`);
  }

  return {
    /** @param {State} state */
    draw(state) {
      drawings.drawPictures(state);
      top.draw(state);
      if (!state.draft) return;
      if (state.draft !== draft) {
        draft = state.draft;
        for (const one of Object.values(parts)) one.fill(draft);
        summary.replaceChildren(folded.map((kind) => part(kind).entryNow().label).join(', '));
      }
      if (state.mode === 'bench') drawings.setFormula(part('loss').entryNow().tex);
      for (const [kind, { refuse }] of Object.entries(parts)) refuse(state.refusal?.kind === kind ? state.refusal.error : '');
      // Typed text stays, also while the engine parses it or cannot parse it.
      const { id, params } = known(draft.choices, 'model');
      const text = params[wordsOf(id) ?? ''] || state.check?.net.text;
      if (text !== undefined && document.activeElement !== layers && layers.value !== text) layers.value = text;
      explainLayers(text ?? '');
      if (state.check) drawCheck(state.check, state);
    },
  };
}
