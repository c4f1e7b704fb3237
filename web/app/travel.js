// From one place of the page to another; the address says it, so that a link opens there.
import { readLink } from '../core/link.js';
import { draftOf } from '../model/draft.js';
import { nth } from '../model/nth.js';
import { presets } from '../model/presets.js';

/**
 * @param {import('../core/types.js').Engine} engine
 * @param {import('../model/types.js').Store} store
 * @param {{stage: HTMLElement, tabs: {select: (tab: string) => void}}} page
 * @param {{morph: ReturnType<typeof import('./morph.js').followMorph>, rating: ReturnType<typeof import('./rating.js').followRating>, address: ReturnType<typeof import('./address.js').createAddress>, opener: ReturnType<typeof import('./opener.js').createOpener>, session: ReturnType<typeof import('./session.js').createSession>}} parts
 */
export function createTravel(engine, store, { stage, tabs }, { address, opener, session, morph, rating }) {
  /** Where the story was left for one of its ways on. @type {{link: string, run: string, chapter: import('../model/state/bench.js').Chapter | null, temperature: number} | null} */
  let left = null;

  /** A view or another place. @param {string} view @param {boolean} [anew] as a new entry in the history */
  function goTo(view, anew = view !== store.get().view) {
    const { check, page } = store.get();
    const { view: _, ...others } = page;
    const changed = view === 'workbench' ? others : { ...others, view };
    if (check) address.show(check, changed, anew);
    tabs.select('diagram');
    store.view.goTo(view, changed);
    stage.scrollTop = 0;
  }

  /** From the first visit to everything. */
  function toBench() {
    const { check } = store.get();
    if (check) address.show(check, {}, store.get().mode !== 'bench');
    store.bench.setMode('bench');
    stage.scrollTop = 0;
  }

  /** From the story's end, to which Back leads again. */
  function leaveStory() {
    const { run, chapter, temperature } = store.get();
    left = run && { link: readLink(), run: run.id, chapter, temperature };
    toBench();
  }

  /** The story's screen that was left for one of its ways on, if that is where Back has led. @param {string} link @returns {boolean} */
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

  /** The first visit, before its run. */
  async function welcome() {
    const check = await engine.check(nth(presets, 0).link);
    if (!check.ok) throw new Error(check.error);
    const draft = draftOf(engine.describe, check);
    await morph.begin(check.spec); // before it is shown, so that nothing of it jumps
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

    /** To the list of all kept runs. */
    toKept() {
      toBench();
      goTo('kept');
    },

    /** Back to where a first visit begins; the runs stay. */
    async toStart() {
      session.pause();
      address.clear();
      store.together(() => {
        store.view.beginVisit();
        store.draft.setBroken(null);
      });
      await welcome();
      store.flush();
      /** @type {HTMLElement | null} */ (stage.querySelector('.guide .solid.big'))?.focus(); // as when the page opens
    },

    /** A run at the workbench, with the settings that it was made with. @param {string} id */
    async showRun(id) {
      const run = store.get().runs.find((one) => one.id === id);
      if (!run) return;
      session.show(id);
      await opener.open(run.spec);
      stage.scrollTop = 0;
    },
  };
}
