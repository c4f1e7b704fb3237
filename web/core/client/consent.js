// Asks the user before a run uses a kept file that nobody picked in this tab: on a shared computer it may be
// somebody else's. The query worker holds such files back until the user agrees. Files of the site need no
// question.

import { siteHashes } from '../files.js';
import { agreedFiles, rememberAgreed, unagreed } from '../storage/agreed.js';

/** @import {Ask} from '../messages.js' */
/** @import {MissingFile} from '../types.js' */

/** @typedef {{asks?: boolean}} Looking asks: asks the user about kept files */

export class Consent {
  /** @param {Ask<'query'>} ask */
  constructor(ask) {
    this.ask = ask;
    /**
     * Asks the user; the page replaces it. True: look again, false: these files are not to be used now.
     * @type {(link: string, files: MissingFile[]) => Promise<boolean>}
     */
    this.question = async () => false;
    /** @type {() => Promise<Set<string>>} SHA-256 of files that the site publishes */
    this.published = siteHashes;
  }

  /** Lets links use kept files, in this tab and after its reloads. @param {string[]} sha256s */
  async agree(sha256s) {
    rememberAgreed(sha256s);
    await this.ask('agree', sha256s);
  }

  /**
   * Finds the missing files, and repeats that after each agreement.
   * @template {{missing: MissingFile[]}} Found
   * @param {string} link
   * @param {() => Promise<Found>} look
   * @param {Looking} [options]
   * @returns {Promise<Found>} kept files among the missing ones: the user did not agree to them
   */
  async settle(link, look, { asks = false } = {}) {
    for (;;) {
      const found = await look();
      const kept = unagreed(found.missing);
      if (!kept.length) return found;
      const published = await this.published();
      const known = kept.flatMap(({ sha256 }) => (sha256 && published.has(sha256) ? [sha256] : []));
      if (known.length) await this.agree(known);
      else if (!asks || !(await this.question(link, kept))) return found;
    }
  }

  /** @param {string} link @param {Looking} [options] */
  async missing(link, options) {
    const { missing } = await this.settle(link, async () => ({ missing: await this.ask('missing', link) }), options);
    return missing;
  }

  /** @param {string} link @param {Looking} [options] */
  evaluation(link, options) {
    return this.settle(link, () => this.ask('evaluation', link), options);
  }

  /** @param {string} link @param {Looking} [options] */
  elsewhere(link, options) {
    return this.settle(link, () => this.ask('missingElsewhere', link), options);
  }

  /**
   * Keeps files. Asks the user about older kept files that complete them.
   * @param {string} link
   * @param {{name: string, blob: Blob, sha256?: string}[]} files
   */
  async adopt(link, files) {
    let given = files;
    const kept = files.map(({ name }) => name);
    const look = async () => {
      const answer = await this.ask('adopt', link, given);
      given = []; // they are here now
      return { ...answer, kept };
    };
    return this.settle(link, look, { asks: true });
  }
}

/** Tells a new query worker what this tab agreed to. @param {Ask<'query'>} ask */
export function tellAgreed(ask) {
  const sha256s = agreedFiles();
  if (sha256s.length) ask('agree', sha256s).catch(() => {}); // a dead worker is replaced, and the next one is told
}
