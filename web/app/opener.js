// From links and controls to the run on show: what is asked of the engine before anything is shown, and what the page
// keeps beside the controls (samples, curves, files) as they change.

import { weightsName } from '../core/formats/weights-name.js';
import { readLink } from '../core/link.js';
import { draftOf, placesOf } from '../model/draft.js';
import { isActive } from '../model/runs.js';
import { sentence, texts } from '../texts/index.js';
import { places } from '../ui/shell/places.js';
import { checkWith } from './check.js';

/** The keys of the page's own that outlast a change of the run. @param {Record<string, string>} page @returns {Record<string, string>} */
function staying({ threads, fast, view, exercise, embed }) {
  return Object.fromEntries(
    Object.entries({ threads, fast, view, exercise, embed }).flatMap(([key, value]) => (value ? [[key, value]] : [])),
  );
}

/**
 * @param {import('../core/types.js').Engine} engine
 * @param {import('../model/types.js').Store} store
 * @param {{session: ReturnType<typeof import('./session.js').createSession>, restore: Awaited<ReturnType<typeof import('./restore.js').createRestore>>,
 *   address: ReturnType<typeof import('./address.js').createAddress>, missing: ReturnType<typeof import('./missing.js').createMissing>, steering: ReturnType<typeof import('./steering.js').createSteering>}} parts
 */
export function createOpener(engine, store, { session, restore, address, missing, steering }) {
  const { describe } = engine;
  /** After every change of a control. @type {() => void} */
  let changed = () => {};
  let question = 0; // only the last one that was asked is answered
  let shownData = '';
  let shownLoss = '';

  function showSamples() {
    const { check } = store.get();
    if (check) engine.samples(check.spec, 'test', 0, 120).then(store.draft.setExamples, () => store.draft.setExamples(null));
  }

  /** @param {import('../core/types.js').Checked} check @param {import('../model/types.js').Draft} draft */
  function follow(check, draft) {
    const data = JSON.stringify(draft.choices.data);
    if (data !== shownData || check.files.length) {
      shownData = data;
      missing.refresh();
      showSamples();
    }
    const loss = JSON.stringify(draft.choices.loss);
    if (loss !== shownLoss) {
      shownLoss = loss;
      const curve = async () => engine.curve((await engine.link.read(check.spec, 'loss')).value);
      curve().then(store.draft.setCurve, () => store.draft.setCurve(null));
    }
  }

  /**
   * @param {import('../core/types.js').Checked} check
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
    store.together(() => {
      store.draft.accept(check, draft);
      store.view.arrive(known ? view : 'workbench', keys);
      store.bench.say(notice);
    });
    engine.prepare(check.link); // nobody waits for it
    address.show(check, keys); // with what it promises, so that a reload still compares with it
    follow(check, draft);
    return notice;
  }

  /** @param {import('../model/types.js').Draft} draft @param {string} kind of the control that was changed */
  async function edit(draft, kind) {
    store.draft.edit(draft);
    const mine = ++question;
    const { check: before, page } = store.get();
    /** @type {Record<string, string>} */
    const from = before?.from ? { from: before.from } : {};
    const check = await checkWith(engine, '', { ...placesOf(describe, draft), ...from, ...staying(page) });
    if (mine !== question) return;
    if (!check.ok) return store.draft.refuse({ kind, error: check.error });
    accept(check, staying(store.get().page));
    changed();
  }

  /** The controls as they were; the place stays. @param {string} link @returns whether they are */
  async function back(link) {
    const mine = ++question;
    const check = await checkWith(engine, link, staying(store.get().page));
    if (mine !== question || !check.ok) return false;
    accept(check, staying(store.get().page));
    return true;
  }

  /**
   * Trains on from the epoch on show with another loss. The link trains the same from its start; the state of the epoch
   * only saves the way to it.
   * @param {string} loss
   */
  async function fork(loss) {
    const { run, figure, page } = store.get();
    const item = run?.history.find(({ epoch }) => epoch === figure?.epoch);
    if (!run || !item) return;
    const { epoch, state } = item;
    const mine = ++question;
    const check = await checkWith(engine, run.spec, { switch: `${epoch}:${loss}`, ...staying(page) });
    if (mine !== question) return;
    if (!check.ok) return store.bench.fail(texts.noFork, sentence(check.error));
    accept(check, staying(page));
    session.start(check, state ? { from: state, history: run.history.filter((one) => one.epoch <= epoch) } : {});
  }

  /** A run that begins with a network's weights, which its link names and does not hold. @param {string} link @param {Blob} weights */
  async function begin(link, weights) {
    const mine = ++question;
    const from = await weightsName(weights);
    const { view: _, ...page } = staying(store.get().page);
    const check = await checkWith(engine, link, { from, ...page });
    if (mine !== question) return;
    if (!check.ok) return store.bench.fail(texts.runFailed, sentence(check.error));
    accept(check, page);
    session.bring(from, weights);
    session.start(check);
  }

  /** Fused multiply-add for the runs that start from now on, or the same bits as everywhere. */
  async function toggleFast() {
    const { check, page, badge } = store.get();
    if (!check || !badge) return;
    const off = page.fast === 'yes';
    if (!off && badge.notFast) return store.bench.note(texts.fast.not, sentence(badge.notFast));
    const mine = ++question;
    const { fast: _, ...others } = staying(page);
    const next = await engine.check(off ? await engine.link.remove(check.link, 'fast') : await engine.link.set(check.link, 'fast', 'yes'));
    if (mine !== question || !next.ok) return;
    accept(next, off ? others : { ...others, fast: 'yes' });
    store.bench.note(off ? texts.fast.off : texts.fast.on, off ? '' : texts.fast.onNote);
  }

  /** Resumes a run that a reload interrupted. @param {import('../core/types.js').Checked} check @param {boolean} paused */
  function startOf(check, paused) {
    session.start(check, { paused });
  }

  /** The run that a link names, if it has been made here and nothing else runs: Back leads to what was on show there. @param {import('../core/types.js').Checked} check */
  function madeBy({ spec, digest }) {
    const { run, runs } = store.get();
    return digest || isActive(run) ? undefined : runs.find((one) => one.report && !one.sweep && one.spec === spec);
  }

  /** Opens a link as if it had been in the address. @param {string} link @param {import('./restore.js').Place | null} [place] where the reader was before a reload */
  async function open(link, place = null) {
    const mine = ++question;
    const inAddress = readLink() === link;
    const check = await engine.check(link);
    // Whoever has gone on through the history meanwhile is told of it next; writing this link there would lose that entry.
    if (mine !== question || (inAddress && readLink() !== link)) return;
    if (!check.ok) {
      session.pause(); // nothing runs behind a page that says that nothing was run
      const recovered = await engine.recover(link).catch(() => null);
      if (mine !== question) return;
      return store.together(() => {
        store.bench.setMode('broken');
        store.draft.setBroken({ link, error: check.error, recovered });
      });
    }
    store.together(() => {
      store.bench.setMode('bench');
      store.draft.setBroken(null);
    });
    const notice = accept({ ...check }, check.page);
    const back = place && place.spec === check.spec && !(place.fresh && check.page.run === '1') ? place : null;
    if (back && restore.goBack(back, check, startOf)) return;
    const made = place ? undefined : madeBy(check); // a page that opens begins with the link, not with what was kept
    if (check.page.run === '1') {
      if (check.files.length) await missing.refresh();
      steering.run();
      if (notice) store.bench.say(notice); // a start takes down what was said of another run, not of this link
    } else if (made) session.show(made.id);
    else if (!session.canBegin(check) && !store.get().runs.some(({ spec }) => spec === check.spec)) steering.askWeights(check.from);
  }

  return {
    /** @param {() => void} then */
    whenChanged: (then) => void (changed = then),
    back,
    open,
    edit,
    fork,
    begin,
    toggleFast,
    follow,
    startOf,
    showSamples,
  };
}
