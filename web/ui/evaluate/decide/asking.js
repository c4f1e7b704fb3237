// The cost of answering alone or asking, of dropped outputs.
import { rowsOf } from '../../../draw/csv.js';
import { h, say, show } from '../../../draw/dom.js';
import { isDrawn, paint, surface } from '../../../draw/svg.js';
import { entryIn } from '../../../model/registry.js';
import { decimal } from '../../../texts/format.js';
import { sentence, texts } from '../../../texts/index.js';
import { costAt, costCurve, costsIn, costVerdict, mostAsk, usualAsk } from '../../../views/selective/cost.js';
import { createMenu } from '../../shell/controls/menu.js';
import { definition } from '../../shell/results/definition.js';
import { testOf } from './alone.js';
import { dragIn, fold, sliderOf } from './parts.js';
import { Question } from './question.js';

/** @import {Describe} from '../../../engine.d.ts' */
/** @import {ReportAsk, Table} from '../../../core/types.js' */

const words = texts.view.selective;
const MOST = 620; // px of a drawing

/** @param {import('../model.js').Model} model @param {Describe} describe */
export function createAsking(model, describe) {
  const redraw = () => model.store.set({});
  /** @type {Question<Table>} */
  const question = new Question(redraw);
  const slider = sliderOf(words.ask, { min: 1, max: mostAsk, step: 1, value: usualAsk }, (value) => decimal(value / 100, 2), redraw);
  const lead = h('p', { class: 'strong', role: 'status' });
  const sub = h('p');
  const about = definition(entryIn(describe.metric, 'cost'), 'div');
  const picture = h('div', { class: 'decision-picture' });
  const menu = createMenu(() => ({
    name: 'cost',
    picture: picture.querySelector('svg'),
    table: question.answer.value && rowsOf(question.answer.value),
  }));
  const note = h('p', { class: 'note' });
  const error = h('p', { class: 'error', role: 'alert' });
  const head = h('div', { class: 'head' }, lead, about.button, menu.element);
  const body = h('div', null, slider.element, head, about.body, sub, picture, note);
  const element = fold('asking', words.costQuestion, redraw, error, body);
  dragIn(picture, 'ask', (value) => slider.move(value));

  /** @param {Table} answer @param {number} width @param {string} other name of the other model */
  function drawCurve(answer, width, other) {
    const rows = costsIn(answer);
    const at = costAt(rows, slider.value);
    say(lead, words.costLead(at.ask, at.cost));
    say(sub, words.costSub(at.answered, at.always_answer, at.ask));
    const difference = Number.isFinite(at.difference)
      ? [words.costDifference(other, at.difference, [at.difference_low, at.difference_high])]
      : [];
    say(note, [words.costConcludes(costVerdict(at), at.ask, [at.low, at.high], at.least), ...difference].join(' '));
    if (isDrawn(picture, answer, slider.value, width, other)) return;
    const size = { width: Math.min(width, MOST) - 8, height: 340 };
    paint(surface(picture, size.width, size.height, `${lead.textContent} ${sub.textContent}`), costCurve(rows, at, [], size, other));
  }

  return {
    element,

    /**
     * @param {ReportAsk} ask
     * @param {string} key of the files and options
     * @param {number} width
     * @param {import('./acting.js').Task['versus']} versus
     */
    draw(ask, key, width, versus) {
      if (!element.open) return;
      const test = testOf(ask);
      const request = versus ? { ...test, files: { ...test.files, against: versus.file } } : test;
      const { value, error: wrong } = question.now(`${key} ${versus?.name ?? ''}`, () => model.evaluation.view(request, 'cost'));
      show(body, !!value || !wrong);
      say(error, wrong ? sentence(wrong) : '');
      menu.draw({ picture: !!value, table: !!value });
      if (value) drawCurve(value, width, versus?.name ?? '');
    },
  };
}
