// Reads the Markdown of exercises, with the additions `$...$`, `{{...}}` and lines of `[[...]]`. The text may
// come from an untrusted link, so reading takes linear time, and nesting is limited.
import { Lexer, Marked } from '../../vendor/markdown.js';

/**
 * A token of the lexer. A heading has a depth, a list has items, and a table has a header and rows.
 * @typedef {object} Token
 * @property {string} type
 * @property {string} raw
 * @property {string} text
 * @property {string} [format] of a figure: "%" or a number of digits
 * @property {boolean} [display] true for a formula on a separate line
 * @property {number} [depth]
 * @property {boolean} [ordered]
 * @property {string} [href]
 * @property {Token[]} [tokens]
 * @property {Token[]} [items]
 * @property {Token[]} [header]
 * @property {Token[][]} [rows]
 */

/** @typedef {ReturnType<Lexer['blockTokens']>} TokensList */

const DEPTH_MAX = 12; // lists in quotes in lists, or emphasis in emphasis
const FORMULA_MAX = 300; // characters; KaTeX needs up to 0.1 ms for one
// Commands that define commands. They can expand a short formula to a very long one.
const DEFINING = /\\([gex]?def|(?:re)?newcommand|providecommand|let|futurelet|global|long)(?![a-zA-Z])/;
const VALUE_MAX = 500; // characters between {{ and }}
const PARAGRAPH_MAX = 4000; // characters
const FORMULAS_MAX = 200;
const ROWS_MAX = 8; // corruptions of one picture
const MARKS_MAX = 400; // marks * _ ~ per paragraph; the library's search for closing marks takes quadratic time

/** Parses `{{ce.ece %}}` or `{{ce.nll :2}}` at the start of a text. @param {string} src */
function valueAt(src) {
  if (!src.startsWith('{{')) return undefined;
  const end = src.slice(0, VALUE_MAX + 4).indexOf('}}', 2);
  const inner = src.slice(2, end);
  if (end < 0 || /[{}]/.test(inner)) return undefined;
  const words = inner.trim();
  const [, format] = /(%|:\d)$/.exec(words) ?? [];
  const text = (format ? words.slice(0, -format.length) : words).trim();
  return text ? { type: 'value', raw: src.slice(0, end + 2), text, format: (format ?? '').replace(':', '') } : undefined;
}

/** Parses `$p_y$` or `$$L$$` at the start of a text. @param {string} src */
function formulaAt(src) {
  const found = /^\$\$((?:\\.|[^\\$])+)\$\$|^\$(?!\s)((?:\\.|[^\\$])+)(?<!\s)\$(?!\d)/.exec(src);
  if (!found) return undefined;
  const text = (found[1] ?? found[2] ?? '').trim();
  if (text.length > FORMULA_MAX) throw new Error(`a formula has ${text.length} characters; at most ${FORMULA_MAX} are allowed`);
  const [, command] = DEFINING.exec(text) ?? [];
  if (command) throw new Error(`a formula has the command \\${command}; definitions are not allowed in formulas`);
  return { type: 'formula', raw: found[0], text, display: !!found[1] };
}

const marked = new Marked({
  gfm: true,
  extensions: [
    { name: 'formula', level: 'inline', start: (/** @type {string} */ src) => src.indexOf('$'), tokenizer: formulaAt },
    { name: 'value', level: 'inline', start: (/** @type {string} */ src) => src.indexOf('{{'), tokenizer: valueAt },
  ],
});

/** Limits the nesting depth. The library would continue until the stack overflows. */
class ShallowLexer extends Lexer {
  depth = 0;

  /** @template T @param {() => T} read @returns {T} */
  deeper(read) {
    if (++this.depth > DEPTH_MAX + 1)
      throw new Error(`the text has lists, quotes or emphasis nested more than twelve deep; at most ${DEPTH_MAX} are allowed`);
    const found = read();
    this.depth--;
    return found;
  }

  /** @param {Parameters<Lexer['blockTokens']>} given @returns {TokensList} */
  blockTokens(...given) {
    return this.deeper(() => /** @type {TokensList} */ (super.blockTokens(...given)));
  }

  /** @param {Parameters<Lexer['inlineTokens']>} given */
  inlineTokens(...given) {
    const [text] = given;
    if (text.length > PARAGRAPH_MAX)
      throw new Error(`a paragraph has ${text.length} characters; at most ${PARAGRAPH_MAX} are allowed: split it with an empty line`);
    const marks = text.match(/[*_~]/g)?.length ?? 0;
    if (marks > MARKS_MAX) throw new Error(`a paragraph has ${marks} of the marks *, _ and ~; at most ${MARKS_MAX} are allowed`);
    return this.deeper(() => super.inlineTokens(...given));
  }
}

/** @param {string} text @returns {Token[]} */
export const readMarkdown = (text) => /** @type {Token[]} */ (new ShallowLexer(marked.defaults).lex(text));

/**
 * Finds tokens of one type, also inside others.
 * @param {'value' | 'formula'} type
 * @param {Token[]} tokens
 * @returns {Token[]}
 */
const ofType = (type, tokens) =>
  tokens.flatMap((token) => [
    ...(token.type === type ? [token] : []),
    ...[token.tokens, token.items, token.header, ...(token.rows ?? [])].flatMap((part) => (Array.isArray(part) ? ofType(type, part) : [])),
  ]);

/** Returns the figures in braces of a text. @param {Token[]} tokens */
export const valuesIn = (tokens) => ofType('value', tokens);

/**
 * Refuses an exercise whose formulas would block the page.
 * @param {Token[]} tokens tokens of all its texts
 */
export function boundFormulas(tokens) {
  const formulas = ofType('formula', tokens).length;
  if (formulas > FORMULAS_MAX)
    throw new Error(`the exercise has ${formulas} formulas; at most ${FORMULAS_MAX} are allowed: make two exercises of it`);
}

/**
 * Parses test pictures of a run's data, `![Alt
 * text](#pictures=ce&corruption=blur:severity=1/blur:severity=3)`. The first row is uncorrupted, then one row
 * per corruption. Null: another token.
 * @param {{type: string, href?: string}} token
 */
export function picturesOf({ type, href = '' }) {
  if (type !== 'image' || !href.startsWith('#pictures=')) return null;
  const [, run, given = ''] = /^#pictures=([a-z][a-z0-9_]{0,23})(?:&corruption=([a-z0-9:=,./-]{1,300}))?$/.exec(href) ?? [];
  const corruptions = given.split('/').filter(Boolean);
  if (!run || corruptions.length > ROWS_MAX)
    throw new Error(
      `"${href.slice(0, 60)}" is not as in #pictures=ce&corruption=blur:severity=1/blur:severity=3, a run and at most ${ROWS_MAX} corruptions`,
    );
  return { run, corruptions };
}

/** Returns the runs whose pictures a text shows. @param {Token[]} tokens @returns {string[]} */
export const picturedIn = (tokens) =>
  tokens.flatMap((token) => [
    ...[picturesOf(token)?.run ?? []].flat(),
    ...[token.tokens, token.items].flatMap((part) => (Array.isArray(part) ? picturedIn(part) : [])),
  ]);

/** Returns the names between `[[` and `]]`. @param {string} text @returns {string[]} */
export function placesIn(text) {
  const found = [];
  for (let at = text.indexOf('[['); at >= 0; ) {
    const end = text.indexOf(']', at + 2);
    if (end < 0) break;
    if (text[end + 1] === ']') found.push(text.slice(at + 2, end).trim());
    at = text.indexOf('[[', end + 1);
  }
  return found;
}
