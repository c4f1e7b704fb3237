// A field for one parameter, built from its catalog entry.

import { attribute, h } from '../../../draw/dom.js';
import { stepped } from '../../../model/draft.js';
import { count, inWords } from '../../../texts/format.js';
import { language, sentence, texts } from '../../../texts/index.js';

/**
 * @typedef {Pick<import('../../../engine.d.ts').Parameter, 'name' | 'type' | 'default' | 'unit' | 'help' |
 *   'choices'> & {min?: number | null, max?: number | null}} Param
 */

/** @param {number | null | undefined} bound */
const boundText = (bound) => (Math.abs(bound ?? 0) >= 1000 ? count(bound ?? 0) : inWords(bound));

/** A parameter's meaning and range. @param {Param} param */
export function explain(param) {
  const help = sentence(param.help);
  if (param.min == null || param.max == null) return help; // a choice has no bounds
  return `${help} ${texts.bounds(boundText(param.min), boundText(param.max), param.unit)}.`;
}

/**
 * Writes a number for a link.
 * @param {string} type of the parameter
 * @param {string} typed
 * @param {string} [spoken] language that it was typed in
 */
export const asLinked = (type, typed, spoken = language) => (spoken === 'de' && type === 'real' ? typed.replace(',', '.') : typed);

const dragged = 4; // CSS pixels for a step

/**
 * Changes a number by dragging its label sideways or by the arrow keys; with Shift ten steps at a time.
 * @param {HTMLLabelElement} label
 * @param {HTMLInputElement} input
 * @param {Param} param
 * @param {(value: string) => void} scrub called during a drag
 */
function steps(label, input, param, scrub) {
  let [from, before, last] = [0, '', ''];
  let moved = false;
  const now = () => Number(asLinked(param.type, input.value.trim()));
  const change = () => input.dispatchEvent(new Event('change', { bubbles: true }));
  label.className = 'drags';
  label.title = texts.dragNumber;
  label.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !Number.isFinite(now())) return;
    [from, before] = [event.clientX, input.value];
    last = before;
    moved = false;
    attribute(label, 'data-dragging', 'yes');
    label.setPointerCapture(event.pointerId);
  });
  label.addEventListener('pointermove', (event) => {
    if (!label.hasPointerCapture(event.pointerId)) return;
    const count = Math.trunc((event.clientX - from) / dragged);
    const base = Number(asLinked(param.type, before));
    input.value = count ? String(stepped(base, count, param)) : before;
    if (input.value !== last) scrub(asLinked(param.type, input.value));
    last = input.value;
    moved ||= input.value !== before;
  });
  const end = () => {
    attribute(label, 'data-dragging', null);
    if (moved) change();
  };
  label.addEventListener('pointerup', end);
  label.addEventListener('pointercancel', () => {
    input.value = before;
    end();
  });
  label.addEventListener('click', (event) => moved && event.preventDefault()); // a drag does not focus
  input.addEventListener('keydown', (event) => {
    const up = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!up || !Number.isFinite(now())) return;
    event.preventDefault();
    input.value = String(stepped(now(), up * (event.shiftKey ? 10 : 1), param));
    change();
  });
}

/**
 * @param {Param} param
 * @param {string} value
 * @param {string} id
 * @param {{change: (value: string) => void, scrub: (value: string) => void, focus: () => void}} on
 */
export function field(param, value, id, on) {
  const common = {
    id,
    title: explain(param),
    'aria-description': explain(param),
    onfocus: on.focus,
    onchange: (/** @type {Event} */ event) => on.change(asLinked(param.type, /** @type {HTMLInputElement} */ (event.target).value.trim())),
  };
  const label = h('label', { for: id }, param.name.replace(/_/g, ' '));
  if (param.type === 'choice') {
    const options = (param.choices ?? []).map((word) => h('option', { value: word, selected: word === value }, word));
    return h('span', { class: 'field' }, label, h('select', common, ...options));
  }
  if (param.type === 'words') {
    label.className = 'hidden';
    const area = h('textarea', { ...common, class: 'layers', rows: 3, spellcheck: 'false', autocapitalize: 'off' });
    area.value = value;
    return h('span', { class: 'field wide' }, label, area);
  }
  const number = param.type === 'integer' || param.type === 'real';
  const input = h('input', {
    ...common,
    type: 'text',
    inputmode: param.type === 'integer' ? 'numeric' : number ? 'decimal' : 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    size: Math.max(3, value.length),
    oninput: () => (input.size = Math.max(3, input.value.length)),
  });
  input.value = value;
  if (number) steps(label, input, param, on.scrub);
  return h('span', { class: 'field' }, label, input);
}
