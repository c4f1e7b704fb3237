// From links and controls to the run on show: what is asked of the engine before anything is shown, and what the page
// keeps beside the controls (samples, curves, files) as they change.

import { weightsName } from '../core/formats/weights-name.js';
import { joinLink, writeLink } from '../core/link.js';
import { choiceText, draftOf, linkOf } from '../model/draft.js';
import { sentence, texts } from '../texts/index.js';
import { places } from '../ui/shell/places.js';

/** The keys of the page's own that outlast a change of the run. @param {Record<string, string>} page @returns {Record<string, string>} */
function staying({ threads, view, exercise, embed }) {
  return Object.fromEntries(Object.entries({ threads, view, exercise, embed }).filter(([, value]) => value));
}

/** What the engine starts: the run, and on how many threads. @param {string} spec @param {Record<string, string>} page */
export function withThreads(spec, { threads }) {
  return joinLink(spec, threads ? { threads } : {});
}

/**
 * @param {any} engine
 * @param {import('../model/types.js').Store} store
 * @param {{session: any, keeper: any, files: any, samples: (samples: any) => void, curve: (curve: any) => void, start: () => void,
 *   weights: (from: string) => void}} does weights: asks for those that a link begins with
 */
export function createOpener(engine, store, does) {
  const { describe } = engine;
  let question = 0; // only the last one that was asked is answered
  let shownData = '';
  let shownLoss = '';

  function showSamples() {
    const { check } = store.get();
    if (check) engine.samples(check.spec, 'test', 0, 120).then(does.samples, () => does.samples(null));
  }

  /** @param {any} check @param {import('../model/types.js').Draft} draft */
  function follow(check, draft) {
    const data = choiceText(describe, draft, 'data');
    if (data !== shownData || check.files.length) {
      shownData = data;
      does.files.look(check.spec, check.files);
      showSamples();
    }
    const loss = choiceText(describe, draft, 'loss');
    if (loss !== shownLoss) {
      shownLoss = loss;
      engine.curve(loss).then(does.curve, () => does.curve(null));
    }
  }

  /**
   * @param {any} check
   * @param {Record<string, string>} page
   * @returns {import('../model/types.js').Notice | null} of a view that there is not
   */
  function accept(check, page) {
    const draft = draftOf(describe, check);
    const { view = 'workbench', ...others } = page;
    const known = places().some((place) => place.id === view);
    const keys = known ? page : others;
    /** @type {import('../model/types.js').Notice | null} */
    const notice = known ? null : { kind: 'error', title: texts.noSuchView(view) };
    store.set({ check, draft, trouble: null, page: keys, view: known ? view : 'workbench', notice });
    writeLink(check.address, keys); // with what it promises, so that a reload still compares with it
    follow(check, draft);
    return notice;
  }

  /** @param {import('../model/types.js').Draft} draft @param {string} kind of the control that was changed */
  async function edit(draft, kind) {
    store.set({ draft });
    const mine = ++question;
    const { from } = store.get().check ?? {};
    const check = await engine.check(linkOf(describe, draft) + (from ? `&from=${from}` : ''));
    if (mine !== question) return;
    if (!check.ok) return store.set({ trouble: { kind, error: check.error } });
    accept(check, staying(store.get().page));
  }

  /**
   * Trains on from the epoch on show with another loss. The link trains the same from its start; the state of the epoch
   * only saves the way to it.
   * @param {string} loss
   */
  async function fork(loss) {
    const { run, figure, page } = store.get();
    const at = run?.history.findIndex((item) => item.epoch === figure?.epoch) ?? -1;
    if (!run || at < 0) return;
    const { epoch, state } = run.history[at];
    const mine = ++question;
    const check = await engine.check(`${run.spec.replace(/&switch=[^&]*/, '')}&switch=${epoch}:${loss}`);
    if (mine !== question) return;
    if (!check.ok) return store.set({ notice: { kind: 'error', title: texts.noFork, text: sentence(check.error) } });
    accept(check, staying(page));
    does.session.start(check, withThreads(check.spec, page), state ? { from: state, history: run.history.slice(0, at + 1) } : {});
  }

  /** A run that begins with a network's weights, which its link names and does not hold. @param {string} link @param {Blob} weights */
  async function begin(link, weights) {
    const mine = ++question;
    const from = await weightsName(weights);
    const check = await engine.check(`${link.replace(/&from=[^&]*/, '')}&from=${from}`);
    if (mine !== question) return;
    if (!check.ok) return store.set({ notice: { kind: 'error', title: texts.runFailed, text: sentence(check.error) } });
    const { view: _, ...page } = staying(store.get().page);
    accept(check, page);
    does.session.bring(from, weights);
    does.session.start(check, withThreads(check.spec, page));
  }

  /** A run that a reload interrupted goes on. @param {any} check @param {boolean} paused */
  function startOf(check, paused) {
    does.session.start(check, withThreads(check.spec, store.get().page), { paused });
  }

  /** Opens a link as if it had been in the address. @param {string} link @param {any} [place] where the reader was before a reload */
  async function open(link, place = null) {
    const mine = ++question;
    const check = await engine.check(link);
    if (mine !== question) return;
    if (!check.ok) {
      does.session.pause(); // nothing goes on behind a page that says that nothing was run
      const recovered = await engine.recover(link).catch(() => null);
      if (mine === question) store.set({ mode: 'broken', broken: { link, error: check.error, recovered } });
      return;
    }
    store.set({ mode: 'bench', broken: null });
    const notice = accept({ ...check }, check.page);
    const back = place?.spec === check.spec && !(place.fresh && check.page.run === '1');
    if (!(back && does.keeper.goBack(place, check, startOf)) && check.page.run === '1') {
      if (check.files.length) await does.files.look(check.spec, check.files);
      does.start();
      if (notice) store.set({ notice }); // a start takes down what was said of another run, not of this link
    } else if (!does.session.canBegin(check) && !store.get().runs.some(({ spec }) => spec === check.spec)) does.weights(check.from);
  }

  return { open, edit, fork, begin, follow, startOf, showSamples };
}
