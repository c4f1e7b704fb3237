// Creates the page's actions once the engine is open: one object of named functions, made from the parts of
// app/.
import { joinStudent } from '../core/storage/student.js';
import { rememberLive } from '../model/live.js';
import { playground } from '../model/presets.js';
import { isActive } from '../model/runs/list.js';
import { texts } from '../texts/index.js';
import { followVerdict } from '../ui/share/receipt.js';
import { createChapters } from './chapters.js';
import { createConsent } from './consent.js';
import { followEdits } from './edits.js';
import { createEmbed } from './embed.js';
import { createLazyPlaces } from './lazy-places.js';
import { createAddress } from './links/address.js';
import { createMissingFiles } from './links/missing-files.js';
import { createOpener } from './links/opener.js';
import { createPresent } from './present.js';
import { followFigures } from './queries/figures.js';
import { followMorph } from './queries/morph.js';
import { followRating } from './queries/rating.js';
import { followAnswers } from './queries/view.js';
import { createRestore } from './restore/index.js';
import { followRunErrors } from './runs/errors.js';
import { createGathering } from './runs/gathering.js';
import { createQueue } from './runs/queue.js';
import { createSession } from './runs/session.js';
import { createSteering } from './runs/steering.js';
import { createStudent } from './student.js';
import { createTravel } from './travel.js';

/** @typedef {Awaited<ReturnType<typeof createApp>>} App */
/** @typedef {'main' | 'step' | 'stepEpoch' | 'stop' | 'share' | 'toggleFast'} RunAct */
/** @typedef {RunAct | 'toBench' | 'undo' | 'redo' | 'present'} Act without arguments */

/** @typedef {ReturnType<typeof import('../ui/shell/tabs.js').createTabs>} Tabs */
/** @typedef {ReturnType<typeof import('../ui/share/link.js').createShare>} Share */

/**
 * @param {import('../core/types.js').Engine} engine
 * @param {import('../model/types.js').Store} store
 * @param {{stage: HTMLElement, tabs: Tabs, share: Share}} page
 */
export async function createApp(engine, store, { stage, tabs, share }) {
  const changed = joinStudent(); // before anything reads the browser's storage
  const session = createSession(engine, store);
  const missing = createMissingFiles(engine, store);
  const { confirm } = createConsent(engine, async () => {
    await missing.refresh();
    opener.showSamples();
  });
  const steering = createSteering(store, session, confirm);
  const address = createAddress(engine);
  const restore = await createRestore(store, session, (spec) => engine.link.remove(spec, 'seed').catch(() => spec));
  const student = createStudent(engine, store, { session, restore }, changed);
  const opener = createOpener(engine, store, { session, restore, address, missing, steering });
  const morph = followMorph(engine, store);
  const rating = followRating(engine, store);
  const travel = createTravel(engine, store, { stage, tabs }, { address, opener, session, morph, rating });
  const queue = createQueue(engine, store, session);
  const embed = createEmbed(store);
  const gathering = createGathering(engine, store, { goTo: travel.goTo, openLink: (link) => void opener.open(link) });
  /** @type {ReturnType<typeof engine.openEvaluation> | null} */
  let comparing = null;
  const lazyPlaces = createLazyPlaces(stage, engine, store, {
    restore,
    session,
    opener,
    travel,
    address,
    gathering,
    run: steering.run,
    whenNext: steering.whenNext,
    send: embed.receiver,
    newStudent: student.ask,
  });
  restore.whenFull({ list: travel.toKept, save: async () => (await lazyPlaces.library())?.saveAll() });
  const edits = followEdits(store, { session, opener, steering });
  opener.whenChanged(edits.trainAtOnce);
  followVerdict(engine, store);
  followFigures(engine, store);
  followAnswers(engine, store);
  const { run } = steering;
  const { open, fork, toggleFast, showSamples } = opener;
  const { goTo, leaveStory, showRun, toKept } = travel;
  const runErrors = followRunErrors(store, session, { showRun, run, refreshFiles: missing.refresh });

  function train() {
    store.bench.rate({ open: false });
    store.bench.setMode('guide');
    run();
  }

  /** Runs the settings, or shows their finished run. Reports settings that the engine refuses. */
  function runOrShow() {
    const { check, run: now, runs, refusal } = store.get();
    if (!refusal && now?.spec === check?.spec && isActive(now)) return; // live training has started it
    const there = refusal ? null : runs.find(({ spec, report }) => report && spec === check?.spec);
    if (there) session.show(there.id);
    else run();
  }

  /** Opens a preset and runs it. @param {string} link */
  async function begin(link) {
    await open(link);
    runOrShow();
  }

  /** Changes the settings and runs them. @type {typeof edits.edit} */
  async function runWith(draft, kind) {
    await edits.edit(draft, kind);
    runOrShow();
  }

  return {
    restore,
    student,
    queue,
    gathering,
    embed,
    lazyPlaces,
    runErrors,
    ...steering,
    ...travel,
    ...createPresent(store, travel.goTo),
    open,
    ...edits,
    fork,
    toggleFast,
    showSamples,
    startOf: opener.startOf,
    refreshFiles: missing.refresh,
    /** Asks about the kept files that a link takes. */
    confirm,
    evaluateRun: () => void lazyPlaces.evaluateRun(),
    cubic: engine.cubic.bind(engine),
    specOf: (/** @type {string} */ link) => engine.check(link).then((check) => (check.ok ? check.spec : '')),
    /** Returns the first samples of a link's test set. @param {string} link @param {number} n */
    testSamples: (link, n) => engine.samples(link, 'test', 0, n),
    /**
     * Reports on outputs, with the differences to another model's. A new question cancels the previous one.
     * @param {{logits: File, labels: File, against: File}} files
     * @param {{task?: string, metric: string[]}} options
     */
    differences(files, options) {
      comparing ??= engine.openEvaluation();
      comparing.keep(Object.values(files));
      return comparing.report({ files, 'as-logits': true, ...options });
    },
    /** Tests of networks on out-of-distribution data. */
    elsewhere: {
      files: engine.files,
      /**
       * Returns the logits of a run's network for the test set of other data.
       * @param {string} spec
       * @param {Blob} state
       * @param {string} other
       */
      async outputs(spec, state, other) {
        const { matrix } = await engine.probe(spec, state, { kind: 'logits' }, { other }).answer;
        return /** @type {Float32Array} */ (matrix);
      },
      /** @param {import('../core/types.js').ViewScores} scores @param {string} score */
      async auroc(scores, score) {
        const { facts } = await engine.view({ id: 'roc', params: { score }, ...scores });
        return facts.auroc ?? NaN;
      },
    },
    drop: session.drop,
    share: () => share.copy((link) => engine.seal(link)),

    /** Copies code that embeds a view of the current run in another page. @param {string} view */
    async copyEmbed(view) {
      const { run, check } = store.get();
      const spec = run?.spec ?? check?.spec;
      if (spec) await share.embed(await engine.link.set(spec, { view, run: '1', embed: '1' }), texts.brand);
    },

    /** Restores the run's settings in the controls. */
    takeBack: () => void opener.back(store.get().run?.spec ?? ''),

    /** Opens a file that contains a link. @param {File} file */
    async openFile(file) {
      const link = await share.read(file);
      if (link) await open(link);
    },

    /** Opens a file of stored runs. @param {File} file */
    async openRuns(file) {
      toKept();
      (await lazyPlaces.library())?.take(file);
    },

    /** The visitor's ratings. The last one starts the run. */
    rating: { ...rating, give: (/** @type {number} */ first) => void (rating.give(first) && train()) },

    /** Starts the first run of a visit. */
    train,
    chapters: createChapters(engine, store, { opener, session, address, run, share }),

    begin,
    runWith,

    /**
     * Leaves the first visit for another place. 'play': points in the plane with live training.
     * @param {string} way
     */
    goOn(way) {
      leaveStory();
      if (way === 'play') void begin(playground);
      else goTo(way, false);
    },

    /** Switches live training on or off. @param {boolean} live */
    setLive(live) {
      rememberLive(live);
      store.bench.setLive(live);
      if (live) edits.trainAtOnce();
    },
  };
}
