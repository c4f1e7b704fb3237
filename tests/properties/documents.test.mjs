// Tests the site's documents: each link leads to a page and a heading that exist, and every metric has a row
// that its definition links.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { glossary as german } from '../../web/texts/de/page/glossary.js';
import { glossary } from '../../web/texts/en/glossary.js';
import { documents } from '../../web/tools/documents.mjs';
import { calibJson } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

const folder = root('build/site/documents');
const read = (/** @type {string} */ page) => readFileSync(`${folder}/${page}`, 'utf8');
const idsOf = (/** @type {string} */ html) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
const pages = readdirSync(folder);

test('the help links every document, in both languages', () => {
  const wanted = Object.keys(documents).sort();
  for (const { pages } of [glossary, german]) assert.deepEqual(pages.map(([name]) => name).sort(), wanted);
  assert.deepEqual(
    pages,
    wanted.map((name) => `${name}.html`),
  );
});

test('each link leads to a heading that exists, and no id is repeated', () => {
  let headings = 0;
  for (const page of pages) {
    const html = read(page);
    const ids = idsOf(html);
    assert.equal(new Set(ids).size, ids.length, page);
    for (const [, href] of html.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      if (/^https:/.test(href) || href === '../') continue;
      const [file, id] = href.split('#');
      assert.ok(existsSync(`${folder}/${file}`), `${page}: ${href}`);
      if (!id) continue;
      assert.ok(idsOf(read(file)).includes(id), `${page}: ${href}`);
      headings++;
    }
    for (const [, file] of html.matchAll(/<link [^>]*?href="([^"]+)"/g)) assert.ok(existsSync(`${folder}/${file}`), `${page}: ${file}`);
    assert.doesNotMatch(html, /<(script|img|iframe)/, page);
  }
  assert.ok(headings > 20);
});

test('every metric has a row in the reference', () => {
  const ids = new Set(idsOf(read('reference.html')));
  for (const { id } of calibJson('describe').metric) assert.ok(ids.has(`metrics-${id}`), id);
});
