// Opens the engine, makes the page's parts and draws them from the state, at most once per animation frame.

import { createApp } from './app/actions.js';
import { arrive } from './app/arrival.js';
import { publish } from './app/script.js';
import { createSketch } from './app/sketch.js';
import { switchLanguage } from './app/switch-language.js';
import { openEngine } from './core/client/engine.js';
import { keepSite } from './core/storage/offline.js';
import { byId } from './draw/dom.js';
import { patterns } from './draw/patterns.js';
import { paint } from './draw/svg.js';
import { frameOf, shownFrame } from './model/frame.js';
import { learnSpeeds } from './model/runs/estimate.js';
import { createState } from './model/state/index.js';
import { translate } from './model/translation.js';
import { allTypeset, language, readMessages, registries, texts } from './texts/index.js';
import { createBench } from './ui/bench/place.js';
import { createCompare } from './ui/compare/place.js';
import { createFiles } from './ui/data/files.js';
import { createShare } from './ui/share/link.js';
import { createReceipt } from './ui/share/receipt.js';
import { createBand } from './ui/shell/band.js';
import { createBroken } from './ui/shell/broken.js';
import { keepingFocus } from './ui/shell/focus.js';
import { createKeys } from './ui/shell/keys.js';
import { createLayout, markBody } from './ui/shell/layout.js';
import { createPlaces } from './ui/shell/places.js';
import { createRunBar } from './ui/shell/runbar.js';
import { createTabs } from './ui/shell/tabs.js';
import { createTheme } from './ui/shell/theme.js';
import { followTitle } from './ui/shell/title.js';

const store = createState();
const ready = publish(store);
const room = { stage: byId('stage'), rail: byId('rail'), panel: byId('numbers'), scrub: byId('scrub') };
const { stage } = room;

/** @import {Act, App} from './app/actions.js' */
/** Set once the engine is open. @type {{app: App, bench: ReturnType<typeof createBench>} | null} */
let opened = null;
/** @param {Act} name */
const act = (name) => () => void opened?.app[name]();

// Parts that exist before the engine, and without it.
paint(byId('patterns'), [patterns()]);
const sketch = createSketch(stage, store);
const share = createShare(store);
const band = createBand(byId('band'), { dismiss: () => store.bench.say(null), code: share.code, file: share.file, card: share.card });
const keys = createKeys({
  ' ': act('main'),
  '.': act('stepEpoch'),
  ',': act('step'),
  '[': () => store.view.stepEpochs(-1),
  ']': () => store.view.stepEpochs(1),
  t: () => opened?.bench.focusTemperature(),
  Escape: store.view.pickNothing,
  ...{ undo: act('undo'), redo: act('redo'), p: act('present') },
});
const runBar = createRunBar(byId('bar'), {
  main: act('main'),
  step: act('step'),
  stepEpoch: act('stepEpoch'),
  stop: act('stop'),
  share: act('share'),
  fast: act('toggleFast'),
  ways: { bench: act('toBench'), teacher: () => opened?.app.goOn('teacher') },
  toStart: () => opened?.app.toStart().then(opened.bench.focusFirst),
  theme: () => theme.next(),
  switchLanguage: (language) => void switchLanguage(language, opened?.app.restore),
  keys: keys.list,
});
const theme = createTheme(runBar.showTheme);
const tabs = createTabs(byId('tabs'));
followTitle(store);
learnSpeeds(store);

async function main() {
  const [engine] = await Promise.all([openEngine((describe) => allTypeset(translate(describe, registries))), readMessages()]);
  store.bench.open(engine);
  const app = await createApp(engine, store, { stage, tabs, share });
  const receipt = createReceipt(byId('receipt'), app);
  const places = createPlaces(runBar.nav, app.goTo, runBar.switchLanguage);
  const files = createFiles(engine, store, app);
  const bench = createBench(room, engine, store, app, () => frameOf(store.get()), files.element);
  const compare = createCompare(stage, store, { ...app, queue: () => app.queue, open: app.showRun, kept: () => app.goTo('kept') });
  app.queue.whenDone(compare.finished);
  const broken = createBroken(stage, app);
  opened = { app, bench };
  app.lazyPlaces.follow();

  const others = /** @type {HTMLElement[]} */ ([room.panel, ...document.querySelectorAll('.cooling, .strip')]);
  const layout = createLayout(stage, room.scrub, others, store.redraw);
  /** @param {import('./model/types.js').State} state */
  function redraw(state) {
    markBody(state);
    app.lazyPlaces.show(state);
    const size = layout.sizeFor(state);
    band.draw(state.notice);
    for (const part of [sketch, receipt, runBar, files, places, compare, broken, tabs]) part.draw(state);
    bench.draw(state, shownFrame(state), size);
    app.lazyPlaces.draw(state);
  }
  store.onDraw((state) => keepingFocus(() => redraw(state)));

  await arrive(store, app, bench.focusFirst);
  await app.lazyPlaces.ready();
  store.flush(); // so that the page is drawn when `ready` resolves, even in a background tab
  ready.resolve();
  app.embed.begin(app.lazyPlaces.name);
  setTimeout(() => keepSite(language), 8000); // ms; delayed so that it does not slow down the first run
}

main().catch((wrong) => {
  ready.reject(wrong);
  const why = String(wrong?.message ?? wrong);
  if (!store.get().badge) return import('./app/no-engine.js').then(({ showNoEngine }) => showNoEngine(stage, why));
  store.onDraw((state) => band.draw(state.notice));
  store.bench.fail(texts.enginePanic, why);
});
