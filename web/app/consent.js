// Asks the user before the page uses kept data that nobody picked in this tab.
import { pickFiles } from '../core/files.js';
import { unagreed } from '../core/storage/agreed.js';
import { texts } from '../texts/index.js';
import { askKept } from '../ui/shell/consent.js';

/** @typedef {import('../core/types.js').MissingFile} MissingFile */

/**
 * @param {import('../core/types.js').Engine} engine
 * @param {() => Promise<void>} refresh shows the missing files and the samples anew
 */
export function createConsent(engine, refresh) {
  /** The dialog on show. @type {Promise<boolean> | null} */
  let open = null;

  /** @param {string} link @param {MissingFile[]} files */
  async function ask(link, files) {
    const sha256s = files.flatMap(({ sha256 }) => sha256 ?? []);
    const answered = await askKept(files, {
      use: () => engine.consent.agree(sha256s),
      async choose() {
        const picked = await pickFiles();
        if (!picked.length) return false;
        const { missing } = await engine.files.add(link, picked);
        if (unagreed(missing).some(({ sha256 }) => sha256 && sha256s.includes(sha256))) throw new Error(texts.data.consent.other);
        return true;
      },
      async forget() {
        for (const sha256 of sha256s) await engine.files.remove(sha256);
      },
    });
    if (answered) await refresh();
    return answered;
  }

  engine.consent.question = async (link, files) => {
    if (open) {
      await open;
      return true; // its answer may hold for these files, too: look again
    }
    open = ask(link, files).finally(() => (open = null));
    return open;
  };

  return {
    /**
     * Asks about the kept files that a link takes.
     * @param {string} link
     * @returns {Promise<boolean>} false: some of them are not to be used
     */
    async confirm(link) {
      const left = await engine.files.missing(link, { asks: true });
      await refresh();
      return !unagreed(left).length;
    },
  };
}
