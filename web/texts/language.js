// Chooses the page's language: the link's (lang=de), which then holds for this tab; else an earlier choice;
// else the browser's first supported one. This runs before the engine, or without it, so it reads this one
// key of the link.

/** @typedef {'en' | 'de'} Language */

/** Names of the languages in themselves, in the order of the menu. @type {Record<Language, string>} */
export const languages = { en: 'English', de: 'Deutsch' };

const stored = 'calib-language';

/**
 * Language of a tag: "de-AT" is German.
 * @param {string | null | undefined} tag
 * @returns {Language | undefined} undefined if the page does not support it
 */
const spoken = (tag) => /** @type {Language[]} */ (Object.keys(languages)).find((one) => one === tag?.toLowerCase().split(/[-_]/, 1)[0]);

const inLink = /(^\??|&)lang=([\w-]*)/;

/** Language requested by a link. @param {string} link the text after # */
export const languageOf = (link) => spoken(inLink.exec(link)?.[2]);

/**
 * The same link in another language, if it requests one or `must` is true.
 * @param {string} link
 * @param {Language} language
 * @param {boolean} must
 */
export function inLanguage(link, language, must) {
  if (inLink.test(link)) return link.replace(inLink, `$1lang=${language}`);
  return must ? `${link}${link && '&'}lang=${language}` : link;
}

/** @param {'sessionStorage' | 'localStorage'} storage */
function kept(storage) {
  try {
    return spoken(globalThis[storage].getItem(stored));
  } catch {
    return undefined; // the page may not use storage
  }
}

/**
 * @param {Language} language
 * @param {('sessionStorage' | 'localStorage')[]} storages
 * @returns {boolean} true if it was stored
 */
function keep(language, ...storages) {
  try {
    for (const one of storages) globalThis[one].setItem(stored, language);
    return true;
  } catch {
    return false; // no storage either: only the link has the language
  }
}

/**
 * Stores the chosen language for later visits.
 * @param {Language} language
 * @returns {boolean} true if it was stored
 */
export const keepLanguage = (language) => keep(language, 'sessionStorage', 'localStorage');

/** @returns {Language} */
export function wantedLanguage() {
  if (typeof document === 'undefined') return 'en'; // a worker, or Node
  const linked = languageOf(location.hash.slice(1));
  if (linked) keep(linked, 'sessionStorage');
  const preferred = navigator.languages.map(spoken).find((one) => one);
  return linked ?? kept('sessionStorage') ?? kept('localStorage') ?? preferred ?? 'en';
}
