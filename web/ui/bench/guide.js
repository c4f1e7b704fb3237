// The first visit: one question, one button; then the network trains, is overconfident, and is cooled down.

import { picture } from '../../draw/charts/samples.js';
import { drawStrip } from '../../draw/charts/strip.js';
import { attribute, h, icon, icons, say, show } from '../../draw/dom.js';
import { mainAction } from '../../model/actions.js';
import { estimate, threadsOf, timeOf } from '../../model/estimate.js';
import { atOne, whereOf } from '../../model/guide.js';
import { nth } from '../../model/nth.js';
import { presetOf } from '../../model/presets.js';
import { nearest } from '../../model/runs.js';
import { many, texts } from '../../texts/index.js';
import { makeDiagram, verdict } from '../shell/diagram.js';
import { answers, sureOf } from './strip.js';
import { createTemperature } from './temperature.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../model/guide.js').Where} Where */

const words = texts.guide;

/**
 * @param {HTMLElement} stage
 * @param {import('../../model/types.js').Store} store
 * @param {() => Frame | null} frameNow
 * @param {{train: () => void, main: () => void, toBench: () => void, trainAtBench: (link: string) => Promise<void>}} on
 */
export function createGuide(stage, store, frameNow, on) {
  const lead = h('h1', { class: 'hero' });
  const pictures = h('div', { class: 'strip-pictures' });
  const strip = h('div', { class: 'strip' });
  const train = h('button', { class: 'button solid big', onclick: on.train }, icon(icons.run), words.trainOne);
  const promise = h('span', { class: 'promise quiet' });
  const start = h('div', { class: 'row' }, train, promise);
  const side = h('strong');
  const rest = h('span');
  const sub = h('p', { class: 'sub large' }, side, ' ', rest);
  const diagram = h('div', { class: 'diagram' });
  const left = h('div', null, diagram);
  const stripNote = h('p', { class: 'quiet' });
  const title = h('h2', { class: 'guide-title' });
  const note = h('p', { class: 'quiet' });
  const again = h('button', { class: 'button', onclick: on.main });
  const cooler = h('div', { class: 'cooler' });
  const after = h(
    'div',
    { class: 'row' },
    h('button', { class: 'button solid', onclick: on.toBench }, words.bench),
    h('button', { class: 'button', onclick: () => on.trainAtBench(presetOf('focal').link) }, words.focal),
  );
  const steps = h('ol', { class: 'steps' }, ...words.steps(null).map(() => h('li')));
  const talk = h('div', { class: 'guide-talk' }, title, note, again, cooler, after);
  const right = h('div', { class: 'guide-right' }, pictures, strip, stripNote, start, talk, steps);
  const element = h('div', { class: 'guide' }, h('div', null, lead, sub), h('div', { class: 'guide-body' }, left, right));
  stage.append(element);
  const control = makeDiagram(diagram, store.get, store.view.pickBin, frameNow);
  const temperature = createTemperature(cooler, store.view.setTemperature);
  /** @type {State['strip']} */
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
      pictures.replaceChildren(...row.index.map((i) => picture(row.samples, i)));
    }
    const item = run && nearest(run.history, state.chosen);
    const k = run?.ready?.k;
    const found = item?.testLogits && k ? answers(item.testLogits, k, row.index, row.first, state.temperature) : null;
    const says = found ? found.says : null;
    const key = says ? words.stripKey : [words.outOf(many(nth(row.names, row.first)))];
    const allowed = sureOf(row.truth.map((p) => Math.max(p, 1 - p)));
    say(stripNote, found ? words.sure(sureOf(found.confidence), allowed, row.index.length) : '');
    const { posterior } = row.samples;
    const overconfident = row.index.map(
      (i, j) => !!found && !!k && !!posterior && nth(found.confidence, j) > nth(posterior, i * k + nth(found.answer, j)),
    );
    drawStrip(
      strip,
      { truth: row.truth, says, overconfident, note: key },
      { width, height: at === 0 ? 158 : 120, label: words.stripKey.join(', ') },
    );
  }

  /** The headline: the question, or what it says and how often it is right. @param {State} state @param {Frame | null} frame @param {Where} where */
  function sayHead({ run, strip: row }, frame, { at, side: which }) {
    const n = run?.ready?.n_test ?? 0;
    if (at === 0) say(lead, (row ? words.hero(nth(row.names, row.first), nth(row.names, row.second)) : texts.heroPlain).join('\n'));
    else say(lead, frame ? texts.says(frame.says, frame.right, 0) : texts.loading);
    show(sub, at > 0 && !!frame);
    if (!frame) return;
    const loud = at > 1 && which !== 'none' ? verdict(frame) : null;
    attribute(side, 'class', loud?.side ?? null);
    say(side, loud ? loud.words.replace(/\.$/, '') : '');
    say(rest, at === 1 ? words.soFar(n) : loud ? words.onUnseen(n) : words.level(frame.gap, n));
  }

  /** @param {State} state */
  function sayPromise(state) {
    if (!state.check) return;
    const time = estimate(state.check, threadsOf(state));
    say(promise, words.promise(timeOf(time), time.least === time.most));
  }

  /** What is under way, or was reached, and what to do now. @param {State} state @param {Frame | null} frame @param {Where} where */
  function sayNow({ run }, frame, where) {
    const epochs = run?.epochs ?? 1;
    const done = run?.history.length ?? 0;
    const over = where.halted && run?.state !== 'paused';
    const time = run?.progress?.secondsLeft == null || where.halted ? '' : `${texts.left(run.progress.secondsLeft)}; `;
    if (where.at < 2 || !frame) {
      const pass = words.pass(Math.min(epochs, done + 1), epochs);
      say(title, over ? words.notBegun : run?.state === 'loading' ? texts.loading : where.halted ? `${pass}, ${texts.paused}` : pass);
      return say(note, over ? '' : `${time}${words.learnFrom(run?.train ?? 0)}`);
    }
    const { temperature, ece, chance } = frame;
    const [now, what] = where.end ? words.reached(where, { temperature, ece, chance, before: atOne(frame).ece }) : words.move(where);
    say(title, now);
    say(note, over ? `${words.stoppedAt(done, epochs)} ${what}` : what);
  }

  /** @param {Where} where */
  function saySteps({ at, first }) {
    const reached = nth([0, 0, 2, 3], at);
    const named = words.steps(at > 1 ? first : null);
    [...steps.children].forEach((step, i) => {
      say(step, nth(named, i));
      attribute(step, 'class', i < reached ? 'done' : i === reached ? 'now' : null);
    });
  }

  return {
    /** @param {State} state @param {Frame | null} frame @param {import('../shell/layout.js').Layout} size */
    draw(state, frame, size) {
      const welcome = state.mode === 'welcome';
      show(element, welcome || state.mode === 'guide');
      if (element.hidden) return;
      const where = whereOf(welcome ? { run: null } : state, frame);
      const { at } = where;
      attribute(element, 'data-at', String(at));
      show(start, at === 0);
      if (at === 0 && state.check) sayPromise(state);
      show(left, at > 0);
      show(talk, at > 0);
      show(cooler, at > 1);
      show(after, at > 2 || (at > 1 && state.temperatureTouched));
      show(again, where.halted);
      say(again, texts[mainAction(state)]);
      sayHead(state, frame, where);
      sayNow(state, frame, where);
      saySteps(where);
      drawStripOf(state, at, Math.floor(strip.clientWidth));
      if (at > 0) control.draw(frame, size.guide.width, size.guide.height, true);
      if (at > 1) temperature.draw(state, state.temperatureTouched, size.slider);
    },
    focus: () => train.focus(),
  };
}

/** When the first network is trained, its fullest bin speaks for it. @param {import('../../model/types.js').Store} store */
export function followFirst(store) {
  store.onChange(({ mode, run, figure, temperatureTouched, selected }, before) => {
    if (mode !== 'guide' || run?.state !== 'ended' || temperatureTouched || selected !== null || !figure) return;
    if (figure === before.figure && run.state === before.run?.state) return;
    const counts = (figure.metrics.ece.bins ?? []).map((bin) => bin.count);
    store.view.pickBin(counts.indexOf(Math.max(...counts)), true);
  });
}
