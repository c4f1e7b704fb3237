// The button that leads to the page's other language, in that language.
import { h } from '../../draw/dom.js';
import { language } from '../../texts/index.js';
import { languages } from '../../texts/language.js';

/** @typedef {import('../../texts/language.js').Language} Language */

const other = language === 'de' ? 'en' : 'de';

/** @param {(language: Language) => void} speak @param {string} kind of button @param {boolean} [whole] its name, and not the abbreviation */
export function languageButton(speak, kind, whole = false) {
  const [name, short] = [languages[other], other.toUpperCase()];
  return h(
    'button',
    { class: `${kind} language`, lang: other, 'aria-label': whole ? null : `${short}, ${name}`, title: name, onclick: () => speak(other) },
    whole ? name : short,
  );
}
