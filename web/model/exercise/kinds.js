// The kinds of questions: how an answer is checked, the fields in the file, and the initial values in the
// teacher's form. The student's part is in ui/class/exercise/questions.js.
import { texts } from '../../texts/index.js';

/** @typedef {import('./read.js').Question} Question */
/** @typedef {import('./write.js').DraftQuestion} DraftQuestion */
/**
 * Evaluates an expression; undefined: a run is missing.
 * @typedef {(expression: string) => number | undefined} Values
 */

/**
 * @typedef {object} Checked
 * @property {boolean | null} right null if there is nothing to check, or not yet
 * @property {number | null} value the predicted figure's value, in its unit
 */

/**
 * @typedef {object} Descriptor
 * @property {string} id name of a new question
 * @property {'predict' | 'explain'} heading part of the text for a new question
 * @property {(run: string) => Partial<DraftQuestion>} fresh initial fields of a new question; run: the first
 *   one of the exercise
 * @property {(question: DraftQuestion) => Record<string, unknown>} fields fields in the file, except the
 *   question and the text after the answer
 * @property {(question: Question, answer: number | string, values: Values) => Checked} check
 * @property {(question: Question, answer: number | string) => string} inWords an answer in words
 */

/** @typedef {'predict' | 'choose' | 'explain' | 'try'} Kind */

/** Returns the factor from a figure to the unit. @param {string} unit */
export const scaleOf = (unit) => (unit === '%' || unit === 'points' ? 100 : 1);

/**
 * Returns true if an option is right.
 * @param {import('./read.js').Option} option
 * @param {Values} values
 * @returns {boolean | null} null: not known yet
 */
export function isRight({ right }, values) {
  if (typeof right === 'boolean') return right;
  const value = values(right);
  return value === undefined ? null : value > 0;
}

/**
 * Converts a text to a number if it is one. The reader of the file reports other texts.
 * @param {string} text
 */
export const typed = (text) => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text);

/** Removes empty fields. @param {Record<string, unknown>} record */
export const filled = (record) =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => (Array.isArray(value) ? value.length : value !== '' && value !== undefined)),
  );

/** @type {Record<Kind, Descriptor>} */
export const kinds = {
  predict: {
    id: 'guess',
    heading: 'predict',
    fresh: (run) => ({ figure: `${run || 'ce'}.ece`, unit: '%', within: '3' }),
    fields: ({ figure, unit, within, low, high }) => ({ figure, unit, within: typed(within), low, high }),
    check({ figure, unit, within }, answer, values) {
      const found = values(figure);
      if (found === undefined) return { right: null, value: null };
      const value = found * scaleOf(unit);
      return { right: Math.abs(Number(answer) - value) <= within + 1e-9, value };
    },
    inWords: ({ unit }, answer) => `${answer}${unit === '%' ? ' %' : unit ? ` ${unit}` : ''}`,
  },
  choose: {
    id: 'choice',
    heading: 'explain',
    fresh: () => ({ options: [1, 2, 3].map((n) => ({ text: '', right: n === 1 ? 'yes' : '', after: '' })) }),
    fields: ({ options }) => ({
      options: options
        .filter(({ text }) => text)
        .map(({ text, right, after }) =>
          right || after ? filled({ text, ...(right === 'yes' ? { right: true } : { if: right }), after }) : text,
        ),
    }),
    check({ options }, answer, values) {
      const option = options[Number(answer)];
      return { right: option ? isRight(option, values) : false, value: null };
    },
    inWords: ({ options }, answer) => options[Number(answer)]?.text ?? '?',
  },
  explain: {
    id: 'why',
    heading: 'explain',
    fresh: () => ({}),
    fields: ({ answer }) => ({ answer }),
    check: () => ({ right: null, value: null }),
    inWords: (_, answer) => String(answer),
  },
  try: {
    id: 'attempt',
    heading: 'explain',
    fresh: () => ({}),
    fields: ({ goal }) => ({ goal }),
    check: (_, answer) => ({ right: Number(answer) === 1, value: null }),
    inWords: (_, answer) => (answer === 1 ? texts.exercise.reached : texts.exercise.giveUp),
  },
};

export const kindNames = /** @type {Kind[]} */ (Object.keys(kinds));
