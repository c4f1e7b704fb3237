// The workbench and the first visit: their controls, drawings and numbers.
import { attribute } from '../../draw/dom.js';
import { isOtherRun } from '../../model/settings.js';
import { createNumbers } from '../shell/results/numbers.js';
import { createDots } from './dots.js';
import { createGuide, followFirst } from './guide.js';
import { createRail } from './rail/index.js';
import { createScrub } from './scrub.js';
import { createStage } from './stage.js';
import { createTake } from './take.js';
import { createTemperature, temperatureBox } from './temperature.js';
import { createViewer } from './viewer/index.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/types.js').Draft} Draft */
/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../model/state/bench.js').Chapter} Chapter */

/**
 * Actions of the workbench.
 * @typedef {object} Actions
 * @property {() => void} main action of the run bar's large button
 * @property {() => void} run
 * @property {() => void} train the first run of a visit
 * @property {{open: () => void, close: () => void, give: (first: number) => void}} rating the visitor's
 *   ratings
 * @property {{read: (id: Chapter['id']) => void, play: (count: number) => void, keep: () => void,
 *   keepRatings: (both: import('../share/card.js').Rated[], title: string) => Promise<void>}} chapters
 *   play draws small test sets, or stops; keep saves the result as a picture
 * @property {(link: string) => Promise<void>} open
 * @property {(link: string) => void} begin opened and run
 * @property {(draft: Draft, kind: string) => void} edit
 * @property {(draft: Draft, kind: string) => void} scrub edits while a number is dragged, if that is quick
 * @property {(draft: Draft, kind: string) => void} runWith edits and runs
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {(live: boolean) => void} setLive
 * @property {(loss: string) => void} fork
 * @property {(link: string) => Promise<string>} specOf the canonical form of a link; empty if it is not valid
 * @property {() => void} takeBack restores the settings of the run on show
 * @property {() => void} toBench
 * @property {(view: string) => void} goTo
 * @property {(way: string) => void} goOn from the first visit
 * @property {() => void} evaluateRun
 * @property {(view: string) => void} copyEmbed copies an iframe of the view with the run on show
 */

/**
 * @param {{stage: HTMLElement, rail: HTMLElement, panel: HTMLElement, scrub: HTMLElement}} room
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 * @param {Actions} app
 * @param {() => Frame | null} frameNow
 * @param {HTMLElement} files state of the data's files, for the rail
 */
export function createBench({ stage, rail, panel, scrub }, engine, store, app, frameNow, files) {
  const main = createStage(stage, store, frameNow, {
    pictures: () => app.goTo('pictures'),
    embed: () => app.copyEmbed('reliability'),
    run: app.run,
    takeBack: app.takeBack,
  });
  const { showMetric, showAllNumbers } = store.view;
  const numbers = createNumbers(panel, { draw: showMetric, all: showAllNumbers, evaluate: app.evaluateRun });
  const take = createTake(numbers.foot, engine, store, { report: app.evaluateRun });
  const viewer = createViewer(stage, panel, store, frameNow, engine.files, app);
  const epochs = createScrub(scrub, store, app.fork);
  const controls = createRail(rail, engine.describe, app, files);
  const guide = createGuide(stage, store, frameNow, app);
  const temperature = createTemperature(temperatureBox(stage, panel), store);
  const dots = createDots(stage);
  followFirst(store);
  return {
    /** @param {State} state @param {Frame | null} frame @param {import('../shell/layout.js').Layout} size */
    draw(state, frame, size) {
      const old = !!frame && (isOtherRun(state) || !state.figure); // no figures: the previous run is still on show
      for (const one of [stage, panel]) attribute(one, 'data-old', old ? 'yes' : null);
      controls.draw(state);
      guide.draw(state, frame, size);
      main.draw(state, frame, size);
      viewer.draw(state, frame, size);
      numbers.draw(frame, state.run);
      take.draw(state);
      temperature.draw(state, true, size.slider);
      epochs.draw(state, frame, size);
      dots.draw(state, frame, size);
    },
    focusFirst: guide.focus,
    focusTemperature: () => store.get().mode === 'bench' && temperature.focus(),
  };
}
