// The page in another language: every word of it is made anew, so it begins again, in the same place and with the same runs.
import { readLink, writeLink } from '../core/link.js';
import { language } from '../texts/index.js';
import { inLanguage, keepLanguage, languageOf } from '../texts/language.js';

/**
 * @param {import('../texts/language.js').Language} chosen
 * @param {{settled: () => Promise<void>} | undefined} restore undefined: there is nothing to bring back yet
 */
export async function speak(chosen, restore) {
  const kept = keepLanguage(chosen);
  await restore?.settled();
  const link = readLink();
  writeLink(inLanguage(link, chosen, !kept));
  location.reload();
}

/** A link that asks for another language than the page's. @param {string} link */
export const speaksOther = (link) => (languageOf(link) ?? language) !== language;
