// node tests/mutate.mjs: tests the tests. Puts each small deliberate error (tests/mutations/) into a copy of
// the repository, builds it there, and runs the tests that should see it. Prints what was seen, what survived
// and the score. Ends with 1 if one survives, or no longer matches the code. ONLY=src/kernel,web/ui,inputs:
// some folders or lists. SAMPLE=12: a number, drawn by SEED. JOBS: concurrent copies. LIST=yes: prints them.
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './support/paths.mjs';

/**
 * @typedef {object} Mutation
 * @property {string} file
 * @property {string} find occurs in the file once
 * @property {string} put replaces it
 * @property {string} why what a user would get: an error that matters
 * @property {string[]} tests that should see it: `unit test_rows`, or a test file `cli/receipts`, with `
 *   --soak` in its long form
 * @property {string} [equivalent] why nothing can see it: it is not tried
 */
/**
 * @typedef {{mutation: Mutation, end: 'seen' | 'survived' | 'broken', by: string, seconds: number}} Tried
 *   broken: cannot be made or built
 */

const LANES = root('build/mutate');
const { ONLY = '', SAMPLE = '', LIST = '' } = process.env;
const SEED = process.env.SEED || String(Date.now() % 1_000_000);
const jobs = Number(process.env.JOBS || Math.max(1, availableParallelism() >> 1));
const PATIENCE = 15 * 60_000; // with a test that a mutation makes endless: that counts as seen

/** Reads the requested folders and lists. @returns {Promise<Mutation[]>} */
async function catalogue() {
  const wanted = ONLY.split(',');
  const files = readdirSync(root('tests/mutations')).filter((name) => name.endsWith('.mjs'));
  const lists = await Promise.all(
    files.sort().map(async (name) => {
      /** @type {Mutation[]} */
      const list = (await import(root(join('tests/mutations', name)))).default;
      return wanted.includes(name.replace('.mjs', '')) ? list : list.filter(({ file }) => wanted.some((folder) => file.startsWith(folder)));
    }),
  );
  return lists.flat();
}

/**
 * Draws without replacement, the same for a seed.
 * @template T
 * @param {T[]} list
 * @param {number} n
 * @returns {T[]}
 */
function drawn(list, n) {
  let state = Number(SEED) >>> 0 || 1;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const left = [...list];
  return Array.from({ length: Math.min(n, left.length) }, () => left.splice(Math.floor(next() * left.length), 1)).flat();
}

/**
 * Copies the repository with changes and builds.
 * @param {number} number
 * @returns {string} the copy's folder
 */
function lane(number) {
  const folder = join(LANES, String(number));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root('.'), encoding: 'utf8' });
  const build = readdirSync(root('build')).filter((name) => name !== 'mutate' && name !== 'shots');
  for (const path of [...files.split('\0').filter((path) => path && existsSync(root(path))), ...build.map((name) => join('build', name))]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(root(path), join(folder, path), { recursive: true, preserveTimestamps: true });
  }
  cpSync(root('node_modules'), join(folder, 'node_modules'), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return folder;
}

/**
 * @param {string} folder
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<{code: number, output: string}>}
 */
const run = (folder, program, args) =>
  new Promise((resolve) => {
    const env = { ...process.env, MAKEFLAGS: '', CAL_SHARED: process.env.CAL_SHARED ?? root('../shared'), CAL_SEED: SEED };
    const options = { cwd: folder, env, timeout: PATIENCE, maxBuffer: 1 << 26 };
    execFile(program, args, options, (error, out, err) => resolve({ code: error ? Number(error.code) || 1 : 0, output: out + err }));
  });

/**
 * Lists the targets to build for a test: the page and the modules only if it needs them.
 * @param {string} test
 */
function targetsOf(test) {
  if (test.startsWith('unit ')) return ['unit-programs'];
  const text = readFileSync(root(`tests/${test.replace(' --soak', '')}.test.mjs`), 'utf8');
  const site = /build\/site|support\/(page|chromium|bare|firefox|train-module|runtimes)/.test(text);
  return [
    'native',
    ...(site ? ['site'] : []),
    ...(/wasi|runtimes/.test(text) ? ['wasi'] : []),
    ...(/sanitize\b/.test(text) ? ['sanitize'] : []),
    ...(/build\/tsan/.test(text) ? ['tsan-units'] : []),
  ];
}

/** @param {string} folder @param {string} test @returns {Promise<{code: number, output: string}>} */
function hold(folder, test) {
  const [file, ...soak] = test.split(' '); // or: unit test_rows
  if (file !== 'unit') return run(folder, process.execPath, ['tests/run.mjs', ...soak, `tests/${file}.test.mjs`]);
  const unit = test.slice(5);
  const own = join(folder, 'build/native/unit', unit);
  return existsSync(own) ? run(folder, own, []) : run(folder, join(folder, 'build/native/units'), [unit]);
}

/** @param {string} folder @param {Mutation} mutation @returns {Promise<Omit<Tried, 'seconds'>>} */
async function tryOne(folder, mutation) {
  const path = join(folder, mutation.file);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const found = before.split(mutation.find).length - 1;
  if (found !== 1) return { mutation, end: 'broken', by: `its text stands there ${found} times` };
  writeFileSync(
    path,
    before.replace(mutation.find, () => mutation.put),
  );
  try {
    for (const test of mutation.tests) {
      const built = await run(folder, 'make', ['-j1', ...targetsOf(test)]);
      if (built.code) return { mutation, end: 'broken', by: `it does not build: ${built.output.trim().split('\n').slice(-3).join(' ')}` };
      const held = await hold(folder, test);
      if (held.code) return { mutation, end: 'seen', by: test };
    }
    return { mutation, end: 'survived', by: mutation.tests.join(', ') };
  } finally {
    writeFileSync(path, before);
  }
}

const all = await catalogue();
const possible = all.filter(({ equivalent }) => !equivalent);
const chosen = SAMPLE ? drawn(possible, Number(SAMPLE)) : possible;
if (LIST)
  for (const { file, why, tests, equivalent } of all)
    console.log(`${file}: ${why} (${equivalent ? `equivalent: ${equivalent}` : tests.join(', ')})`);
else {
  const left = [...chosen];
  /** @type {Tried[]} */
  const tried = [];
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: Math.min(jobs, left.length) }, async (_, number) => {
      const folder = lane(number);
      for (let mutation = left.shift(); mutation; mutation = left.shift()) {
        const from = performance.now();
        const result = { ...(await tryOne(folder, mutation)), seconds: (performance.now() - from) / 1000 };
        tried.push(result);
        const { end, by, seconds } = result;
        console.log(
          `${`${tried.length}/${chosen.length}`.padStart(8)} ${end.padEnd(8)} ${mutation.file}: ${mutation.why} (${by}, ${seconds.toFixed(0)} s)`,
        );
      }
      rmSync(folder, { recursive: true, force: true });
    }),
  );
  const count = (/** @type {Tried['end']} */ end) => tried.filter((one) => one.end === end);
  for (const end of /** @type {const} */ (['survived', 'broken'])) {
    const list = count(end);
    if (list.length) console.log(`\n${end === 'survived' ? 'Survived' : 'Cannot be tried'}:`);
    for (const { mutation, by } of list)
      console.log(`  ${mutation.file}: ${mutation.why}\n    ${mutation.find.trim()}\n    ${mutation.put.trim()}\n    ${by}`);
  }
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  const sampled = SAMPLE ? ` (SAMPLE=${SAMPLE} SEED=${SEED})` : '';
  console.log(
    `\n${count('seen').length} of ${tried.length} seen in ${minutes} min${sampled}; ${all.length - possible.length} more are equivalent.`,
  );
  process.exitCode = tried.length > 0 && count('seen').length === tried.length ? 0 : 1;
}
