// Wires the engine to the page. The state is one immutable object; whatever changes it, everything that is
// shown is drawn from it again, at most once per animation frame.

import { createAddress } from './app/address.js';
import { followAnswers } from './app/answers.js';
import { createEmbed } from './app/embed.js';
import { followFigures } from './app/figures.js';
import { createLater } from './app/later.js';
import { createOpener } from './app/opener.js';
import { createQueue } from './app/queue.js';
import { createKeeper } from './app/restore.js';
import { publish } from './app/script.js';
import { createSession } from './app/session.js';
import { followTrouble } from './app/trouble.js';
import { openEngine } from './core/client/engine.js';
import { onLink, readLink } from './core/link.js';
import { keepSite } from './core/storage/offline.js';
import { attribute, byId, h } from './draw/dom.js';
import { patterns } from './draw/patterns.js';
import { paint } from './draw/svg.js';
import { canStep, mainAction } from './model/actions.js';
import { draftOf, entryOf } from './model/draft.js';
import { learnSpeeds } from './model/estimate.js';
import { frameOf } from './model/frame.js';
import { presetOf, presets } from './model/presets.js';
import { isActive, mayRun } from './model/runs.js';
import { createState } from './model/state/index.js';
import { texts } from './texts/index.js';
import { createGuide } from './ui/bench/guide.js';
import { createRail } from './ui/bench/rail.js';
import { createScrub } from './ui/bench/scrub.js';
import { createStage } from './ui/bench/stage.js';
import { pickStrip } from './ui/bench/strip.js';
import { createTake } from './ui/bench/take.js';
import { createTemperature } from './ui/bench/temperature.js';
import { createViewer } from './ui/bench/viewer.js';
import { createCompare } from './ui/compare/place.js';
import { createFiles } from './ui/data/files.js';
import { createShare } from './ui/share/link.js';
import { createReceipt, followVerdict } from './ui/share/receipt.js';
import { createBand } from './ui/shell/band.js';
import { createBroken } from './ui/shell/broken.js';
import { keepingFocus } from './ui/shell/focus.js';
import { createKeys } from './ui/shell/keys.js';
import { measure } from './ui/shell/layout.js';
import { createNumbers } from './ui/shell/numbers.js';
import { createPlaces } from './ui/shell/places.js';
import { createRunBar } from './ui/shell/runbar.js';
import { createTabs } from './ui/shell/tabs.js';
import { createTheme } from './ui/shell/theme.js';
import { followTitle } from './ui/shell/title.js';
import { viewOf } from './views/index.js';

const untilKept = 8000; // ms

/** @type {import('./model/types.js').Store} */
const store = createState();
const ready = publish(store);

paint(byId('patterns'), [patterns()]);
const stage = byId('stage');
const frameNow = () => frameOf(store.get());
const band = createBand(byId('band'), {
  dismiss: () => store.bench.say(null),
  code: (link) => share?.code(link),
  file: (link) => share?.file(link),
});
const receipt = createReceipt(byId('receipt'), { run: () => start(), close: () => receipt.close() });
const keys = createKeys({
  ' ': () => act(mainAction(store.get())),
  '.': () => step('stepEpoch'),
  ',': () => step('step'),
  '[': () => store.view.stepEpochs(-1),
  ']': () => store.view.stepEpochs(1),
  t: () => store.get().mode === 'bench' && temperature.focus(),
  Escape: store.view.pickNothing,
});
const runBar = createRunBar(byId('bar'), {
  main: () => act(mainAction(store.get())),
  step: () => step('stepEpoch'),
  stepOne: () => step('step'),
  stop: () => session?.stop(),
  share: () => share?.copy(),
  theme: () => theme.next(),
  bench: toBench,
  start: () => toStart(),
  keys: keys.list,
});
const theme = createTheme((name) => runBar.showTheme(name));
const places = createPlaces(runBar.nav, goTo);
const bench = createStage(stage, store, frameNow, { pictures: () => goTo('pictures') });
const numbers = createNumbers(byId('numbers'), {
  draw: store.view.showMetric,
  all: store.view.showAllNumbers,
  evaluate: () => void later.evaluateRun(),
});
const take = createTake(numbers.foot, () => engine, store, { report: () => void later.evaluateRun() });
const temperatureBox = h('div', { class: 'temperature' });
const temperature = createTemperature(temperatureBox, { set: store.view.setTemperature });
const detail = h('div', { class: 'detail', 'aria-live': 'polite', hidden: true });
byId('numbers').prepend(detail);
const viewer = createViewer(stage, detail, store, frameNow, { main: () => act(mainAction(store.get())) });
const scrub = createScrub(byId('scrub'), store, (loss) => void opener?.fork(loss));
const compare = createCompare(stage, store, {
  queue: () => queue,
  open: (id) => showRun(id),
  drop: (id) => session?.drop(id),
  cubic: (points) => engine.cubic(points),
  kept: () => goTo('kept'),
});
followTitle(store);
learnSpeeds(store);
const tabs = createTabs(byId('tabs'));

/** @type {ReturnType<typeof createSession> | null} */
let session = null;
/** @type {ReturnType<typeof createQueue> | null} */
let queue = null;
/** @type {(id: string) => Promise<void> | void} */
let showRun = () => {};
/** @type {(from: string) => void} */
let askWeights = () => {};
/** @type {ReturnType<typeof createOpener> | null} */
let opener = null;
let toStart = () => {};
/** @type {ReturnType<typeof createShare> | null} */
let share = null;
/** @type {any} */
let engine = null;

/** @param {'run' | 'pause' | 'resume' | 'again'} action */
function act(action) {
  if (action === 'pause') session?.pause();
  else if (action === 'resume') session?.resume();
  else start();
}

/** @param {'stepEpoch' | 'step'} stride */
function step(stride) {
  if (!canStep(store.get())) return;
  if (isActive(store.get().run)) session?.[stride]();
  else start(stride);
}

/** @param {'stepEpoch' | 'step'} [stride] no further than that */
function start(stride) {
  const { check, missing, trouble } = store.get();
  if (!check || !session) return;
  if (trouble) {
    store.bench.fail(texts.mendFirst, trouble.error); // not another run than the one on show
    return;
  }
  if (!mayRun(store.get(), check.spec)) {
    store.bench.note(texts.exercise.lockFirst);
    return;
  }
  if (missing.length) {
    store.bench.fail(texts.filesNeeded(missing.map((file) => file.name)));
    return;
  }
  if (!session.canBegin(check)) return askWeights(check.from);
  session.start(check, { paused: !!stride });
  if (stride) session[stride]();
}

/** To the workbench, a view or another place; the address says it, so that a link opens there. @param {string} view */
function goTo(view) {
  const { check, page } = store.get();
  const { view: _, ...others } = page;
  const changed = view === 'workbench' ? others : { ...others, view };
  if (check) address.show(check, changed);
  tabs.select('diagram');
  store.view.goTo(view, changed);
  stage.scrollTop = 0;
}

/** From the first visit to everything. */
function toBench() {
  const { check } = store.get();
  if (check) address.show(check, {});
  store.bench.setMode('bench');
  stage.scrollTop = 0;
}

const address = createAddress(() => engine);
const embed = createEmbed(store);
const later = createLater(stage, store, {
  engine: () => engine,
  opener: () => opener,
  session: () => session,
  start: () => start(),
  goTo,
  push: () => address.push(),
  send: embed.receiver,
});

async function main() {
  engine = await openEngine();
  const { describe, badge } = engine;
  store.bench.open({ describe, badge });
  session = createSession(engine, store, (check) => {
    const data = entryOf(describe, 'data', check.choices.data.id);
    return { data: data.label, pictures: data.pixels };
  });
  const openLink = async (/** @type {File} */ file) => {
    const link = await share?.read(file);
    if (link) await opener?.open(link);
  };
  const toKept = () => {
    toBench();
    goTo('kept');
  };
  const keeper = await createKeeper(store, session, {
    list: toKept,
    save: async () => (await library()).saveAll(),
    group: (spec) => engine.link.remove(spec, 'seed').catch(() => spec),
  });
  /** @type {Promise<ReturnType<typeof import('./ui/kept/place.js').createLibrary>> | null} */
  let opened = null;
  const does = { keeper, session, show: (/** @type {string} */ id) => showRun(id) };
  /** The list of all kept runs, when it is first wanted. */
  const library = () => (opened ??= import('./ui/kept/place.js').then(({ createLibrary }) => createLibrary(stage, engine, store, does)));
  store.onChange(({ mode, view }) => void (mode === 'bench' && view === 'kept' && !opened && library()));
  queue = createQueue(engine, store, session, () => compare.finished());
  share = createShare(engine, store);
  followVerdict(engine, store);
  followFigures(engine, store);
  followAnswers(engine, store, frameNow);
  const files = createFiles(engine, store, {
    link: () => store.get().check?.spec ?? '',
    complete: () => showSamples(),
    open: (link) => open(link),
    openLink,
    openRuns: async (file) => {
      toKept();
      (await library()).take(file);
    },
    listRuns: toKept,
  });
  opener = createOpener(engine, store, {
    session,
    keeper,
    files,
    address,
    samples: (samples) => rail.showSamples(samples),
    curve: (curve) => rail.showCurve(curve),
    start: () => start(),
    weights: (from) => askWeights(from),
  });
  const { open, edit, follow, startOf, showSamples } = opener;
  const trouble = followTrouble(store, session, { show: (id) => showRun(id), start: () => start(), look: files.look });
  askWeights = trouble.askWeights;
  const rail = createRail(byId('rail'), describe, {
    edit,
    preset: (link) => open(link),
    presets,
    run: () => start(),
    takeBack: () => open(store.get().run?.spec ?? ''),
    files: files.element,
  });
  const guide = createGuide(stage, store, frameNow, {
    train() {
      store.bench.setMode('guide');
      start();
    },
    main: () => act(mainAction(store.get())),
    bench: toBench,
    async focal() {
      toBench();
      await open(presetOf('focal').link);
      start();
    },
    temperature: store.view.setTemperature,
  });
  const broken = createBroken(stage, { open: (link) => open(link), presets });

  // When the first network is trained, its fullest bin speaks for it.
  store.onChange(({ mode, run, figure, temperatureTouched, selected }, before) => {
    if (mode !== 'guide' || run?.state !== 'ended' || temperatureTouched || selected !== null || !figure) return;
    if (figure === before.figure && run.state === before.run?.state) return;
    const counts = figure.metrics.ece.bins.map((/** @type {{count: number}} */ bin) => bin.count);
    store.view.pickBin(counts.indexOf(Math.max(...counts)), true);
  });

  const narrow = matchMedia('(max-width: 719px)');
  const settle = () => (narrow.matches ? stage : byId('numbers')).append(temperatureBox);
  narrow.addEventListener('change', settle);
  settle();

  later.follow();

  let moved = 0; // how often something changed its size
  let size = measure(stage, byId('scrub'));
  let measured = '';
  /** @param {import('./model/types.js').State} state */
  function redraw(state) {
    attribute(document.body, 'data-mode', state.mode);
    attribute(document.body, 'data-embed', state.page.embed === '1' ? 'yes' : null);
    attribute(document.body, 'data-view', state.mode !== 'bench' ? 'workbench' : viewOf(state.view) ? 'view' : state.view);
    later.show(state);
    const frame = frameOf(state);
    const shape = `${state.mode} ${state.view} ${moved} ${state.temperatureTouched}`;
    if (shape !== measured) size = measure(stage, byId('scrub'));
    measured = shape;
    band.draw(state.notice);
    receipt.draw(state);
    runBar.draw(state);
    rail.draw(state);
    files.draw(state);
    guide.draw(state, frame, size);
    places.draw(state);
    bench.draw(state, frame, size);
    viewer.draw(state, frame, size);
    compare.draw(state);
    numbers.draw(frame, state.run);
    take.draw(state);
    temperature.draw(state, true, size.slider);
    scrub.draw(state, frame, size);
    broken.draw(state);
    later.draw(state);
    tabs.draw(state);
  }
  store.onDraw((state) => keepingFocus(() => redraw(state)));
  const watcher = new ResizeObserver(() => {
    moved++;
    store.redraw();
  });
  // The guide's slider and strip appear, and change their width, while the stage keeps its own.
  for (const element of [stage, byId('scrub'), byId('numbers'), ...document.querySelectorAll('.cooling, .strip')]) watcher.observe(element);

  // A run of the comparison at the workbench, with the settings that it was made with.
  showRun = async (id) => {
    const run = store.get().runs.find((one) => one.id === id);
    if (!run) return;
    session?.show(id);
    await open(run.spec);
    stage.scrollTop = 0;
  };

  async function welcome() {
    const check = await engine.check(presets[0].link);
    const draft = draftOf(describe, check);
    store.together(() => {
      store.bench.setMode('welcome');
      store.draft.accept(check, draft);
    });
    follow(check, draft);
    const samples = await engine.samples(check.spec, 'test', 0, check.choices.data.params.test);
    const row = pickStrip(samples);
    if (row) store.bench.setStrip({ ...row, samples, names: samples.classNames });
  }

  // Back to where a first visit begins; the runs stay.
  toStart = async () => {
    session?.pause();
    address.clear();
    store.together(() => {
      store.view.beginVisit();
      store.draft.setBroken(null);
    });
    await welcome();
    store.flush();
    guide.focus();
  };

  const link = readLink();
  const place = await keeper.restore();
  if (link) await open(link, place);
  else {
    await welcome();
    if (place?.mode === 'guide' && place.spec === store.get().check?.spec && keeper.goBack(place, store.get().check, startOf))
      store.bench.setMode('guide');
    else if (place?.active) trouble.offer(place.run);
    store.flush();
    guide.focus();
  }
  keeper.begin();
  if (place) keeper.refill(place, queue);
  onLink((changed) => changed && open(changed));
  for (const preset of presets)
    engine.check(preset.link).then((/** @type {any} */ check) => check.ok && rail.namePreset(preset.id, check.spec));
  await later.ready();
  store.flush(); // who waits for `ready` finds the page drawn, even in a tab that is not in front
  ready.resolve();
  embed.begin((name) => later.name(name));
  setTimeout(keepSite, untilKept); // later, so that it takes nothing from a first run's way
}

main().catch((wrong) => {
  ready.reject(wrong);
  const why = String(wrong?.message ?? wrong);
  if (!engine) return import('./app/without.js').then(({ showWithout }) => showWithout(stage, why));
  store.onDraw((state) => band.draw(state.notice));
  store.bench.fail(texts.enginePanic, why);
});
