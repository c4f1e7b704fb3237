// Tests the catalog of mutations: each can still be made, and names existing tests.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { root } from '../support/paths.mjs';

const lists = readdirSync(root('tests/mutations')).filter((name) => name.endsWith('.mjs'));

for (const name of lists)
  test(`tests/mutations/${name}: each find matches once, and its tests exist`, async () => {
    /**
     * @type {{default: {file: string, find: string, put: string, why: string, tests: string[],
     *   equivalent?: string}[]}}
     */
    const { default: mutations } = await import(root(`tests/mutations/${name}`));
    assert.ok(mutations.length > 0);
    for (const { file, find, put, why, tests, equivalent } of mutations) {
      assert.ok(why, `${file}: ${find} says why it matters`);
      assert.notEqual(find, put);
      assert.ok(existsSync(root(file)), `${file}, of ${why}`);
      assert.equal(readFileSync(root(file), 'utf8').split(find).length - 1, 1, `${file}: ${find}`);
      assert.ok(tests.length || equivalent, `${file}: ${find} is held against some test`);
      for (const one of tests) {
        const path = one.startsWith('unit ') ? `tests/unit/${one.slice(5)}.c` : `tests/${one.replace(' --soak', '')}.test.mjs`;
        assert.ok(existsSync(root(path)), `${path}, of ${why}`);
      }
    }
  });
