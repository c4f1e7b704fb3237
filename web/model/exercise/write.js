// From what a form holds to the text of an exercise, and back.
import { stringify } from '../../vendor/markdown.js';

/** @typedef {import('./read.js').Exercise} Exercise */

/**
 * What a form holds: texts as they were typed.
 * @typedef {object} Draft
 * @property {string} title
 * @property {string} learn
 * @property {string} minutes
 * @property {string} paper
 * @property {{name: string, label: string, link: string}[]} runs
 * @property {DraftQuestion[]} questions
 * @property {string[]} lock
 * @property {string[]} hide
 * @property {string[]} shows
 * @property {string} body Markdown
 */

/**
 * @typedef {object} DraftQuestion
 * @property {string} id
 * @property {import('./read.js').Question['kind']} kind
 * @property {string} ask
 * @property {string} figure
 * @property {string} unit
 * @property {string} within
 * @property {{text: string, right: string, after: string}[]} options right: "yes", a condition, or empty
 * @property {string} answer
 * @property {string} goal
 * @property {string} after
 * @property {string} low
 * @property {string} high
 */

/** @param {Exercise} exercise @returns {Draft} */
export const draftOf = ({ text, title, learn, minutes, paper, runs, questions, lock, hide, shows }) => ({
  title,
  learn,
  minutes: String(minutes),
  paper,
  runs: Object.values(runs),
  questions: Object.values(questions).map(({ within, options, ...question }) => ({
    ...question,
    within: String(within),
    options: options.map((one) => ({ ...one, right: typeof one.right === 'string' ? one.right : one.right ? 'yes' : '' })),
  })),
  lock,
  hide,
  shows,
  body: text.replace(/^---\n[\s\S]*?\n---\n/, '').trim(),
});

/** A number where it is one: what is none is named when it is read. @param {string} text */
const number = (text) => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text);

/** Without what is empty. @param {Record<string, any>} record */
const filled = (record) =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => (Array.isArray(value) ? value.length : value !== '' && value !== undefined)),
  );

/** @param {DraftQuestion} question */
function questionOf({ kind, ask, figure, unit, within, options, answer, goal, after, low, high }) {
  if (kind === 'predict') return filled({ predict: ask, figure, unit, within: number(within), low, high, after });
  if (kind === 'explain') return filled({ explain: ask, answer, after });
  if (kind === 'try') return filled({ try: ask, goal, after });
  const written = options
    .filter(({ text }) => text)
    .map(({ text, right, after }) =>
      right || after ? filled({ text, ...(right === 'yes' ? { right: true } : { if: right }), after }) : text,
    );
  return filled({ choose: ask, options: written, after });
}

/** @param {Draft} draft @returns {string} the text, whether it can be read or not */
export function textOfDraft({ title, learn, minutes, paper, runs, questions, lock, hide, shows, body }) {
  const front = filled({
    title,
    learn,
    minutes: number(minutes),
    paper,
    runs: Object.fromEntries(runs.map(({ name, label, link }) => [name, label && label !== name ? { label, link } : link])),
    questions: Object.fromEntries(questions.map((question) => [question.id, questionOf(question)])),
    lock,
    hide,
    shows,
  });
  return `---\n${stringify(front, { lineWidth: 0 })}---\n\n${body.trim()}\n`;
}
