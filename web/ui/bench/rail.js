// The run's controls, built from the engine's catalog: a loss added there appears here.

import { drawLayers } from '../../draw/charts/layers.js';
import { drawLoss } from '../../draw/charts/loss.js';
import { drawPlane, picture, wordLine } from '../../draw/charts/samples.js';
import { h, say, show } from '../../draw/dom.js';
import { kindsOf, withChoice, withParam } from '../../model/draft.js';
import { switchOf } from '../../model/frame.js';
import { entryIn, known } from '../../model/registry.js';
import { estimate, threadsOf, timeOf } from '../../model/runs/estimate.js';
import { bytes, count } from '../../texts/format.js';
import { sentence, texts } from '../../texts/index.js';
import { explain, field } from '../shell/controls/field.js';
import { licensesNote } from '../shell/licenses.js';
import { setFormula } from '../shell/text/formula.js';
import { createTop } from './toolbar.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/types.js').Draft} Draft */
/** @typedef {import('../../engine.d.ts').Parameter} Parameter */

const shownAtOnce = 3; // fields of a section; the rest is folded
const neverFolded = ['noise']; // the parameters that users try first

/**
 * @param {HTMLElement} rail
 * @param {import('../../engine.d.ts').Describe} describe
 * @param {Pick<import('./place.js').Actions, 'begin' | 'edit' | 'run' | 'takeBack' | 'undo' | 'redo' |
 *   'setLive' | 'specOf'>} on
 * @param {HTMLElement} files state of the data's files
 */
export function createRail(rail, describe, on, files) {
  /**
   * Catalog entries that a link can choose.
   * @type {Record<string, {id: string, label: string, help: string, source: string, tex: string,
   *   params: Parameter[]}[]>}
   */
  const registries = Object.fromEntries(
    kindsOf(describe).map((kind) => [kind, describe[/** @type {import('../../engine.d.ts').ChoiceKind} */ (kind)]]),
  );
  /** @type {Draft} */
  let draft = { choices: {}, run: {} };
  /** @type {Record<string, boolean>} */
  const unfolded = {};
  /**
   * @type {Record<string, {section: HTMLElement, select: HTMLSelectElement | null, fields: HTMLElement,
   *   note: HTMLElement, error: HTMLElement}>}
   */
  const parts = {};
  const drawings = {
    data: h('div', { class: 'pictures', role: 'group', 'aria-label': texts.pictures }),
    model: h('div'),
    loss: h('div'),
  };
  const formula = h('div', { class: 'formula' });
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
  const top = createTop(on);

  /** @param {string} text */
  function editLayers(text) {
    on.edit({ ...draft, choices: { ...draft.choices, model: { id: 'layers', params: { [wordsOf('layers') ?? 'text']: text } } } }, 'model');
  }

  /** The catalog entry chosen for a kind. @param {string} kind */
  const entryNow = (kind) => entryIn(known(registries, kind), known(draft.choices, kind).id);

  /** The positional parameter of a model. @param {string} id */
  const wordsOf = (id) => entryIn(describe.model, id).params.find(({ type }) => type === 'words')?.name;

  // Drawings keep their size in the rail and grow with it on a phone.
  const room = () => (rail.clientWidth ? Math.min(420, rail.clientWidth - 48) : 252);

  /** @param {string} kind */
  function makePart(kind) {
    const select = h('select', {
      class: 'pick',
      id: `pick-${kind}`,
      onchange: (/** @type {Event} */ event) =>
        on.edit(withChoice(describe, draft, kind, /** @type {HTMLSelectElement} */ (event.target).value), kind),
    });
    for (const entry of registries[kind] ?? []) select.append(h('option', { value: entry.id, title: entry.help }, entry.label));
    const fields = h('div', { class: 'fields' });
    const note = h('p', { class: 'note' });
    const error = h('p', { class: 'error', role: 'alert', hidden: true });
    const head = h('div', { class: 'head' }, h('label', { for: select.id, class: 'strong' }, texts.kinds[kind] ?? kind), select);
    const section = h(
      'section',
      { class: 'part', 'data-kind': kind },
      head,
      ...extras(kind, fields),
      note,
      error,
      kind === 'data' && files,
    );
    parts[kind] = { section, select, fields, note, error };
    return section;
  }

  /** @param {string} kind @param {HTMLElement} fields */
  function extras(kind, fields) {
    if (kind === 'data') return [drawings.data, fields];
    if (kind === 'model') return [layers, drawings.model, fields, need];
    if (kind === 'loss') return [switched, formula, fields, drawings.loss];
    return [fields];
  }

  function makeRun() {
    const fields = h('div', { class: 'fields' });
    const note = h('p', { class: 'note' });
    const error = h('p', { class: 'error', role: 'alert', hidden: true });
    const section = h('section', { class: 'part', 'data-kind': 'run' }, fields, note, error);
    parts.run = { section, select: null, fields, note, error };
    return section;
  }

  const [main, folded] = [['data', 'model', 'loss'], kindsOf(describe).filter((kind) => !['data', 'model', 'loss'].includes(kind))];
  const summary = h('span', { class: 'quiet' });
  rail.setAttribute('aria-label', texts.rail);
  rail.append(
    ...top.elements,
    ...main.map(makePart),
    makeRun(),
    h('details', { class: 'folded' }, h('summary', null, h('span', { class: 'strong' }, texts.training), summary), ...folded.map(makePart)),
    licensesNote(),
  );

  /** @param {string} kind */
  function fillFields(kind) {
    const { fields, note } = known(parts, kind);
    const isRun = kind === 'run';
    const values = isRun ? draft.run : known(draft.choices, kind).params;
    const all = isRun ? describe.run : entryNow(kind).params;
    const params = all.filter((param) => !(kind === 'model' && param.type === 'words'));
    const visible = params.filter(
      (param, i) => unfolded[kind] || i < shownAtOnce || neverFolded.includes(param.name) || values[param.name] !== undefined,
    );
    const hidden = params.length - visible.length;
    const boxes = visible.map((param) =>
      field(param, values[param.name] ?? String(param.default), `${kind}-${param.name}`, {
        change: (value) => on.edit(withParam(draft, kind, param.name, value || String(param.default)), kind),
        focus: () => note.replaceChildren(`${param.name}: ${explain(param)}`),
      }),
    );
    const fold = h(
      'button',
      {
        class: 'plain note',
        'aria-expanded': unfolded[kind] ? 'true' : 'false',
        onclick: () => ((unfolded[kind] = !unfolded[kind]), fillFields(kind)),
      },
      unfolded[kind] ? texts.fewer : texts.more(hidden),
    );
    const focused = document.activeElement?.id;
    fields.replaceChildren(...boxes, ...(hidden || (unfolded[kind] && params.length > shownAtOnce) ? [fold] : []));
    if (focused && fields.querySelector(`#${CSS.escape(focused)}`)) document.getElementById(focused)?.focus();
  }

  /** @type {Draft | null} */
  let filled = null;
  /** @type {State['check']} */
  let described = null;

  /** @type {State['examples']} */
  let examples = null;
  /** @type {State['curve']} */
  let curve = null;
  /** @param {State} state */
  function drawPictures(state) {
    if (state.examples !== examples) {
      examples = state.examples;
      drawExamples(drawings.data, examples, room());
    }
    if (state.curve !== curve) {
      curve = state.curve;
      drawLoss(drawings.loss, curve, { width: room(), height: 78 });
    }
  }

  return {
    /** @param {State} state */
    draw(state) {
      drawPictures(state);
      top.draw(state);
      if (!state.draft) return;
      if (state.draft !== filled) {
        filled = draft = state.draft;
        for (const kind in parts) {
          fillFields(kind);
          const { select, note } = known(parts, kind);
          if (select) {
            const entry = entryNow(kind);
            select.value = entry.id;
            note.replaceChildren(kind === 'loss' ? sentence(entry.help) : '');
            select.title = [entry.help, entry.source && texts.source + entry.source].filter(Boolean).join(' ');
          }
        }
        summary.replaceChildren(folded.map((kind) => entryNow(kind).label).join(', '));
      }
      if (state.mode === 'bench') {
        const { tex } = entryNow('loss');
        if (formula.dataset.tex !== tex) setFormula(formula, tex);
      }
      for (const [kind, { error }] of Object.entries(parts)) {
        const refusal = state.refusal?.kind === kind ? sentence(state.refusal.error) : '';
        show(error, !!refusal);
        say(error, refusal);
      }
      // Typed text stays, also while the engine parses it or cannot parse it.
      const { id, params } = known(draft.choices, 'model');
      const text = params[wordsOf(id) ?? ''] || state.check?.net.text;
      if (text !== undefined && document.activeElement !== layers && layers.value !== text) layers.value = text;
      if (state.check && state.check !== described) {
        described = state.check;
        const { net, need: needed } = state.check;
        need.title = texts.steps(needed.steps);
        drawLayers(drawings.model, net, { width: room(), height: 56 });
      }
      if (state.check) {
        const other = switchOf(state.check.run, describe);
        say(switched, other ? texts.switchedTo(other.label, other.epoch) : '');
        const { parameters, bytes: memory } = state.check.need;
        const time = timeOf(estimate(state.check, threadsOf(state)));
        say(need, `${texts.need(count(parameters), bytes(memory))}, ${texts.about(time)}`);
      }
    },
  };
}

/**
 * Draws some test samples: pictures, a plane of points, or lines of words.
 * @param {HTMLElement} element
 * @param {State['examples']} samples
 * @param {number} width
 */
function drawExamples(element, samples, width) {
  const some = (/** @type {number} */ most) => Array.from({ length: Math.min(most, samples?.count ?? 0) }, (_, i) => i);
  element.replaceChildren();
  if (!samples) return;
  if (samples.pixels) element.append(...some(7).map((i) => picture(samples, i)));
  else if (samples.c !== 2) element.append(...some(3).map((i) => wordLine(samples, i)));
  else drawPlane(element, samples, { width, height: 110 });
}
