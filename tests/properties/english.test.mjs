// Holds comments, names and commit subjects to plain English: short
// sentences, the field's terms, the subject first.
//
// english.json lists the phrases and names to avoid; one line adds one.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commentsOf, markerOf, sentencesOf, wordsOf } from '../support/comments.mjs';
import { root } from '../support/paths.mjs';

/** @typedef {{line: number, rule: string, text: string}} Finding */
/** @typedef {{find: string, write: string}} Replacement */

const WIDTH = 110; // most columns in a line of C, and in a comment of any language
const WORDS = 25; // most words in a sentence
const SUBJECT = 72; // most characters in a commit's subject

/** @type {{phrases: Replacement[], openers: string[], names: Replacement[]}} */
const list = JSON.parse(readFileSync(root('tests/properties/english.json'), 'utf8'));
const phrases = list.phrases.map((phrase) => ({ ...phrase, find: new RegExp(phrase.find, 'i') }));
const opener = new RegExp(`^(?:${list.openers.join('|')})\\b`);
const lowerOpener = new RegExp(opener.source, 'i');
const names = list.names.map((name) => ({ ...name, find: new RegExp(`(?:^|_)${name.find}(?:_|$)`) }));

/** Data, and other people's code. */
const EXCEPTED = /^(tests\/golden|tests\/fuzz\/corpus|web\/vendor|web\/img|models\/(zoo|papers)\/.*\.json)/;
const TABLES = /\.inc$/; // lines of data may be long
const isC = (/** @type {string} */ path) => /\.[ch]$/.test(path);

/**
 * Finds long sentences, openers and phrases in a file's comments.
 * @param {string} path
 * @param {string} text
 * @returns {Finding[]}
 */
function commentFindings(path, text) {
  const found = [];
  for (const comment of commentsOf(path, text))
    for (const [index, sentence] of sentencesOf(comment.text).entries()) {
      const add = (/** @type {string} */ rule) => found.push({ line: comment.line, rule, text: sentence });
      const words = wordsOf(sentence).length;
      if (words > WORDS) add(`${words} words in a sentence, at most ${WORDS}`);
      if ((index === 0 ? lowerOpener : opener).test(sentence)) add('begins with its object: begin with the thing and its verb');
      for (const { find, write } of phrases) if (find.test(sentence)) add(`"${sentence.match(find)?.[0].trim()}": write ${write}`);
    }
  return found;
}

/**
 * Finds lines that are too long: any line of C, and comment lines of other languages.
 * @param {string} path
 * @param {string} text
 * @returns {Finding[]}
 */
function widthFindings(path, text) {
  const comment = /^\s*(\/\/|\/?\*|#)/;
  return text.split('\n').flatMap((line, index) => {
    const held = isC(path) ? !TABLES.test(path) : comment.test(line) && !/^#!/.test(line);
    return held && [...line].length > WIDTH ? [{ line: index + 1, rule: `a line of ${[...line].length} columns`, text: line.trim() }] : [];
  });
}

/** Finds the listed words in identifiers. @param {string} path @param {string} text @returns {Finding[]} */
function nameFindings(path, text) {
  if (!/\.(c|h|js|mjs|ts)$/.test(path)) return [];
  const code = text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*|(["'`])(?:\\.|(?!\2)[^\\\n])*\2/g, (all) => all.replace(/[^\n]/g, ' '));
  return code.split('\n').flatMap((line, index) =>
    [...new Set(line.match(/[A-Za-z_]\w*/g) ?? [])].flatMap((name) => {
      const snake = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
      return names
        .filter(({ find }) => find.test(snake))
        .map(({ write }) => ({ line: index + 1, rule: `the name ${name}: write ${write}`, text: line.trim() }));
    }),
  );
}

/** The files whose comments and names are checked. */
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root('.'), encoding: 'utf8' })
  .split('\0')
  .filter((path) => path && markerOf(path) && !EXCEPTED.test(path));

/** Finds everything, by file. @returns {Map<string, Finding[]>} */
function findings() {
  const found = new Map();
  for (const path of files) {
    let text = '';
    try {
      text = readFileSync(root(path), 'utf8');
    } catch {
      continue; // removed, and not yet committed
    }
    const all = [...commentFindings(path, text), ...widthFindings(path, text), ...nameFindings(path, text)];
    if (all.length) found.set(path, all);
  }
  return found;
}

test('comments and names are plain English', () => {
  const wrong = [...findings()].flatMap(([path, all]) => all.map((one) => `${path}:${one.line}: ${one.rule}: ${one.text.slice(0, 160)}`));
  assert.ok(!wrong.length, `rewrite the sentences (tests/properties/english.json has the words):\n${wrong.join('\n')}`);
});

test('commit subjects say what was done, in the form "area: verb ..."', (t) => {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root('.'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const begun = (() => {
    try {
      return git('log', '--diff-filter=A', '--format=%H', '--', 'tests/properties/english.test.mjs').split('\n').at(-1);
    } catch {
      return '';
    }
  })();
  if (!begun) return t.diagnostic('no history here: no subject was read');
  const subjects = git('log', '--no-merges', '--format=%s', `${begun}..HEAD`).split('\n').filter(Boolean);
  const form = /^[a-z0-9][\w./, -]*: (?!The |A |An |What |Which |It )[a-z][a-z-]* .*[^.]$/;
  const published = ['calibration: fit, apply and export calibrators']; // an earlier commit, which cannot change
  const wrong = subjects.filter((subject) => !published.includes(subject) && (subject.length > SUBJECT || !form.test(subject)));
  assert.deepEqual(wrong, [], `a subject is "area: verb and object", at most ${SUBJECT} characters, without a full stop`);
});

test('each rule finds what it is for', () => {
  const rules = (/** @type {string} */ path, /** @type {string} */ text) =>
    [...commentFindings(path, text), ...widthFindings(path, text), ...nameFindings(path, text)].map(({ rule }) => rule);
  const finds = (/** @type {string} */ path, /** @type {string} */ text, /** @type {string} */ rule) =>
    assert.match(rules(path, text).join(), new RegExp(rule), text);
  const passes = (/** @type {string} */ path, /** @type {string} */ text) => assert.deepEqual(rules(path, text), [], text);
  const most = Array.from({ length: WORDS }, () => 'it').join(' ');
  finds('a.c', `// ${most} too.`, '26 words');
  finds('a.c', `// ${most}\n// too.`, '26 words');
  passes('a.c', `// ${most}.\n// ${most.replace('i', 'I')}.`);
  finds('a.c', '// What X does is Y.', 'begins with its object');
  finds('a.c', '// Reads it. Whether it is X is Y.', 'begins with its object');
  finds('a.c', 'int a; // of few results', 'begins with its object');
  finds('a.js', '/** Whether it opens pages. @param {string} file */', 'begins with its object');
  finds('a.css', '/* What X does is Y. */', 'begins with its object');
  finds('Makefile', '# What X does is Y.', 'begins with its object');
  passes('a.js', '/** Opens a page. @param {string} file whether or not\n * @returns {Of} */');
  finds('a.c', `int a; // ${'x'.repeat(WIDTH)}`, 'columns');
  finds('a.js', `// ${'x'.repeat(WIDTH)}`, 'columns');
  passes('a.js', `const a = '${'x'.repeat(WIDTH)}';`);
  finds('a.c', 'static int was_asked(void);', 'the name was_asked');
  finds('a.js', 'const lastHeard = 1;', 'the name lastHeard');
  passes('a.js', "const a = 'what was said'; // translater");
  const odd = [
    'reads beside x',
    'has so many',
    'runs by itself',
    'is no number',
    'lies in x',
    'are alike',
    'waits for a while',
    'has one of its own',
  ];
  for (const phrase of [...odd, 'are one behind the other', 'fails, which is said', 'has several labels a sample'])
    finds('a.c', `// It ${phrase}.`, ': write ');
});
