// Sweeps that were computed elsewhere: a file of one is read, each link checked, and shown where runs are compared. Nothing is kept of it.

import { sentence as messageOf } from '../core/formats/error.js';
import { pointOf, promised, toldBy } from '../model/gathered.js';
import { texts } from '../texts/index.js';

const words = texts.gathered;
const OPEN_MAX = 8;
const AT_ONCE = 64; // links that are asked about side by side

/**
 * @param {import('../core/types.js').Engine} engine
 * @param {import('../model/types.js').Store} store
 * @param {{goTo: (view: string) => void, openLink: (link: string) => void}} travel
 */
export function createGathering(engine, store, { goTo, openLink }) {
  let made = 0;

  /**
   * Points whose links can be read, each once.
   * @param {string} name @param {import('../model/gathered.js').GatheredPoint[]} points @param {string[]} problems to which those that are left out are added
   */
  async function told(name, points, problems) {
    /** @type {import('../model/gathered.js').Told[]} */
    const good = [];
    const specs = new Set();
    for (let at = 0; at < points.length; at += AT_ONCE) {
      if (at) store.bench.note(words.reading(name, at / points.length));
      const part = points.slice(at, at + AT_ONCE);
      const checks = await Promise.all(part.map(({ spec }) => engine.check(spec)));
      part.forEach((point, i) => {
        const check = checks[i];
        if (!check?.ok) problems.push(words.noLink(point.number, check?.error ?? ''));
        else if (specs.has(check.spec)) problems.push(words.twice(point.number));
        else {
          specs.add(check.spec);
          good.push(toldBy(promised(point, check), check, engine.describe));
        }
      });
    }
    return good;
  }

  /** @param {string} name @param {Omit<import('../model/gathered.js').Gathered, 'id' | 'name'>} sweep */
  function show(name, sweep) {
    store.together(() => {
      store.bench.say(null);
      store.runs.setGathered([...store.get().gathered, { id: `gathered-${++made}`, name, ...sweep }]);
    });
    goTo('compare');
  }

  function checkRoom() {
    if (store.get().gathered.length >= OPEN_MAX) throw new Error(words.tooMany(OPEN_MAX));
  }

  return {
    /** A point at the workbench. */
    openLink,

    /** Is this file one? @param {File} file */
    is: async (file) => (await import('../core/importing/gathered.js')).isGathered(file),

    /** @param {File} file */
    async open(file) {
      try {
        checkRoom();
        const { readGathered } = await import('../core/importing/gathered.js');
        const { points, missing, total, problems } = await readGathered(file);
        show(file.name, { pasted: false, points: await told(file.name, points, problems), missing, total, problems });
      } catch (wrong) {
        store.bench.fail(messageOf(wrong));
      }
    },

    /** Runs of many people in one picture, by links with receipts: what those say is shown until a run is trained here. @param {string[]} links */
    async pool(links) {
      try {
        checkRoom();
        /** @type {string[]} */
        const problems = [];
        const points = links.map((spec, i) => pointOf(spec, i + 1));
        const good = await told(words.receipts(links.length), points, problems);
        show(words.receipts(links.length), { pasted: true, points: good, missing: [], total: links.length, problems });
      } catch (wrong) {
        store.bench.fail(messageOf(wrong));
      }
    },
  };
}
