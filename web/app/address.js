// What the address says: the link of the run on show with its promise, and the page's own keys. The engine writes it.
import { onLink, pushLink, writeLink } from '../core/link.js';

/** @param {import('../core/types.js').Engine} engine */
export function createAddress(engine) {
  let turn = 0; // only the last one that was wanted is written
  let settled = Promise.resolve();
  onLink(() => void turn++); // what was to be written is not written over a link that somebody else put there
  const same = (/** @type {Record<string, string>} */ a, /** @type {Record<string, string>} */ b) =>
    JSON.stringify(a) === JSON.stringify(b);

  /** @param {import('../core/types.js').Checked} check @param {Record<string, string>} page */
  async function write(check, page) {
    const mine = turn;
    const link = await engine.link.set(check.address, page).catch(() => check.address);
    if (mine === turn) writeLink(link);
  }

  return {
    /**
     * @param {import('../core/types.js').Checked} check
     * @param {Record<string, string>} page keys
     * @param {boolean} [anew] as a new entry in the history: another place, from which Back leads here
     */
    show(check, page, anew = false) {
      turn++;
      if (anew) pushLink();
      // At once where the engine has written it already.
      if (same(page, {})) writeLink(check.address);
      else if (same(page, check.page)) writeLink(check.link);
      else settled = write(check, page);
    },

    /** Nothing is on show. */
    clear() {
      turn++;
      writeLink('');
    },

    /** A new entry in the history, which begins with this address. */
    async push() {
      await settled;
      pushLink();
    },
  };
}
