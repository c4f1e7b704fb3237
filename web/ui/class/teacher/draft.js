// The draft of an exercise that is being made: its text with the caret, its runs and questions.
import { isCurrent } from '../../../core/storage/student.js';
import { kinds } from '../../../model/exercise/kinds.js';
import { writtenOf } from '../../../model/exercise/write.js';
import { nth } from '../../../model/nth.js';
import { texts } from '../../../texts/index.js';

/** @typedef {import('../../../model/exercise/write.js').Draft} Draft */
/** @typedef {import('../../../model/exercise/write.js').DraftQuestion} DraftQuestion */

const words = texts.teacher;
const kept = 'calib-maker';

/** @returns {Draft} */
const empty = () => ({
  title: '',
  learn: '',
  minutes: '15',
  paper: '',
  runs: [],
  questions: [],
  lock: [],
  hide: ['fork'],
  shows: [],
  body: words.startBody,
});

/** @param {string} id @param {DraftQuestion['kind']} kind @param {string} run @returns {DraftQuestion} */
const fresh = (id, kind, run) => ({
  id,
  kind,
  ask: '',
  figure: '',
  unit: '',
  within: '',
  options: [],
  answer: '',
  goal: '',
  after: '',
  low: '',
  high: '',
  ...kinds[kind].fresh(run),
});

/** The draft of an earlier visit in this tab, or an empty one. @returns {Draft} */
function recall() {
  try {
    return { ...empty(), ...JSON.parse(sessionStorage.getItem(kept) ?? '{}') };
  } catch {
    return empty();
  }
}

export class OpenDraft {
  /** @type {Draft} */
  draft = recall();
  /** Last position of the caret in the text; null: never there. @type {number | null} */
  caret = null;

  /** Keeps the draft in this tab. */
  keep() {
    try {
      if (isCurrent()) sessionStorage.setItem(kept, JSON.stringify(this.draft));
    } catch {
      // no storage: typed text lasts until the page is closed
    }
  }

  /** The draft as students get it. @returns {Draft} */
  written() {
    return { ...this.draft, body: writtenOf(this.draft.body, words.startBody) };
  }

  /**
   * Adds a run and its line in the text. Returns the run's name.
   * @param {string} loss its id
   * @param {string} label
   * @param {string} link
   */
  addRun(loss, label, link) {
    const name = this.#free(loss);
    this.draft.runs.push({ name, label, link });
    this.#placeIn(name, words.headings.run);
    return name;
  }

  /** Removes a run and its line in the text. @param {Draft['runs'][0]} run */
  removeRun(run) {
    this.draft.runs = this.draft.runs.filter((one) => one !== run);
    this.#dropLine(run.name);
  }

  /**
   * Adds a question and its line in the text. Returns the question's id.
   * @param {DraftQuestion['kind']} kind
   * @param {() => void} addRun called before a prediction without a run, whose number it needs
   */
  addQuestion(kind, addRun) {
    const id = this.#free(kinds[kind].id);
    this.#placeIn(id, words.headings[kinds[kind].heading]);
    if (kind === 'predict' && !this.draft.runs.length) {
      this.caret = null; // the run goes below its heading, and the question to the caret
      addRun();
    }
    this.draft.questions.push(fresh(id, kind, this.draft.runs[0]?.name ?? ''));
    return id;
  }

  /** Removes a question and its line in the text. @param {DraftQuestion} question */
  removeQuestion(question) {
    this.draft.questions = this.draft.questions.filter((one) => one !== question);
    this.#dropLine(question.id);
  }

  /**
   * Inserts a run's number into the text: into the sentence with the caret, or as a separate sentence.
   * @param {string} label
   * @param {string} text
   */
  insert(label, text) {
    const { draft } = this;
    const at = this.caret ?? draft.body.trimEnd().length;
    const end = draft.body.indexOf('\n', at);
    const line = draft.body.slice(draft.body.lastIndexOf('\n', at - 1) + 1, end < 0 ? undefined : end);
    const alone = this.caret === null || /^(#|\[\[|$)/.test(line); // a heading, a placeholder, or an empty line
    const place = alone ? (end < 0 ? draft.body.length : end) : at;
    const [before, after] = [draft.body.slice(0, place), draft.body.slice(place)];
    const put = alone ? `${line ? '\n\n' : ''}${label}: ${text}.` : `${/\s$/.test(before) ? '' : ' '}${text}`;
    draft.body = before + put + (alone && after.trim() ? `\n\n${after.trimStart()}` : after);
    this.caret = before.length + put.length;
  }

  /** A name that no run and no question has. @param {string} wish */
  #free(wish) {
    const taken = [...this.draft.runs.map(({ name }) => name), ...this.draft.questions.map(({ id }) => id)];
    for (let i = 0; ; i++) if (!taken.includes(wish + (i || ''))) return wish + (i || '');
  }

  /**
   * Inserts a line for a new part: after the paragraph with the caret, or at the end of the section with its
   * heading.
   * @param {string} id
   * @param {string} heading
   */
  #placeIn(id, heading) {
    const { draft, caret } = this;
    if (caret !== null) {
      const between = /^\n+$/.test(draft.body.slice(Math.max(0, caret - 1), caret + 1)); // on an empty line
      const end = between ? caret : draft.body.indexOf('\n\n', caret);
      const at = end < 0 ? draft.body.length : end;
      const before = `${draft.body.slice(0, at).trimEnd()}\n\n[[${id}]]`;
      draft.body = `${before}\n\n${draft.body.slice(at).trim()}`.trimEnd() + '\n';
      this.caret = before.length;
      return;
    }
    const parts = draft.body.split(/^(?=## )/m);
    const at = parts.findIndex((part) => part.toLowerCase().startsWith(`## ${heading.toLowerCase()}`));
    const index = at < 0 ? parts.length - 1 : at;
    parts[index] = `${nth(parts, index).trimEnd()}\n\n[[${id}]]\n\n`;
    draft.body = parts.join('').trim() + '\n';
  }

  /** @param {string} id */
  #dropLine(id) {
    this.draft.body = this.draft.body.replace(new RegExp(`^\\[\\[${id}\\]\\]\\n*`, 'm'), '');
  }
}
