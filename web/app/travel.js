// Moves between the page's places. The address follows, so that its link opens there.
import { readLink } from '../core/link.js';
import { draftOf } from '../model/draft.js';
import { nth } from '../model/nth.js';
import { presets } from '../model/presets.js';

/**
 * @typedef {object} Parts
 * @property {ReturnType<typeof import('./queries/morph.js').followMorph>} morph
 * @property {ReturnType<typeof import('./queries/rating.js').followRating>} rating
 * @property {ReturnType<typeof import('./links/address.js').createAddress>} address
 * @property {ReturnType<typeof import('./links/opener.js').createOpener>} opener
 * @property {ReturnType<typeof import('./runs/session.js').createSession>} session
 */

/**
 * The story's screen that was left for another place.
 * @typedef {object} Left
 * @property {string} link
 * @property {string} run
 * @property {import('../model/state/bench.js').Chapter | null} chapter
 * @property {number} temperature
 */

/**
 * @param {import('../core/types.js').Engine} engine
 * @param {import('../model/types.js').Store} store
 * @param {{stage: HTMLElement, tabs: {select: (tab: string) => void}}} page
 * @param {Parts} parts
 */
export function createTravel(engine, store, { stage, tabs }, { address, opener, session, morph, rating }) {
  /** @type {Left | null} */
  let left = null;

  /** Goes to a view or another place. @param {string} view @param {boolean} [anew] adds a history entry */
  function goTo(view, anew = view !== store.get().view) {
    const { check, page } = store.get();
    const { view: _, ...others } = page;
    const changed = view === 'workbench' ? others : { ...others, view };
    if (check) address.show(check, changed, anew);
    tabs.select('diagram');
    store.view.goTo(view, changed);
    stage.scrollTop = 0;
  }

  /** Goes from the first visit to the workbench. */
  function toBench() {
    const { check } = store.get();
    if (check) address.show(check, {}, store.get().mode !== 'bench');
    store.bench.setMode('bench');
    stage.scrollTop = 0;
  }

  /** Leaves the story; Back returns to it. */
  function leaveStory() {
    const { run, chapter, temperature } = store.get();
    left = run && { link: readLink(), run: run.id, chapter, temperature };
    toBench();
  }

  /** Returns to the story's screen if Back leads there. @param {string} link @returns {boolean} */
  function backToStory(link) {
    const { mode, runs } = store.get();
    const there = left;
    const run = runs.find(({ id }) => id === there?.run);
    if (!there || !run || link !== there.link || mode !== 'bench') return false;
    left = null;
    session.show(run.id);
    void engine.check(run.spec).then((check) => {
      if (!check.ok) return;
      const draft = draftOf(engine.describe, check);
      store.together(() => {
        store.view.arrive('workbench', {});
        store.draft.accept(check, draft);
        store.bench.setMode('guide');
        if (there.chapter) store.bench.setChapter(there.chapter);
        if (there.temperature !== 1) store.view.setTemperature(there.temperature);
      });
      opener.follow(check, draft);
    });
    return true;
  }

  /** Shows the first visit before its run. */
  async function welcome() {
    const check = await engine.check(nth(presets, 0).link);
    if (!check.ok) throw new Error(check.error);
    const draft = draftOf(engine.describe, check);
    await morph.begin(check.spec); // before it is shown, so that it does not jump
    store.together(() => {
      store.bench.setMode('welcome');
      store.draft.accept(check, draft);
    });
    opener.follow(check, draft);
    await rating.begin(check.spec);
  }

  return {
    goTo,
    toBench,
    leaveStory,
    backToStory,
    welcome,

    /** Goes to the list of stored runs. */
    toKept() {
      toBench();
      goTo('kept');
    },

    /** Returns to the start of the first visit; the runs stay. */
    async toStart() {
      session.pause();
      address.clear();
      store.together(() => {
        store.view.beginVisit();
        store.draft.setBroken(null);
      });
      await welcome();
      store.flush();
      // as when the page opens
      /** @type {HTMLElement | null} */
      const first = stage.querySelector('.guide .solid.big');
      first?.focus({ preventScroll: true });
    },

    /** Shows a run at the workbench, with its settings. @param {string} id */
    async showRun(id) {
      const run = store.get().runs.find((one) => one.id === id);
      if (!run) return;
      session.show(id);
      await opener.open(run.spec);
      stage.scrollTop = 0;
    },
  };
}
