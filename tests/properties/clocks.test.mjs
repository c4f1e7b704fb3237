// Forbids assertions that hold a clock to a number of seconds, which a busy machine would fail. A time is a
// multiple of support/pace.mjs's loop, measured in the same minute, or a count; `make bench` measures times
// themselves.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { root } from '../support/paths.mjs';

const CLOCK = /\b(?:performance|Date)\.now\(\)|\bcpuUsage\b|\b(?:took|elapsed|paint|median|longest|spent\(\)|waits?\b|tasks\))/;
/** A clock on the smaller side of a comparison with a number alone. */
const HELD = /^\s*assert\S*\(.*?(?<![<>=!])<=?\s*[\d_.]+(?:e\d+)?\s*(?:[,);]|&&)/;

/** A person's time, of words, keys and clicks (tests/README.md); the machine's part is in loops. */
const PERSONS = ['page/story-time.test.mjs: took < 300'];

/** @param {string} line */
const isHeld = (line) => CLOCK.test(line) && HELD.test(line) && !/\bpace(?:Of)?\(/.test(line);

test('no test holds a clock to a number', () => {
  const found = [];
  const used = new Set();
  for (const path of readdirSync(root('tests'), { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.test.mjs') && !path.includes('node_modules') && !path.endsWith('clocks.test.mjs'))
      for (const [index, line] of readFileSync(root(`tests/${path}`), 'utf8')
        .split('\n')
        .entries())
        if (isHeld(line)) {
          const exempt = PERSONS.find((one) => one.startsWith(`${path}: `) && line.includes(one.slice(path.length + 2)));
          if (exempt) used.add(exempt);
          else found.push(`${path}:${index + 1}: ${line.trim()}`);
        }
  assert.deepEqual(found, []);
  assert.deepEqual([...used], PERSONS, 'every exemption is needed');
});

test('a clock that is held to a number is found', () => {
  for (const line of [
    'assert.ok(performance.now() - begun < 3000, body);',
    'assert.ok(Math.max(...tasks) < 50);',
    "assert.ok(process.cpuUsage().user - begun < 1e6, 'no text takes long');",
    'assert.ok(took < 20e3);',
    'assert.ok(median <= 150);',
  ])
    assert.ok(isHeld(line), line);
  for (const line of ['assert.ok(took < 20 * unit);', 'assert.ok(tasks.length > 50);', 'assert.ok(took < 60 * pace(), body);'])
    assert.ok(!isHeld(line), line);
});
