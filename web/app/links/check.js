// Checks a link after setting keys in it.
import { sentence as messageOf } from '../../core/formats/error.js';

/** @typedef {import('../../core/types.js').Checked} Checked */
/** @typedef {import('../../core/types.js').Refused} Refused */

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {string} link
 * @param {Record<string, string>} places
 * @returns {Promise<Checked | Refused & {link: string}>} link: the result so far
 */
export async function checkWith(engine, link, places) {
  let made = link;
  try {
    if (Object.keys(places).length) made = await engine.link.set(link, places);
    const check = await engine.check(made);
    return check.ok ? check : { ...check, link: made };
  } catch (refused) {
    return { ok: false, error: messageOf(refused), link: made };
  }
}
