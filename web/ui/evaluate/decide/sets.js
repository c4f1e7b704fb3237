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

const words = texts.view.sets;
const phrases = texts.views.decide;

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
  const element = fold('sets', words.question, redraw, score.element, by.element, empty.element, promise.element, error, body);

  const how = () => ({
    score: score.select.value,
    alpha: Math.round(100 - promise.value) / 100,
    empty: empty.select.value,
    ...(by.select.value === 'all' ? {} : { by: by.select.value }),
  });
  /** @type {ReportAsk | null} */
  let request = null;

  async function saveSets() {
    if (!request) return;
    button.disabled = true;
    try {
      save('sets.csv', await model.evaluation.setsTable(request, how()));
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
     */
    draw(ask, key, width, grouped) {
      offer(grouped);
      if (!element.open) return;
      request = ask;
      const options = how();
      const { value, error: wrong } = question.now(key + JSON.stringify(options), () => model.evaluation.sets(ask, options));
      show(body, !!value);
      say(error, wrong ? sentence(wrong) : '');
      menu.draw({ picture: !!value, table: false });
      if (value) drawFound(value, width);
    },
  };
}
