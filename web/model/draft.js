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

/** @param {any[]} params @param {Record<string, string>} values */
function paramsText(params, values) {
  return params
    .filter((param) => values[param.name] !== undefined && values[param.name] !== '')
    .map((param) => (param.type === 'words' ? values[param.name] : `${param.name}=${values[param.name]}`))
    .join(',');
}

/** One choice as it stands in a link: "focal:gamma=3". @param {any} describe @param {Draft} draft @param {string} kind */
export function choiceText(describe, draft, kind) {
  const { id, params } = draft.choices[kind];
  const text = paramsText(entryOf(describe, kind, id).params, params);
  return text ? `${id}:${text}` : id;
}

/**
 * The draft as a link. Characters that end a value are escaped, so that a slip in one field cannot become
 * another key.
 * @param {any} describe
 * @param {Draft} draft
 */
export function linkOf(describe, draft) {
  const parts = kindsOf(describe).map((kind) => `${kind}=${clean(choiceText(describe, draft, kind))}`);
  for (const param of describe.run) if (draft.run[param.name]) parts.push(`${param.name}=${clean(draft.run[param.name])}`);
  return parts.join('&');
}

/** @param {string} text */
const clean = (text) => text.replace(/\s+/g, '').replace(/&/g, '%26');

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
