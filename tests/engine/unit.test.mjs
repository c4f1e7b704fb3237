// Runs the unit tests in C, each in a separate process, in the native build and under the address and
// undefined-behaviour sanitizers. In a run of all files each runs in one of the two. Under the sanitizers
// some take a sample of their cases (CHECK_TURN).
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { root, shared } from '../support/paths.mjs';
import { inTurn, seed } from '../support/soak.mjs';

const run = promisify(execFile);
const programs = readdirSync(root('tests/unit'))
  .filter((name) => /^test_.*\.c$/.test(name))
  .map((name) => name.slice(0, -2));
assert.ok(programs.length > 0, 'there are unit tests');

// The tests include refused allocations: like malloc, the sanitizer must answer them with null.
const env = {
  ...process.env,
  CAL_SHARED: shared('.'),
  CAL_SEED: String(seed),
  ASAN_OPTIONS: 'allocator_may_return_null=1:detect_leaks=1',
  UBSAN_OPTIONS: 'print_stacktrace=1',
};

const together = new Set(execFileSync(root('build/native/units'), { encoding: 'utf8' }).split('\n'));
/**
 * Returns the command of a unit: most are in one program.
 * @param {string} build
 * @param {string} program
 * @returns {[string, string[]]}
 */
const commandOf = (build, program) =>
  together.has(program) ? [root(`build/${build}/units`), [program]] : [root(`build/${build}/unit/${program}`), []];

/** Lists what a program skipped, from the lines that say so. @param {string} stdout */
const leftOut = (stdout) => [...stdout.matchAll(/^skipped: ([^:\n]*): (.*)$/gm)].map(([, what, why]) => ({ what, why }));

const BUILDS = ['native', 'sanitize'];
for (const build of BUILDS) {
  describe(`unit tests in C, ${build} build`, { concurrency: Math.min(4, availableParallelism()) }, () => {
    for (const program of programs.filter((_, i) => inTurn(BUILDS, i).includes(build))) {
      test(program, { timeout: 300_000 }, async (t) => {
        const done = await run(...commandOf(build, program), { cwd: root('.'), env, maxBuffer: 1 << 24 }).catch((error) => {
          assert.fail(`${program}: exit status ${error.code ?? error.signal}\n${error.stdout}\n${error.stderr}`.slice(0, 20_000));
        });
        for (const { what, why } of leftOut(done.stdout)) await t.test(what, { skip: why }, () => {});
      });
    }
  });
}

test('a program says what it skips for lack of data', async () => {
  const { stdout } = await run(...commandOf('native', 'test_data_cifar10'), {
    cwd: root('.'),
    env: { ...env, CAL_SHARED: root('build/nowhere') },
  });
  assert.deepEqual(leftOut(stdout), [{ what: 'the real files', why: 'data/cifar10 is not in ../shared (set CAL_SHARED)' }]);
  for (const program of programs) {
    const source = readFileSync(root(`tests/unit/${program}.c`), 'utf8');
    assert.ok(!source.includes('"skipped: '), `${program} says it with CHECK_SKIP`);
    assert.ok(!source.includes('CAL_SHARED"') || source.includes('CHECK_SKIP('), `${program} says what it skips`);
  }
});
