// Selective prediction of dropped outputs: the curve, what is answered alone, and figures with intervals.
import { rowsOf } from '../../../draw/csv.js';
import { h, say, show } from '../../../draw/dom.js';
import { isDrawn, paint, surface } from '../../../draw/svg.js';
import { wilson } from '../../../model/chance.js';
import { entryIn } from '../../../model/registry.js';
import { percent } from '../../../texts/format.js';
import { sentence, texts } from '../../../texts/index.js';
import { curve } from '../../../views/selective/curve.js';
import { splitOf, usual } from '../../../views/selective/split.js';
import { createMenu } from '../../shell/controls/menu.js';
import { definition } from '../../shell/results/definition.js';
import { choiceOf, dragIn, fold, sliderOf } from './parts.js';
import { Question } from './question.js';

/** @import {Describe, FilesReport} from '../../../engine.d.ts' */
/** @import {ReportAsk, Table} from '../../../core/types.js' */

const words = texts.view.selective;
const phrases = texts.views.decide;
const figures = ['aurc', 'augrc', 'selective_accuracy', 'coverage_at_risk'];

/**
 * A figure's name, with the coverage or the risk that it is of.
 * @param {Describe['metric'][number]} entry
 */
function nameOf({ id, label, params }) {
  const value = params.find(({ name }) => name === 'coverage' || name === 'risk')?.default;
  return id in phrases.figures ? phrases.figures[/** @type {keyof typeof phrases.figures} */ (id)](percent(Number(value), 0)) : label;
}

/** The files that selective prediction needs. @param {ReportAsk} ask @returns {ReportAsk} */
export function testOf(ask) {
  const { csv, logits, labels, weights } = ask.files;
  return { ...ask, files: { csv, logits, labels, weights }, fit: undefined };
}

/** Returns true if a column has the samples' certainty. @param {ReportAsk} ask */
const hasScore = ({ columns }) => /(?:^|,)score=/.test(String(columns ?? ''));

/** @param {import('../model.js').Model} model @param {Describe} describe */
export function createAlone(model, describe) {
  const redraw = () => model.store.set({});
  /** @type {Question<Table>} */
  const table = new Question(redraw);
  /** @type {Question<FilesReport>} */
  const numbers = new Question(redraw);
  const scores = entryIn(describe.view, 'selective').params.find(({ name }) => name === 'score')?.choices ?? [];
  const { select, element: choice } = choiceOf('evaluate-certainty', words.score, redraw);
  const option = (/** @type {string} */ id) => h('option', { value: id }, words.scores[id] ?? id);
  const column = option('column');
  select.append(...scores.filter((id) => id !== 'column').map(option));
  const slider = sliderOf(phrases.alone, { min: 1, max: 100, step: 1, value: usual }, (value) => percent(value / 100, 0), redraw);
  const lead = h('p', { class: 'strong', role: 'status' });
  const sub = h('p');
  const picture = h('div', { class: 'decision-picture' });
  const menu = createMenu(() => ({
    name: 'selective',
    picture: picture.querySelector('svg'),
    table: table.answer.value && rowsOf(table.answer.value),
  }));
  const list = h('dl', { class: 'decision-figures' });
  const note = h('p', { class: 'note' }, words.chosenAfter);
  const error = h('p', { class: 'error', role: 'alert' });
  const about = figures.map((id) => ({ id, value: h('dd'), ...definition(entryIn(describe.metric, id), 'dd') }));
  list.append(
    ...about.flatMap(({ id, value, button, body }) => [h('dt', null, nameOf(entryIn(describe.metric, id)), ' ', button), value, body]),
  );
  const body = h('div', null, choice, slider.element, h('div', { class: 'head' }, lead, menu.element), sub, picture, list, note);
  const element = fold('alone', words.question, redraw, error, body);
  dragIn(picture, 'alone', (value) => slider.move(value));

  /** @param {Table} answer @param {number} width */
  function drawCurve(answer, width) {
    const split = splitOf(answer, slider.value);
    const { rows, at, kept, handed, wrong, wanted } = split;
    const interval = wilson(at.risk, kept);
    say(lead, words.lead(at.coverage, at.risk));
    say(
      sub,
      `${handed.length ? words.sub(at.confidence, handed.length, wrong / handed.length) : words.all(at.confidence, rows.length)} ${words.concludes(at.coverage, at.risk, interval, at.optimal)}`,
    );
    if (isDrawn(picture, answer, wanted, width)) return;
    const size = { width: Math.min(width, 620) - 16, height: 340 };
    paint(surface(picture, size.width + 12, size.height, `${lead.textContent} ${sub.textContent}`), curve(rows, at, [], wanted, size));
  }

  /** @param {FilesReport | null} report */
  function drawNumbers(report) {
    for (const { id, value } of about) {
      const one = report?.metrics[id];
      const [low, high] = one?.interval ?? [null, null];
      say(
        value,
        typeof one?.value !== 'number'
          ? '…'
          : typeof low === 'number' && typeof high === 'number'
            ? phrases.withInterval(percent(one.value), [low, high])
            : percent(one.value),
      );
    }
  }

  return {
    element,

    /** @param {ReportAsk} ask @param {string} key of the files and options @param {number} width */
    draw(ask, key, width) {
      if (!hasScore(ask)) column.remove();
      else if (!column.isConnected) select.append(column);
      if (!element.open) return;
      const score = select.value;
      const wanted = testOf(ask);
      const { value, error: wrong } = table.now(`${key} ${score}`, () => model.evaluation.view(wanted, `selective:score=${score}`));
      show(body, !!value || !wrong);
      say(error, wrong ? sentence(wrong) : '');
      menu.draw({ picture: !!value, table: !!value });
      if (!value) return;
      drawCurve(value, width);
      const metric = figures.map((id) => `${id}:score=${score}`);
      const found = numbers.now(`${key} ${score}`, async () => JSON.parse(await model.evaluation.report({ ...wanted, metric })));
      drawNumbers(numbers.isLate ? null : found.value);
    },
  };
}
