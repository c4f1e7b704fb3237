// Where in the form something is wrong: the id of the field that the reader's sentence is about.

import { sentence as messageOf } from '../../../core/formats/error.js';
import { LineError } from '../../../model/exercise/read.js';
import { texts } from '../../../texts/index.js';

/** @typedef {import('../../../model/exercise/write.js').Draft} Draft */
/** @typedef {{field: string, why: string}} Fault field: its id without "maker-"; empty where no field is to blame */

const words = texts.teacher;

/** What is still empty, which is to be written rather than wrong. @param {Draft} draft @returns {Fault | null} */
export function emptyIn({ title, questions }) {
  const open = questions.find(({ ask }) => !ask.trim());
  if (open) return { field: `${open.id}-ask`, why: words.notAsked(open.id, words.addQuestion[open.kind]) };
  for (const { kind, id, options } of questions) {
    if (kind !== 'choose') continue;
    const written = options.filter(({ text }) => text.trim()).length;
    const empty = options.findIndex(({ text }) => !text.trim());
    if (written < 2) return { field: `${id}-option${Math.max(0, empty)}`, why: words.twoOptions };
    if (options.every(({ text, right }) => !text.trim() || !right.trim())) return { field: `${id}-right0`, why: words.noneRight };
  }
  return title.trim() ? null : { field: 'title', why: words.noTitle };
}

/** @param {unknown} wrong what readExercise threw @param {Draft} draft @returns {Fault} */
export function faultOf(wrong, draft) {
  const why = wrong instanceof LineError ? wrong.why : messageOf(wrong); // a form has no lines
  const [, question, part = '', number, condition] =
    /^question (\w+)(?:, (figure|unit|within|goal|after|low|high|answer|option) ?(\d*)(, if)?)?/i.exec(why) ?? [];
  if (question && draft.questions.some(({ id }) => id === question)) {
    const at = number ? Number(number) - 1 : 0;
    const name = part === 'option' ? `${condition ? 'right' : 'option'}${at}` : part || 'ask';
    return { field: `${question}-${name}`, why };
  }
  const [, run] = /^run (\w+)/i.exec(why) ?? [];
  if (run && draft.runs.some(({ name }) => name === run)) return { field: `${run}-link`, why };
  const [, top] = /^(title|learn|minutes|paper)\b/i.exec(why) ?? [];
  return { field: top ? top.toLowerCase() : 'body', why };
}
