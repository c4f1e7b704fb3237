// The draft: the values of the controls. It only holds chosen values; defaults come from `describe`.

import { entryIn, known } from './registry.js';

/** @typedef {import('./types.js').Draft} Draft */
/** @import {Check, ChoiceKind, Describe, Entry, Parameter} from '../engine.d.ts' */

/** Returns the registries that a link chooses from. @param {Describe} describe */
export const kindsOf = (describe) => /** @type {ChoiceKind[]} */ (Object.keys(describe.default));

/** @param {Describe} describe @param {string} kind a registry @param {string} id @returns {Entry} */
export const entryOf = (describe, kind, id) => entryIn(/** @type {Entry[]} */ (describe[/** @type {ChoiceKind} */ (kind)]), id);

/**
 * Makes a draft from the engine's reading of a link, without defaults.
 * @param {Describe} describe
 * @param {Check} check
 * @returns {Draft}
 */
export function draftOf(describe, check) {
  /** @type {Draft} */
  const draft = { choices: {}, run: {} };
  for (const kind of kindsOf(describe)) {
    const { id, params } = check.choices[kind];
    draft.choices[kind] = { id, params: given(entryOf(describe, kind, id).params, params) };
  }
  draft.run = given(describe.run, check.run);
  return draft;
}

/**
 * @param {Parameter[]} params
 * @param {Record<string, number | string>} values
 * @returns {Record<string, string>}
 */
function given(params, values) {
  /** @type {Record<string, string>} */
  const texts = {};
  for (const param of params) {
    const text = String(values[param.name] ?? '');
    if (text !== String(param.default)) texts[param.name] = text;
  }
  return texts;
}

/**
 * Converts one choice to keys of a link: {loss: 'focal', 'loss.gamma': '2'}.
 * @param {Describe} describe
 * @param {Draft} draft
 * @param {string} kind
 * @returns {Record<string, string>}
 */
export function choicePlaces(describe, draft, kind) {
  const { id, params } = known(draft.choices, kind);
  const given = entryOf(describe, kind, id).params.filter(({ name }) => clean(params[name]));
  return { [kind]: id, ...Object.fromEntries(given.map(({ name }) => [`${kind}.${name}`, clean(params[name])])) };
}

/**
 * Converts a draft to the keys that the engine sets in a link.
 * @param {Describe} describe
 * @param {Draft} draft
 * @returns {Record<string, string>}
 */
export function placesOf(describe, draft) {
  /** @type {Record<string, string>} */
  const places = Object.assign({}, ...kindsOf(describe).map((kind) => choicePlaces(describe, draft, kind)));
  for (const { name } of describe.run) if (clean(draft.run[name])) places[name] = clean(draft.run[name]);
  return places;
}

/** Removes white space from typed text. @param {string | undefined} text */
const clean = (text = '') => text.replace(/\s+/g, '');

/**
 * @param {Draft} draft
 * @param {string} kind a registry, or 'run'
 * @param {string} name
 * @param {string} value
 * @returns {Draft}
 */
export function withParam(draft, kind, name, value) {
  if (kind === 'run') return { ...draft, run: { ...draft.run, [name]: value } };
  const choice = known(draft.choices, kind);
  return { ...draft, choices: { ...draft.choices, [kind]: { ...choice, params: { ...choice.params, [name]: value } } } };
}

/**
 * Chooses another entry. Parameters of the same name keep their values.
 * @param {Describe} describe
 * @param {Draft} draft
 * @param {string} kind
 * @param {string} id
 * @returns {Draft}
 */
export function withChoice(describe, draft, kind, id) {
  const names = entryOf(describe, kind, id).params.map(({ name }) => name);
  const kept = Object.entries(known(draft.choices, kind).params).filter(([name]) => names.includes(name));
  const choices = { ...draft.choices, [kind]: { id, params: Object.fromEntries(kept) } };
  if (kind === 'data') {
    // Multi-label data needs independent outputs, which single-label data does not.
    const several = (/** @type {string} */ data) => entryIn(describe.data, data).several;
    const before = several(known(draft.choices, 'data').id);
    if (several(id) !== before) choices.head = { id: before ? 'softmax' : 'sigmoid', params: {} };
  }
  return { ...draft, choices };
}

/**
 * Returns a parameter's value after some steps of a drag or of the arrow keys. A step is one unit of its
 * second digit: 2000, 2100; 0.05, 0.051.
 * @param {number} value
 * @param {number} steps negative: down
 * @param {{type: string, min?: number | null, max?: number | null}} range
 */
export function stepped(value, steps, { type, min, max }) {
  const whole = type === 'integer';
  const up = Math.sign(steps);
  let now = value;
  for (let i = 0; i < Math.abs(steps); i++) {
    const size = Math.abs(now) || (whole ? 1 : 0.1); // from zero by 0.01
    const step = Math.max(whole ? 1 : 1e-6, 10 ** (Math.floor(Math.log10(size) + 1e-9) - 1));
    const units = up > 0 ? Math.floor(now / step + 1e-9) + 1 : Math.ceil(now / step - 1e-9) - 1;
    now = step < 1 ? units / Math.round(1 / step) : units * step; // the nearest number with few digits
  }
  return Math.min(max ?? Infinity, Math.max(min ?? -Infinity, now));
}
