// The page's words in the language of the reader. Each language but English is a chunk of its own, which is fetched where it is wanted;
// where it cannot be had, the page is there all the same.

import * as english from './en/english.js';
import { speak, typeset } from './format.js';
import { wantedLanguage } from './language.js';
import { translator } from './messages.js';

const german = wantedLanguage() === 'de' ? await import('./de/german.js').catch(() => null) : null;

/** What the words are in. @type {import('./language.js').Language} */
export const language = german ? 'de' : 'en';
speak(language);

/** "95-%-Intervall" stays in one line: a word joiner, which nobody sees, after the hyphens beside a %. @param {string} text */
const unbroken = (text) => text.replace(/-%-?/g, (part) => part.replaceAll('-', '-\u2060'));

/** Texts, and what makes texts, each with `change` done to it. @param {any} texts @param {(text: string) => string} change @returns {any} */
function changed(texts, change) {
  if (typeof texts === 'string') return change(texts);
  if (typeof texts === 'function') return (/** @type {unknown[]} */ ...values) => changed(texts(...values), change);
  if (Array.isArray(texts)) return texts.map((one) => changed(one, change));
  if (!texts || Object.getPrototypeOf(texts) !== Object.prototype) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, one]) => [key, changed(one, change)]));
}

/** All that the page says itself. @type {typeof english.texts} */
export const texts = changed((german ?? english).texts, german ? (text) => unbroken(typeset(text)) : typeset);

/** What the engine says of its registries, where it is translated (model/translation.js). @type {import('../model/translation.js').Catalogue} */
export const registries = german?.registries ?? english.registries;

/** The same texts with the spaces of this page. @template T @param {T} texts @returns {T} */
export const allTypeset = (texts) => changed(texts, typeset);

/** @type {(text: string) => string} */
let inGerman = (text) => text;

/** Fetches what the engine, core/, model/ and the files of models/ say in the language of the page, which nothing else waits for. @returns {Promise<void>} */
export async function readMessages() {
  const read = german && (await import('./de/german-messages.js').catch(() => null));
  if (read) inGerman = translator({ ...read.errors, ...read.messages }, read.models);
}

/** What the engine, core/, model/ or a file of models/ says, in the language of the page; what is unknown stays. @param {string} text */
export const translated = (text) => typeset(inGerman(text));

/**
 * The engine's sentences begin small and end without a stop. What they quote from a link ("batch=0 ...",
 * "data shapes10: ..."), and names of files ("logits.npy: ..."), stay as they are.
 * @param {string} english
 */
export function sentence(english) {
  const text = translated(english);
  const quoted = /^[\w.-]+( [\w-]+)?[=:]/.test(text);
  const start = quoted ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
  return start && start + (/[.!?]$/.test(start) ? '' : '.');
}
