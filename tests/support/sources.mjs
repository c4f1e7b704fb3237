// Reads the product's C files for the tests of their order: what a file includes, uses, declares and defines.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import { root } from './paths.mjs';

/** Blanks comments and literals. @param {string} text */
export const code = (text) => text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"/g, ' ');

/** Lists the included files. @param {string} text */
export const includes = (text) => [...text.matchAll(/^\s*#\s*include\s*([<"])([^>"]+)[>"]/gm)].map(([, kind, name]) => ({ kind, name }));

/**
 * Lists the project's names in a text without comments, except structs in pointers (`struct cal_run *`).
 * @param {string} text
 */
const names = (text) => text.replace(/\bstruct\s+cal_\w+/g, ' ').match(/\b(?:cal|CAL)_\w+/g) ?? [];

/** Finds the bracket that closes the one at `start`. @param {string} text @param {number} start */
function closing(text, start) {
  for (let at = start, depth = 0; at < text.length; at++) {
    if ('{('.includes(text[at])) depth++;
    else if ('})'.includes(text[at]) && --depth === 0) return at;
  }
  return text.length;
}

/**
 * Splits a header into its outermost statements, without the bodies of inline functions.
 * @param {string} text
 */
function statements(text) {
  const found = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') {
      const body = /\)\s*$/.test(text.slice(from, at));
      const end = closing(text, at);
      if (body) {
        found.push(text.slice(from, at));
        from = end + 1;
      }
      at = end;
    } else if (text[at] === ';') {
      found.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return found;
}

/**
 * Lists the names that one statement of a header declares. A mere mention (`struct cal_run;`) does not count.
 * @param {string} statement
 * @returns {(string | undefined)[]}
 */
function declaredBy(statement) {
  const text = statement.trim();
  const open = text.indexOf('{');
  if (open >= 0) {
    const end = closing(text, open);
    const constants = [...text.matchAll(/\benum\b[^{};]*\{([^}]*)\}/g)].flatMap(([, list]) => list.split(','));
    const after = text.slice(end + 1).match(/\w+/)?.[0];
    return [text.slice(0, open).match(/\b(?:struct|union|enum)\s+(\w+)\s*$/)?.[1], after, ...constants.map((c) => c.match(/\w+/)?.[0])];
  }
  if (/^(?:struct|union|enum)\s+\w+$/.test(text)) return [];
  const called = text.match(/\b(\w+)\s*\((?!\s*\*\s*\w+\s*\)\s*\()|\(\s*\*\s*(\w+)\s*\)\s*\(/); // f(...), or (*f)(...)
  if (called) return [called[1] ?? called[2]];
  return text.split(',').map((part) => part.match(/(\w+)\s*(?:\[[^\]]*\]\s*)*$/)?.[1]);
}

/**
 * Lists the project's names that a header declares, except macros that it undefines.
 * @param {string} text without comments
 */
export function declarations(text) {
  text = text.replace(/^#ifdef __cplusplus$[\s\S]*?^#endif$/gm, ' '); // extern "C" { would hide all that follows
  const passing = new Set([...text.matchAll(/^\s*#\s*undef\s+(\w+)/gm)].map(([, name]) => name));
  const macros = [...text.matchAll(/^\s*#\s*define\s+(\w+)/gm)].map(([, name]) => name).filter((name) => !passing.has(name));
  // CAL_X(cal_a, cal_b) in place of a declaration declares its arguments.
  const macro = /^CAL_[A-Z_]+\(([^;{}()]*)\);?\s*$/gm;
  const plain = text.replace(/^\s*#(?:[^\n\\]|\\[\s\S])*/gm, ' ');
  const given = [...plain.matchAll(macro)].flatMap(([, list]) => list.split(/\W+/));
  const stated = statements(plain.replace(macro, ' ')).flatMap(declaredBy);
  return new Set([...macros, ...given, ...stated].filter((name) => /^(?:cal|CAL)_/.test(name ?? '')));
}

/**
 * Lists the functions and data that a C file defines for others.
 * @param {string} text without comments
 */
export function definitions(text) {
  const functions = text.matchAll(/^(?!static\b|typedef\b|extern\b)\w[\w\s*]*?\b(cal_\w+)\s*\([^;{}]*\)\s*\{/gm);
  const data = text.matchAll(/^(?!static\b|typedef\b|extern\b)\w[\w\s*]*?\b(cal_\w+)\s*(?:\[[^\]]*\]\s*)*=/gm);
  return new Set([...functions, ...data].map(([, name]) => name));
}

/**
 * @typedef {object} Source
 * @property {string} path from the root of the repository
 * @property {string} floor the folder of src that it is in, or wasm
 * @property {string} text
 * @property {string} plain the text without comments and literals
 * @property {Set<string>} names the project's names that it uses or defines
 */

/** Reads every C file of the product. @returns {Source[]} */
export function sources() {
  const found = [];
  for (const top of ['src', 'wasm'])
    for (const name of readdirSync(root(top), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(c|h|inc)$/.test(name)) continue;
      const path = `${top}/${name}`;
      const text = readFileSync(root(path), 'utf8');
      const plain = code(text);
      found.push({ path, floor: top === 'wasm' ? 'wasm' : name.split('/')[0], text, plain, names: new Set(names(plain)) });
    }
  return found;
}

/**
 * Returns the place of a file. A folder's subfolders (rooms) may use its headers, and its own C files use the
 * rooms. So in a folder with rooms, its own C files are a separate place, `folder/*`.
 * @param {Source[]} files
 * @returns {(path: string) => string}
 */
export function placesOf(files) {
  const folders = new Set(files.map(({ path }) => dirname(path)));
  const withRooms = new Set([...folders].map((folder) => dirname(folder)));
  return (path) => (path.endsWith('.c') && withRooms.has(dirname(path)) ? `${dirname(path)}/*` : dirname(path));
}

/**
 * Finds the circles of a graph: for each, the nodes that all reach one another.
 * @param {Map<string, Set<string>>} edges
 */
export function circles(edges) {
  const reach = new Map();
  for (const start of edges.keys()) {
    const seen = new Set();
    const todo = [start];
    for (let node = todo.pop(); node !== undefined; node = todo.pop())
      for (const next of edges.get(node) ?? [])
        if (!seen.has(next)) {
          seen.add(next);
          todo.push(next);
        }
    reach.set(start, seen);
  }
  const found = new Set();
  for (const [node, seen] of reach)
    if (seen.has(node))
      found.add(
        [...seen]
          .filter((other) => reach.get(other)?.has(node))
          .sort()
          .join(' '),
      );
  return [...found];
}

/**
 * Lists the circles of a graph, each followed by its edges.
 * @param {Map<string, Set<string>>} edges
 * @param {Map<string, string>} why a sentence for each edge, by "node node"
 */
export const reasonedCircles = (edges, why) =>
  circles(edges).map((circle) => {
    const nodes = circle.split(' ');
    const reasons = nodes.flatMap((a) => nodes.map((b) => why.get(`${a} ${b}`)).filter(Boolean));
    return [circle, ...reasons].join('\n  ');
  });

/**
 * Lists the circles of files by include, each with its includes. A file and its header (name.c and name.h)
 * are one node, and so is a header alone.
 * @param {{path: string, text: string}[]} among
 */
export function circlesOfFiles(among) {
  const stem = (/** @type {string} */ path) => path.replace(/\.[ch]$/, '');
  const paths = new Set(among.map(({ path }) => path));
  /** @type {Map<string, Set<string>>} */
  const edges = new Map();
  const why = new Map();
  for (const { path, text } of among)
    for (const { name } of includes(text)) {
      const target = name.includes('/') ? `src/${name}` : `${dirname(path)}/${name}`;
      const [here, there] = [stem(path), stem(target)];
      if (!paths.has(target) || here === there) continue;
      edges.set(here, (edges.get(here) ?? new Set()).add(there));
      why.set(`${here} ${there}`, `${path} includes ${name}`);
    }
  return reasonedCircles(edges, why);
}
