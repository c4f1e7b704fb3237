// make bench: measures this engine and its peers in one run. See README.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release } from 'node:os';
import { root } from '../support/paths.mjs';
import { measureApply } from './apply.mjs';
import { measureCifar, missingCifar } from './cifar.mjs';
import { measureFirst } from './first.mjs';
import { gather } from './gather.mjs';
import { judge } from './goals.mjs';
import { measureLoading } from './loading.mjs';
import { Quiet, takeTurns } from './measure.mjs';
import { measureMemory } from './memory.mjs';
import { openEngine, readNets } from './nets.mjs';
import { measurePage } from './page.mjs';
import { measureReduce } from './reduce.mjs';
import { asText, ratioToOurs } from './report.mjs';
import { measureStartup } from './startup.mjs';
import { tasksOf } from './tasks.mjs';
import { keepBetterLayout } from './torch.mjs';

const PARTS = ['gemm', 'conv', 'train', 'infer', 'memory', 'hv', 'report', 'reduce', 'apply', 'page'];
const quick = process.argv.includes('--quick');
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const parts = only ? only.split(',') : PARTS;
const ROUNDS = quick ? 1 : 3;
const SECONDS = quick ? 0.2 : 0.3; // per burst
const PAGE = { images: 2000, epochs: quick ? 1 : 10 };
const CIFAR = { images: 5000, epochs: quick ? 1 : 6 };
const THREADS = [1, 2];

const quiet = new Quiet(quick ? 3 : 60);
const begin = performance.now();
let stage = '';
/**
 * Shows progress: one changing line on a terminal, otherwise a line for every stage and every twentieth.
 * @param {number} fraction of the whole bench
 * @param {string} now
 * @param {string} [detail]
 */
function progress(fraction, now, detail = '') {
  const share = `${Math.floor(100 * fraction)} %`.padStart(5);
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${share}  ${now} ${detail}`);
  else if (stage !== (stage = `${now} ${Math.floor(20 * fraction)}`)) process.stderr.write(`${share}  ${now}\n`);
}

/** @type {(() => unknown)[]} */
const undo = [];
const after = (/** @type {() => unknown} */ step) => undo.push(step);
async function closeAll() {
  while (undo.length) await undo.pop()?.();
}

/** @type {Record<string, number>} */
const took = {}; // seconds, by activity

/** Times an activity, named in `took`. @template T @param {string} what @param {() => Promise<T>} run */
async function timed(what, run) {
  const start = performance.now();
  return run().finally(() => (took[what] = (performance.now() - start) / 1000));
}

/**
 * Measures; a failure does not affect the other measurements.
 * @template T
 * @param {string} part
 * @param {string} what
 * @param {() => Promise<T>} measure
 */
async function attempt(part, what, measure) {
  if (!parts.includes(part)) return undefined;
  await quiet.wait();
  try {
    return await timed(what, measure);
  } catch (/** @type {any} */ thrown) {
    return `failed: ${thrown.message.split('\n')[0]}`;
  }
}

// Relative times of the parts, for the progress: a training task has more contenders than an inference task.
const COST = { gemm: 3, conv: 3, train: 6, infer: 2, hv: 2, report: 4 };
const costOf = (/** @type {import('./tasks.mjs').Task[]} */ tasks) => tasks.reduce((sum, { part }) => sum + COST[part], 0);
const WHOLE = parts.filter((part) => ['memory', 'reduce', 'apply', 'page'].includes(part)).length; // the parts after the turns
const TURNS = parts.length === WHOLE ? 0 : 1 - 0.08 * WHOLE; // fraction of the bench

/**
 * Prints a warning at once, and again above the tables.
 * @param {string} text
 * @param {Set<string>} warned
 */
function warn(text, warned) {
  if (!warned.has(text)) process.stderr.write(`${process.stderr.isTTY ? '\r\x1b[K' : ''}Warning: ${text}.\n`);
  warned.add(text);
}

// Networks that may be open at the same time: the small ones, and tasks without a network.
const SMALL = ['gemm', 'conv', 'report', 'mlp:hidden=100'];
const MEDIUM = ['cnn-s', 'resnet8'];
const groupOf = (/** @type {import('./tasks.mjs').Task} */ { net, part }) =>
  [SMALL, MEDIUM].find((group) => group.includes(net ?? part))?.join(', ') ?? net ?? part;

/**
 * Opens the contenders anew for each group and closes them after it: TensorFlow.js alone keeps gigabytes of a
 * large network.
 * @param {any} engine
 * @param {Record<string, import('./nets.mjs').Net>} nets
 */
async function takeAllTurns(engine, nets) {
  /** @type {Map<string, import('./tasks.mjs').Task[]>} */
  const groups = new Map();
  for (const task of tasksOf(parts, Object.keys(nets))) {
    const group = groupOf(task);
    groups.set(group, [...(groups.get(group) ?? []), task]);
  }
  const found = { rows: /** @type {import('./measure.mjs').Row[]} */ ([]), missing: {}, versions: {}, warnings: new Set() };
  /** @type {Map<string, string>} */
  const lacking = new Map();
  const all = costOf([...groups.values()].flat());
  let before = 0;
  for (const [group, tasks] of groups) {
    const [begin, cost] = [(TURNS * before) / (all || 1), (TURNS * costOf(tasks)) / (all || 1)];
    progress(begin, `${group}: starting browsers and peers`);
    const { contenders, missing, versions, warnings } = await gather({ engine, nets, threads: THREADS, after });
    for (const warning of warnings) warn(warning, found.warnings);
    const report = (/** @type {number} */ fraction, /** @type {string} */ detail) => progress(begin + cost * fraction, group, detail);
    found.rows.push(...(await takeTurns(contenders, tasks, { rounds: ROUNDS, seconds: SECONDS, quiet, progress: report, lacking })));
    Object.assign(found.missing, missing);
    Object.assign(found.versions, versions);
    before += costOf(tasks);
    await closeAll();
  }
  return found;
}

/** @param {any} engine @param {Record<string, import('./nets.mjs').Net>} nets */
async function takeMemory(engine, nets) {
  const { hasTorch, openTfjs } = await gather({ engine, nets, threads: [], after });
  return measureMemory(engine, nets, { hasTorch, openTfjs: openTfjs && (() => openTfjs(1, true)) });
}

async function main() {
  const engine = await openEngine();
  const { nets, absent } = readNets(engine);
  const { rows: turns, missing, versions, warnings } = await timed('turns', () => takeAllTurns(engine, nets));
  const better = keepBetterLayout(turns);
  const rows = better.map((row) => ({ ...row, ratio: ratioToOurs(row, better) }));

  if (parts.includes('memory')) progress(TURNS, 'memory');
  const memory = await attempt('memory', 'memory', () => takeMemory(engine, nets));
  await closeAll(); // the rest gets the machine alone

  if (parts.includes('page')) progress(parts.includes('memory') ? (1 + TURNS) / 2 : TURNS, 'whole runs');
  const link = `data=shapes10:train=${PAGE.images}&model=cnn-s&batch=128&epochs=${PAGE.epochs}&threads=2`;
  const page = await attempt('page', 'a run in the page', async () => ({
    ...PAGE,
    ...(await measurePage(link, PAGE.images * PAGE.epochs)),
  }));
  const cifar = await attempt(
    'page',
    'a run of CIFAR-10',
    async () => missingCifar() ?? { ...CIFAR, ...(await measureCifar({ ...CIFAR, threads: 2 })) },
  );
  const loading = await attempt('page', 'opening files', async () => missingCifar() ?? (await measureLoading()));

  const first = await attempt('page', 'a first visit', () => measureFirst(quick ? 1 : 3));
  const reduce = await attempt('reduce', 'reduction', () => measureReduce(quick));
  const apply = await attempt('apply', 'calib apply', () => measureApply(quick));
  const startup = await attempt('page', 'start-up', () => measureStartup(quick ? 1 : 3));

  const machine = {
    processor: cpus()[0].model,
    processors: availableParallelism(),
    system: `${process.platform} ${release()} ${process.arch}`,
    versions,
  };
  const seconds = (performance.now() - begin) / 1000;
  const measured = {
    quick,
    parts,
    whole: parts.length === PARTS.length,
    rounds: ROUNDS,
    machine,
    nets,
    rows,
    missing: { ...missing, ...absent },
    warnings: [...warnings],
    memory,
    page,
    cifar,
    loading,
    first,
    reduce,
    apply,
    startup,
    quiet: quiet.summary(),
    seconds,
    took,
  };
  const found = { ...measured, ...judge(measured) };
  mkdirSync(root('build/bench'), { recursive: true });
  writeFileSync(root('build/bench/bench.json'), `${JSON.stringify(found, null, 1)}\n`);
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(asText(found));
}

const unknown = parts.filter((part) => !PARTS.includes(part));
if (unknown.length) {
  console.error(`ONLY=${only}: no part ${unknown.join(', ')}; there are ${PARTS.join(', ')}`);
  process.exit(2);
}
try {
  await main();
} finally {
  await closeAll();
}
