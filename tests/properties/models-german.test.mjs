// Compares web/texts/de/models.js, the German for models/, with the papers' claims, the experiments'
// trainings and the trained networks' cards.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { models } from '../../web/texts/de/models.js';
import { translator } from '../../web/texts/messages.js';
import { root } from '../support/paths.mjs';

const read = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'));

/** Matches texts that stay the same: a place in a paper, a formula, a network's name. */
const STAYS = /^((Fig|Sec|Eq|Table|Theorem|Lemma|Algorithm|Appendix)\.? [\d.]+(\(\w\))?( and Table \d)?|ResNet-\d+|L = .*)$/;

const claims = read(root('models/papers/claims.json')).papers.flatMap(({ by, claims, wrong = [] }) => [
  by,
  ...claims.flatMap(({ claim, shows, why }) => [claim, shows, why]),
  ...wrong.flatMap(({ where, what, right }) => [where, what, right]),
]);
const { parts, measures } = read(root('models/papers/experiments.json'));
const trained = [...parts, ...measures].flatMap(({ model, data }) => [model, data]);
const cards = readdirSync(root('models/zoo'), { recursive: true, encoding: 'utf8' })
  .map((path) => join(root('models/zoo'), path, 'card.json'))
  .filter((path) => existsSync(path))
  .flatMap((path) => [read(path)].map(({ name, limits, machine }) => [name, limits, machine]))
  .flat();
const texts = new Set([...claims, ...trained, ...cards].filter(Boolean));

test('every claim of a paper, every experiment and every card of a network has German words, and only once', () => {
  assert.ok(
    claims.length > 100 && trained.filter(Boolean).length > 10 && cards.length > 60,
    `${claims.length} ${trained.length} ${cards.length}`,
  );
  assert.deepEqual(
    [...texts].filter((text) => !STAYS.test(text) && !Object.hasOwn(models, text)),
    [],
  );
  assert.deepEqual(
    Object.keys(models).filter((text) => !texts.has(text)),
    [],
    'nobody says these any more',
  );
});

test('numbers, names and formulas are the same in German', () => {
  const held =
    /\d+(?:\.\d+)?|\b(?:[A-Z]\w*-?\d+(?:-\w+)?|[A-Z][a-z]*[A-Z]+\w*|gamma|lambda|tau|p_y|q_y|AUROC|ECE|NLL|FLSD-53|Table|Fig|Sec|Eq)\b|\w+:[\w=.,]+=\w+/g;
  let found = 0;
  for (const [english, german] of Object.entries(models)) {
    assert.notEqual(german, english);
    const plain = german.replace(/(\d)\u202f(\d)/g, '$1$2').replace(/(\d),(\d)/g, '$1.$2');
    for (const one of english.replace(/(\d),(\d{3})/g, '$1$2').match(held) ?? []) {
      assert.ok(
        plain
          .replace(/(\d)\.(\d)/g, '$1.$2')
          .toLowerCase()
          .includes(one.toLowerCase()),
        `${one} is missing: ${german}`,
      );
      found++;
    }
  }
  assert.ok(found > 200, `${found}`);
  const translate = translator({}, models);
  for (const [english, german] of Object.entries(models)) assert.equal(translate(english), german);
  assert.equal(translate('Another claim.'), 'Another claim.');
});
