// Tests the npm packages: each runs on the Node of package.json, and none runs an install script.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { root } from '../support/paths.mjs';

const read = (/** @type {string} */ path) => readFileSync(root(path), 'utf8');
const lock = JSON.parse(read('package-lock.json'));
const [oldest] = /\d+/.exec(JSON.parse(read('package.json')).engines.node) ?? [];

test('every package supports the major version of Node that package.json requires', () => {
  let checked = 0;
  for (const [path, { engines }] of Object.entries(lock.packages)) {
    const ranges = String(engines?.node ?? '*').split('||');
    const takes = ranges.some((range) => Number(/>=\s*(\d+)|$/.exec(range)?.[1] ?? 0) <= Number(oldest));
    assert.ok(takes, `${path || 'the project'} wants Node ${engines?.node}, and package.json says ${oldest}`);
    checked++;
  }
  assert.ok(checked > 100);
});

test('npm runs no install scripts', () => assert.match(read('.npmrc'), /^ignore-scripts=true$/m));
