// The expression language of exercises: "ce.ece - focal.ece", "first.right(0.9) < 0.8 and first.gap > 0". A
// figure is a path of names, with or without arguments; the caller evaluates it. Operators: + - * /,
// comparisons, and, or.

import { nth } from '../nth.js';

/** @typedef {{name: string, argument: string | null}} Part */
/** @typedef {[run: Part, ...figure: Part[]]} Path starts with the run's name */
/** @typedef {{kind: 'number', value: number} | {kind: 'figure', path: Path} | Pair} Tree */
/** @typedef {{kind: 'pair', sign: Sign, left: Tree, right: Tree}} Pair */

const LENGTH = 400;
const DEPTH = 40;
/** @type {Sign[][]} operators by precedence, lowest first */
const levels = [['or'], ['and'], ['<', '>', '<=', '>='], ['+', '-'], ['*', '/']];

/** @param {string} text @returns {string[]} */
function tokens(text) {
  /** @type {string[]} */
  const found = [];
  let at = 0;
  while (at < text.length) {
    const [token] = /^(?:\s+|\d+(?:\.\d+)?|[a-z_][a-z0-9_]*|<=|>=|[<>()+\-*/.])/i.exec(text.slice(at)) ?? [];
    if (!token) throw new Error(`"${text}" cannot be read from "${text.slice(at, at + 12)}" on`);
    at += token.length;
    if (/\S/.test(token)) found.push(token);
    if (token === '(' && /^[a-z_]/i.test(found.at(-2) ?? '') && !['and', 'or'].includes(found.at(-2) ?? '')) {
      // An argument is taken literally, up to its closing bracket.
      const start = at;
      for (let open = 1; open; at++) {
        if (at >= text.length) throw new Error(`"${text}" has a bracket that is not closed`);
        open += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
      }
      found.push(`'${text.slice(start, at - 1).trim()}`, ')');
    }
  }
  return found;
}

/** @param {string} text @returns {Tree} */
export function readExpression(text) {
  if (text.length > LENGTH) throw new Error(`a figure of ${text.length} characters is longer than ${LENGTH}`);
  const list = tokens(text);
  let at = 0;
  let depth = 0;
  /** @param {string} why */
  const fail = (why) => new Error(`"${text}": ${why}`);

  /** @returns {Tree} */
  function one() {
    if (++depth > DEPTH) throw fail('too many brackets');
    const token = list[at++];
    /** @type {Tree} */
    let tree;
    if (token === '(') {
      tree = level(0);
      if (list[at++] !== ')') throw fail('a bracket is not closed');
    } else if (token === '-') tree = { kind: 'pair', sign: '-', left: { kind: 'number', value: 0 }, right: one() };
    else if (/^\d/.test(token ?? '')) tree = { kind: 'number', value: Number(token) };
    else if (/^[a-z_]/i.test(token ?? '') && token !== 'and' && token !== 'or') {
      at--;
      tree = { kind: 'figure', path: [part()] };
      while (list[at] === '.') {
        at++;
        tree.path.push(part());
      }
    } else throw fail(token === undefined ? 'something is missing at the end' : `"${token}" is not expected`);
    depth--;
    return tree;
  }

  /** @returns {Part} */
  function part() {
    const name = list[at++] ?? '';
    if (!/^[a-z_]/i.test(name)) throw fail('a name is missing after a dot');
    if (list[at] !== '(') return { name, argument: null };
    const argument = nth(list, at + 1).slice(1);
    at += 3;
    return { name, argument };
  }

  /** @param {number} index @returns {Tree} */
  function level(index) {
    if (index === levels.length) return one();
    let left = level(index + 1);
    const here = nth(levels, index);
    for (let sign; (sign = here.find((one) => one === list[at])); ) {
      at++;
      left = { kind: 'pair', sign, left, right: level(index + 1) };
    }
    return left;
  }

  const tree = level(0);
  const more = list[at];
  if (more !== undefined) throw fail(`"${more.replace(/^'/, '')}" is not expected`);
  return tree;
}

/** @typedef {'or' | 'and' | '<' | '>' | '<=' | '>=' | '+' | '-' | '*' | '/'} Sign */

/** @type {Record<Sign, (a: number, b: number) => number>} */
const signs = {
  or: (a, b) => Number(!!a || !!b),
  and: (a, b) => Number(!!a && !!b),
  '<': (a, b) => Number(a < b),
  '>': (a, b) => Number(a > b),
  '<=': (a, b) => Number(a <= b),
  '>=': (a, b) => Number(a >= b),
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

/** @param {Tree} tree @param {(path: Path) => number} figure @returns {number} 1 or 0 for a comparison */
export function evaluate(tree, figure) {
  if (tree.kind === 'number') return tree.value;
  if (tree.kind === 'figure') return figure(tree.path);
  return signs[tree.sign](evaluate(tree.left, figure), evaluate(tree.right, figure));
}

/** @param {Tree} tree @returns {Path[]} every figure in it */
export function figuresOf(tree) {
  if (tree.kind === 'figure') return [tree.path];
  return tree.kind === 'pair' ? [...figuresOf(tree.left), ...figuresOf(tree.right)] : [];
}

/** Formats a path. @param {Part[]} path */
export const written = (path) => path.map(({ name, argument }) => (argument === null ? name : `${name}(${argument})`)).join('.');
