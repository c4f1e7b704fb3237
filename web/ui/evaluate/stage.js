// The middle of Evaluate: the sentence, the diagram as given and after temperature scaling, the calibrators.

import { drawReliability } from '../../draw/charts/reliability.js';
import { attribute, h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { texts } from '../../texts/index.js';
import { verdict } from '../shell/results/diagram.js';
import { createCalibratedPanel } from './calibrated/panel.js';
import { createDecide } from './decide/panel.js';
import { createDiagrams } from './diagrams.js';
import { createGroups } from './groups.js';
import { createHelps } from './helps.js';
import { createModels } from './models.js';
import { createProgress } from './progress.js';
import { createEvaluateTable } from './table.js';
import { createTrained } from './trained.js';
import { createVersus } from './versus.js';

/** @import {Describe, Metric} from '../../engine.d.ts' */
/** @typedef {import('./model.js').State} State */

const words = texts.evaluate;
const scores = /** @type {const} */ (['confidence', 'energy', 'logit']);

/**
 * Compares an AUROC with chance, by its interval if it has one.
 * @param {Metric} auroc
 * @returns {'better' | 'chance' | 'worse'}
 */
const versusChance = ({ value, interval: [low, high] = [value, value] }) =>
  (low ?? 0) > 0.5 ? 'better' : (high ?? 0) < 0.5 ? 'worse' : 'chance';

/** @param {Metric} auroc */
const oodWords = (auroc) =>
  [
    words.ood[versusChance(auroc)](auroc.value ?? NaN),
    scores.flatMap((score) => (typeof auroc[score] === 'number' ? [words.oodOthers(words.scores[score], auroc[score])] : [])).join(', '),
  ]
    .filter(Boolean)
    .join(' ');

/**
 * @param {HTMLElement} stage
 * @param {import('./model.js').Model} model
 * @param {import('../../core/types.js').Engine} engine
 */
export function createEvaluateStage(stage, model, engine) {
  const { describe } = engine;
  const { store } = model;
  const lead = h('h1', { class: 'lead' });
  const key = h('span', { class: 'key', 'aria-hidden': 'true' });
  const side = h('strong');
  const rest = h('span');
  const sub = h('p', { class: 'sub' }, key, side, ' ', rest);
  const intro = h('p', { class: 'sub' }, words.heroNote);
  const blank = h('div', { class: 'diagram' });
  const trained = createTrained(engine, model);
  const bring = h(
    'div',
    { class: 'bring' },
    blank,
    h(
      'div',
      null,
      trained.element,
      h('dl', null, ...words.bring.map(([name, what]) => h('div', null, h('dt', null, h('code', null, name)), h('dd', null, what)))),
      h('p', { class: 'note' }, words.bringNote),
    ),
  );
  const askNote = h('p', { class: 'note' });
  const ask = h(
    'div',
    { class: 'ask', role: 'group', 'aria-label': words.ask },
    h('h2', null, words.ask),
    askNote,
    h('button', { class: 'button', onclick: () => model.say('probabilities') }, words.kinds.probabilities),
    h('button', { class: 'button', onclick: () => model.say('logits') }, words.kinds.logits),
  );

  const progress = createProgress(model);
  const diagrams = createDiagrams(store, describe);
  const ood = h('p', { class: 'ood' });
  const several = createModels(model, describe);
  const table = h('div');
  const calibrators = createEvaluateTable(table, describe);
  const helps = createHelps(describe);
  const calibrated = createCalibratedPanel(model, describe);
  const decide = createDecide(model, describe);
  const groups = createGroups(describe);
  const versus = createVersus(model, describe);
  stage.append(
    lead,
    sub,
    intro,
    bring,
    ...progress.elements,
    ask,
    several.element,
    versus.element,
    diagrams.element,
    ood,
    groups.element,
    helps.advice,
    table,
    helps.details,
    decide.element,
    calibrated.element,
  );

  return {
    frames: diagrams.frames,
    several,
    pictures: diagrams.pictures,

    /** @param {State} state @param {{width: number, height: number}} room available for both diagrams */
    draw(state, room) {
      const { report } = state;
      diagrams.update(state);
      const { given } = diagrams.frames;
      const says = given ? (given.binary ? texts.binary : texts).says(given.says, given.right) : words.hero;
      say(lead, state.results.length > 1 && given ? words.modelSays(state.shown, says) : says);
      show(sub, !!given);
      show(intro, !given);
      if (given) {
        const { side: which, words: verdictWords } = verdict(given);
        attribute(key, 'class', `key ${which}`);
        attribute(side, 'class', which);
        say(side, verdictWords);
        say(rest, texts.chance(given.ece, given.chance, 1));
      }
      const asking = model.kindNow(state) === '';
      show(bring, !given && !asking && !state.busy && !state.error && !state.kept);
      if (!bring.hidden) trained.draw();
      if (!bring.hidden && !isDrawn(blank, room)) {
        const side = Math.min(room.width, 360);
        drawReliability(blank, null, { width: side, height: side + 46, plain: true });
      }
      progress.draw(state);
      show(ask, asking);
      if (asking) {
        const { names, farthest } = model.likely();
        say(askNote, words.askNote(names, farthest));
      }
      several.draw(state, room);
      versus.draw(state);
      groups.draw(report);
      diagrams.draw(state, room);
      const auroc = report?.metrics.auroc;
      show(ood, !!auroc);
      if (auroc) say(ood, oodWords(auroc));
      helps.draw(report, state.seconds);
      calibrated.draw(state);
      decide.draw(state, room.width);
      show(table, !!report);
      if (report) calibrators.draw(report, 2, report.fitted_on ? '' : report.k === null ? words.noneForTables : words.noValidation);
    },
  };
}
