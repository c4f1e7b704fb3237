// The page's texts in the reader's language. Each language but English is a separate chunk that is fetched if
// needed. If that fails, the page is in English.

import * as english from './en/english.js';
import { setNumberLanguage, typeset } from './format.js';
import { wantedLanguage } from './language.js';
import { translator } from './messages.js';

const german = wantedLanguage() === 'de' ? await import('./de/german.js').catch(() => null) : null;

/** Language of the texts. @type {import('./language.js').Language} */
export const language = german ? 'de' : 'en';
setNumberLanguage(language);

/**
 * Keeps "95-%-Intervall" on one line: inserts an invisible word joiner after hyphens next to a %.
 * @param {string} text
 */
const unbroken = (text) => text.replace(/-%-?/g, (part) => part.replaceAll('-', '-\u2060'));

/**
 * Applies `change` to every text, and to the results of functions that make texts.
 * @param {any} texts
 * @param {(text: string) => string} change
 * @returns {any}
 */
function changed(texts, change) {
  if (typeof texts === 'string') return change(texts);
  if (typeof texts === 'function') return (/** @type {unknown[]} */ ...values) => changed(texts(...values), change);
  if (Array.isArray(texts)) return texts.map((one) => changed(one, change));
  if (!texts || Object.getPrototypeOf(texts) !== Object.prototype) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, one]) => [key, changed(one, change)]));
}

/** All texts of the page. @type {typeof english.texts} */
export const texts = changed((german ?? english).texts, german ? (text) => unbroken(typeset(text)) : typeset);

/**
 * Translated catalog texts of the engine, if any (model/translation.js).
 * @type {import('../model/translation.js').Catalogue}
 */
export const registries = german?.registries ?? english.registries;

/** The same texts with this page's spaces. @template T @param {T} texts @returns {T} */
export const allTypeset = (texts) => changed(texts, typeset);

/** @type {(text: string) => string} */
let inGerman = (text) => text;

/**
 * Fetches the translated messages of the engine, core/, model/ and the files of models/. Nothing else waits
 * for them.
 * @returns {Promise<void>}
 */
export async function readMessages() {
  const read = german && (await import('./de/german-messages.js').catch(() => null));
  if (read) inGerman = translator({ ...read.errors, ...read.messages }, read.models);
}

/**
 * Translates a message of the engine, core/, model/ or a file of models/. Unknown messages are returned
 * unchanged.
 * @param {string} text
 */
export const translated = (text) => typeset(inGerman(text));

/**
 * Turns an engine message into a sentence: capital letter and full stop. Quotes from a link ("batch=0 ...",
 * "data shapes10: ...") and file names ("logits.npy: ...") keep their first letter.
 * @param {string} english
 */
export function sentence(english) {
  const text = translated(english);
  const quoted = /^[\w.-]+( [\w-]+)?[=:]/.test(text);
  const start = quoted ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
  return start && start + (/[.!?]$/.test(start) ? '' : '.');
}
