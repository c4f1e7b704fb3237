// Reads values computed by other people's code.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

export const oracles = root('tests/golden/oracles');
/** @param {string} name a JSON file */
export const read = (name) => JSON.parse(readFileSync(join(oracles, name), 'utf8'));

/** @param {number} got @param {number} wanted @param {number} relative tolerance @param {string} what */
export function near(got, wanted, relative, what) {
  assert.ok(Math.abs(got - wanted) <= relative * Math.abs(wanted), `${what}: ${got}, not ${wanted}`);
}
