// Tests of calibration on dropped outputs: cumulative differences with the band of chance, and the parts of
// the Brier score.
import { rowsOf } from '../../../draw/csv.js';
import { h, say, show } from '../../../draw/dom.js';
import { isDrawn, paint, surface } from '../../../draw/svg.js';
import { entryIn } from '../../../model/registry.js';
import { sentence, texts } from '../../../texts/index.js';
import { concludesOf, drawBoth, saysOf, whyOf } from '../../../views/cumulative/draw.js';
import { createMenu } from '../../shell/controls/menu.js';
import { definition } from '../../shell/results/definition.js';
import { testOf } from './alone.js';
import { fold } from './parts.js';
import { Question } from './question.js';

/** @import {Describe} from '../../../engine.d.ts' */
/** @import {ReportAsk, Table} from '../../../core/types.js' */

const MOST = 1000; // px of the drawing

/** @param {import('../model.js').Model} model @param {Describe} describe */
export function createBeyond(model, describe) {
  const redraw = () => model.store.set({});
  /** @type {Question<Table>} */
  const question = new Question(redraw);
  const lead = h('p', { class: 'strong', role: 'status' });
  const sub = h('p');
  const about = definition(entryIn(describe.view, 'cumulative'), 'div', undefined, 'views');
  const picture = h('div', { class: 'decision-picture' });
  const menu = createMenu(() => ({
    name: 'cumulative',
    picture: picture.querySelector('svg'),
    table: question.answer.value && rowsOf(question.answer.value),
  }));
  const note = h('p', { class: 'note' });
  const error = h('p', { class: 'error', role: 'alert' });
  const head = h('div', { class: 'head' }, lead, about.button, menu.element);
  const body = h('div', null, head, about.body, sub, picture, note);
  const element = fold('beyond', texts.view.cumulative.question, redraw, error, body);

  return {
    element,

    /**
     * @param {ReportAsk} ask
     * @param {string} key of the files and options
     * @param {number} width
     * @param {{n: number, binary: boolean}} of
     */
    draw(ask, key, width, { n, binary }) {
      if (!element.open) return;
      const { value, error: wrong } = question.now(key, () => model.evaluation.view(testOf(ask), 'cumulative'));
      show(body, !!value || !wrong);
      say(error, wrong ? sentence(wrong) : '');
      menu.draw({ picture: !!value, table: !!value });
      if (!value) return;
      const { lead: first, sub: second } = saysOf(value, n);
      say(lead, first);
      say(sub, second);
      say(note, [concludesOf(value), ...whyOf(value)].join(' '));
      if (isDrawn(picture, value, width)) return;
      const size = { width: Math.min(width, MOST) - 8, height: 360 };
      const drawn = drawBoth(value, null, { ...size, binary });
      paint(surface(picture, size.width, drawn.height, `${first} ${second}`), drawn.shapes);
    },
  };
}
