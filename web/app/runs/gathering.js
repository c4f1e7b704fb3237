// Opens sweeps from other machines: reads a file, checks each link, and shows the sweep in Compare. Nothing
// of it is stored.

import { sentence as messageOf } from '../../core/formats/error.js';
import { pointOf, promised, withRun } from '../../model/compare/gathered.js';
import { texts } from '../../texts/index.js';

const words = texts.gathered;
const OPEN_MAX = 8;
const AT_ONCE = 64; // links checked concurrently

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 * @param {{goTo: (view: string) => void, openLink: (link: string) => void}} travel
 */
export function createGathering(engine, store, { goTo, openLink }) {
  let made = 0;

  /**
   * Returns the points with valid links, without repetitions.
   * @param {string} name
   * @param {import('../../model/compare/gathered.js').GatheredPoint[]} points
   * @param {string[]} problems extended by the points that are left out
   */
  async function checkedPoints(name, points, problems) {
    /** @type {import('../../model/compare/gathered.js').PointRun[]} */
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
          good.push(withRun(promised(point, check), check, engine.describe));
        }
      });
    }
    return good;
  }

  /**
   * @param {string} name
   * @param {Omit<import('../../model/compare/gathered.js').Gathered, 'id' | 'name'>} sweep
   */
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
    /** Opens a point at the workbench. */
    openLink,

    /** Returns true if a file is a gathered sweep. @param {File} file */
    is: async (file) => (await import('../../core/importing/gathered.js')).isGathered(file),

    /** @param {File} file */
    async open(file) {
      try {
        checkRoom();
        const { readGathered } = await import('../../core/importing/gathered.js');
        const { points, missing, total, problems } = await readGathered(file);
        show(file.name, { pasted: false, points: await checkedPoints(file.name, points, problems), missing, total, problems });
      } catch (wrong) {
        store.bench.fail(messageOf(wrong));
      }
    },

    /**
     * Shows runs of several people in one picture, from links with receipts. The receipts' figures are shown
     * until a run is trained here.
     * @param {string[]} links
     */
    async pool(links) {
      try {
        checkRoom();
        /** @type {string[]} */
        const problems = [];
        const points = links.map((spec, i) => pointOf(spec, i + 1));
        const good = await checkedPoints(words.receipts(links.length), points, problems);
        show(words.receipts(links.length), { pasted: true, points: good, missing: [], total: links.length, problems });
      } catch (wrong) {
        store.bench.fail(messageOf(wrong));
      }
    },
  };
}
