// Asserts that generated lists in documents, and the page's types of the engine's answers, are those of `make
// docs`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { docs } from '../../src/docs.mjs';
import { FILE, types } from '../../web/tools/types.mjs';
import { calibJson } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

const { known, files } = docs();

/** @param {string} path @param {string} text */
function fresh(path, text) {
  const now = readFileSync(root(path), 'utf8').split('\n');
  const stale = text.split('\n').filter((line, i) => line !== now[i]);
  assert.equal(stale.length, 0, `${path} is stale; run: make docs. The first line that differs should be\n${stale[0]}`);
  assert.equal(now.length, text.split('\n').length, `${path} is stale; run: make docs`);
}

for (const { path, text } of files) test(`${path} is as make docs generates it`, () => fresh(path, text));

test(`${FILE} is as make docs generates it`, async () => fresh(FILE, await types()));

test('every list is in one of the files, once', () => {
  assert.deepEqual(files.flatMap(({ names }) => [...names]).sort(), [...known].sort());
  for (const { path, text, names } of files)
    assert.equal(text.split('<!-- made by make docs: ').length - 1, names.size, `${path} has a list twice, or one without an end`);
});

test('every entry that a link or an option can choose has its row', () => {
  const everything = files.map(({ text }) => text).join('\n');
  const all = calibJson('describe');
  for (const kind of [
    'data',
    'head',
    'loss',
    'penalty',
    'optimizer',
    'schedule',
    'augment',
    'metric',
    'calibrator',
    'corruption',
    'layer',
    'view',
    'probe',
  ])
    for (const { id, help } of all[kind])
      assert.ok(
        everything.split('\n').some((line) => line.startsWith(`| \`${id}\` | `) && line.includes(` | ${help.replaceAll('|', '\\|')} | `)),
        `${kind} ${id}`,
      );
});

test('the reference names every file that a data set reads, and the table of every probe', () => {
  const { text } = files.find(({ path }) => path === 'src/reference.md');
  const rowOf = (list, id) =>
    text
      .split(`<!-- made by make docs: ${list} -->`)[1]
      .split('<!-- end -->')[0]
      .split('\n')
      .find((line) => line.startsWith(`| \`${id}\` | `));
  const all = calibJson('describe');
  for (const { id, needs_files, files: variants } of all.data) {
    assert.equal(variants.length > 0, needs_files, id);
    for (const name of variants.flatMap((variant) => variant.files))
      assert.ok(rowOf('files', id).includes(`\`${name}\``), `${id}: ${name}`);
  }
  for (const { id } of all.probe) assert.match(rowOf('probe-tables', id), /^\| `\w+` \| `\w+`, `\w+`.* \| (`\w+`.*)? \|$/, id);
});

test('calib describe --commands has the commands of the help, with the options of theirs', () => {
  const commands = calibJson('describe', '--commands');
  const train = commands.find(({ name }) => name === 'train');
  assert.deepEqual([train.group, train.operand, train.second], ['Train', 'LINK', null]);
  assert.deepEqual(
    train.options.map(({ name, value, repeats }) => [name, value, repeats]),
    [
      ['--data', 'PATH', true],
      ['--threads', 'N', false],
      ['--init', 'W.safetensors', false],
      ['--steps', 'N', false],
      ['--save', 'STATE', false],
      ['--resume', 'STATE', false],
      ['--out', 'DIR', false],
      ['--format', 'json|table|csv|latex|markdown', false],
    ],
  );
});
