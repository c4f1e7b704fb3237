// Reads an exercise, Markdown with front matter. Any deviation from exercises/README.md is an error of one
// sentence, because the text may come from an untrusted link.
import { sentence } from '../../core/formats/error.js';
import { sha256 } from '../../core/formats/sha256.js';
import { isMap, isNode, parseDocument } from '../../vendor/markdown.js';
import { nth } from '../nth.js';
import { figuresOf, readExpression } from './expression.js';
import { at, FieldError, fields, figure, inside, LineError, line, lineAt, list, names, within } from './fields.js';
import { kindNames, scaleOf } from './kinds.js';
import { boundFormulas, picturedIn, placesIn, readMarkdown, valuesIn } from './markdown.js';

/** @typedef {{text: string, right: boolean | string, after: string}} Option right: a value or a condition */

/**
 * @typedef {object} Question
 * @property {string} id
 * @property {import('./kinds.js').Kind} kind
 * @property {string} ask
 * @property {string} figure predict: the run's figure
 * @property {string} unit "%" and "points": the figure is a fraction
 * @property {number} within predict: accepted distance, in the unit
 * @property {Option[]} options choose
 * @property {string} answer explain: a model answer
 * @property {string} goal try: the condition to reach, about the run `own`
 * @property {string} after Markdown, shown after the answer
 * @property {string} low predict: Markdown, if the prediction was too low
 * @property {string} high predict: Markdown, if it was too high
 */

/** @typedef {{name: string, link: string, label: string}} Run */
/** @typedef {import('./markdown.js').Token} Token */
/** @typedef {{kind: 'text', tokens: Token[]} | Item} Block */
/** @typedef {{kind: 'question', id: string} | {kind: 'run', name: string}} Item */
/** @typedef {{title: string, blocks: Block[]}} Step */

/**
 * @typedef {object} Exercise
 * @property {string} text
 * @property {string} hash 16 hexadecimal digits
 * @property {string} title
 * @property {string} learn learning goal
 * @property {number} minutes
 * @property {number} order position in the list
 * @property {string} paper the paper behind it
 * @property {Record<string, Run>} runs
 * @property {string[]} lock controls that are visible but fixed
 * @property {string[]} hide invisible controls
 * @property {Record<string, Question>} questions
 * @property {string[]} shows conditions that hold, checked by a test
 * @property {Step[]} steps the first one is the text before any heading
 * @property {Record<string, Token[]>} tokens of its questions' texts, by question and "ask", "option 2",
 *   "after", "after 2", "low", "high" or "answer"
 */

export const TEXT_MAX = 32768; // characters
export const controls = ['data', 'model', 'loss', 'penalty', 'optimizer', 'schedule', 'augment', 'run', 'temperature', 'fork'];
const overEpochs = ['first', 'from', 'least', 'most']; // figures whose argument is an expression

/** @import {Field, Place} from './fields.js' */

/**
 * @param {unknown} value @param {Place} where
 * @param {Record<string, Run>} runs @param {string[]} [others]
 */
function expression(value, where, runs, others = []) {
  const text = line(value, where);
  try {
    for (const [run, part] of figuresOf(readExpression(text))) {
      if (part && overEpochs.includes(part.name)) readExpression(part.argument ?? ''); // checked now, not after the run
      if (!Object.hasOwn(runs, run.name) && !others.includes(run.name)) throw new Error(`there is no run ${run.name}`);
    }
  } catch (wrong) {
    throw new FieldError(`${where.label}: ${sentence(wrong)}`, where.field);
  }
  return text;
}

/** @param {unknown} value @param {Place} where @param {Record<string, Run>} runs @returns {Option} */
function option(value, where, runs) {
  if (typeof value === 'string' || typeof value === 'number') return { text: line(value, inside(where, 'text')), right: false, after: '' };
  const { text, right, if: when, after } = fields(value, where, ['text', 'right', 'if', 'after']);
  if (right !== undefined && typeof right !== 'boolean')
    throw new FieldError(`${where.label}: right is neither true nor false`, where.field);
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
      `${where.label}: its kind is missing; allowed are ${kindNames.join(', ')}, each with its question, as in "explain: Why is that so?"`,
      where.field,
    );
  if (more.length)
    throw new FieldError(
      `${where.label}: it has ${[kind, ...more].join(', ')}, and a question has one kind; write a separate question for each`,
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
    throw new FieldError(`${where.label}: it needs at least two options, and one that is right`, where.field);
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
function tokensOf(questions, runs) {
  /** @type {Record<string, Token[]>} */
  const found = {};
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
        found[`${id} ${key}`] = tokens;
      } catch (wrong) {
        throw wrong instanceof FieldError ? wrong : new FieldError(sentence(wrong), where.field);
      }
    }
  }
  return found;
}

/** @param {string} name @param {unknown} value @returns {Run} */
function run(name, value) {
  const where = at(`run ${name}`, 'runs', name);
  const { link, label } = typeof value === 'string' ? { link: value, label: undefined } : fields(value, where, ['link', 'label']);
  if (typeof link !== 'string' || !link || link.length > 2000)
    throw new FieldError(`${where.label}: its link is missing, or longer than 2,000`, [...where.field, 'link']);
  return { name, link: link.replace(/\s+/g, '').replace(/^.*#/, ''), label: line(label, inside(where, 'label'), name) };
}

/**
 * Returns the questions and runs of one paragraph of `[[...]]`.
 * @param {string} raw @param {Record<string, Question>} questions
 * @param {Record<string, Run>} runs @param {Set<string>} placed
 * @returns {Block[]}
 */
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

/** Normalises text, so that its checksum is the same on every system. @param {string} text */
export const normal = (text) =>
  `${text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trim()}\n`;

/** @param {number} length */
export const tooLong = (length) =>
  `the exercise has ${length} characters; at most ${TEXT_MAX} are allowed: shorten its texts, or make two exercises of it`;

/** @typedef {(...path: string[]) => number} LineOf */
/** @typedef {{top: Record<string, unknown>, body: string, begin: number, lineOf: LineOf}} Parts */

/** @param {string} given @param {string} text the normalised text @returns {Parts} */
function partsOf(given, text) {
  const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (front === undefined || body === undefined) throw new Error('an exercise begins with front matter between two lines of ---');
  const [blank] = /^\s*/.exec(given.replace(/\r\n?/g, '\n')) ?? [''];
  const before = lineAt(blank, blank.length); // the front matter's lines count from the line of ---
  const parsed = parseDocument(front, { prettyErrors: false, schema: 'core' });
  const [error] = parsed.errors;
  if (error) {
    const deep = /call stack|recursion/i.test(error.message); // messages of browsers
    const why = deep ? 'lists or names stand too deep in one another' : error.message.slice(0, 200);
    throw new LineError(new Error(`front matter: ${why}`), before + lineAt(front, error.pos[0]), []);
  }
  const top = fields(parsed.toJS({ maxAliasCount: 0 }), at('front matter'), [
    ...['title', 'learn', 'minutes', 'order', 'paper', 'runs', 'lock', 'hide', 'questions', 'shows'],
  ]);
  /** @param {string[]} path nested names */
  const lineOf = (...path) => {
    const parent = path.length > 1 ? parsed.getIn(path.slice(0, -1), true) : parsed.contents;
    const key = isMap(parent) ? parent.items.find((one) => String(one.key) === path.at(-1))?.key : null;
    return before + lineAt(front, isNode(key) ? (key.range?.[0] ?? 0) : 0);
  };
  return { top, body, begin: before + lineAt(text, text.length - body.length) - 1, lineOf };
}

/** @param {Parts} parts @param {Record<string, Run>} runs @param {Record<string, Question>} questions */
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
  const questionTokens = tokensOf(questions, runs);
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
    tokens: questionTokens,
  };
}

/** Returns the tasks in order. @param {Exercise} exercise @returns {Item[]} */
export const itemsOf = ({ steps }) => steps.flatMap(({ blocks }) => /** @type {Item[]} */ (blocks.filter(({ kind }) => kind !== 'text')));
