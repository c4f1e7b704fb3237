// Times every regular expression of the page on long texts made for it: a link, a file or a name may have any
// content.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { expressionsOf, slowText } from '../support/expressions.mjs';
import { root } from '../support/paths.mjs';
import { oneIn } from '../support/soak.mjs';

test('the search finds expressions that are slow on their texts', () => {
  const npy =
    /^\s*\{\s*'descr'\s*:\s*'([<>|=]?)([a-zA-Z])(\d*)'\s*,\s*'fortran_order'\s*:\s*(True|False)\s*,\s*'shape'\s*:\s*\(([\d,\s]*)\)\s*,?\s*\}\s*$/;
  const slows = [npy, /^(.*[-_.])?test(ing|set)?([-_.].*)?$/i, /\s+$/, /\D+$/, /(a|b|ab)*c/, /".*?"x/, /\[\[\s*([^[\]]*?)\s*\]\]/];
  for (const slow of oneIn(6, slows)) assert.notEqual(slowText(slow), '', String(slow));
  for (const fast of oneIn(3, [/^\s+/, /\s+/g, /^[^/]+\/data\.pkl$/, /[",\n]/, /(^|[^a-z])val(id(ation)?)?([^a-z]|$)/i]))
    assert.equal(slowText(fast), '', String(fast));
});

test('the expressions of a program are found', () => {
  const lines = ["const a = b / c / d; // it's /no/", "f(/x'\\/[/]+/g, `$", '{y ? /z/.test(`/no/`) : 1 / 2 / 3}`); return /w`/i;'];
  const program = `${lines[0]}\n${lines[1]}${lines[2]}`;
  assert.deepEqual(
    expressionsOf(program).map(({ expression, line }) => `${line} ${expression}`),
    ["2 /x'\\/[/]+/g", '2 /z/', '2 /w`/i'],
  );
});

test('no regular expression of the page is slow', () => {
  const files = readdirSync(root('web'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  let count = 0;
  const slow = [];
  for (const file of files)
    for (const { expression, line } of expressionsOf(readFileSync(root(`web/${file}`), 'utf8'))) {
      count++;
      const text = slowText(expression);
      if (text) slow.push(`${file}:${line} ${expression}: ${text}`);
    }
  assert.ok(count > 100, `${count} expressions found`);
  assert.deepEqual(slow, []);
});
