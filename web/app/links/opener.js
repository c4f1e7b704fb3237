// Opens links and draft changes: asks the engine first, then shows them. Keeps samples, curves and files up
// to date with the controls.

import { weightsName } from '../../core/formats/weights-name.js';
import { readLink } from '../../core/link.js';
import { draftOf, placesOf } from '../../model/draft.js';
import { isActive } from '../../model/runs/list.js';
import { sentence, texts } from '../../texts/index.js';
import { places } from '../../ui/shell/places.js';
import { checkWith } from './check.js';

/**
 * Returns the page's keys that survive a change of the run.
 * @param {Record<string, string>} page
 * @returns {Record<string, string>}
 */
function staying({ threads, fast, view, exercise, embed }) {
  return Object.fromEntries(
    Object.entries({ threads, fast, view, exercise, embed }).flatMap(([key, value]) => (value ? [[key, value]] : [])),
  );
}

/**
 * @typedef {object} Parts
 * @property {ReturnType<typeof import('../runs/session.js').createSession>} session
 * @property {Awaited<ReturnType<typeof import('../restore/index.js').createRestore>>} restore
 * @property {ReturnType<typeof import('./address.js').createAddress>} address
 * @property {ReturnType<typeof import('./missing-files.js').createMissingFiles>} missing
 * @property {ReturnType<typeof import('../runs/steering.js').createSteering>} steering
 */

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 * @param {Parts} parts
 */
export function createOpener(engine, store, { session, restore, address, missing, steering }) {
  const { describe } = engine;
  /** Called after every change of a control. @type {() => void} */
  let changed = () => {};
  let question = 0; // only the latest question is answered
  let shownData = '';
  let shownLoss = '';

  function showSamples() {
    const { check } = store.get();
    if (check) engine.samples(check.spec, 'test', 0, 120).then(store.draft.setExamples, () => store.draft.setExamples(null));
  }

  /**
   * @param {import('../../core/types.js').Checked} check
   * @param {import('../../model/types.js').Draft} draft
   */
  function follow(check, draft) {
    const data = JSON.stringify(draft.choices.data);
    if (data !== shownData || check.files.length) {
      shownData = data;
      void missing.refresh().then(showSamples); // the refresh may agree to files that this site publishes
    }
    const loss = JSON.stringify(draft.choices.loss);
    if (loss !== shownLoss) {
      shownLoss = loss;
      const curve = async () => engine.curve((await engine.link.read(check.spec, 'loss')).value);
      curve().then(store.draft.setCurve, () => store.draft.setCurve(null));
    }
  }

  /**
   * @param {import('../../core/types.js').Checked} check
   * @param {Record<string, string>} page
   * @returns {import('../../model/types.js').Notice | null} a notice if the view does not exist
   */
  function accept(check, page) {
    const draft = draftOf(describe, check);
    const { view = 'workbench', ...others } = page;
    const known = places().some((place) => place.id === view);
    const keys = known ? page : others;
    /** @type {import('../../model/types.js').Notice | null} */
    const notice = known ? null : { kind: 'error', title: texts.noSuchView(view) };
    store.together(() => {
      store.draft.accept(check, draft);
      store.view.arrive(known ? view : 'workbench', keys);
      store.bench.say(notice);
    });
    engine.prepare(check.link); // in the background
    address.show(check, keys); // includes the receipt, so that a reload still compares with it
    follow(check, draft);
    return notice;
  }

  /** @param {import('../../model/types.js').Draft} draft @param {string} kind kind of the changed control */
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

  /** Restores the controls of a link; the place stays. @param {string} link @returns whether they are */
  async function back(link) {
    const mine = ++question;
    const check = await checkWith(engine, link, staying(store.get().page));
    if (mine !== question || !check.ok) return false;
    accept(check, staying(store.get().page));
    return true;
  }

  /**
   * Continues from the current epoch with another loss. The link trains the same from its start; the stored
   * state only saves that time.
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
    const { unchecked } = run;
    session.start(check, state ? { from: state, history: run.history.filter((one) => one.epoch <= epoch), unchecked } : {});
  }

  /**
   * Starts a run from a network's weights. Its link names them but does not contain them.
   * @param {string} link
   * @param {Blob} weights
   */
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

  /** Switches fused multiply-add on for future runs, or off for reproducible bits. */
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

  /**
   * Resumes a run that a reload interrupted.
   * @param {import('../../core/types.js').Checked} check
   * @param {boolean} paused
   */
  function startOf(check, paused) {
    session.start(check, { paused });
  }

  /**
   * Returns the link's finished run, unless another run is active. Back then shows it again.
   * @param {import('../../core/types.js').Checked} check
   */
  function madeBy({ spec, digest }) {
    const { run, runs } = store.get();
    return digest || isActive(run) ? undefined : runs.find((one) => one.report && !one.sweep && one.spec === spec);
  }

  /**
   * Opens a link as if it were in the address.
   * @param {string} link
   * @param {import('../../model/types.js').Place | null} [place] the reader's place before a reload
   */
  async function open(link, place = null) {
    const mine = ++question;
    const inAddress = readLink() === link;
    const check = await engine.check(link);
    // If the address changed meanwhile, its event is still to come. Writing this link would lose that history
    // entry.
    if (mine !== question || (inAddress && readLink() !== link)) return;
    if (!check.ok) {
      session.pause(); // nothing runs behind the page of a broken link
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
    const made = place ? undefined : madeBy(check); // a page that opens starts with the link, not with stored runs
    if (check.files.length) await missing.refresh(); // whoever starts the run next asks about kept files first
    if (check.page.run === '1') {
      steering.run();
      if (notice) store.bench.say(notice); // starting a run removes notices of other runs, but this one is about the link
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
