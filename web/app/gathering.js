// Sweeps that were computed elsewhere: a file of one is read, each link checked, and shown where runs are compared. Nothing is kept of it.

import { sentence as messageOf } from '../core/formats/error.js';
import { toldBy } from '../model/gathered.js';

const OPEN_MAX = 8;
const AT_ONCE = 64; // links that are asked about side by side

/**
 * @param {import('../core/types.js').Engine} engine
 * @param {import('../model/types.js').Store} store
 * @param {{goTo: (view: string) => void, openLink: (link: string) => void}} travel
 */
export function createGathering(engine, store, { goTo, openLink }) {
  let made = 0;

  /** @param {File} file @returns {Promise<import('../model/gathered.js').Gathered>} */
  async function read(file) {
    const [{ readGathered }, { gatheredTexts: words }] = await Promise.all([
      import('../core/importing/gathered.js'),
      import('../texts/gathered.js'),
    ]);
    if (store.get().gathered.length >= OPEN_MAX) throw new Error(words.tooMany(OPEN_MAX));
    const { points, missing, total, problems } = await readGathered(file);
    /** @type {import('../model/gathered.js').Told[]} */
    const told = [];
    const specs = new Set();
    for (let at = 0; at < points.length; at += AT_ONCE) {
      if (at) store.bench.note(words.reading(file.name, at / points.length));
      const part = points.slice(at, at + AT_ONCE);
      const checks = await Promise.all(part.map(({ spec }) => engine.check(spec)));
      part.forEach((point, i) => {
        const check = checks[i];
        if (!check?.ok) problems.push(words.noLink(point.number, check?.error ?? ''));
        else if (specs.has(check.spec)) problems.push(words.twice(point.number));
        else {
          specs.add(check.spec);
          told.push(toldBy(point, check, engine.describe));
        }
      });
    }
    return { id: `gathered-${++made}`, name: file.name, points: told, missing, total, problems };
  }

  return {
    /** A point at the workbench. */
    openLink,

    /** Is this file one? @param {File} file */
    is: async (file) => (await import('../core/importing/gathered.js')).isGathered(file),

    /** @param {File} file */
    async open(file) {
      try {
        const sweep = await read(file);
        store.together(() => {
          store.bench.say(null);
          store.runs.setGathered([...store.get().gathered, sweep]);
        });
        goTo('compare');
      } catch (wrong) {
        store.bench.fail(messageOf(wrong));
      }
    },
  };
}
