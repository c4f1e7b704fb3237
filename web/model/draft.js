// The draft: what the controls show. Only what was chosen is in it; defaults come from `describe`.

/** @typedef {import('./types.js').Draft} Draft */

/** The registries that a link chooses from. @param {any} describe @returns {string[]} */
export const kindsOf = (describe) => Object.keys(describe.default);

/** @param {any} describe @param {string} kind @param {string} id */
export const entryOf = (describe, kind, id) => describe[kind].find((/** @type {any} */ entry) => entry.id === id);

/**
 * Takes over what the engine read from a link; defaults are left out.
 * @param {any} describe
 * @param {any} check
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

/** @param {any[]} params @param {Record<string, any>} values @returns {Record<string, string>} */
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
 * @param {any} describe @param {Draft} draft @param {string} kind
 * @returns {Record<string, string>}
 */
export function choicePlaces(describe, draft, kind) {
  const { id, params } = draft.choices[kind];
  const given = entryOf(describe, kind, id).params.filter((/** @type {any} */ { name }) => clean(params[name]));
  return { [kind]: id, ...Object.fromEntries(given.map((/** @type {any} */ { name }) => [`${kind}.${name}`, clean(params[name])])) };
}

/**
 * The draft as places that the engine sets in a link.
 * @param {any} describe
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
  const choice = draft.choices[kind];
  return { ...draft, choices: { ...draft.choices, [kind]: { ...choice, params: { ...choice.params, [name]: value } } } };
}

/**
 * Another entry; parameters of the same name keep what was chosen.
 * @param {any} describe
 * @param {Draft} draft
 * @param {string} kind
 * @param {string} id
 * @returns {Draft}
 */
export function withChoice(describe, draft, kind, id) {
  const known = entryOf(describe, kind, id).params.map((/** @type {any} */ param) => param.name);
  const kept = Object.entries(draft.choices[kind].params).filter(([name]) => known.includes(name));
  return { ...draft, choices: { ...draft.choices, [kind]: { id, params: Object.fromEntries(kept) } } };
}
