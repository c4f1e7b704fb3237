// Finds the form field that an error of the exercise's reader refers to.

import { sentence as messageOf } from '../../../core/formats/error.js';
import { FieldError } from '../../../model/exercise/fields.js';
import { texts } from '../../../texts/index.js';

/** @typedef {import('../../../model/exercise/write.js').Draft} Draft */
/**
 * An error; field: its id without "maker-", or empty if it is in no field.
 * @typedef {{field: string, why: string}} Fault
 */

const words = texts.teacher;
/** A question's members with a separate field in the form; others are shown at its text. */
const own = ['figure', 'unit', 'within', 'answer', 'goal', 'after', 'low', 'high'];

/**
 * Finds an empty required field, which is reported as still to be written.
 * @param {Draft} draft
 * @returns {Fault | null}
 */
export function emptyIn({ title, questions }) {
  const open = questions.find(({ ask }) => !ask.trim());
  if (open) return { field: `${open.id}-ask`, why: words.questionMissing(open.id, words.addQuestion[open.kind]) };
  for (const { kind, id, options } of questions) {
    if (kind !== 'choose') continue;
    const written = options.filter(({ text }) => text.trim()).length;
    const empty = options.findIndex(({ text }) => !text.trim());
    if (written < 2) return { field: `${id}-option${Math.max(0, empty)}`, why: words.twoOptions };
    if (options.every(({ text, right }) => !text.trim() || !right.trim())) return { field: `${id}-right0`, why: words.noneRight };
  }
  return title.trim() ? null : { field: 'title', why: words.noTitle };
}

/** @param {unknown} wrong thrown by readExercise @param {Draft} draft @returns {Fault} */
export function faultOf(wrong, draft) {
  if (!(wrong instanceof FieldError)) return { field: 'body', why: messageOf(wrong) };
  const { why, field } = wrong; // without line numbers, since a form has no lines
  const [top, name = '', part = '', index, last] = field;
  if (top === 'runs') return { field: `${name}-${part || 'link'}`, why };
  if (top !== 'questions') return { field: ['title', 'learn', 'minutes', 'paper'].includes(String(top)) ? String(top) : 'body', why };
  if (part !== 'options' || index === undefined) return { field: `${name}-${own.includes(String(part)) ? part : 'ask'}`, why };
  // An option without a text is left out of the exercise.
  const { options = [] } = draft.questions.find(({ id }) => id === name) ?? {};
  const i = [...options.keys()].filter((one) => options[one]?.text)[Number(index)] ?? 0;
  return {
    field: { text: `${name}-option${i}`, if: `${name}-right${i}-if`, after: `${name}-after${i}` }[last ?? 'text'] ?? `${name}-option${i}`,
    why,
  };
}
