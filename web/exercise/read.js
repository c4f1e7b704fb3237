// From the text of an exercise, Markdown with front matter, to what the page shows of it. Everything that is not as
// exercises/README.md says is an error in one sentence; the text may come from anybody's link.
import { sha256 } from '../core/sha256.js';
import { Lexer, Marked, parseDocument } from '../reading.js';
import { figuresOf, readExpression } from './expression.js';

/** @typedef {{text: string, right: boolean | string, after: string}} Option right: a condition on figures, or known */

/**
 * @typedef {object} Question
 * @property {string} id
 * @property {'predict' | 'choose' | 'explain' | 'try'} kind
 * @property {string} ask
 * @property {string} figure predict: what the run gives
 * @property {string} unit "%" and "points": the figure is a share
 * @property {number} within predict: how far off is still right, in the unit
 * @property {Option[]} options choose
 * @property {string} answer explain: one to compare with
 * @property {string} goal try: the condition that is to be reached, about the run `own`
 * @property {string} after Markdown, after the answer
 */

/** @typedef {{name: string, link: string, label: string}} Run */
/** @typedef {{kind: 'text', tokens: any[]} | {kind: 'question', id: string} | {kind: 'run', name: string}} Block */
/** @typedef {{title: string, blocks: Block[]}} Step */

/**
 * @typedef {object} Exercise
 * @property {string} text
 * @property {string} hash 16 hexadecimal digits
 * @property {string} title
 * @property {string} learn what one learns
 * @property {number} minutes
 * @property {number} order its place in the list
 * @property {string} paper that it follows
 * @property {Record<string, Run>} runs
 * @property {string[]} lock controls that are seen and not changed
 * @property {string[]} hide controls that are not seen
 * @property {Record<string, Question>} questions
 * @property {string[]} shows conditions that hold, for the test
 * @property {Step[]} steps the first is what stands before any heading
 * @property {Record<string, any[]>} said tokens of its questions' texts: "right ask", "right option 2", "right after", "right after 2" (of one
 *   option), "right answer"
 */

/** What a figure is multiplied with, to be in this unit. @param {string} unit */
export const scaleOf = (unit) => (unit === '%' || unit === 'points' ? 100 : 1);

export const TEXT_MAX = 32768; // characters
const LINE_MAX = 1500;
const ITEMS_MAX = 40;
const DEPTH_MAX = 12; // lists in quotes in lists
export const controls = ['data', 'model', 'loss', 'penalty', 'optimizer', 'schedule', 'augment', 'run', 'temperature', 'fork'];
const kinds = /** @type {const} */ (['predict', 'choose', 'explain', 'try']);

/** `$...$` and `{{...}}` in a line, `$$...$$` by itself. */
const marked = new Marked({
  gfm: true,
  extensions: [
    {
      name: 'formula',
      level: 'inline',
      start: (/** @type {string} */ src) => src.indexOf('$'),
      tokenizer(/** @type {string} */ src) {
        const found = /^\$\$((?:\\.|[^\\$])+)\$\$|^\$(?!\s)((?:\\.|[^\\$])+)(?<!\s)\$(?!\d)/.exec(src);
        return found ? { type: 'formula', raw: found[0], text: (found[1] ?? found[2]).trim(), display: !!found[1] } : undefined;
      },
    },
    {
      name: 'value',
      level: 'inline',
      start: (/** @type {string} */ src) => src.indexOf('{{'),
      tokenizer(/** @type {string} */ src) {
        const found = /^\{\{([^{}]+?)\s*(%|:\d)?\s*\}\}/.exec(src);
        return found ? { type: 'value', raw: found[0], text: found[1].trim(), format: (found[2] ?? '').replace(':', '') } : undefined;
      },
    },
  ],
});

/** @param {string} text @returns {any[]} tokens */
const readMarkdown = (text) => new Lexer(marked.defaults).lex(text);

/** @param {unknown} value @param {string} where @param {string} [preset] */
function line(value, where, preset) {
  if (value === undefined && preset !== undefined) return preset;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !text.trim()) throw new Error(`${where}: a text is missing`);
  if (text.length > LINE_MAX) throw new Error(`${where}: ${text.length} characters are more than ${LINE_MAX}`);
  return text.trim();
}

/** @param {unknown} value @param {string} where @param {number} min @param {number} max @param {number} preset */
function figure(value, where, min, max, preset) {
  if (value === undefined) return preset;
  if (typeof value === 'number' && value >= min && value <= max) return value;
  throw new Error(`${where}: not a number from ${min} to ${max}`);
}

/** @param {unknown} value @param {string} where @param {string[]} known */
function fields(value, where, known) {
  if (!value || typeof value !== 'object' || Array.isArray(value)) throw new Error(`${where}: names with values are missing`);
  for (const key of Object.keys(value))
    if (!known.includes(key)) throw new Error(`${where}: there is no "${key.slice(0, 40)}"; there are ${known.join(', ')}`);
  return /** @type {Record<string, any>} */ (value);
}

/** @param {unknown} value @param {string} where @returns {unknown[]} */
function list(value, where) {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > ITEMS_MAX) throw new Error(`${where}: not a list of at most ${ITEMS_MAX}`);
  return value;
}

/** @param {unknown} value @param {string} where */
function names(value, where) {
  const known = /** @type {Record<string, unknown>} */ (value ?? {});
  if (typeof known !== 'object' || Array.isArray(known)) throw new Error(`${where}: names with values are missing`);
  const all = Object.keys(known);
  if (all.length > ITEMS_MAX) throw new Error(`${where}: more than ${ITEMS_MAX}`);
  for (const name of all)
    if (!/^[a-z][a-z0-9_]{0,23}$/.test(name) || ['and', 'or', 'own'].includes(name))
      throw new Error(`${where}: "${name.slice(0, 40)}" is no name: small letters and digits, at most 24`);
  return Object.entries(known);
}

/** @param {unknown} value @param {string} where @param {Record<string, Run>} runs @param {string[]} [others] */
function expression(value, where, runs, others = []) {
  const text = line(value, where);
  try {
    for (const [run] of figuresOf(readExpression(text)))
      if (!runs[run.name] && !others.includes(run.name)) throw new Error(`there is no run ${run.name}`);
  } catch (wrong) {
    throw new Error(`${where}: ${/** @type {Error} */ (wrong).message}`);
  }
  return text;
}

/** @param {unknown} value @param {string} where @param {Record<string, Run>} runs @returns {Option} */
function option(value, where, runs) {
  if (typeof value === 'string' || typeof value === 'number') return { text: line(value, where), right: false, after: '' };
  const { text, right, if: when, after } = fields(value, where, ['text', 'right', 'if', 'after']);
  if (right !== undefined && typeof right !== 'boolean') throw new Error(`${where}: right is neither true nor false`);
  return {
    text: line(text, where),
    right: when === undefined ? right === true : expression(when, `${where}, if`, runs),
    after: line(after, where, ''),
  };
}

/** @param {string} id @param {unknown} value @param {Record<string, Run>} runs @returns {Question} */
function question(id, value, runs) {
  const where = `question ${id}`;
  const given = fields(value, where, [...kinds, 'figure', 'unit', 'within', 'options', 'answer', 'goal', 'after']);
  const [kind, ...more] = kinds.filter((one) => given[one] !== undefined);
  if (!kind || more.length) throw new Error(`${where}: it wants one of ${kinds.join(', ')}`);
  const options = list(given.options, `${where}, options`).map((one, i) => option(one, `${where}, option ${i + 1}`, runs));
  if (kind === 'choose' && (options.length < 2 || options.every(({ right }) => right === false)))
    throw new Error(`${where}: two options or more are wanted, and one that is right`);
  const unit = line(given.unit, `${where}, unit`, '');
  return {
    id,
    kind,
    ask: line(given[kind], where),
    figure: kind === 'predict' ? expression(given.figure, `${where}, figure`, runs) : '',
    unit,
    within: figure(given.within, `${where}, within`, 0, 1e9, scaleOf(unit) === 100 ? 5 : 0),
    options,
    answer: line(given.answer, `${where}, answer`, ''),
    goal: given.goal === undefined ? '' : expression(given.goal, `${where}, goal`, runs, ['own']),
    after: line(given.after, `${where}, after`, ''),
  };
}

/** @param {Record<string, Question>} questions @param {Record<string, Run>} runs */
function saidOf(questions, runs) {
  /** @type {Record<string, any[]>} */
  const said = {};
  for (const { id, ask, after, answer, options } of Object.values(questions)) {
    const own = { ask, after, answer };
    const ofOptions = options.flatMap((one, i) => [
      [`option ${i}`, one.text],
      [`after ${i}`, one.after],
    ]);
    for (const [key, text] of [...Object.entries(own), ...ofOptions]) {
      if (!text) continue;
      const tokens = readMarkdown(text);
      shallow(tokens);
      for (const value of valuesIn(tokens)) expression(value.text, `question ${id}`, runs);
      said[`${id} ${key}`] = tokens;
    }
  }
  return said;
}

/** @param {string} name @param {unknown} value @returns {Run} */
function run(name, value) {
  const where = `run ${name}`;
  const { link, label } = typeof value === 'string' ? { link: value, label: undefined } : fields(value, where, ['link', 'label']);
  if (typeof link !== 'string' || !link || link.length > 2000) throw new Error(`${where}: its link is missing, or longer than 2,000`);
  return { name, link: link.replace(/\s+/g, '').replace(/^.*#/, ''), label: line(label, where, name) };
}

/** @param {any[]} tokens @param {number} depth */
function shallow(tokens, depth = 0) {
  if (depth > DEPTH_MAX) throw new Error('the text has lists or quotes more than twelve deep');
  for (const token of tokens) for (const part of [token.tokens, token.items]) if (part) shallow(part, depth + 1);
}

/** @param {any[]} tokens @returns {any[]} */
const valuesIn = (tokens) =>
  tokens.flatMap((token) => [
    ...(token.type === 'value' ? [token] : []),
    ...[token.tokens, token.items, token.header, ...(token.rows ?? [])].flatMap((part) => (Array.isArray(part) ? valuesIn(part) : [])),
  ]);

/** @param {string} body @param {Record<string, Question>} questions @param {Record<string, Run>} runs @returns {Step[]} */
function steps(body, questions, runs) {
  /** @type {Step[]} */
  const found = [{ title: '', blocks: [] }];
  const placed = new Set();
  const tokens = readMarkdown(body);
  shallow(tokens);
  for (const token of tokens) {
    const { blocks } = found[found.length - 1];
    if (token.type === 'heading' && token.depth <= 2) found.push({ title: line(token.text, 'a heading'), blocks: [] });
    else if (token.type === 'paragraph' && /^\s*\[\[/.test(token.raw)) {
      for (const [, id] of token.raw.matchAll(/\[\[\s*([^\]]*?)\s*\]\]/g)) {
        if (placed.has(id)) throw new Error(`[[${id}]] stands in the text twice`);
        placed.add(id);
        if (questions[id]) blocks.push({ kind: 'question', id });
        else if (runs[id]) blocks.push({ kind: 'run', name: id });
        else throw new Error(`[[${id.slice(0, 40)}]] is neither a question nor a run`);
      }
    } else if (token.type !== 'space') {
      for (const { text } of valuesIn([token])) expression(text, 'the text', runs);
      const last = blocks[blocks.length - 1];
      if (last?.kind === 'text') last.tokens.push(token);
      else blocks.push({ kind: 'text', tokens: [token] });
    }
  }
  for (const id of [...Object.keys(questions), ...Object.keys(runs)])
    if (!placed.has(id)) throw new Error(`"${id}" has no place in the text: write [[${id}]] on a line of its own`);
  return found.filter(({ title, blocks }) => title || blocks.length);
}

/**
 * What of a text says the same on every system, and its check sum.
 * @param {string} text
 */
export const normal = (text) =>
  `${text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trim()}\n`;

/**
 * @param {string} given
 * @returns {Exercise}
 */
export function readExercise(given) {
  if (given.length > TEXT_MAX) throw new Error(`${given.length} characters are more than ${TEXT_MAX}, the most that an exercise may have`);
  const text = normal(given);
  const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (front === undefined) throw new Error('an exercise begins with front matter between two lines of ---');
  const document = parseDocument(front, { prettyErrors: false, schema: 'core' });
  if (document.errors.length) throw new Error(`front matter: ${document.errors[0].message}`);
  const top = fields(document.toJS({ maxAliasCount: 0 }), 'front matter', [
    ...['title', 'learn', 'minutes', 'order', 'paper', 'runs', 'lock', 'hide', 'questions', 'shows'],
  ]);
  /** @type {Record<string, Run>} */
  const runs = {};
  for (const [name, value] of names(top.runs, 'runs')) runs[name] = run(name, value);
  /** @type {Record<string, Question>} */
  const questions = {};
  for (const [id, value] of names(top.questions, 'questions')) {
    if (runs[id]) throw new Error(`"${id}" names a run and a question`);
    questions[id] = question(id, value, runs);
  }
  for (const key of ['lock', 'hide'])
    for (const one of list(top[key], key))
      if (!controls.includes(/** @type {string} */ (one)))
        throw new Error(`${key}: there is no "${one}"; there are ${controls.join(', ')}`);
  return {
    text,
    hash: sha256(text).slice(0, 16),
    title: line(top.title, 'title'),
    learn: line(top.learn, 'learn', ''),
    minutes: figure(top.minutes, 'minutes', 1, 600, 15),
    order: figure(top.order, 'order', 0, 1e6, 1e6),
    paper: line(top.paper, 'paper', ''),
    runs,
    lock: /** @type {string[]} */ (top.lock ?? []),
    hide: /** @type {string[]} */ (top.hide ?? []),
    questions,
    shows: list(top.shows, 'shows').map((one) => expression(one, 'shows', runs)),
    steps: steps(body, questions, runs),
    said: saidOf(questions, runs),
  };
}

/** What is to be done, in its order. @param {Exercise} exercise @returns {Exclude<Block, {kind: 'text'}>[]} */
export const itemsOf = ({ steps }) =>
  steps.flatMap(({ blocks }) => /** @type {Exclude<Block, {kind: 'text'}>[]} */ (blocks.filter(({ kind }) => kind !== 'text')));
