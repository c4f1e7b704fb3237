// Splits the repository's Markdown documents into code, links and headings, for the tests of documents.
import { readdirSync, readFileSync } from 'node:fs';
import { root } from './paths.mjs';

const MADE = new Set(['node_modules', 'build', '.git']);

/**
 * Lists the files and folders of the repository that are not generated; folders end in a slash.
 * @returns {string[]}
 */
export function tree(under = '') {
  return readdirSync(root(under), { withFileTypes: true }).flatMap((entry) => {
    if (MADE.has(entry.name)) return [];
    const path = under + entry.name;
    return entry.isDirectory() ? [`${path}/`, ...tree(`${path}/`)] : [path];
  });
}

/**
 * @typedef {object} Piece
 * @property {string} text
 * @property {number} line from 1
 */

/**
 * @typedef {object} Document
 * @property {string} path
 * @property {string} text
 * @property {(Piece & {language: string})[]} blocks between ```
 * @property {(Piece & {made: boolean})[]} spans between `, on one line each; made: in a list that make docs
 *   generates
 * @property {Piece[]} links their targets
 * @property {Set<string>} anchors of its headings
 */

/** Makes the anchor of a heading as GitHub does. @param {string} heading */
const anchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** @param {string} path @returns {Document} */
export function read(path) {
  const text = readFileSync(root(path), 'utf8');
  const lineOf = (/** @type {number} */ at) => text.slice(0, at).split('\n').length;
  const fences = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
  const blocks = fences.map(({ index, 1: language, 2: code }) => ({ language, text: code, line: lineOf(index) }));
  // Code keeps its length, so that line numbers stay the same.
  const prose = fences.reduce((left, [fence]) => left.replace(fence, fence.replace(/[^\n]/g, ' ')), text);
  const lists = [...text.matchAll(/^<!-- made by make docs[\s\S]*?^<!-- end -->$/gm)].map(({ index, 0: list }) => [
    index,
    index + list.length,
  ]);
  const spans = [...prose.matchAll(/`((?:[^`\n]|\n(?!\s*\n))+)`/g)].map(({ index, 1: code }) => ({
    text: code.replace(/\s*\n\s*/g, ' ').replaceAll('\\|', '|'),
    line: lineOf(index),
    made: lists.some(([from, to]) => from < index && index < to),
  }));
  const plain = prose.replace(/`[^`]+`/g, (code) => code.replace(/[^\n]/g, ' '));
  const links = [...plain.matchAll(/\]\(([^()\s]+)\)/g)].map(({ index, 1: target }) => ({ text: target, line: lineOf(index) }));
  const anchors = new Set([...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchor(heading)));
  return { path, text, blocks, spans, links, anchors };
}

/** Reads all documents. @returns {Document[]} */
export const documents = () =>
  tree()
    .filter((path) => path.endsWith('.md'))
    .map(read);
