// Searches for texts on which a regular expression is slow. The texts are made from the expression: a prefix
// that it matches, then many repetitions of a repeated part, then something that it refuses.

/**
 * @typedef {{sample: string, items?: Item[][]}} Item sample: a short text that it matches; items: the
 *   alternatives of a group
 */

const ESCAPES = /** @type {Record<string, string>} */ ({
  s: ' ',
  S: 'a',
  d: '1',
  D: 'a',
  w: 'a',
  W: ' ',
  n: '\n',
  r: '\r',
  t: '\t',
  0: '\0',
});

class Parser {
  /** @param {string} source */
  constructor(source) {
    this.source = source;
    this.at = 0;
  }

  /** @param {string} text */
  take(text) {
    const is = this.source.startsWith(text, this.at);
    if (is) this.at += text.length;
    return is;
  }

  /** @returns {Item[][]} alternatives, each a sequence */
  alternatives() {
    const all = [[]];
    while (this.at < this.source.length && this.source[this.at] !== ')') {
      if (this.take('|')) all.push([]);
      else all[all.length - 1].push(.../** @type {any} */ (this.item()));
    }
    return all;
  }

  /** @returns {Item[]} */
  item() {
    const [item] = [this.atom()];
    const repeat = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(this.source.slice(this.at));
    if (repeat) this.at += repeat[0].length;
    return item ? [item] : [];
  }

  /** @returns {Item | null} */
  atom() {
    if (this.take('^') || this.take('$') || this.take('\\b') || this.take('\\B')) return null;
    if (this.take('.')) return { sample: 'a' };
    if (this.take('[')) return { sample: this.oneOf() };
    if (this.take('\\')) return { sample: this.escape() };
    if (this.take('(')) {
      const hidden = ['?!', '?<!'].some((mark) => this.take(mark));
      for (const mark of ['?:', '?=', '?<=']) this.take(mark);
      const name = /^\?<\w+>/.exec(this.source.slice(this.at));
      if (name) this.at += name[0].length;
      const items = this.alternatives();
      this.take(')');
      return hidden ? null : { sample: items[0].map(({ sample }) => sample).join(''), items };
    }
    return { sample: this.source[this.at++] };
  }

  escape() {
    const letter = this.source[this.at++];
    const code = letter === 'u' ? 4 : letter === 'x' ? 2 : 0;
    if (!code) return ESCAPES[letter] ?? letter;
    this.at += code;
    return String.fromCharCode(Number.parseInt(this.source.slice(this.at - code, this.at), 16));
  }

  oneOf() {
    const not = this.take('^');
    const from = this.at;
    const samples = [];
    while (!this.take(']')) samples.push(this.take('\\') ? this.escape() : this.source[this.at++]);
    if (!not) return samples[0];
    const set = new RegExp(`[^${this.source.slice(from, this.at)}`);
    return ['a', ' ', '1', '-', '\n'].find((letter) => set.test(letter)) ?? '\u00e9';
  }
}

/** @param {Item[][]} alternatives @param {string} before @returns {{before: string, pump: string}[]} */
function pumps(alternatives, before) {
  const found = [];
  for (const items of alternatives) {
    let prefix = before;
    for (const [i, { sample, items: inner }] of items.entries()) {
      const next = items[i + 1]?.sample ?? '';
      for (const pump of [sample, sample + next, prefix.slice(before.length) + sample])
        for (const start of [prefix, prefix + sample]) found.push({ before: start, pump });
      if (inner) found.push(...pumps(inner, prefix));
      prefix += sample;
    }
    found.push({ before: '', pump: prefix });
  }
  return found;
}

/**
 * Times a match in ms of processor time, so that a busy machine changes nothing.
 * @param {RegExp} expression
 * @param {string} text
 */
function processorTime(expression, text) {
  const start = process.cpuUsage();
  text.replace(expression, '');
  return process.cpuUsage(start).user / 1000;
}

/**
 * Finds slow growth by doubling the text: quadratic time exceeds the limit long before the most letters.
 * @param {RegExp} expression
 * @param {{letters?: number, limit?: number}} [options] limit: in ms
 * @returns {string} a description of the slow text, or ''
 */
export function slowText(expression, { letters = 64_000, limit = 250 } = {}) {
  const seen = new Set();
  for (const { before, pump } of pumps(new Parser(expression.source).alternatives(), ''))
    for (const after of ['\u0001', '\n!', 'a', '1', '']) {
      const key = JSON.stringify([before, pump, after]);
      if (!pump || seen.has(key)) continue;
      seen.add(key);
      for (let length = 500; length <= letters; length *= 2) {
        const text = before + pump.repeat(Math.ceil(length / pump.length)) + after;
        if (processorTime(expression, text) > limit && processorTime(expression, text) > limit)
          return `${JSON.stringify(before)}, ${text.length} letters of ${JSON.stringify(pump)}, ${JSON.stringify(after)}`;
      }
    }
  return '';
}

const TOKEN = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[\w$]+|\s+|[\s\S]/y;
const EXPRESSION = /\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/y;

/**
 * Finds the regular expressions in a program.
 * @param {string} program
 * @returns {{expression: RegExp, line: number}[]}
 */
export function expressionsOf(program) {
  const found = [];
  const braces = []; // for each open brace: true if a template's ${ opened it
  let before = '';
  let inText = false;
  for (let at = 0; at < program.length; ) {
    if (inText) {
      const over = program[at] === '`';
      const inner = program.startsWith('${', at);
      at += program[at] === '\\' || inner ? 2 : 1;
      if (inner) braces.push(true);
      inText = !over && !inner;
      before = over ? ')' : '';
      continue;
    }
    EXPRESSION.lastIndex = at;
    const divides = /[\w$)\]}]$/.test(before) && !/^(return|typeof|case|of|in)$/.test(before);
    const isComment = program.startsWith('//', at) || program.startsWith('/*', at);
    const expression = divides || isComment ? null : EXPRESSION.exec(program);
    TOKEN.lastIndex = at;
    const token = expression?.[0] ?? TOKEN.exec(program)?.[0] ?? '';
    if (expression) found.push({ expression: new RegExp(expression[1], expression[2]), line: program.slice(0, at).split('\n').length });
    at += token.length;
    if (token === '{') braces.push(false);
    if (token === '}') inText = braces.pop() === true;
    if (token === '`') inText = true;
    if (token.trim() && !isComment) before = expression ? ')' : token;
  }
  return found;
}
