// Compares the German exercises with the English ones: only the words differ. Answer codes, runs, checks,
// formulas, figures, numbers and links are the same.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readExercise } from '../../web/model/exercise/read.js';
import { root } from '../support/paths.mjs';

const ids = readdirSync(root('web/exercises'))
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => name.slice(0, -3));
const read = (/** @type {string} */ path) => readExercise(readFileSync(root(`web/exercises/${path}.md`), 'utf8'));

// Texts without English words, and titles of papers.
const SAME = ['AdaFocal', 'γ = 3', 'γ = 7'];
const TITLES = /How a model calibrates when employed with different loss functions|Geometric Insights into Focal Loss/g;

/**
 * Keeps everything of an exercise but its words.
 * @param {import('../../web/model/exercise/read.js').Exercise} exercise
 */
const bones = ({ minutes, order, lock, hide, runs, questions, shows, steps }) => ({
  ...{ minutes, order, lock, hide, shows },
  runs: Object.values(runs).map(({ name, link }) => [name, link]),
  questions: Object.values(questions).map(({ id, kind, figure, unit, within, options, goal }) => ({
    ...{ id, kind, figure, unit, within, goal },
    options: options.map(({ right }) => right),
  })),
  steps: steps.map(({ blocks }) => blocks.map((block) => (block.kind === 'text' ? 'text' : block.kind === 'run' ? block.name : block.id))),
});

/**
 * Lists every text that a reader sees, by its place.
 * @param {import('../../web/model/exercise/read.js').Exercise} exercise
 * @returns {Record<string, string>}
 */
function textsOf({ title, learn, paper, runs, questions, steps }) {
  /** @type {Record<string, string>} */
  const found = { title, learn, paper };
  for (const { name, label } of Object.values(runs)) found[`run ${name}`] = label;
  for (const { id, ask, after, low, high, answer, options } of Object.values(questions)) {
    Object.assign(found, { [`${id}`]: ask, [`${id} after`]: after, [`${id} low`]: low, [`${id} high`]: high, [`${id} answer`]: answer });
    for (const [i, { text, after: reply }] of options.entries())
      Object.assign(found, { [`${id} ${i}`]: text, [`${id} ${i} after`]: reply });
  }
  for (const [s, { title: heading, blocks }] of steps.entries()) {
    found[`step ${s}`] = heading;
    for (const [b, block] of blocks.entries())
      if (block.kind === 'text') for (const [t, token] of block.tokens.entries()) found[`step ${s}, ${b}, ${t}`] = token.raw.trim();
  }
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text));
}

/**
 * Lists all matches in sorted order, since German sentences have another order.
 * @param {string} text
 * @param {RegExp} what
 */
const all = (text, what) => (text.match(what) ?? []).sort();

/** Lists code, formulas, figures and targets of links. @param {string} text */
const marks = (text) => all(text, /\{\{[^}]*\}\}|`[^`]*`|\$\$[^$]*\$\$|\$[^$]*\$|\]\([^)]*\)|^\|[-|]+\|$/gm);

/** Removes the marks. @param {string} text */
const prose = (text) => text.replace(/\{\{[^}]*\}\}|`[^`]*`|\$\$[^$]*\$\$|\$[^$]*\$|\]\([^)]*\)/g, ' ');

/** Counts the cells of each row of a table. @param {string} text */
const layout = (text) => text.split('\n').flatMap((line) => (line.startsWith('|') ? [line.split('|').length] : []));

/**
 * Lists the numbers in the prose, in English notation. German has a comma, and a narrow space between groups
 * from 10 000 on, as the page writes them (web/texts/format.js).
 * @param {string} text
 * @param {boolean} german
 */
function numbers(text, german) {
  const written = german ? /\d{1,3}(?:\u202f\d{3})+|\d+(?:,\d+)?/g : /\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?/g;
  return all(prose(text), written)
    .map((number) => Number(german ? number.replaceAll('\u202f', '').replace(',', '.') : number.replaceAll(',', '')))
    .sort((a, b) => a - b);
}

test('every exercise has a German version, and every German version an English one', () => {
  const german = readdirSync(root('web/exercises/de'));
  assert.deepEqual(german.sort(), ids.map((id) => `${id}.md`).sort());
  assert.equal(ids.length, 15);
});

for (const id of ids)
  test(`exercise ${id} has the same content in German`, () => {
    const english = read(id);
    const german = read(`de/${id}`);
    assert.deepEqual(bones(german), bones(english), 'links, questions, right answers, their order, and what stands where');
    const [there, here] = [textsOf(english), textsOf(german)];
    assert.deepEqual(Object.keys(here), Object.keys(there), 'a text is missing or one too many');
    for (const [place, text] of Object.entries(there)) {
      const translated = here[place];
      assert.deepEqual(marks(translated), marks(text), `${place}: figures, formulas, code and links`);
      assert.deepEqual(layout(translated), layout(text), `${place}: rows and cells`);
      assert.deepEqual(numbers(translated, true), numbers(text, false), `${place}: numbers`);
      assert.deepEqual(all(translated, /\*\*/g).length, all(text, /\*\*/g).length, `${place}: emphasis`);
      if (/\p{L}{2}/u.test(prose(text)) && !SAME.includes(text)) assert.notEqual(translated, text, `${place} is English`);
      assert.doesNotMatch(prose(translated).replace(TITLES, ''), /\b(the|is|of|and|with|which|that)\b/, `${place} has English words`);
    }
  });
