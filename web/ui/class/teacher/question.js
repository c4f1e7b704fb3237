// The form's fields for one question, by its kind.

import { h } from '../../../draw/dom.js';
import { texts } from '../../../texts/index.js';
import { figuresIn } from './figures.js';

/** @typedef {import('../../../model/exercise/write.js').Draft} Draft */
/** @typedef {import('../../../model/exercise/write.js').DraftQuestion} DraftQuestion */

const words = texts.teacher;

/**
 * @param {import('./fields.js').Fields} fields
 * @param {{draft: () => Draft, describe: () => import('../../../engine.d.ts').Describe, build: () => void,
 *   remove: (question: DraftQuestion) => void}} on
 */
export function createQuestionForm({ line, choice, folded }, { draft, describe, build, remove }) {
  /**
   * Chooses if an option is right: no, yes, or by an expression of the run.
   * @param {DraftQuestion['options'][0]} option
   * @param {string} name
   */
  function rightOf(option, name) {
    const now = option.right === '' || option.right === 'yes' ? option.right : 'if';
    const set = (/** @type {string} */ value) =>
      void (option.right = value === 'if' ? `${draft().runs[0]?.name ?? 'ce'}.ece > 0.05` : value);
    return [
      choice(
        words.isRight,
        name,
        now,
        [
          ['', words.rights.no],
          ['yes', words.rights.yes],
          ['if', words.rights.if],
        ],
        set,
      ),
      ...(now === 'if' ? [line(words.rightIf, option.right, (right) => void (option.right = right), { name: `${name}-if` })] : []),
    ];
  }

  /**
   * Chooses the number to predict: a common one by name, or a typed expression.
   * @param {DraftQuestion} question
   */
  function figureOf(question) {
    const { id, figure } = question;
    const known = draft().runs.flatMap(({ name, label }) =>
      figuresIn(describe()).map((one) => ({
        ...one,
        value: `${name}.${one.path}`,
        says: draft().runs.length > 1 ? `${one.label}: ${label || name}` : one.label,
      })),
    );
    const usual = known.some(({ value }) => value === figure);
    const set = (/** @type {string} */ value) => {
      const one = known.find((other) => other.value === value);
      question.figure = one ? value : '';
      if (one) question.unit = one.unit === 'nats' ? '' : one.unit;
    };
    const options = /** @type {[string, string][]} */ ([...known.map(({ value, says }) => [value, says]), ['', words.otherFigure]]);
    if (usual) return choice(words.figure, `${id}-figure`, figure, options, set);
    return h(
      'div',
      { class: 'maker-pair' },
      line(words.figureTyped, figure, (value) => void (question.figure = value), { name: `${id}-figure` }),
      choice(words.figure, `${id}-figure-usual`, '', options, set),
    );
  }

  /** @param {DraftQuestion} question */
  function questionOf(question) {
    const { kind, id } = question;
    const set = (/** @type {keyof DraftQuestion} */ name) => (/** @type {string} */ value) =>
      void (question[name] = /** @type {never} */ (value));
    const more = {
      predict: () => [
        figureOf(question),
        folded(
          words.more.predict,
          line(words.unit, question.unit, set('unit'), { wide: false, name: `${id}-unit` }),
          line(words.within, question.within, set('within'), { wide: false, name: `${id}-within` }),
          line(words.low, question.low, set('low'), { name: `${id}-low` }),
          line(words.high, question.high, set('high'), { name: `${id}-high` }),
          line(words.after, question.after, set('after'), { name: `${id}-after` }),
        ),
      ],
      choose: () => [
        ...question.options.flatMap((option, i) => [
          line(words.option(i + 1), option.text, (text) => void (option.text = text), { name: `${id}-option${i}` }),
          ...rightOf(option, `${id}-right${i}`),
          line(words.optionAfter, option.after, (after) => void (option.after = after), { name: `${id}-after${i}` }),
        ]),
        h(
          'button',
          { class: 'plain note', onclick: () => (question.options.push({ text: '', right: '', after: '' }), build()) },
          words.addOption,
        ),
        folded(words.more.choose, line(words.after, question.after, set('after'), { name: `${id}-after` })),
      ],
      explain: () => [line(words.model, question.answer, set('answer'), { rows: 3, name: `${id}-answer` })],
      try: () => [
        line(words.goal, question.goal, set('goal'), { name: `${id}-goal` }),
        folded(words.more.choose, line(words.after, question.after, set('after'), { name: `${id}-after` })),
      ],
    }[kind]();
    return h(
      'fieldset',
      { class: 'maker-item', 'data-question': id },
      h('legend', null, words.addQuestion[kind], ' ', h('code', null, `[[${id}]]`)),
      line(words.ask[kind], question.ask, set('ask'), { name: `${id}-ask` }),
      ...more,
      h('button', { class: 'plain note', onclick: () => remove(question) }, words.remove),
    );
  }

  return questionOf;
}
