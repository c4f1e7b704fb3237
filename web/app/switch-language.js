// Switches the page's language. Every text is made anew, so the page reloads, in the same place with the same
// runs.
import { readLink, writeLink } from '../core/link.js';
import { language } from '../texts/index.js';
import { inLanguage, keepLanguage, languageOf } from '../texts/language.js';

/**
 * @param {import('../texts/language.js').Language} chosen
 * @param {{settled: () => Promise<void>} | undefined} restore undefined: nothing to restore yet
 */
export async function switchLanguage(chosen, restore) {
  const kept = keepLanguage(chosen);
  await restore?.settled();
  const link = readLink();
  writeLink(inLanguage(link, chosen, !kept));
  location.reload();
}

/** Returns true if a link sets a language other than the page's. @param {string} link */
export const isOtherLanguage = (link) => (languageOf(link) ?? language) !== language;
