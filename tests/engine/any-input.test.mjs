// Draws any finite outputs for everything that takes outputs (tests/unit/test_any_input.c), from the seed of
// the run. Runs under the sanitizers, and in WebAssembly from the page's own objects, with the same bits.
// `make soak` draws a million; COUNT= sets the number.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { calibJson } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';
import { count, seed, soak } from '../support/soak.mjs';

const run = promisify(execFile);
const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=1', UBSAN_OPTIONS: 'print_stacktrace=1' };
const EACH = 1000; // draws per process
const all = Number(process.env.COUNT ?? 0) || count(300, 1_000_000);
/** @type {Map<string, {answered: number, drawn: number}>} by kind and entry */
const kinds = new Map();

/**
 * @param {string} program
 * @param {number[]} draws the first draw, and their number
 * @returns {Promise<string>} the digest of all answers
 */
async function draw(program, ...draws) {
  const [command, ...args] = program.endsWith('.cjs') ? [process.execPath, '--no-experimental-fetch', program] : [program];
  const { stdout } = await run(command, [...args, ...draws.map(String), String(seed)], { env, maxBuffer: 1 << 26 }).catch((error) =>
    assert.fail(`${program} ${draws.join(' ')} ${seed}: ${error.code ?? error.signal}\n${error.stdout}\n${error.stderr}`.slice(0, 8000)),
  );
  const [, done, digest] = /draws (\d+), .*digest ([0-9a-f]{64})/.exec(stdout) ?? [];
  assert.equal(Number(done), draws[1]);
  for (const [, name, answered, drawn] of stdout.matchAll(/^(\w+ [^:\n]+): (\d+) of (\d+)$/gm)) {
    const before = kinds.get(name) ?? { answered: 0, drawn: 0 };
    kinds.set(name, { answered: before.answered + Number(answered), drawn: before.drawn + Number(drawn) });
  }
  return digest;
}

for (let first = 0; first < all; first += EACH)
  test(`draws from ${first} on keep the promises of their definitions`, { timeout: 1_800_000 }, () =>
    draw(root('build/sanitize/unit/test_any_input'), first, Math.min(EACH, all - first)),
  );

test('draws that once found a fault pass, too', async () => {
  // A divergence below 0 by rounding; a test set whose outputs have no figures, next to corrupted ones. Each
  // is the number of a draw and its seed.
  for (const [number, of] of [
    [30921, 11],
    [13654, 78],
  ]) {
    const { stdout } = await run(root('build/sanitize/unit/test_any_input'), [number, 1, of].map(String), { env });
    assert.match(stdout, / 0 failed/, `${number} of ${of}`);
  }
});

test('the same draws give the same bits in WebAssembly', { timeout: 600_000 }, async () => {
  const folder = root('build/any-input');
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, '{"type": "commonjs"}');
  await run(
    'emcc',
    [
      ...['-std=c11', '-D_POSIX_C_SOURCE=200809L', '-O1', '-msimd128', '-ffp-contract=off', '-DCAL_NO_THREADS'],
      ...['-sENVIRONMENT=node', '-sALLOW_MEMORY_GROWTH=1', '-sMAXIMUM_MEMORY=2GB', '-sTOTAL_STACK=1MB', '-sEXIT_RUNTIME=1'],
      ...[`-I${root('src')}`, `-I${root('build/gen')}`, `-I${root('tests/unit')}`, root('tests/unit/test_any_input.c')],
      ...[root('build/single/engine.a'), '-o', `${folder}/test.cjs`],
    ],
    { env: { ...process.env, NODE_PATH: '/usr/share/nodejs' } },
  );
  // Other draws than those above: together a thousand.
  const draws = /** @type {const} */ ([all, count(300, 20_000)]);
  assert.equal(await draw(`${folder}/test.cjs`, ...draws), await draw(root('build/native/unit/test_any_input'), ...draws));
});

test('every metric, calibrator, view, probe, loss and output format was drawn, and answered', (t) => {
  const catalog = calibJson('describe');
  const idsOf = (/** @type {string} */ kind) => catalog[kind].map((/** @type {{id: string}} */ { id }) => `${kind} ${id}`);
  const forms = ['table', 'csv', 'latex', 'markdown', 'json', 'shard', 'safetensors', 'onnx', 'training', 'ood', 'ood of outputs', 'shift'];
  const files = ['arrays', 'against', 'table', 'groups', 'labels apart'];
  const wanted = ['metric', 'calibrator', 'view', 'probe', 'loss'].flatMap(idsOf);
  wanted.push(...forms.map((form) => `export ${form}`), ...files.map((file) => `file ${file}`));
  const summary = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { answered, drawn }]) => `${name}: ${answered} of ${drawn}`);
  if (soak) t.diagnostic(`answered, of those drawn: ${summary.join('; ')}`);
  // With few draws some entry may lack an answer; with many, none may. The trace penalty has no value from
  // logits alone.
  const never = wanted.filter((name) => name !== 'loss trace' && !kinds.get(name)?.answered);
  assert.ok(never.length <= (all < 5000 ? wanted.length / 5 : 0), `never answered: ${never}`);
});
