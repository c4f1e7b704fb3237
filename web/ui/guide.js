// The first visit: one question, one button; then the network trains, boasts, and is cooled down.

import { decimal } from '../draw/format.js';
import { nearest } from '../runs.js';
import { many, texts } from '../texts.js';
import { picture } from '../views/samples.js';
import { drawStrip } from '../views/strip.js';
import { attribute, h, icon, icons, say, show } from './dom.js';
import { makeDiagram, verdict } from './stage.js';
import { answers, sureOf } from './strip.js';
import { createTemperature } from './temperature.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../frame.js').Frame} Frame */

/** Nothing is left but what chance explains. @param {Frame} frame */
const isHonest = (frame) => Math.abs(frame.gap) < 0.02 && frame.ece < 1.5 * frame.chance;

/** @param {Frame} frame */
const isBest = ({ fit, temperature }) => !!fit && Math.abs(Math.log(temperature / fit.T)) < 0.1;

/** 0 before the run, 1 training, 2 trained, 3 cooled down. @param {State} state @param {Frame | null} frame */
function stageOf({ run, cooled }, frame) {
  if (!run) return 0;
  if (run.state !== 'ended') return 1;
  return cooled && frame && (isHonest(frame) || isBest(frame)) ? 3 : 2;
}

/**
 * @param {HTMLElement} stage
 * @param {import('../types.js').Store} store
 * @param {() => Frame | null} frameNow
 * @param {{train: () => void, main: () => void, bench: () => void, focal: () => void, temperature: (t: number) => void, seconds: number}} on
 */
export function createGuide(stage, store, frameNow, on) {
  const lead = h('h1', { class: 'hero' });
  const pictures = h('div', { class: 'strip-pictures' });
  const strip = h('div', { class: 'strip' });
  const train = h('button', { class: 'button solid big', onclick: on.train }, icon(icons.run), texts.trainOne);
  const promise = h('span', { class: 'promise quiet' }, texts.promise(on.seconds));
  const start = h('div', { class: 'row' }, train, promise);
  const side = h('strong');
  const rest = h('span');
  const sub = h('p', { class: 'sub large' }, side, ' ', rest);
  const diagram = h('div', { class: 'diagram' });
  const left = h('div', { class: 'guide-left' }, diagram);
  const stripNote = h('p', { class: 'quiet' });
  const title = h('h2', { class: 'guide-title' });
  const words = h('p', { class: 'quiet' });
  const cooler = h('div', { class: 'cooler' });
  const after = h(
    'div',
    { class: 'row' },
    h('button', { class: 'button solid', onclick: on.bench }, texts.coolBench),
    h('button', { class: 'button', onclick: on.focal }, texts.coolFocal),
  );
  const steps = h('ol', { class: 'steps' }, ...texts.guideSteps.map((step) => h('li', null, step)));
  const talk = h('div', { class: 'guide-talk' }, title, words, cooler, after);
  const right = h('div', { class: 'guide-right' }, pictures, strip, stripNote, start, talk, steps);
  const element = h(
    'div',
    { class: 'guide' },
    h('div', { class: 'guide-head' }, lead, sub),
    h('div', { class: 'guide-body' }, left, right),
  );
  stage.append(element);
  const control = makeDiagram(diagram, store, frameNow);
  const temperature = createTemperature(cooler, { set: on.temperature });
  /** @type {any} */
  let shown = null;

  /** @param {State} state @param {number} at @param {number} width */
  function drawStripOf(state, at, width) {
    const { strip: row, run } = state;
    show(pictures, !!row);
    show(strip, !!row);
    show(stripNote, !!row);
    if (!row) return;
    if (row !== shown) {
      shown = row;
      pictures.replaceChildren(...row.index.map((/** @type {number} */ i) => picture(row.samples, i)));
    }
    const item = run && nearest(run.history, state.chosen);
    const k = run?.ready?.k;
    const found = item?.testLogits && k ? answers(item.testLogits, k, row.index, row.first, state.temperature) : null;
    const says = found ? found.says : null;
    const note = says ? texts.stripKey : [texts.outOf(many(row.names[row.first]))];
    const allowed = sureOf(row.truth.map((/** @type {number} */ p) => Math.max(p, 1 - p)));
    say(stripNote, found ? texts.sure(sureOf(found.confidence), allowed, row.index.length) : '');
    const { posterior } = row.samples;
    const boasts = row.index.map(
      (/** @type {number} */ i, /** @type {number} */ j) => !!found && !!k && found.confidence[j] > posterior[i * k + found.answer[j]],
    );
    drawStrip(strip, { truth: row.truth, says, boasts, note }, { width, height: at === 0 ? 158 : 120, label: texts.stripKey.join(', ') });
  }

  /** @param {State} state @param {Frame | null} frame @param {number} at */
  function sayWhere(state, frame, at) {
    const { run, strip: row } = state;
    const trained = run?.ready?.n_test ?? 0;
    if (at === 0) {
      const lines = row ? texts.hero(row.names[row.first], row.names[row.second]) : texts.heroPlain;
      say(lead, lines.join('\n'));
    } else say(lead, frame ? texts.says(frame.says, frame.right, 0) : texts.loading);
    show(sub, at > 0 && !!frame);
    if (frame) {
      const which = verdict(frame);
      const honest = at === 3 && isHonest(frame);
      const plain = honest || at === 1;
      attribute(side, 'class', plain ? null : which.side);
      say(side, plain ? '' : which.words.replace(/\.$/, ''));
      say(rest, honest ? texts.honestNow : at === 1 ? texts.soFar(trained) : texts.onUnseen(trained));
    }
    const epoch = Math.min(run?.epochs ?? 1, (run?.history.length ?? 0) + 1);
    const time = run?.progress?.secondsLeft == null ? '' : `${texts.left(run.progress.secondsLeft)}; `;
    say(
      title,
      at === 1
        ? run?.state === 'loading'
          ? texts.loading
          : texts.pass(epoch, run?.epochs ?? 1)
        : at === 2
          ? texts.coolTitle
          : at === 3
            ? frame && isHonest(frame)
              ? texts.calibrated
              : texts.better
            : '',
    );
    const best = frame && isBest(frame) ? texts.coolBest : '';
    say(
      words,
      at === 1
        ? `${time}${texts.learnFrom(run?.train ?? 0)}`
        : at === 2
          ? `${texts.coolText} ${texts.coolNote}`
          : at === 3
            ? `${texts.temperature} ${decimal(state.temperature, 2)}${best ? `, ${best}` : '.'} ${texts.coolLimit}`
            : '',
    );
    const done = [0, 0, 2, 3][at];
    [...steps.children].forEach((step, i) => attribute(step, 'class', i < done ? 'done' : i === done ? 'now' : null));
  }

  return {
    /** @param {State} state @param {Frame | null} frame @param {import('./layout.js').Layout} size */
    draw(state, frame, size) {
      const welcome = state.mode === 'welcome';
      show(element, welcome || state.mode === 'guide');
      if (element.hidden) return;
      const at = welcome ? 0 : stageOf(state, frame);
      attribute(element, 'data-at', String(at));
      show(start, at === 0);
      show(left, at > 0);
      show(talk, at > 0);
      show(cooler, at > 1);
      show(after, at > 1 && state.cooled);
      sayWhere(state, frame, at);
      drawStripOf(state, at, Math.floor(strip.clientWidth));
      if (at > 0) control.draw(frame, size.guide.width, size.guide.height, true);
      if (at > 1) temperature.draw(state, state.cooled, size.slider);
    },
    focus: () => train.focus(),
  };
}
