// What can be done on the page once the engine is open: one object of named actions, made from the parts that do them.
import { joinStudent } from '../core/storage/student.js';
import { rememberLive } from '../model/live.js';
import { playground } from '../model/presets.js';
import { texts } from '../texts/index.js';
import { followVerdict } from '../ui/share/receipt.js';
import { createAddress } from './address.js';
import { followAnswers } from './answers.js';
import { createChapters } from './chapters.js';
import { followEdits } from './edits.js';
import { createEmbed } from './embed.js';
import { followFigures } from './figures.js';
import { createGathering } from './gathering.js';
import { createLater } from './later.js';
import { createMissing } from './missing.js';
import { followMorph } from './morph.js';
import { createOpener } from './opener.js';
import { createPresent } from './present.js';
import { createQueue } from './queue.js';
import { followRating } from './rating.js';
import { createRestore } from './restore.js';
import { createSession } from './session.js';
import { createSteering } from './steering.js';
import { createStudent } from './student.js';
import { createTravel } from './travel.js';
import { followTrouble } from './trouble.js';

/** @typedef {Awaited<ReturnType<typeof createApp>>} App */
/** @typedef {'main' | 'step' | 'stepEpoch' | 'stop' | 'share' | 'toggleFast'} RunAct */
/** @typedef {RunAct | 'toBench' | 'undo' | 'redo' | 'present'} Act without arguments */

/**
 * @param {import('../core/types.js').Engine} engine
 * @param {import('../model/types.js').Store} store
 * @param {{stage: HTMLElement, tabs: ReturnType<typeof import('../ui/shell/tabs.js').createTabs>, share: ReturnType<typeof import('../ui/share/link.js').createShare>}} page
 */
export async function createApp(engine, store, { stage, tabs, share }) {
  const changed = joinStudent(); // before anything reads what this browser keeps
  const session = createSession(engine, store);
  const missing = createMissing(engine, store);
  const steering = createSteering(store, session);
  const address = createAddress(engine);
  const restore = await createRestore(store, session, {
    list: () => travel.toKept(),
    save: async () => (await later.library())?.saveAll(),
    group: (spec) => engine.link.remove(spec, 'seed').catch(() => spec),
  });
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
  const later = createLater(stage, engine, store, {
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
  const { undo, redo, trainAtOnce } = followEdits(store, { session, opener, steering });
  opener.whenChanged(trainAtOnce);
  followVerdict(engine, store);
  followFigures(engine, store);
  followAnswers(engine, store);
  const { run } = steering;
  const { open, edit, fork, toggleFast, showSamples } = opener;
  const { goTo, leaveStory, showRun, toKept } = travel;
  const trouble = followTrouble(store, session, { showRun, run, refreshFiles: missing.refresh });

  function train() {
    store.bench.rate({ open: false });
    store.bench.setMode('guide');
    run();
  }

  /** A preset: opened and run, or shown where it has run. @param {string} link */
  async function begin(link) {
    await open(link);
    const { check, runs } = store.get();
    const there = runs.find(({ spec, report }) => report && spec === check?.spec);
    if (there) session.show(there.id);
    else run();
  }

  return {
    restore,
    student,
    queue,
    gathering,
    embed,
    later,
    trouble,
    ...steering,
    ...travel,
    undo,
    redo,
    ...createPresent(store, travel.goTo),
    open,
    edit,
    fork,
    toggleFast,
    showSamples,
    startOf: opener.startOf,
    refreshFiles: missing.refresh,
    evaluateRun: () => void later.evaluateRun(),
    cubic: engine.cubic.bind(engine),
    specOf: (/** @type {string} */ link) => engine.check(link).then((check) => (check.ok ? check.spec : '')),
    /** The first samples of a link's test set. @param {string} link @param {number} n */
    testSamples: (link, n) => engine.samples(link, 'test', 0, n),
    /**
     * The report on outputs, with its differences to another model's. Only the latest question is answered.
     * @param {{logits: File, labels: File, against: File}} files
     * @param {{task?: string, metrics: string[]}} options
     */
    differences(files, options) {
      comparing ??= engine.openEvaluation();
      comparing.keep(Object.values(files));
      return comparing.report({ files, asLogits: true, ...options });
    },
    /** Networks asked about other data. */
    elsewhere: {
      files: engine.files,
      /** The logits of a run's network for the test set of other data. @param {string} spec @param {Blob} state @param {string} other */
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

    /** A view of the run on show as code for another page. @param {string} view */
    async copyEmbed(view) {
      const { run, check } = store.get();
      const spec = run?.spec ?? check?.spec;
      if (spec) await share.embed(await engine.link.set(spec, { view, run: '1', embed: '1' }), texts.brand);
    },

    /** The run's settings in place of those that were changed. */
    takeBack: () => open(store.get().run?.spec ?? ''),

    /** A file that holds a link. @param {File} file */
    async openFile(file) {
      const link = await share.read(file);
      if (link) await open(link);
    },

    /** A file of kept runs. @param {File} file */
    async openRuns(file) {
      toKept();
      (await later.library())?.take(file);
    },

    /** The visitor's own ratings; the last one begins the run. */
    rating: { ...rating, give: (/** @type {number} */ first) => void (rating.give(first) && train()) },

    /** The first run of a visit. */
    train,
    chapters: createChapters(engine, store, { opener, session, address, run }),

    begin,

    /** From the end of the first visit to where one wants to go on: to play is to train points in the plane, at once with every change. @param {string} way */
    goOn(way) {
      leaveStory();
      if (way === 'play') void begin(playground);
      else goTo(way, false);
    },

    /** Any change trains at once, or none does. @param {boolean} live */
    setLive(live) {
      rememberLive(live);
      store.bench.setLive(live);
      if (live) trainAtOnce();
    },
  };
}
