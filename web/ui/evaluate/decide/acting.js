// Decision curves of dropped binary outputs: a threshold, its four outcomes, and the difference to another
// model.
import { rowsOf } from '../../../draw/csv.js';
import { h, say, show } from '../../../draw/dom.js';
import { isDrawn, paint, surface } from '../../../draw/svg.js';
import { entryIn } from '../../../model/registry.js';
import { percent } from '../../../texts/format.js';
import { sentence, texts } from '../../../texts/index.js';
import { curve, outcomes, rowAt, rowsIn, usual } from '../../../views/decision/curve.js';
import { usefulOf, verdictOf } from '../../../views/decision/view.js';
import { createMenu } from '../../shell/controls/menu.js';
import { definition } from '../../shell/results/definition.js';
import { testOf } from './alone.js';
import { choiceOf, dragIn, fold, sliderOf } from './parts.js';
import { Question } from './question.js';

/** @import {Describe} from '../../../engine.d.ts' */
/** @import {ReportAsk, Table} from '../../../core/types.js' */

/**
 * @typedef {object} Task
 * @property {string[]} labels of a multi-label task, else empty
 * @property {string} positive name of the positive class
 * @property {{name: string, file: File} | null} versus the model to compare with
 */

const words = texts.view.decision;
const MOST = 620; // px of a drawing

/** @param {import('../model.js').Model} model @param {Describe} describe */
export function createActing(model, describe) {
  const redraw = () => model.store.set({});
  /** @type {Question<Table>} */
  const question = new Question(redraw);
  const label = choiceOf('evaluate-acting', words.actOn, redraw);
  const kind = choiceOf('evaluate-acting-show', words.show, redraw);
  kind.select.append(...Object.entries(words.shows).map(([id, name]) => h('option', { value: id }, name)));
  const slider = sliderOf(words.threshold, { min: 1, max: 99, step: 1, value: usual }, (value) => percent(value / 100, 0), redraw);
  const lead = h('p', { class: 'strong', role: 'status' });
  const sub = h('p');
  const about = definition(entryIn(describe.view, 'decision'), 'div', undefined, 'views');
  const picture = h('div', { class: 'decision-picture' });
  const table = h('div');
  const menu = createMenu(() => ({
    name: 'decision',
    picture: picture.querySelector('svg'),
    table: question.answer.value && rowsOf(question.answer.value),
  }));
  const note = h('p', { class: 'note' });
  const error = h('p', { class: 'error', role: 'alert' });
  const head = h('div', { class: 'head' }, lead, about.button, menu.element);
  const body = h('div', null, label.element, kind.element, slider.element, head, about.body, sub, picture, table, note);
  const element = fold('acting', words.question, redraw, error, body);
  dragIn(picture, 'threshold', (value) => slider.move(value));

  /** @param {Table} answer @param {number} width @param {string} name of the class @param {string} other */
  function drawCurve(answer, width, name, other) {
    const rows = rowsIn(answer);
    const at = rowAt(rows, slider.value);
    const murphy = kind.select.value === 'murphy';
    const { from, to, n } = usefulOf(rows);
    say(lead, murphy ? words.murphy(at.threshold, at.elementary) : words.lead(at.threshold, at.net_benefit));
    say(sub, murphy ? words.brier : words.sub(at.treat_all, at.threshold));
    say(
      note,
      [
        words.concludes(verdictOf(at), at.threshold, [at.gain_low, at.gain_high]),
        murphy && Number.isFinite(at.other_elementary) ? words.murphyOther(other, at.other_elementary) : '',
        Number.isFinite(at.difference) ? words.difference(other, at.difference, [at.difference_low, at.difference_high]) : '',
        words.range(from, to, n),
        Number.isFinite(at.optimal) ? words.optimal(at.optimal) : '',
        words.method,
        words.chosen,
      ]
        .filter(Boolean)
        .join(' '),
    );
    if (isDrawn(picture, answer, slider.value, murphy, width, other)) return;
    const size = { width: Math.min(width, MOST) - 8, height: 360 };
    const side = outcomes(at, size.width, name);
    paint(
      surface(picture, size.width, size.height, `${lead.textContent} ${sub.textContent}`),
      curve(rows, { threshold: slider.value, other, murphy, ...size }),
    );
    paint(surface(table, size.width, side.height, ''), side.shapes);
  }

  /** @param {string[]} labels */
  function offer(labels) {
    show(label.element, labels.length > 0);
    if (isDrawn(label.select, labels.join('\n'))) return;
    label.select.replaceChildren(...labels.map((name, j) => h('option', { value: String(j) }, name)));
  }

  return {
    element,

    /**
     * @param {ReportAsk} ask
     * @param {string} key of the files and options
     * @param {number} width
     * @param {Task} task
     */
    draw(ask, key, width, { labels, positive, versus }) {
      offer(labels);
      if (!element.open) return;
      const index = labels.length ? Number(label.select.value) : 1;
      const test = testOf(ask);
      const request = versus ? { ...test, files: { ...test.files, against: versus.file } } : test;
      const { value, error: wrong } = question.now(`${key} ${index} ${versus?.name ?? ''}`, () =>
        model.evaluation.view(request, `decision:class=${index}`),
      );
      show(body, !!value || !wrong);
      say(error, wrong ? sentence(wrong) : '');
      menu.draw({ picture: !!value, table: !!value });
      if (value) drawCurve(value, width, labels[index] ?? positive, versus?.name ?? '');
    },
  };
}
