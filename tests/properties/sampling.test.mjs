// Tests sampling by the seed: every case of every test is run in turn, and a run builds what its tests need.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { root } from '../support/paths.mjs';

/**
 * Loads support/soak.mjs with a seed, in a run of all files.
 * @param {number} seed
 * @returns {Promise<typeof import('../support/soak.mjs')>}
 */
async function sampling(seed) {
  Object.assign(process.env, { CAL_SEED: String(seed), CAL_WALKS: 'part', CAL_SOAK: '' });
  return import(`../support/soak.mjs?seed=${seed}`);
}

test('sampling a test is independent of sampling its cases', async () => {
  const seen = new Set();
  for (let seed = 1; seed <= 480; seed++) {
    const { inTurn, oneIn } = await sampling(seed);
    for (const few of [2, 3, 4]) {
      const [mine, ...more] = inTurn([...Array(few).keys()], 0);
      assert.deepEqual(more, []);
      for (const cases of [2, 3, 4, 6, 8, 16])
        for (const one of oneIn(cases, [...Array(cases).keys()])) seen.add(`${mine} of ${few}, ${one} of ${cases}`);
    }
  }
  assert.equal(seen.size, (2 + 3 + 4) * (2 + 3 + 4 + 6 + 8 + 16));
});

test('of the builds that few tests need, a run makes the one whose tests it runs', async () => {
  for (const seed of [4, 15, 104, 27]) {
    const { isBuilt, RARE_BUILDS } = await sampling(seed);
    const done = execFileSync('make', ['-n', '-B', '-o', 'setup', 'test', `SEED=${seed}`], {
      cwd: root('.'),
      env: { ...process.env, MAKEFLAGS: '', TESTS: '', WALKS: '' }, // not those of the make that runs this
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const made = RARE_BUILDS.filter((build) => done.includes(`-o build/${build}/${build === 'tsan' ? 'unit/' : 'calib'}`));
    assert.deepEqual(made, RARE_BUILDS.filter(isBuilt), `SEED=${seed}`);
    assert.equal(made.length, 1);
  }
});
