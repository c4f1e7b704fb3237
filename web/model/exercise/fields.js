// Checks the fields of an exercise's front matter: lines, numbers, lists and names, each within its limits.
// An error names the field and its line.
import { sentence } from '../../core/formats/error.js';

const LINE_MAX = 1500;
const ITEMS_MAX = 40;
const reserved = ['and', 'or', 'own', 'constructor']; // "constructor" is a property of every object

/** @typedef {(string | number)[]} Field path: ["questions", "guess", "options", 1, "text"], or ["body"] */
/** @typedef {{label: string, field: Field}} Place name in a sentence, and the field */

/** @param {string} label @param {...(string | number)} field @returns {Place} */
export const at = (label, ...field) => ({ label, field });
/**
 * Returns a part of a place, with a name.
 * @param {Place} where
 * @param {string} name
 * @param {...(string | number)} more
 */
export const within = ({ label, field }, name, ...more) => at(`${label}, ${name}`, ...field, ...(more.length ? more : [name]));
/** Returns the same name with another field. @param {Place} where @param {...(string | number)} more */
export const inside = ({ label, field }, ...more) => at(label, ...field, ...more);

/** An error in a field. */
export class FieldError extends Error {
  /** @param {string} why @param {Field} field */
  constructor(why, field) {
    super(why);
    this.why = why;
    this.field = field;
  }
}

/** An error in a field, on a line. */
export class LineError extends FieldError {
  /** @param {unknown} wrong @param {number} line @param {Field} field used if the error has none */
  constructor(wrong, line, field) {
    const why = sentence(wrong);
    super(why, wrong instanceof FieldError ? wrong.field : field);
    this.message = `${why} (line ${line})`;
  }
}

/** @param {string} text @param {number} position */
export const lineAt = (text, position) => text.slice(0, position).split('\n').length;

/** @param {unknown} value @param {Place} where @param {string} [preset] */
export function line(value, where, preset) {
  if (value === undefined && preset !== undefined) return preset;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !text.trim()) throw new FieldError(`${where.label}: a text is missing`, where.field);
  if (text.length > LINE_MAX) throw new FieldError(`${where.label}: ${text.length} characters are more than ${LINE_MAX}`, where.field);
  return text.trim();
}

/**
 * @param {unknown} value @param {Place} where
 * @param {number} min @param {number} max @param {number} preset
 */
export function figure(value, where, min, max, preset) {
  if (value === undefined) return preset;
  if (typeof value === 'number' && value >= min && value <= max) return value;
  throw new FieldError(`${where.label}: not a number from ${min} to ${max}`, where.field);
}

/** @param {unknown} value @param {Place} where @param {string[]} known */
export function fields(value, where, known) {
  if (!value || typeof value !== 'object' || Array.isArray(value))
    throw new FieldError(`${where.label}: names with values are missing`, where.field);
  for (const key of Object.keys(value))
    if (!known.includes(key))
      throw new FieldError(`${where.label}: there is no "${key.slice(0, 40)}"; there are ${known.join(', ')}`, where.field);
  return /** @type {Record<string, unknown>} */ (value);
}

/** @param {unknown} value @param {Place} where @returns {unknown[]} */
export function list(value, where) {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > ITEMS_MAX)
    throw new FieldError(`${where.label}: not a list of at most ${ITEMS_MAX}`, where.field);
  return value;
}

/** @param {unknown} value @param {Place} where */
export function names(value, where) {
  const known = /** @type {Record<string, unknown>} */ (value ?? {});
  if (typeof known !== 'object' || Array.isArray(known)) throw new FieldError(`${where.label}: names with values are missing`, where.field);
  const all = Object.keys(known);
  if (all.length > ITEMS_MAX) throw new FieldError(`${where.label}: more than ${ITEMS_MAX}`, where.field);
  for (const name of all)
    if (!/^[a-z][a-z0-9_]{0,23}$/.test(name) || reserved.includes(name))
      throw new FieldError(
        `${where.label}: "${name.slice(0, 40)}" is not allowed as a name; allowed are at most 24 small letters, digits and _, a letter first, except ${reserved.join(', ')}`,
        where.field,
      );
  return Object.entries(known);
}
