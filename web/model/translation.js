// Translates `describe`'s registries with a catalogue. Ids, numbers and formulas stay. Untranslated texts
// stay in English.

/**
 * Texts of an entry by field; of a list (params, columns) by the name or id of its elements.
 * @typedef {{[field: string]: string | {[name: string]: Words}}} Words
 */
/**
 * Texts by registry and id: `{loss: {focal: {label: 'Focal Loss', params: {gamma: {help: '…'}}}}}`.
 * @typedef {{[registry: string]: {[id: string]: Words}}} Catalogue
 */

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => !!value && typeof value === 'object' && !Array.isArray(value);

/**
 * Translates a value. Elements of a list are found by name.
 * @param {unknown} value
 * @param {unknown} words
 * @returns {unknown}
 */
function translated(value, words) {
  if (typeof value === 'string') return typeof words === 'string' && words ? words : value;
  if (!isRecord(words)) return value;
  if (Array.isArray(value)) return value.map((one) => (isRecord(one) ? translated(one, words[String(one.id ?? one.name)]) : one));
  if (!isRecord(value)) return value;
  const own = Object.entries(words).filter(([key]) => Object.hasOwn(value, key) && key !== 'id' && key !== 'name');
  return { ...value, ...Object.fromEntries(own.map(([key, more]) => [key, translated(value[key], more)])) };
}

/**
 * @template {object} Registries
 * @param {Registries} describe
 * @param {Catalogue} catalogue
 * @returns {Registries} `describe` itself if there is nothing to translate
 */
export const translate = (describe, catalogue) =>
  Object.keys(catalogue).length ? /** @type {Registries} */ (translated(describe, catalogue)) : describe;
