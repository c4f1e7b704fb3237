// node tests/run.mjs [--soak] [FILE...]: runs test files concurrently, each in a separate process; page files
// share Chromiums that stay from file to file. Then it runs one by one the files with a line "// Runs alone:
// why", which compare times. Prints each file as it ends, with all output after a failure, and a summary.
// Ends with 1 if a test failed, a file ended with another error, or no test was found.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { keepChromium } from './support/chromium.mjs';
import { root } from './support/paths.mjs';
import { hours } from './support/soak.mjs';

/**
 * @typedef {{name: string, nesting: number, state: 'passed' | 'failed' | 'skipped', why?: string | true}}
 *   Ended a test
 */
/**
 * @typedef {{file: string, seconds: number, tests: Ended[], notes: string[], wrong: string, output: string}}
 *   Result of a file
 */

const given = process.argv.slice(2).filter((one) => one !== '--soak');
const soak = process.argv.includes('--soak');
const PATIENCE = (soak ? 60 * (1 + hours) : 10) * 60_000; // with a file in which no test ends, even on a busy machine
const RECORD = root('build/tests'); // results of the last run
const seed = process.env.CAL_SEED ?? String(Date.now() % 1_000_000);
const walks = given.length || process.env.CAL_WALKS === 'all' ? 'all' : 'part'; // support/soak.mjs
const slots = availableParallelism() + 2; // page files wait and leave a core to others; with more slots, pages would exceed their tests' time limits

const textOf = (/** @type {string} */ file) => readFileSync(file, 'utf8');
const nameOf = (/** @type {string} */ file) => relative(root('tests'), file).replace(/\.test\.mjs$/, '');
/** Returns true for a file that opens pages: it waits half of its time. @param {string} file */
const isPage = (file) => /support\/(bare|chromium|page|points)\.mjs/.test(textOf(file));

/** Lists every test file, or with --soak those that sample. */
const every = () =>
  readdirSync(root('tests'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.mjs') && !path.includes('node_modules'))
    .map((path) => root(join('tests', path)))
    .filter((file) => !soak || textOf(file).includes('support/soak.mjs'));

// The slowest, for a clone without a previous run.
const LONG = [
  ...['zoo', 'browsers', 'views', 'exercises', 'language', 'look', 'anywhere', 'evaluate-models', 'classroom', 'webkit', 'labels', 'kept'],
  ...['lifetimes', 'runs', 'client-faults', 'workbench', 'evaluation', 'files', 'present', 'sweeps', 'kills', 'gathered', 'scan', 'story'],
].map((name) => `page/${name}`);
const COMPUTING = [
  ...['engine/unit', 'engine/determinism', 'properties/readme', 'engine/any-input', 'engine/papers', 'cli/clusters', 'engine/everything'],
  ...['formats/containers-hostile', 'formats/weights-foreign', 'engine/need', 'engine/labels', 'cli/receipts', 'formats/export'],
  ...['engine/curvature', 'formats/fuzz', 'cli/reduce', 'properties/links-hostile', 'properties/regular-expressions', 'engine/probes'],
  ...['cli/kills', 'engine/smooth', 'cli/setup', 'engine/losses', 'engine/binary-groups'],
];

/** Returns the seconds of each file in the last run. @returns {Record<string, number>} */
function lastTimes() {
  try {
    return JSON.parse(textOf(join(RECORD, 'seconds.json')));
  } catch {
    return {};
  }
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let stopped = false; // by a signal: no other file is started

/**
 * Ends a process and all its children: first with a signal that lets it close its browsers.
 * @param {import('node:child_process').ChildProcess} child
 */
function end(child) {
  const kill = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      process.kill(-(/** @type {number} */ (child.pid)), signal);
    } catch {} // ended
  };
  kill('SIGTERM');
  setTimeout(kill, 5000, 'SIGKILL');
}

/** @param {string} file @param {Record<string, string>} environment @returns {Promise<Result>} */
async function runFile(file, environment) {
  const path = join(RECORD, nameOf(file).replaceAll('/', '-'));
  const output = openSync(`${path}.log`, 'w');
  writeFileSync(`${path}.jsonl`, '');
  const begun = performance.now();
  const child = spawn(
    process.execPath,
    [`--test-reporter=${root('tests/support/events.mjs')}`, `--test-reporter-destination=${path}.jsonl`, file],
    {
      stdio: ['ignore', output, output],
      detached: true,
      env: { ...process.env, CAL_SEED: seed, CAL_WALKS: walks, ...(soak ? { CAL_SOAK: '1' } : {}), ...environment },
    },
  );
  running.add(child);
  let wrong = '';
  const watchdog = setInterval(() => {
    if (Date.now() - statSync(`${path}.jsonl`).mtimeMs < PATIENCE) return;
    wrong = `no test of it had ended for ${PATIENCE / 60_000} minutes`;
    clearInterval(watchdog);
    end(child);
  }, 5000);
  const [code, signal] = await new Promise((resolve) => child.on('close', (...how) => resolve(how)));
  clearInterval(watchdog);
  running.delete(child);
  closeSync(output);
  const lines = textOf(`${path}.jsonl`).split('\n').filter(Boolean);
  const events = lines.map((line) => JSON.parse(line));
  const tests = events.filter(({ state }) => state);
  if (!wrong && signal) wrong = `it ended by ${signal}`;
  if (!wrong && code && !tests.some(({ state }) => state === 'failed')) wrong = `it ended with ${code}`;
  if (!wrong && !tests.length) wrong = 'it has no test';
  const notes = events.filter(({ note }) => note).map(({ note }) => note);
  return { file, seconds: (performance.now() - begun) / 1000, tests, notes, wrong, output: textOf(`${path}.log`) };
}

/** @param {Result} result @param {string} state */
const countOf = ({ tests }, state) => tests.filter((test) => test.state === state).length;
const indented = (/** @type {string} */ text) => text.trimEnd().replaceAll(/^/gm, '    ');

/** @param {Result} result */
function print(result) {
  const { file, seconds, tests, notes, wrong, output } = result;
  const failed = tests.filter(({ state }) => state === 'failed');
  const good = !failed.length && !wrong;
  const skipped = countOf(result, 'skipped');
  console.log(
    `${good ? 'ok    ' : 'FAILED'} ${nameOf(file)}: ${countOf(result, 'passed')} passed` +
      `${failed.length ? `, ${failed.length} failed` : ''}${skipped ? `, ${skipped} skipped` : ''}, ${seconds.toFixed(1)} s`,
  );
  for (const line of notes) console.log(indented(line));
  if (good) return;
  for (const { name, why } of failed) console.log(`  failed: ${name}\n${indented(String(why))}`);
  if (wrong) console.log(`  ${wrong}`);
  if (output.trim()) console.log(`  its output:\n${indented(output)}`);
}

/**
 * Runs the slowest files first. One half of the slots prefers files that wait for pages, the other those that
 * compute.
 * @param {string[]} files
 */
async function sideBySide(files) {
  const times = lastTimes();
  const rank = (/** @type {string[]} */ list, /** @type {string} */ name) => (list.includes(name) ? 1000 - list.indexOf(name) : 0);
  const guess = (/** @type {string} */ file) => rank(LONG, nameOf(file)) || rank(COMPUTING, nameOf(file)) || textOf(file).length / 1000;
  const weight = (/** @type {string} */ file) => times[nameOf(file)] ?? guess(file);
  const left = files.sort((a, b) => weight(b) - weight(a));
  const next = (/** @type {boolean} */ pages) => {
    if (stopped) return undefined;
    const at = left.findIndex((file) => isPage(file) === pages);
    return left.splice(Math.max(at, 0), 1)[0];
  };
  /** @type {Result[]} */
  const results = [];
  const slot = async (/** @type {number} */ number) => {
    const chromium = keepChromium();
    try {
      for (let file = next(number % 2 === 0); file; file = next(number % 2 === 0)) {
        const environment = isPage(file) ? { CAL_CHROMIUM: await chromium.address() } : {};
        if (stopped) break;
        const result = await runFile(file, environment);
        print(result);
        results.push(result);
      }
    } finally {
      await chromium.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(slots, files.length) }, (_, number) => slot(number)));
  return results;
}

/** @param {string[]} files */
async function oneByOne(files) {
  const results = [];
  for (const file of files) {
    if (stopped) break;
    const result = await runFile(file, {});
    print(result);
    results.push(result);
  }
  return results;
}

/** @param {Result[]} results @param {number} seconds */
function summarize(results, seconds) {
  const total = (/** @type {string} */ state) => results.reduce((sum, result) => sum + countOf(result, state), 0);
  const lost = results.filter(({ wrong }) => wrong);
  const skipped = results.flatMap(({ file, tests }) =>
    tests.filter(({ state }) => state === 'skipped').map(({ name, why }) => `  ${nameOf(file)}: ${name}: ${why}`),
  );
  if (skipped.length) console.log(`\nSkipped:\n${skipped.join('\n')}`);
  const bad = results.filter((result) => result.wrong || countOf(result, 'failed'));
  if (bad.length) console.log('\nFailed:');
  for (const { file, tests, wrong } of bad) {
    for (const { name } of tests.filter(({ state }) => state === 'failed')) console.log(`  ${nameOf(file)}: ${name}`);
    if (wrong) console.log(`  ${nameOf(file)}: ${wrong}`);
  }
  const slowest = results.sort((a, b) => b.seconds - a.seconds).slice(0, 10);
  console.log('\nThe slowest files:');
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${nameOf(file)}`);
  const minutes = `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  console.log(`\n${results.length} files in ${minutes}, ${slots} at a time. What is sampled is sampled by SEED=${seed}.`);
  console.log(`${total('passed')} passed, ${total('failed') + lost.length} failed, ${skipped.length} skipped`);
  return !stopped && bad.length === 0 && total('passed') > 0;
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => {
    stopped = true;
    for (const child of running) end(child);
    setTimeout(() => process.exit(1), 20_000).unref(); // they end, the browsers are closed, and the results so far are printed
  });

mkdirSync(RECORD, { recursive: true });
const begun = performance.now();
const files = given.length ? given.map((path) => resolve(path)) : every();
const alone = files.filter((file) => /^\/\/ Runs alone: /m.test(textOf(file)));
const results = await sideBySide(files.filter((file) => !alone.includes(file)));
results.push(...(await oneByOne(alone)));
const times = { ...lastTimes(), ...Object.fromEntries(results.map(({ file, seconds }) => [nameOf(file), Math.round(10 * seconds) / 10])) };
writeFileSync(join(RECORD, 'seconds.json'), JSON.stringify(times, null, 1));
process.exitCode = summarize(results, (performance.now() - begun) / 1000) ? 0 : 1;
