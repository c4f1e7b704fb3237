// Runs the units that use threads under the thread sanitizer: concurrent labs that train, report and compute
// curvature, and thousands of pools. A thread may read another's data only after a hand-over. On most
// processors a forgotten hand-over nearly always gives right results.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { root, shared } from '../support/paths.mjs';
import { isBuilt, seed } from '../support/soak.mjs';

const run = promisify(execFile);
const units = /^THREADED := (.*)$/m.exec(readFileSync(root('Makefile'), 'utf8'))?.[1].split(' ') ?? [];
test('the Makefile names these units', () => assert.ok(units.length > 1));
// Nothing is suppressed. Large pages save half of the time in the kernel.
const env = { ...process.env, CAL_SHARED: shared('.'), CAL_SEED: String(seed), TSAN_OPTIONS: 'exitcode=66:no_huge_pages_for_shadow=0' };

for (const unit of isBuilt('tsan') ? units : [])
  test(unit, { timeout: 300_000 }, async () => {
    const done = await run(root(`build/tsan/unit/${unit}`), [], { cwd: root('.'), env, maxBuffer: 1 << 26 }).catch((error) => {
      assert.fail(`${unit}: exit status ${error.code ?? error.signal}\n${error.stdout}\n${error.stderr}`.slice(0, 20_000));
    });
    assert.equal(done.stderr, '');
  });
