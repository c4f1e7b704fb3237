// Reads exercises: from the folder of the lab, packed in a link, or from a file.
import { unpack } from '../../../core/formats/packed.js';
import { readExercise, TEXT_MAX, tooLong } from '../../../model/exercise/read.js';
import { translated } from '../../../model/exercise/translated.js';
import { language, texts } from '../../../texts/index.js';

/** @import {Exercise} from '../../../model/exercise/read.js' */

const words = texts.exercise;

export const PACKED = 'x.'; // prefix of an exercise that is packed in the link
const UNPACKED_MAX = 16 * TEXT_MAX; // up to this size its length is reported

/** Reads the text of `exercise=`. @param {string} value @returns {Promise<string>} */
async function textOf(value) {
  if (value.startsWith(PACKED)) {
    const text = await unpack(value.slice(PACKED.length), UNPACKED_MAX);
    if (text.length > TEXT_MAX) throw new Error(tooLong(text.length));
    return text;
  }
  if (!/^[a-z0-9-]{1,60}$/.test(value)) throw new Error(words.none(value));
  return fileOf(value);
}

/** @param {string} path of an exercise in the folder */
async function fileOf(path) {
  const response = await fetch(`exercises/${path}.md`);
  if (!response.ok) throw new Error(words.none(path));
  return response.text();
}

/** Exercises with a translation, fetched once. @type {Promise<string[]> | null} */
let listed = null;
/** @returns {Promise<string[]>} */
const inLanguage = () =>
  (listed ??=
    language === 'en'
      ? Promise.resolve([])
      : fetch(`exercises/${language}/index.json`).then(
          (response) => (response.ok ? response.json() : []),
          () => [],
        ));

/** @param {string} value of `exercise=` @returns {Promise<Exercise>} translated if possible */
export async function exerciseOf(value) {
  const it = readExercise(await textOf(value));
  if (value.startsWith(PACKED) || !(await inLanguage()).includes(value)) return it;
  try {
    return translated(it, readExercise(await fileOf(`${language}/${value}`)));
  } catch {
    return it; // it existed when the page was opened
  }
}

/** Reads an exercise's file. @param {File} file */
export async function textOfFile(file) {
  if (file.size > UNPACKED_MAX) throw new Error(tooLong(file.size));
  return file.text();
}
