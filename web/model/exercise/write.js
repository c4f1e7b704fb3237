// Converts the teacher's form to the text of an exercise, and back.
import { stringify } from '../../vendor/markdown.js';
import { filled, kinds, typed } from './kinds.js';

/** @typedef {import('./read.js').Exercise} Exercise */

/**
 * Content of the form, as typed.
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

/** @param {DraftQuestion} question */
const questionOf = (question) => filled({ [question.kind]: question.ask, ...kinds[question.kind].fields(question), after: question.after });

/**
 * Removes unchanged text of the form's template: its sentence, and headings without content.
 * @param {string} body
 * @param {string} start the template
 */
export function writtenOf(body, start) {
  const given = new Set(start.trim().split(/\n{2,}/));
  const ends = (/** @type {string | undefined} */ block) => !block || /^##? /.test(block);
  const blocks = body.trim().split(/\n{2,}/);
  const written = blocks.filter((block) => block.startsWith('#') || !given.has(block));
  return written.filter((block, i) => !given.has(block) || !ends(written[i + 1])).join('\n\n');
}

/** @param {Draft} draft @returns {string} the text, which may be invalid */
export function textOfDraft({ title, learn, minutes, paper, runs, questions, lock, hide, shows, body }) {
  const front = filled({
    title,
    learn,
    minutes: typed(minutes),
    paper,
    runs: Object.fromEntries(runs.map(({ name, label, link }) => [name, label && label !== name ? { label, link } : link])),
    questions: Object.fromEntries(questions.map((question) => [question.id, questionOf(question)])),
    lock,
    hide,
    shows,
  });
  return `---\n${stringify(front, { lineWidth: 0 })}---\n\n${body.trim()}\n`;
}
