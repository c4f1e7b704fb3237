// From the text of an exercise, Markdown with front matter, to what the page shows of it. Everything that is not as
// exercises/README.md says is an error in one sentence; the text may come from anybody's link.
import { sentence } from '../../core/formats/error.js';
import { sha256 } from '../../core/formats/sha256.js';
import { isMap, isNode, parseDocument } from '../../vendor/markdown.js';
import { nth } from '../nth.js';
import { figuresOf, readExpression } from './expression.js';
import { kindNames, scaleOf } from './kinds.js';
import { boundFormulas, picturedIn, placesIn, readMarkdown, valuesIn } from './markdown.js';

/** @typedef {{text: string, right: boolean | string, after: string}} Option right: a condition on figures, or known */

/**
 * @typedef {object} Question
 * @property {string} id
 * @property {import('./kinds.js').Kind} kind
 * @property {string} ask
 * @property {string} figure predict: what the run gives
 * @property {string} unit "%" and "points": the figure is a share
 * @property {number} within predict: how far off is still right, in the unit
 * @property {Option[]} options choose
 * @property {string} answer explain: one to compare with
 * @property {string} goal try: the condition that is to be reached, about the run `own`
 * @property {string} after Markdown, after the answer
 * @property {string} low predict: Markdown, where the prediction was too low
 * @property {string} high predict: where it was too high
 */

/** @typedef {{name: string, link: string, label: string}} Run */
/** @typedef {import('./markdown.js').Token} Token */
/** @typedef {{kind: 'text', tokens: Token[]} | {kind: 'question', id: string} | {kind: 'run', name: string}} Block */
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
 * @property {Record<string, Token[]>} said tokens of its questions' texts: "right ask", "right option 2", "right after", "right after 2" (of one
 *   option), "right low", "right high", "right answer"
 */

export const TEXT_MAX = 32768; // characters
const LINE_MAX = 1500;
const ITEMS_MAX = 40;
export const controls = ['data', 'model', 'loss', 'penalty', 'optimizer', 'schedule', 'augment', 'run', 'temperature', 'fork'];
const overEpochs = ['first', 'from', 'least', 'most']; // figures whose argument is an expression
const reserved = ['and', 'or', 'own', 'constructor']; // the last is a property of every object, also of one without questions

/** @typedef {(string | number)[]} Field names from the top, as in ["questions", "guess", "options", 1, "text"]; the text itself is ["body"] */
/** @typedef {{said: string, field: Field}} Place where something stands: as a sentence names it, and the field */

/** @param {string} said @param {...(string | number)} field @returns {Place} */
const at = (said, ...field) => ({ said, field });
/** What stands in a place, by a name of its own. @param {Place} where @param {string} name @param {...(string | number)} more */
const within = ({ said, field }, name, ...more) => at(`${said}, ${name}`, ...field, ...(more.length ? more : [name]));
/** The same place for whoever reads, another field. @param {Place} where @param {...(string | number)} more */
const inside = ({ said, field }, ...more) => at(said, ...field, ...more);

/** What is wrong, and in which field. */
export class FieldError extends Error {
  /** @param {string} why @param {Field} field */
  constructor(why, field) {
    super(why);
    this.why = why;
    this.field = field;
  }
}

/** What is wrong, in which field, and on which line. */
class LineError extends FieldError {
  /** @param {unknown} wrong @param {number} line @param {Field} field where what was thrown names none */
  constructor(wrong, line, field) {
    const why = sentence(wrong);
    super(why, wrong instanceof FieldError ? wrong.field : field);
    this.message = `${why} (line ${line})`;
  }
}

/** @param {string} text @param {number} position */
const lineAt = (text, position) => text.slice(0, position).split('\n').length;

/** @param {unknown} value @param {Place} where @param {string} [preset] */
function line(value, where, preset) {
  if (value === undefined && preset !== undefined) return preset;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !text.trim()) throw new FieldError(`${where.said}: a text is missing`, where.field);
  if (text.length > LINE_MAX) throw new FieldError(`${where.said}: ${text.length} characters are more than ${LINE_MAX}`, where.field);
  return text.trim();
}

/** @param {unknown} value @param {Place} where @param {number} min @param {number} max @param {number} preset */
function figure(value, where, min, max, preset) {
  if (value === undefined) return preset;
  if (typeof value === 'number' && value >= min && value <= max) return value;
  throw new FieldError(`${where.said}: not a number from ${min} to ${max}`, where.field);
}

/** @param {unknown} value @param {Place} where @param {string[]} known */
function fields(value, where, known) {
  if (!value || typeof value !== 'object' || Array.isArray(value))
    throw new FieldError(`${where.said}: names with values are missing`, where.field);
  for (const key of Object.keys(value))
    if (!known.includes(key))
      throw new FieldError(`${where.said}: there is no "${key.slice(0, 40)}"; there are ${known.join(', ')}`, where.field);
  return /** @type {Record<string, unknown>} */ (value);
}

/** @param {unknown} value @param {Place} where @returns {unknown[]} */
function list(value, where) {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > ITEMS_MAX)
    throw new FieldError(`${where.said}: not a list of at most ${ITEMS_MAX}`, where.field);
  return value;
}

/** @param {unknown} value @param {Place} where */
function names(value, where) {
  const known = /** @type {Record<string, unknown>} */ (value ?? {});
  if (typeof known !== 'object' || Array.isArray(known)) throw new FieldError(`${where.said}: names with values are missing`, where.field);
  const all = Object.keys(known);
  if (all.length > ITEMS_MAX) throw new FieldError(`${where.said}: more than ${ITEMS_MAX}`, where.field);
  for (const name of all)
    if (!/^[a-z][a-z0-9_]{0,23}$/.test(name) || reserved.includes(name))
      throw new FieldError(
        `${where.said}: "${name.slice(0, 40)}" is not allowed as a name; allowed are at most 24 small letters, digits and _, a letter first, except ${reserved.join(', ')}`,
        where.field,
      );
  return Object.entries(known);
}

/** @param {unknown} value @param {Place} where @param {Record<string, Run>} runs @param {string[]} [others] */
function expression(value, where, runs, others = []) {
  const text = line(value, where);
  try {
    for (const [run, part] of figuresOf(readExpression(text))) {
      if (part && overEpochs.includes(part.name)) readExpression(part.argument ?? ''); // now, not when the run has ended
      if (!Object.hasOwn(runs, run.name) && !others.includes(run.name)) throw new Error(`there is no run ${run.name}`);
    }
  } catch (wrong) {
    throw new FieldError(`${where.said}: ${sentence(wrong)}`, where.field);
  }
  return text;
}

/** @param {unknown} value @param {Place} where @param {Record<string, Run>} runs @returns {Option} */
function option(value, where, runs) {
  if (typeof value === 'string' || typeof value === 'number') return { text: line(value, inside(where, 'text')), right: false, after: '' };
  const { text, right, if: when, after } = fields(value, where, ['text', 'right', 'if', 'after']);
  if (right !== undefined && typeof right !== 'boolean')
    throw new FieldError(`${where.said}: right is neither true nor false`, where.field);
  return {
    text: line(text, inside(where, 'text')),
    right: when === undefined ? right === true : expression(when, within(where, 'if'), runs),
    after: line(after, inside(where, 'after'), ''),
  };
}

/** @param {Record<string, unknown>} given @param {Place} where */
function kindOf(given, where) {
  const [kind, ...more] = kindNames.filter((one) => given[one] !== undefined);
  if (!kind)
    throw new FieldError(
      `${where.said}: its kind is missing; allowed are ${kindNames.join(', ')}, each with its question, as in "explain: Why is that so?"`,
      where.field,
    );
  if (more.length)
    throw new FieldError(
      `${where.said}: it has ${[kind, ...more].join(', ')}, and a question has one kind; write a separate question for each`,
      where.field,
    );
  return kind;
}

/** @param {string} id @param {unknown} value @param {Record<string, Run>} runs @returns {Question} */
function question(id, value, runs) {
  const where = at(`question ${id}`, 'questions', id);
  const given = fields(value, where, [...kindNames, 'figure', 'unit', 'within', 'options', 'answer', 'goal', 'after', 'low', 'high']);
  const kind = kindOf(given, where);
  const options = list(given.options, within(where, 'options')).map((one, i) =>
    option(one, within(where, `option ${i + 1}`, 'options', i), runs),
  );
  if (kind === 'choose' && (options.length < 2 || options.every(({ right }) => right === false)))
    throw new FieldError(`${where.said}: it needs at least two options, and one that is right`, where.field);
  const unit = line(given.unit, within(where, 'unit'), '');
  return {
    id,
    kind,
    ask: line(given[kind], inside(where, kind)),
    figure: kind === 'predict' ? expression(given.figure, within(where, 'figure'), runs) : '',
    unit,
    within: figure(given.within, within(where, 'within'), 0, 1e9, scaleOf(unit) === 100 ? 5 : 0),
    options,
    answer: line(given.answer, within(where, 'answer'), ''),
    goal: given.goal === undefined ? '' : expression(given.goal, within(where, 'goal'), runs, ['own']),
    after: line(given.after, within(where, 'after'), ''),
    low: line(given.low, within(where, 'low'), ''),
    high: line(given.high, within(where, 'high'), ''),
  };
}

/** @param {Record<string, Question>} questions @param {Record<string, Run>} runs */
function saidOf(questions, runs) {
  /** @type {Record<string, Token[]>} */
  const said = {};
  for (const { id, kind, ask, after, low, high, answer, options } of Object.values(questions)) {
    /** @type {[key: string, text: string, ...field: Field][]} */
    const texts = [
      ['ask', ask, kind],
      ...Object.entries({ after, low, high, answer }).map(([key, text]) => /** @type {[string, string, string]} */ ([key, text, key])),
      ...options.flatMap((one, i) => [
        /** @type {[string, string, ...Field]} */ ([`option ${i}`, one.text, 'options', i, 'text']),
        /** @type {[string, string, ...Field]} */ ([`after ${i}`, one.after, 'options', i, 'after']),
      ]),
    ];
    for (const [key, text, ...field] of texts) {
      if (!text) continue;
      const where = at(`question ${id}`, 'questions', id, ...field);
      try {
        const tokens = readMarkdown(text);
        for (const value of valuesIn(tokens)) expression(value.text, where, runs);
        said[`${id} ${key}`] = tokens;
      } catch (wrong) {
        throw wrong instanceof FieldError ? wrong : new FieldError(sentence(wrong), where.field);
      }
    }
  }
  return said;
}

/** @param {string} name @param {unknown} value @returns {Run} */
function run(name, value) {
  const where = at(`run ${name}`, 'runs', name);
  const { link, label } = typeof value === 'string' ? { link: value, label: undefined } : fields(value, where, ['link', 'label']);
  if (typeof link !== 'string' || !link || link.length > 2000)
    throw new FieldError(`${where.said}: its link is missing, or longer than 2,000`, [...where.field, 'link']);
  return { name, link: link.replace(/\s+/g, '').replace(/^.*#/, ''), label: line(label, inside(where, 'label'), name) };
}

/** The questions and runs of one paragraph of `[[...]]`. @param {string} raw @param {Record<string, Question>} questions @param {Record<string, Run>} runs @param {Set<string>} placed @returns {Block[]} */
const placedIn = (raw, questions, runs, placed) =>
  placesIn(raw).map((id) => {
    const shown = id.slice(0, 40);
    if (placed.has(id)) throw new Error(`[[${shown}]] stands in the text twice`);
    placed.add(id);
    if (Object.hasOwn(questions, id)) return { kind: 'question', id };
    if (Object.hasOwn(runs, id)) return { kind: 'run', name: id };
    const known = [...Object.keys(questions), ...Object.keys(runs)].join(', ');
    throw new Error(`[[${shown}]] is neither a question nor a run; there are ${known || 'none in the front matter'}`);
  });

/**
 * @param {string} body
 * @param {number} begin its first line
 * @param {Record<string, Question>} questions
 * @param {Record<string, Run>} runs
 * @returns {Step[]}
 */
function steps(body, begin, questions, runs) {
  /** @type {Step[]} */
  const found = [{ title: '', blocks: [] }];
  /** @type {Set<string>} */
  const placed = new Set();
  let now = begin;
  for (const token of readMarkdown(body)) {
    const { blocks } = nth(found, found.length - 1);
    try {
      if (token.type === 'heading' && (token.depth ?? 0) <= 2) found.push({ title: line(token.text, at('a heading', 'body')), blocks: [] });
      else if (token.type === 'paragraph' && /^\s*\[\[/.test(token.raw)) blocks.push(...placedIn(token.raw, questions, runs, placed));
      else if (token.type !== 'space') {
        for (const { text } of valuesIn([token])) expression(text, at('the text', 'body'), runs);
        for (const name of picturedIn([token]))
          if (!Object.hasOwn(runs, name)) throw new Error(`there is no run ${name}, whose pictures are shown`);
        const last = blocks.at(-1);
        if (last?.kind === 'text') last.tokens.push(token);
        else blocks.push({ kind: 'text', tokens: [token] });
      }
    } catch (wrong) {
      throw new LineError(wrong, now, ['body']);
    }
    now += token.raw.split('\n').length - 1;
  }
  for (const id of [...Object.keys(questions), ...Object.keys(runs)])
    if (!placed.has(id)) throw new FieldError(`"${id}" has no place in the text: write [[${id}]] on a line of its own`, ['body']);
  return found.filter(({ title, blocks }) => title || blocks.length);
}

/**
 * What of a text says the same on every system, and its checksum.
 * @param {string} text
 */
export const normal = (text) =>
  `${text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trim()}\n`;

/** @param {number} length */
export const tooLong = (length) =>
  `the exercise has ${length} characters; at most ${TEXT_MAX} are allowed: shorten its texts, or make two exercises of it`;

/** @typedef {{top: Record<string, unknown>, body: string, begin: number, lineOf: (...path: string[]) => number}} Parts begin: the line of the body */

/** @param {string} given @param {string} text the same, normal @returns {Parts} */
function partsOf(given, text) {
  const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (front === undefined || body === undefined) throw new Error('an exercise begins with front matter between two lines of ---');
  const [blank] = /^\s*/.exec(given.replace(/\r\n?/g, '\n')) ?? [''];
  const before = lineAt(blank, blank.length); // lines of the front matter count from the line of ---
  const parsed = parseDocument(front, { prettyErrors: false, schema: 'core' });
  const [error] = parsed.errors;
  if (error) {
    const deep = /call stack|recursion/i.test(error.message); // what a browser says of it
    const why = deep ? 'lists or names stand too deep in one another' : error.message.slice(0, 200);
    throw new LineError(new Error(`front matter: ${why}`), before + lineAt(front, error.pos[0]), []);
  }
  const top = fields(parsed.toJS({ maxAliasCount: 0 }), at('front matter'), [
    ...['title', 'learn', 'minutes', 'order', 'paper', 'runs', 'lock', 'hide', 'questions', 'shows'],
  ]);
  /** @param {string[]} path names within names */
  const lineOf = (...path) => {
    const parent = path.length > 1 ? parsed.getIn(path.slice(0, -1), true) : parsed.contents;
    const key = isMap(parent) ? parent.items.find((one) => String(one.key) === path.at(-1))?.key : null;
    return before + lineAt(front, isNode(key) ? (key.range?.[0] ?? 0) : 0);
  };
  return { top, body, begin: before + lineAt(text, text.length - body.length) - 1, lineOf };
}

/** @param {Parts} parts @param {Record<string, Run>} runs @param {Record<string, Question>} questions what it fills */
function readNamed({ top, lineOf }, runs, questions) {
  /** @param {'runs' | 'questions'} key @param {(name: string, value: unknown) => void} read */
  const each = (key, read) => {
    for (const [name, value] of names(top[key], at(key, key)))
      try {
        read(name, value);
      } catch (wrong) {
        throw new LineError(wrong, lineOf(key, name), [key, name]);
      }
  };
  each('runs', (name, value) => void (runs[name] = run(name, value)));
  each('questions', (id, value) => {
    if (Object.hasOwn(runs, id)) throw new Error(`"${id}" names a run and a question`);
    questions[id] = question(id, value, runs);
  });
}

/**
 * @param {string} given
 * @returns {Exercise}
 */
export function readExercise(given) {
  if (given.length > TEXT_MAX) throw new Error(tooLong(given.length));
  const text = normal(given);
  const parts = partsOf(given, text);
  const { top } = parts;
  /** @type {Record<string, Run>} */
  const runs = {};
  /** @type {Record<string, Question>} */
  const questions = {};
  readNamed(parts, runs, questions);
  for (const key of ['lock', 'hide'])
    for (const one of list(top[key], at(key, key)))
      if (!controls.includes(/** @type {string} */ (one)))
        throw new FieldError(`${key}: there is no "${one}"; there are ${controls.join(', ')}`, [key]);
  const parsed = steps(parts.body, parts.begin, questions, runs);
  const questionTokens = saidOf(questions, runs);
  const texts = parsed.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'text' ? block.tokens : [])));
  boundFormulas([...texts, ...Object.values(questionTokens).flat()]);
  return {
    text,
    hash: sha256(text).slice(0, 16),
    title: line(top.title, at('title', 'title')),
    learn: line(top.learn, at('learn', 'learn'), ''),
    minutes: figure(top.minutes, at('minutes', 'minutes'), 1, 600, 15),
    order: figure(top.order, at('order', 'order'), 0, 1e6, 1e6),
    paper: line(top.paper, at('paper', 'paper'), ''),
    runs,
    lock: /** @type {string[]} */ (top.lock ?? []),
    hide: /** @type {string[]} */ (top.hide ?? []),
    questions,
    shows: list(top.shows, at('shows', 'shows')).map((one) => expression(one, at('shows', 'shows'), runs)),
    steps: parsed,
    said: questionTokens,
  };
}

/** What is to be done, in its order. @param {Exercise} exercise @returns {Exclude<Block, {kind: 'text'}>[]} */
export const itemsOf = ({ steps }) =>
  steps.flatMap(({ blocks }) => /** @type {Exclude<Block, {kind: 'text'}>[]} */ (blocks.filter(({ kind }) => kind !== 'text')));
