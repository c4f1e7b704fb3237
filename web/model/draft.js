// The draft: what the controls show. Only what was chosen is in it; defaults come from `describe`.

import { entryIn, known } from './registry.js';

/** @typedef {import('./types.js').Draft} Draft */
/** @import {Check, ChoiceKind, Describe, Entry, Parameter} from '../engine.d.ts' */

/** The registries that a link chooses from. @param {Describe} describe */
export const kindsOf = (describe) => /** @type {ChoiceKind[]} */ (Object.keys(describe.default));

/** @param {Describe} describe @param {string} kind one of these @param {string} id @returns {Entry} */
export const entryOf = (describe, kind, id) => entryIn(/** @type {Entry[]} */ (describe[/** @type {ChoiceKind} */ (kind)]), id);

/**
 * Takes over what the engine read from a link; defaults are left out.
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

/** @param {Parameter[]} params @param {Record<string, number | string>} values @returns {Record<string, string>} */
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
 * One choice as places of a link: {loss: 'focal', 'loss.gamma': '2'}.
 * @param {Describe} describe @param {Draft} draft @param {string} kind
 * @returns {Record<string, string>}
 */
export function choicePlaces(describe, draft, kind) {
  const { id, params } = known(draft.choices, kind);
  const given = entryOf(describe, kind, id).params.filter(({ name }) => clean(params[name]));
  return { [kind]: id, ...Object.fromEntries(given.map(({ name }) => [`${kind}.${name}`, clean(params[name])])) };
}

/**
 * The draft as places that the engine sets in a link.
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

/** What was typed, without blanks. @param {string | undefined} text */
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
 * Another entry; parameters of the same name keep what was chosen.
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
    // Several labels a sample take outputs of their own, which one label can do without.
    const several = (/** @type {string} */ data) => entryIn(describe.data, data).several;
    const before = several(known(draft.choices, 'data').id);
    if (several(id) !== before) choices.head = { id: before ? 'softmax' : 'sigmoid', params: {} };
  }
  return { ...draft, choices };
}
