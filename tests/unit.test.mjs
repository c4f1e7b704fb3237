// The unit tests in C, each in the native build and under the address and undefined-behaviour sanitizers.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { root } from './support/paths.mjs';

const run = promisify(execFile);
const programs = readdirSync(root('tests/unit'))
  .filter((name) => /^test_.*\.c$/.test(name))
  .map((name) => name.slice(0, -2));
assert.ok(programs.length > 0, 'there are unit tests');

// Refused allocations are part of the tests: the sanitizer must answer them as malloc does, with null.
const env = { ...process.env, ASAN_OPTIONS: 'allocator_may_return_null=1:detect_leaks=1', UBSAN_OPTIONS: 'print_stacktrace=1' };

for (const build of ['native', 'sanitize']) {
  describe(`unit tests in C, ${build} build`, { concurrency: Math.min(4, availableParallelism()) }, () => {
    for (const program of programs) {
      test(program, { timeout: 300_000 }, async () => {
        await run(root(`build/${build}/unit/${program}`), { cwd: root('.'), env, maxBuffer: 1 << 24 }).catch((error) => {
          assert.fail(`${program}: exit status ${error.code ?? error.signal}\n${error.stdout}\n${error.stderr}`.slice(0, 20_000));
        });
      });
    }
  });
}
