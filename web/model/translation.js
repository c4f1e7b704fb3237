// What the engine says of its registries, in another language: a catalogue laid over what `describe` gives. Ids, numbers and formulas
// stay; what the catalogue has no words for stays in English.

/** Words of an entry, by field; of a list (params, columns), by the name or id of what is in it. @typedef {{[field: string]: string | {[name: string]: Words}}} Words */
/** By registry, then by id: `{loss: {focal: {label: 'Focal Loss', params: {gamma: {help: '…'}}}}}`. @typedef {{[registry: string]: {[id: string]: Words}}} Catalogue */

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => !!value && typeof value === 'object' && !Array.isArray(value);

/** What stands in a list is found by its name. @param {unknown} value @param {unknown} words @returns {unknown} */
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
 * @returns {Registries} describe itself where there is nothing to translate
 */
export const translate = (describe, catalogue) =>
  Object.keys(catalogue).length ? /** @type {Registries} */ (translated(describe, catalogue)) : describe;
