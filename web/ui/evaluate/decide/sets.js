// Conformal sets of dropped outputs: the promise, what is kept of it, sizes, and the sets as a file.
import { h, say, show } from '../../../draw/dom.js';
import { isDrawn, paint, surface } from '../../../draw/svg.js';
import { wilson } from '../../../model/chance.js';
import { nth } from '../../../model/nth.js';
import { entryIn } from '../../../model/registry.js';
import { decimal, percent } from '../../../texts/format.js';
import { sentence, texts } from '../../../texts/index.js';
import { side, verdictOf } from '../../../views/sets/side.js';
import { createMenu, save } from '../../shell/controls/menu.js';
import { definition } from '../../shell/results/definition.js';
import { choiceOf, fold, sliderOf } from './parts.js';
import { Question } from './question.js';

/** @import {Describe, SetsFigures} from '../../../engine.d.ts' */
/** @import {ReportAsk} from '../../../core/types.js' */
/** @typedef {import('../calibrated/work.js').Kept} Kept */

const words = texts.view.sets;
const phrases = texts.views.decide;
const HALF = 'temperature'; // fitted on one half of the validation set
const DROPPED = 'dropped'; // the value of a calibrator that was dropped as a file

/** The figures that the drawing takes. @param {SetsFigures} found */
function figuresOf({ quantiles, sizes, difficulty, coverage, target, n }) {
  const band = quantiles.length === 1 ? nth(quantiles, 0).band : null;
  return {
    sizes: sizes.map((one) => ({ ...one, covered: Math.round(one.coverage * one.n) })),
    parts: difficulty,
    coverage,
    promise: target,
    n,
    band: band && /** @type {[number, number]} */ ([nth(band, 0), nth(band, 1)]),
    was: NaN,
  };
}

/** @param {import('../model.js').Model} model @param {Describe} describe */
export function createSets(model, describe) {
  const redraw = () => model.store.set({});
  /** @type {Question<SetsFigures>} */
  const question = new Question(redraw);
  const promise = sliderOf(words.promised, { min: 50, max: 99, step: 1, value: 90 }, (value) => percent(value / 100, 0), redraw);
  const score = choiceOf('evaluate-conformity', words.score, redraw);
  score.select.append(...describe.conformity.map(({ id, label }) => h('option', { value: id }, label)));
  const by = choiceOf('evaluate-sets-by', words.by, redraw);
  const empty = choiceOf('evaluate-sets-empty', words.empty, redraw);
  empty.select.append(h('option', { value: 'allow' }, words.allow), h('option', { value: 'top' }, words.top));
  const calibrator = choiceOf('evaluate-sets-calibrator', texts.evaluate.calibrated.choose, redraw);
  const lead = h('p', { class: 'strong', role: 'status' });
  const sub = h('p');
  const about = entryIn(describe.view, 'sets');
  const definitionOf = definition(about, 'div', undefined, 'views');
  const picture = h('div', { class: 'decision-picture' });
  const menu = createMenu(() => ({ name: 'sets', picture: picture.querySelector('svg'), table: null }));
  const button = h('button', { class: 'button', 'data-does': 'save-sets', onclick: saveSets }, phrases.saveSets);
  const note = h('p', { class: 'note' });
  const error = h('p', { class: 'error', role: 'alert' });
  const body = h(
    'div',
    null,
    h('div', { class: 'head' }, lead, definitionOf.button, menu.element),
    definitionOf.body,
    sub,
    picture,
    note,
    h('div', { class: 'formats' }, button),
  );
  const controls = [score, by, empty, calibrator, promise].map((control) => control.element);
  const element = fold('sets', words.question, redraw, ...controls, error, body);

  const how = () => ({
    score: score.select.value,
    alpha: Math.round(100 - promise.value) / 100,
    empty: empty.select.value,
    ...(by.select.value === 'all' ? {} : { by: by.select.value }),
    ...(calibrator.select.value === HALF ? { calibrator: HALF } : {}),
  });
  /** @type {ReportAsk | null} */
  let request = null;
  /** @type {Kept | null} */
  let file = null; // the dropped calibrator
  let dropped = 0; // files so far
  const chosen = () => (calibrator.select.value === DROPPED ? file : null);

  async function saveSets() {
    if (!request) return;
    button.disabled = true;
    try {
      save('sets.csv', await model.evaluation.setsTable(request, how(), chosen()));
    } finally {
      button.disabled = false;
    }
  }

  /** @param {boolean} grouped */
  function offer(grouped) {
    if (isDrawn(by.select, grouped)) return;
    const before = by.select.value;
    by.select.replaceChildren(
      h('option', { value: 'all' }, words.all),
      h('option', { value: 'class' }, words.eachClass),
      ...(grouped ? [h('option', { value: 'group' }, phrases.eachGroup)] : []),
    );
    if (before === 'class' || (before === 'group' && grouped)) by.select.value = before;
  }

  /** @param {Kept | null} kept */
  function offerCalibrators(kept) {
    if (kept !== file) dropped++;
    file = kept;
    if (isDrawn(calibrator.select, kept)) return;
    const before = calibrator.select.value;
    calibrator.select.replaceChildren(
      h('option', { value: '' }, phrases.uncalibrated),
      h('option', { value: HALF }, phrases.half(entryIn(describe.calibrator, HALF).label)),
      ...(kept ? [h('option', { value: DROPPED }, texts.evaluate.calibrated.dropped(kept.name, kept.calibrator, kept.n))] : []),
    );
    calibrator.select.value = before === DROPPED && !kept ? '' : before;
  }

  /** @param {SetsFigures} found @param {number} width */
  function drawFound(found, width) {
    const figures = figuresOf(found);
    const { band, n, coverage } = figures;
    say(lead, words.lead(found.target, coverage));
    say(sub, words.sub(found.size.mean, found.size.single));
    const first = nth(found.quantiles, 0);
    say(
      note,
      [
        words.concludes(verdictOf(figures), coverage, band ?? wilson(coverage, n), !!band),
        band ? phrases.quantile(decimal(first.quantile), first.rank, first.validation) : '',
        ...found.warnings.map(sentence),
        words.notProbability,
      ]
        .filter(Boolean)
        .join(' '),
    );
    if (isDrawn(picture, found, width)) return;
    const { shapes, height } = side(figures);
    paint(surface(picture, side.width + 8, height + 8, `${lead.textContent} ${sub.textContent}`), [
      ['g', { transform: 'translate(4 8)' }, shapes],
    ]);
  }

  return {
    element,

    /**
     * @param {ReportAsk} ask
     * @param {string} key of the files and options
     * @param {number} width
     * @param {boolean} grouped both sets have groups
     * @param {Kept | null} kept a calibrator that was dropped as a file
     */
    draw(ask, key, width, grouped, kept) {
      offer(grouped);
      offerCalibrators(kept);
      if (!element.open) return;
      request = ask;
      const [options, used] = [how(), chosen()];
      const { value, error: wrong } = question.now(key + JSON.stringify([options, used && dropped]), () =>
        model.evaluation.sets(ask, options, used),
      );
      show(body, !!value);
      say(error, wrong ? sentence(wrong) : '');
      menu.draw({ picture: !!value, table: false });
      if (value) drawFound(value, width);
    },
  };
}
