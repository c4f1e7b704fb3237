// The button that switches to the page's other language, labelled in that language.
import { h } from '../../draw/dom.js';
import { language } from '../../texts/index.js';
import { languages } from '../../texts/language.js';

/** @typedef {import('../../texts/language.js').Language} Language */

const other = language === 'de' ? 'en' : 'de';

/**
 * @param {(language: Language) => void} switchLanguage
 * @param {string} kind of button
 * @param {boolean} [whole] shows the full name instead of the abbreviation
 */
export function languageButton(switchLanguage, kind, whole = false) {
  const [name, short] = [languages[other], other.toUpperCase()];
  return h(
    'button',
    {
      class: `${kind} language`,
      lang: other,
      'aria-label': whole ? null : `${short}, ${name}`,
      title: name,
      onclick: () => switchLanguage(other),
    },
    whole ? name : short,
  );
}
