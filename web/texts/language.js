// The language of the page: what the link says (lang=de), which then holds in this tab; else what was chosen here before, else the first of
// the browser's languages that the page speaks. It is wanted before the engine is there, and where there is none, so this one key of the
// link is read here.

/** @typedef {'en' | 'de'} Language */

/** Their own names, in the order of the menu. @type {Record<Language, string>} */
export const languages = { en: 'English', de: 'Deutsch' };

const stored = 'calib-language';

/** "de-AT" is German. @param {string | null | undefined} tag @returns {Language | undefined} undefined: none that the page speaks */
const spoken = (tag) => /** @type {Language[]} */ (Object.keys(languages)).find((one) => one === tag?.toLowerCase().split(/[-_]/, 1)[0]);

const inLink = /(^\??|&)lang=([\w-]*)/;

/** The language that a link asks for. @param {string} link what stands after # */
export const languageOf = (link) => spoken(inLink.exec(link)?.[2]);

/** The same link in another language, if it asks for one, or has to. @param {string} link @param {Language} language @param {boolean} must */
export function inLanguage(link, language, must) {
  if (inLink.test(link)) return link.replace(inLink, `$1lang=${language}`);
  return must ? `${link}${link && '&'}lang=${language}` : link;
}

/** @param {'sessionStorage' | 'localStorage'} storage */
function kept(storage) {
  try {
    return spoken(globalThis[storage].getItem(stored));
  } catch {
    return undefined; // storage is closed to this page
  }
}

/** @param {Language} language @param {('sessionStorage' | 'localStorage')[]} storages @returns {boolean} whether it is kept */
function keep(language, ...storages) {
  try {
    for (const one of storages) globalThis[one].setItem(stored, language);
    return true;
  } catch {
    return false; // as above: the link alone says it
  }
}

/** What is chosen in the page holds for the next one, too. @param {Language} language @returns {boolean} whether it is kept */
export const keepLanguage = (language) => keep(language, 'sessionStorage', 'localStorage');

/** @returns {Language} */
export function wantedLanguage() {
  if (typeof document === 'undefined') return 'en'; // a worker, or Node
  const said = languageOf(location.hash.slice(1));
  if (said) keep(said, 'sessionStorage');
  const preferred = navigator.languages.map(spoken).find((one) => one);
  return said ?? kept('sessionStorage') ?? kept('localStorage') ?? preferred ?? 'en';
}
