// The exercises in German: every one is the English one in other words. What an answer code, a run and a
// check are about is the same, and so are its formulas, figures, numbers and links.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readExercise } from '../../web/model/exercise/read.js';
import { root } from '../support/paths.mjs';

const ids = readdirSync(root('web/exercises'))
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => name.slice(0, -3));
const read = (/** @type {string} */ path) => readExercise(readFileSync(root(`web/exercises/${path}.md`), 'utf8'));

// Texts that hold no word of English, and titles of papers.
const SAME = ['AdaFocal', 'γ = 3', 'γ = 7'];
const TITLES = /How a model calibrates when employed with different loss functions|Geometric Insights into Focal Loss/g;

/** All but the words. @param {import('../../web/model/exercise/read.js').Exercise} exercise */
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
 * Every text that a reader sees, by where it stands.
 * @param {import('../../web/model/exercise/read.js').Exercise} exercise
 * @returns {Record<string, string>}
 */
function textsOf({ title, learn, paper, runs, questions, steps }) {
  /** @type {Record<string, string>} */
  const found = { title, learn, paper };
  for (const { name, label } of Object.values(runs)) found[`run ${name}`] = label;
  for (const { id, ask, after, low, high, answer, options } of Object.values(questions)) {
    Object.assign(found, { [`${id}`]: ask, [`${id} after`]: after, [`${id} low`]: low, [`${id} high`]: high, [`${id} answer`]: answer });
    for (const [i, { text, after: said }] of options.entries()) Object.assign(found, { [`${id} ${i}`]: text, [`${id} ${i} after`]: said });
  }
  for (const [s, { title: heading, blocks }] of steps.entries()) {
    found[`step ${s}`] = heading;
    for (const [b, block] of blocks.entries())
      if (block.kind === 'text') for (const [t, token] of block.tokens.entries()) found[`step ${s}, ${b}, ${t}`] = token.raw.trim();
  }
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text));
}

/** In any order, since sentences are built otherwise. @param {string} text @param {RegExp} what */
const all = (text, what) => (text.match(what) ?? []).sort();

/** Code, formulas, figures and where links lead. @param {string} text */
const marks = (text) => all(text, /\{\{[^}]*\}\}|`[^`]*`|\$\$[^$]*\$\$|\$[^$]*\$|\]\([^)]*\)|^\|[-|]+\|$/gm);

/** Without them. @param {string} text */
const prose = (text) => text.replace(/\{\{[^}]*\}\}|`[^`]*`|\$\$[^$]*\$\$|\$[^$]*\$|\]\([^)]*\)/g, ' ');

/** The cells of each row of a table. @param {string} text */
const layout = (text) => text.split('\n').flatMap((line) => (line.startsWith('|') ? [line.split('|').length] : []));

/**
 * Numbers in the prose, as English writes them. German has a comma, and a narrow space between groups from 10
 * 000 on, as the page writes them (web/texts/format.js).
 * @param {string} text
 * @param {boolean} german
 */
function numbers(text, german) {
  const written = german ? /\d{1,3}(?:\u202f\d{3})+|\d+(?:,\d+)?/g : /\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?/g;
  return all(prose(text), written)
    .map((number) => Number(german ? number.replaceAll('\u202f', '').replace(',', '.') : number.replaceAll(',', '')))
    .sort((a, b) => a - b);
}

test('every exercise has a German version, and no German version stands alone', () => {
  const german = readdirSync(root('web/exercises/de'));
  assert.deepEqual(german.sort(), ids.map((id) => `${id}.md`).sort());
  assert.equal(ids.length, 13);
});

for (const id of ids)
  test(`exercise ${id} is the same in German, in other words`, () => {
    const english = read(id);
    const german = read(`de/${id}`);
    assert.deepEqual(bones(german), bones(english), 'links, questions, right answers, their order, and what stands where');
    const [there, here] = [textsOf(english), textsOf(german)];
    assert.deepEqual(Object.keys(here), Object.keys(there), 'a text is missing or one too many');
    for (const [place, text] of Object.entries(there)) {
      const said = here[place];
      assert.deepEqual(marks(said), marks(text), `${place}: figures, formulas, code and links`);
      assert.deepEqual(layout(said), layout(text), `${place}: rows and cells`);
      assert.deepEqual(numbers(said, true), numbers(text, false), `${place}: numbers`);
      assert.deepEqual(all(said, /\*\*/g).length, all(text, /\*\*/g).length, `${place}: emphasis`);
      if (/\p{L}{2}/u.test(prose(text)) && !SAME.includes(text)) assert.notEqual(said, text, `${place} is English`);
      assert.doesNotMatch(prose(said).replace(TITLES, ''), /\b(the|is|of|and|with|which|that)\b/, `${place} has English words`);
    }
  });
