// The first visit: one question, one button; then the network trains, is overconfident, and is cooled down.

import { attribute, h, icon, icons, say, show } from '../../draw/dom.js';
import { sideOf } from '../../model/chance.js';
import { nth } from '../../model/nth.js';
import { mainAction } from '../../model/runs/actions.js';
import { estimate, threadsOf, timeOf } from '../../model/runs/estimate.js';
import { atOne, whereOf } from '../../model/visit/guide.js';
import { scene } from '../../model/visit/morph.js';
import { texts } from '../../texts/index.js';
import { makeDiagram, verdict } from '../shell/results/diagram.js';
import { chapterFrame, createLimits } from './limits.js';
import { createMorph } from './morph.js';
import { createComparison, createRating } from './rating.js';
import { createTemperature } from './temperature.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../model/visit/guide.js').Where} Where */
/** @typedef {import('../../model/state/bench.js').Chapter} Chapter */

const words = texts.guide;
const widestChart = 520; // CSS pixels

/**
 * @param {HTMLElement} stage
 * @param {import('../../model/types.js').Store} store
 * @param {() => Frame | null} frameNow
 * @param {{train: () => void, rating: import('./place.js').Actions['rating'], main: () => void, toBench: ()
 *   => void, goOn: (way: string) => void, chapters: import('./place.js').Actions['chapters']}} on
 */
export function createGuide(stage, store, frameNow, on) {
  const lead = h('h1', { class: 'hero' });
  const morph = createMorph(store.bench.setFraction);
  const train = h('button', { class: 'button solid big', onclick: on.train }, icon(icons.run), words.trainOne);
  const promise = h('span', { class: 'promise quiet' });
  const first = h('button', { class: 'button big', onclick: on.rating.open }, words.rateFirst);
  const start = h('div', { class: 'row' }, train, first, promise);
  const rating = createRating(on.rating, on.train);
  const comparison = createComparison(on.chapters.keepRatings);
  const side = h('strong');
  const rest = h('span');
  const sub = h('p', { class: 'sub large' }, side, ' ', rest);
  const diagram = h('div', { class: 'diagram' });
  const key = h('p', { class: 'note' }, words.key);
  const left = h('div', { class: 'guide-left' }, diagram, key);
  const title = h('h2', { class: 'guide-title' });
  const note = h('p', { class: 'quiet' });
  const again = h('button', { class: 'button', onclick: on.main });
  const cooler = h('div', { class: 'cooler' });
  const onward = h('button', { class: 'button solid onward', onclick: () => next && on.chapters.read(next) });
  const whole = h('button', { class: 'button', onclick: on.toBench }, words.bench);
  const after = h('div', { class: 'row' }, onward, whole);
  /** @type {Chapter['id'] | null} */
  let next = null;
  const limits = createLimits(on.chapters);
  const ways = h(
    'section',
    { class: 'ways' },
    h('h2', null, words.waysOn),
    h(
      'div',
      { class: 'row' },
      ...words.ways.map(([way, name]) => h('button', { class: 'button', 'data-way': way, onclick: () => on.goOn(way) }, name)),
    ),
  );
  const steps = h('ol', { class: 'steps' }, ...words.steps(null).map(() => h('li')));
  const talk = h('div', { class: 'guide-talk' }, title, cooler, note, again, ...limits.elements, after, ways);
  const right = h('div', { class: 'guide-right' }, talk, comparison.element, morph.element, rating.element, start, steps);
  const element = h('div', { class: 'guide' }, h('div', null, lead, sub, comparison.head), h('div', { class: 'guide-body' }, left, right));
  stage.append(element);
  const control = makeDiagram(diagram, store.get, store.view.pickBin, frameNow);
  const temperature = createTemperature(cooler, store, words.fit);

  /**
   * The headline: the question, or confidence and accuracy.
   * @param {State} state
   * @param {Frame | null} frame
   * @param {Where} where
   */
  function sayHead({ run, morph: now, rating: own }, frame, { at, side: which }) {
    const n = run?.ready?.n_test ?? 0;
    if (at === 0 && own?.open) say(lead, words.rateHero(...classesOf(nth(own.pictures, 0))));
    else if (at === 0) say(lead, (now ? words.hero(...classesOf(now.row)) : texts.heroPlain).join('\n'));
    else say(lead, texts.says(frame?.says ?? NaN, frame?.right ?? NaN, 0));
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

  /**
   * Shows the current state or result, and the next instruction.
   * @param {State} state
   * @param {Frame | null} frame
   * @param {Where} where
   */
  function sayNow({ run, chapter }, frame, where) {
    const epochs = run?.epochs ?? 1;
    const done = run?.history.length ?? 0;
    const over = where.halted && run?.state !== 'paused';
    const time = run?.progress?.secondsLeft == null || where.halted ? '' : `${texts.left(run.progress.secondsLeft)}; `;
    if (where.at < 2 || !frame) {
      const pass = words.pass(Math.min(epochs, done + 1), epochs);
      say(title, over ? words.notBegun : where.halted ? `${pass}, ${texts.paused}` : pass);
      return say(note, over ? '' : chapter?.id === 'focal' ? words.chapterTraining.focal : `${time}${words.learnFrom(run?.train ?? 0)}`);
    }
    if (chapter) {
      const [now, what] = chapterWords(chapter, frame, where);
      say(title, now);
      return say(note, over ? `${words.stoppedAt(done, epochs)} ${what}` : what);
    }
    const { temperature, ece, chance } = frame;
    const [now, what] = where.end ? words.reached(where, { temperature, ece, chance, before: atOne(frame).ece }) : words.move(where);
    say(title, now);
    say(note, over ? `${words.stoppedAt(done, epochs)} ${what}` : what);
  }

  /** @param {Where} where @param {State['chapter']} chapter */
  function saySteps({ at, first }, chapter) {
    const before = chapter ? { focal: 3, limits: 4, end: 5 }[chapter.id] : 0;
    const reached = chapter ? before + (at > 1 ? 1 : 0) : nth([0, 0, 2, 3], at);
    const of = chapter ? sideOf(chapter.first.figures.says, chapter.first.figures.right, chapter.first.figures.n) : first;
    const named = words.steps(chapter || at > 1 ? of : null);
    [...steps.children].forEach((step, i) => {
      say(step, nth(named, i));
      attribute(step, 'class', i < reached ? 'done' : i === reached && (at < 3 || !!chapter) ? 'now' : null);
    });
  }

  return {
    /** @param {State} state @param {Frame | null} shown @param {import('../shell/layout.js').Layout} size */
    draw(state, shown, size) {
      const welcome = state.mode === 'welcome';
      show(element, welcome || state.mode === 'guide');
      if (element.hidden) return;
      const { chapter } = state;
      const frame = chapterFrame(chapter, shown);
      const where = whereOf(welcome ? { run: null } : state, frame);
      const { at } = where;
      const over = at > 1 && state.run?.state === 'ended';
      next = nextOf(chapter);
      attribute(element, 'data-at', String(at));
      element.style.setProperty('--diagram-width', `${size.guide.width}px`);
      const asking = at === 0 && !!state.rating?.open;
      show(start, at === 0 && !asking);
      show(first, !!state.rating);
      show(steps, !asking);
      rating.draw(state.rating, asking);
      comparison.draw(state, at > 1 && !chapter, state.temperatureTouched);
      if (at === 0 && state.check) sayPromise(state);
      show(left, at > 0);
      show(key, at > 1);
      show(talk, at > 0);
      show(cooler, at > 1 && !chapter);
      show(after, at > 2 || (at > 1 && (!!chapter || state.temperatureTouched)));
      show(onward, !!next && over);
      show(whole, !!next || !over); // the last screen has its links
      say(onward, next ? words.toChapter[next] : '');
      show(ways, chapter ? !next && over : at > 2);
      show(again, where.halted);
      say(again, texts[mainAction(state)]);
      sayHead(state, frame, where);
      sayNow(state, frame, where);
      saySteps(where, chapter);
      show(morph.element, !asking && !!state.morph && chapter?.id !== 'limits' && chapter?.id !== 'end');
      limits.draw(chapter, over, Math.min(talk.clientWidth, widestChart));
      if (!asking) morph.draw(state, at === 0, Math.floor(morph.chart.clientWidth));
      if (at > 0) control.draw(frame, size.guide.width, size.guide.height, chapter?.id !== 'limits');
      if (at > 1 && !chapter) temperature.draw(state, state.temperatureTouched, size.slider);
    },
    focus: () => train.focus({ preventScroll: true }),
  };
}

/** @param {Chapter | null} chapter @returns {Chapter['id'] | null} */
const nextOf = (chapter) => (!chapter ? 'focal' : chapter.id === 'focal' ? 'limits' : chapter.id === 'limits' ? 'end' : null);

/**
 * The title of a chapter's result, and its text.
 * @param {Chapter} chapter
 * @param {Frame} frame
 * @param {Where} where
 * @returns {[string, string]}
 */
function chapterWords({ id, first, draws }, frame, where) {
  const nearer = Math.abs(frame.gap) < Math.abs(first.figures.gap);
  if (id === 'focal') return words.focal(where.side, nearer, frame, first.figures);
  if (id === 'end') return words.end(first.figures, first.fitted?.figures.ece ?? NaN);
  return draws ? words.limits(draws.figures, first.figures, draws.eces) : [words.limitsTitle, ''];
}

/** @param {import('../../core/types.js').Blends} blends @returns {[string, string]} */
const classesOf = ({ classNames }) => [nth(classNames, scene.first), nth(classNames, scene.second)];

/**
 * After the first network is trained, selects its fullest bin as an example.
 * @param {import('../../model/types.js').Store} store
 */
export function followFirst(store) {
  store.onChange(({ mode, run, figure, temperatureTouched, selected }, before) => {
    if (mode !== 'guide' || run?.state !== 'ended' || temperatureTouched || selected !== null || !figure) return;
    if (figure === before.figure && run.state === before.run?.state) return;
    const counts = (figure.metrics.ece.bins ?? []).map((bin) => bin.count);
    store.view.pickBin(counts.indexOf(Math.max(...counts)), true);
  });
}
