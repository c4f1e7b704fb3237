// One part of the run's controls: the entry of a registry, and the fields of its parameters.
import { h, say, show } from '../../../draw/dom.js';
import { withChoice, withParam } from '../../../model/draft.js';
import { entryIn, known } from '../../../model/registry.js';
import { sentence, texts } from '../../../texts/index.js';
import { explain, field } from '../../shell/controls/field.js';
import { lossOptions } from '../../shell/controls/losses.js';

/** @typedef {import('../../../model/types.js').Draft} Draft */
/** @typedef {import('../../../engine.d.ts').Parameter} Parameter */
/**
 * Catalog entry that a link can choose.
 * @typedef {{id: string, label: string, help: string, source: string, tex: string,
 *   params: Parameter[]}} Entry
 */

const shownAtOnce = 3; // fields of a part; the rest is folded
const neverFolded = ['noise']; // the parameters that users try first

/**
 * @param {string} kind
 * @param {import('../../../engine.d.ts').Describe} describe
 * @param {Record<'edit' | 'scrub', (draft: Draft, kind: string) => void>} on edit: requests a change of the
 *   draft; scrub: while a number is dragged
 * @param {(fields: HTMLElement) => HTMLElement[]} [around] what the part shows in the order that it is shown,
 *   with the fields
 */
export function createPart(kind, describe, { edit, scrub }, around = (fields) => [fields]) {
  const isRun = kind === 'run'; // the run's parameters have no entry
  /** @type {Entry[]} */
  const entries = isRun ? [] : describe[/** @type {import('../../../engine.d.ts').ChoiceKind} */ (kind)];
  /** @type {Draft} */
  let draft = { choices: {}, run: {} };
  let unfolded = false;

  const fields = h('div', { class: 'fields' });
  const note = h('p', { class: 'note' });
  const error = h('p', { class: 'error', role: 'alert', hidden: true });
  const select = h('select', {
    class: 'pick',
    id: `pick-${kind}`,
    onchange: () => edit(withChoice(describe, draft, kind, select.value), kind),
  });
  if (kind === 'loss') select.append(...lossOptions(entries));
  else for (const entry of entries) select.append(h('option', { value: entry.id, title: entry.help }, entry.label));
  const head = h('div', { class: 'head' }, h('label', { for: select.id, class: 'strong' }, texts.kinds[kind] ?? kind), select);
  const section = h('section', { class: 'part', 'data-kind': kind }, !isRun && head, ...around(fields), note, error);

  /** The chosen entry. */
  const entryNow = () => entryIn(entries, known(draft.choices, kind).id);

  function fillFields() {
    if (fields.querySelector('[data-dragging]')) return; // a new label would end the drag
    const values = isRun ? draft.run : known(draft.choices, kind).params;
    const all = isRun ? describe.run : entryNow().params;
    const params = all.filter((param) => !(kind === 'model' && param.type === 'words'));
    const visible = params.filter(
      (param, i) => unfolded || i < shownAtOnce || neverFolded.includes(param.name) || values[param.name] !== undefined,
    );
    const hidden = params.length - visible.length;
    const boxes = visible.map((param) =>
      field(param, values[param.name] ?? String(param.default), `${kind}-${param.name}`, {
        scrub: (value) => scrub(withParam(draft, kind, param.name, value), kind),
        change: (value) => edit(withParam(draft, kind, param.name, value || String(param.default)), kind),
        focus: () => note.replaceChildren(`${param.name}: ${explain(param)}`),
      }),
    );
    const fold = h(
      'button',
      {
        class: 'plain note',
        'aria-expanded': unfolded ? 'true' : 'false',
        onclick: () => ((unfolded = !unfolded), fillFields()),
      },
      unfolded ? texts.fewer : texts.more(hidden),
    );
    const focused = document.activeElement?.id;
    fields.replaceChildren(...boxes, ...(hidden || (unfolded && params.length > shownAtOnce) ? [fold] : []));
    if (focused && fields.querySelector(`#${CSS.escape(focused)}`)) document.getElementById(focused)?.focus();
  }

  return {
    section,
    entryNow,

    /** @param {Draft} next */
    fill(next) {
      draft = next;
      fillFields();
      if (isRun) return;
      const entry = entryNow();
      select.value = entry.id;
      note.replaceChildren(kind === 'loss' ? sentence(entry.help) : '');
      select.title = [entry.help, entry.source && texts.source + entry.source].filter(Boolean).join(' ');
    },

    /** Shows why the engine refused a value. @param {string} refusal '' for none */
    refuse(refusal) {
      show(error, !!refusal);
      say(error, refusal && sentence(refusal));
    },
  };
}
