// The code of one locked-in prediction: a few dozen characters, all of the alphanumeric mode of QR codes, so
// that a phone shows large modules. It has the exercise, the question, the value and a random mark of the
// student, but no name. The last four characters are a checksum.
import { sha256 } from '../../core/formats/sha256.js';

/**
 * @typedef {object} Guess
 * @property {string} code in its only spelling
 * @property {string} hash the first 8 digits of the exercise's hash
 * @property {number} question position in the exercise, from 1
 * @property {number} value in the question's unit
 * @property {string} mark of the student in this exercise
 */

const GUESS = 'CALG-';
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'; // Crockford's base 32: no letter looks like a digit
const MARK_LENGTH = 5; // two of thirty students have the same mark in one of 77,000 classes
const SUM_LENGTH = 4; // one in a million damaged codes passes

/** @param {Uint8Array} bytes */
const letters = (bytes) => [...bytes].map((byte) => digits[byte & 31]).join('');

/** @param {string} body */
const sumOf = (body) => {
  const pairs = sha256(body).match(/../g) ?? [];
  return letters(Uint8Array.from(pairs.slice(0, SUM_LENGTH), (pair) => Number.parseInt(pair, 16)));
};

/** Returns a random mark, without anything about the student. */
export const newMark = () => letters(crypto.getRandomValues(new Uint8Array(MARK_LENGTH)));

/**
 * @param {{hash: string, questions: Record<string, unknown>}} exercise
 * @param {string} id of the question
 * @param {number} value
 * @param {string} mark
 */
export function guessCode({ hash, questions }, id, value, mark) {
  const question = Object.keys(questions).indexOf(id) + 1;
  const body = `${GUESS}${hash.slice(0, 8).toUpperCase()}-${question}-${String(value).toUpperCase()}-${mark}`;
  return body + sumOf(body);
}

/** Reads letters that look like digits as digits. @param {string} text */
const spelled = (text) => text.replaceAll('O', '0').replace(/[IL]/g, '1');

/** @param {string} text typed or scanned @returns {Guess} throws one sentence */
export function readGuess(text) {
  const shape = /^CALG-([0-9A-FOIL]{8})-(\d{1,3})-(-?[\d.]+(?:E[+-]?\d+)?)-([0-9A-Z]{9})$/;
  const [, hash = '', question = '', value = '', end = ''] = shape.exec(text.replace(/\s+/g, '').toUpperCase()) ?? [];
  const body = `${GUESS}${spelled(hash)}-${question}-${value}-${spelled(end.slice(0, MARK_LENGTH))}`;
  const sum = spelled(end.slice(MARK_LENGTH));
  const number = Number(value);
  if (!hash || !Number.isFinite(number) || sumOf(body) !== sum)
    throw new Error('a character of this code is wrong or missing: its check characters do not fit');
  return { code: body + sum, hash: spelled(hash).toLowerCase(), question: Number(question), value: number, mark: body.slice(-MARK_LENGTH) };
}

/** Finds all codes of predictions in a text. @param {string} text @returns {string[]} */
export const guessesIn = (text) => [...new Set(text.match(/\bCALG-[\w.+-]*\w/gi) ?? [])];

/**
 * Combines answers with predictions handed in alone: one record per student. A prediction that a student's
 * answer code has too counts once.
 * @param {string[]} questions ids, in the exercise's order
 * @param {{answers: Record<string, number | string>, mark: string}[]} submitted
 * @param {Guess[]} guesses
 * @returns {Record<string, number | string>[]}
 */
export function combined(questions, submitted, guesses) {
  const answered = new Map(submitted.flatMap(({ mark, answers }) => (mark ? [[mark, answers]] : [])));
  /** @type {Map<string, Record<string, number | string>>} */
  const alone = new Map();
  for (const { mark, question, value } of guesses) {
    const id = questions[question - 1];
    if (id === undefined || answered.get(mark)?.[id] !== undefined) continue;
    alone.set(mark, { [id]: value, ...alone.get(mark) });
  }
  // Completes the last code of a student who handed in several.
  const whole = submitted.map(({ mark, answers }) => (answered.get(mark) === answers ? { ...alone.get(mark), ...answers } : answers));
  return [...whole, ...[...alone].flatMap(([mark, answers]) => (answered.has(mark) ? [] : [answers]))];
}
