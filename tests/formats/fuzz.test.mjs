// Runs the fuzz targets of tests/fuzz concurrently, under the sanitizers. Each runs its corpus and variations
// of it, drawn by the seed of the run, for a second (a minute in `make soak`). `make fuzz` is the search
// guided by code coverage.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { root } from '../support/paths.mjs';
import { count, seed, someOf } from '../support/soak.mjs';

const run = promisify(execFile);
const targets = readdirSync(root('tests/fuzz'))
  .filter((name) => /^fuzz_.*\.c$/.test(name))
  .map((name) => name.slice(5, -2));
assert.ok(targets.length > 0, 'there are fuzz targets');

describe('hostile input', { concurrency: availableParallelism() }, () => {
  for (const target of someOf(2, targets))
    test(target, { timeout: 300_000 }, async (t) => {
      const found = mkdtempSync(join(tmpdir(), 'fuzz-')); // where libFuzzer keeps what it finds
      t.after(() => rmSync(found, { recursive: true }));
      const corpus = root(`tests/fuzz/corpus/${target}`);
      const inputs = readdirSync(corpus).length,
        program = root(`build/sanitize/fuzz_${target}`);
      mkdirSync(root('build/sanitize'), { recursive: true });
      await run('clang-19', [
        '-std=c11',
        '-g',
        '-pthread',
        '-fsanitize=fuzzer,address,undefined',
        '-fno-sanitize-recover=all',
        `-I${root('src')}`,
        `-I${root('build/gen')}`,
        root(`tests/fuzz/fuzz_${target}.c`),
        root('build/sanitize/engine.a'),
        '-o',
        program,
      ]);
      const { stderr } = await run(
        program,
        [
          `-seed=${seed}`,
          `-max_total_time=${count(1, 60)}`,
          '-max_len=4096',
          '-reload=0',
          `-artifact_prefix=${root('build/sanitize')}/`,
          found,
          corpus,
        ],
        { env: { ...process.env, ASAN_OPTIONS: 'allocator_may_return_null=1' }, maxBuffer: 1 << 26 },
      ).catch((error) => assert.fail(`${target}: ${error.code ?? error.signal}\n${error.stderr?.slice(-4000)}`));
      const [, done] = /Done (\d+) runs/.exec(stderr);
      assert.ok(Number(done) >= inputs, `${done} runs`); // all of the seeds, however slow the machine
    });
});
