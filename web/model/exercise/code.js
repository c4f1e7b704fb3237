// The answer code: one line with the answers and runs of a student, to hand in. A checksum detects typing
// errors. The proof is a hash over the answers, the name and the complete digests of the runs, of which the
// code shows a quarter. So whoever changes an answer must have made the runs to compute a matching proof.
import { sentence } from '../../core/formats/error.js';
import { pack, unpack } from '../../core/formats/packed.js';
import { sha256 } from '../../core/formats/sha256.js';

/** @typedef {import('./read.js').Exercise} Exercise */

/**
 * @typedef {object} Progress a student's progress in an exercise
 * @property {string} name
 * @property {Record<string, number | string>} answers by question: a number, the index of an option, or a
 *   text
 * @property {Record<string, string>} runs complete digests, by run name
 * @property {Record<string, {spec: string, digest: string, link?: string}>} own the student's own runs, by
 *   question; link: with its receipt
 * @property {string} [mark] random, in the codes of predictions (guess.js)
 */

/**
 * @typedef {object} Answer content of a code
 * @property {string} id id of the exercise; empty if it came as a link or a file
 * @property {string} hash hash of its text
 * @property {string} name
 * @property {Record<string, number | string>} answers
 * @property {Record<string, string>} runs the first 16 digits of each digest
 * @property {Record<string, {spec: string, digest: string}>} own spec: a link; newer codes include its
 *   receipt
 * @property {string} proof
 * @property {string} engine version that made the runs; empty in old codes
 * @property {string} mark of the student's predictions that were handed in alone; empty: none, or an old code
 */

export const MARK = 'CAL1-';
const LIMIT = 20000; // characters, unpacked
export const NAME_MAX = 80;
export const TEXT_MAX = 2000; // characters of an explanation

/** Returns entries sorted by key. @param {Record<string, unknown>} record */
const ordered = (record) =>
  Object.keys(record)
    .sort()
    .map((key) => [key, record[key]]);

/**
 * @param {{hash: string, name: string, answers: Record<string, number | string>}} progress
 * @param {Record<string, string>} digests complete digests, by run name
 */
export const proofOf = ({ hash, name, answers }, digests) =>
  sha256(JSON.stringify([hash, name, ordered(answers), ordered(digests)])).slice(0, 16);

/**
 * @param {string} id
 * @param {Pick<Exercise, 'hash'>} exercise
 * @param {Progress} progress
 * @param {string} engine version
 * @returns {Promise<string>}
 */
export async function codeOf(id, { hash }, { name, answers, runs, own, mark }, engine) {
  const short = Object.fromEntries(Object.entries(runs).map(([key, digest]) => [key, digest.slice(0, 16)]));
  const others = Object.fromEntries(Object.entries(own).map(([key, { spec, digest, link }]) => [key, [link ?? spec, digest.slice(0, 16)]]));
  const proof = proofOf({ hash, name, answers }, runs);
  return MARK + (await pack(JSON.stringify([id, hash, name, answers, short, others, proof, engine, ...(mark ? [mark] : [])])));
}

/** @param {unknown} value @param {(value: unknown) => boolean} sound */
const all = (value, sound) => !!value && typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(sound);

/** @param {unknown} digest */
const isDigest = (digest) => typeof digest === 'string' && /^[0-9a-f]{16}$/.test(digest);

/** @param {unknown} value @param {number} most */
const isText = (value, most) => typeof value === 'string' && value.length <= most;

/** @param {string} code @returns {Promise<Answer>} rejects with one sentence */
export async function readCode(code) {
  const found = code.replace(/\s+/g, '');
  if (!found.startsWith(MARK)) throw new Error(`an answer code begins with ${MARK}`);
  let unpacked;
  try {
    unpacked = JSON.parse(await unpack(found.slice(MARK.length), LIMIT));
  } catch (wrong) {
    throw new Error(`This code is refused: ${wrong instanceof SyntaxError ? 'what is packed in it is damaged' : sentence(wrong)}.`);
  }
  const [id, hash, name, answers, runs, own, proof, engine = '', mark = ''] = Array.isArray(unpacked) ? unpacked : [];
  const sound =
    isText(id, 64) &&
    isDigest(hash) &&
    isDigest(proof) &&
    isText(engine, 15) &&
    isText(mark, 5) &&
    isText(name, NAME_MAX) &&
    all(answers, (value) => typeof value === 'number' || isText(value, TEXT_MAX)) &&
    all(runs, isDigest) &&
    all(own, (value) => Array.isArray(value) && isText(value[0], 4000) && isDigest(value[1]));
  if (!sound) throw new Error('This code is refused: it is whole, but not an answer code of this lab.');
  const others = Object.entries(/** @type {Record<string, [string, string]>} */ (own)).map(([key, [spec, digest]]) => [
    key,
    { spec, digest },
  ]);
  return { id, hash, name, answers, runs, own: Object.fromEntries(others), proof, engine, mark };
}

/** Finds all codes in a text such as a mail or a table. @param {string} text @returns {string[]} */
export const codesIn = (text) => [...new Set(text.match(new RegExp(`${MARK}[\\w-]+`, 'g')) ?? [])];
