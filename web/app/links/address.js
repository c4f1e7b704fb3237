// Writes the page's address: the current run's link with its receipt, and the page's keys. The engine formats
// it.
import { onLink, pushLink, writeLink } from '../../core/link.js';

/** @param {import('../../core/types.js').Engine} engine */
export function createAddress(engine) {
  let turn = 0; // only the latest request is written
  let settled = Promise.resolve();
  onLink(() => void turn++); // a pending write must not replace a link that someone else set
  const same = (/** @type {Record<string, string>} */ a, /** @type {Record<string, string>} */ b) =>
    JSON.stringify(a) === JSON.stringify(b);

  /** @param {import('../../core/types.js').Checked} check @param {Record<string, string>} page */
  async function write(check, page) {
    const mine = turn;
    const link = await engine.link.set(check.address, page).catch(() => check.address);
    if (mine === turn) writeLink(link);
  }

  return {
    /**
     * @param {import('../../core/types.js').Checked} check
     * @param {Record<string, string>} page keys of the page
     * @param {boolean} [anew] adds a history entry, so that Back leads here
     */
    show(check, page, anew = false) {
      turn++;
      if (anew) pushLink();
      // Write synchronously if the engine has already formatted the link.
      if (same(page, {})) writeLink(check.address);
      else if (same(page, check.page)) writeLink(check.link);
      else settled = write(check, page);
    },

    /** Clears the address. */
    clear() {
      turn++;
      writeLink('');
    },

    /** Adds a history entry with the current address. */
    async push() {
      await settled;
      pushLink();
    },
  };
}
