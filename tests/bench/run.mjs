// make bench: this engine beside its peers, in one run. See README.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release } from 'node:os';
import { root } from '../support/paths.mjs';
import { measureCifar, missingCifar } from './cifar.mjs';
import { gather } from './gather.mjs';
import { judge } from './goals.mjs';
import { measureLoading } from './loading.mjs';
import { Quiet, takeTurns } from './measure.mjs';
import { measureMemory } from './memory.mjs';
import { openEngine, readNets } from './nets.mjs';
import { measurePage } from './page.mjs';
import { asText, ratioToOurs } from './report.mjs';
import { tasksOf } from './tasks.mjs';
import { keepBetterLayout } from './torch.mjs';

const PARTS = ['gemm', 'conv', 'train', 'infer', 'memory', 'hv', 'report', 'page'];
const quick = process.argv.includes('--quick');
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const parts = only ? only.split(',') : PARTS;
const ROUNDS = quick ? 1 : 3;
const SECONDS = quick ? 0.2 : 0.5; // of a burst
const PAGE = { images: 2000, epochs: quick ? 1 : 10 };
const CIFAR = { images: 5000, epochs: quick ? 1 : 10 };
const THREADS = [1, 2];

const quiet = new Quiet(quick ? 3 : 60);
const begin = performance.now();
let stage = '';
/** One line that changes on a terminal, elsewhere a line a stage. @param {string} now @param {string} [detail] */
function progress(now, detail = '') {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${now} ${detail}`);
  else if (now !== stage) process.stderr.write(`${now}\n`);
  stage = now;
}

/** @type {(() => unknown)[]} */
const undo = [];
const after = (/** @type {() => unknown} */ step) => undo.push(step);
async function closeAll() {
  while (undo.length) await undo.pop()?.();
}

/** A measurement that may fail without taking the others with it. @template T @param {string} part @param {() => Promise<T>} measure */
async function attempt(part, measure) {
  if (!parts.includes(part)) return undefined;
  await quiet.wait();
  try {
    return await measure();
  } catch (/** @type {any} */ thrown) {
    return `failed: ${thrown.message.split('\n')[0]}`;
  }
}

/**
 * Whoever takes part opens anew for each network and closes after it: TensorFlow.js alone keeps gigabytes of each.
 * @param {any} engine @param {Record<string, import('./nets.mjs').Net>} nets
 */
async function takeAllTurns(engine, nets) {
  /** @type {Map<string, import('./tasks.mjs').Task[]>} */
  const groups = new Map();
  for (const task of tasksOf(parts, Object.keys(nets))) {
    const group = task.net ?? task.part;
    groups.set(group, [...(groups.get(group) ?? []), task]);
  }
  const found = { rows: /** @type {import('./measure.mjs').Row[]} */ ([]), missing: {}, versions: {} };
  for (const [group, tasks] of groups) {
    progress(`${group}: starting browsers and peers`);
    const { contenders, missing, versions } = await gather({ engine, nets, threads: THREADS, after });
    const named = (/** @type {string} */ now, /** @type {string} */ detail) => progress(`${group}, ${now}`, detail);
    found.rows.push(...(await takeTurns(contenders, tasks, { rounds: ROUNDS, seconds: SECONDS, quiet, progress: named })));
    Object.assign(found.missing, missing);
    Object.assign(found.versions, versions);
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
  const { rows: turns, missing, versions } = await takeAllTurns(engine, nets);
  const better = keepBetterLayout(turns);
  const rows = better.map((row) => ({ ...row, ratio: ratioToOurs(row, better) }));

  progress('memory');
  const memory = await attempt('memory', () => takeMemory(engine, nets));
  await closeAll(); // what follows has the machine for itself

  progress('whole runs');
  const link = `data=shapes10:train=${PAGE.images}&model=cnn-s&batch=128&epochs=${PAGE.epochs}&threads=2`;
  const page = await attempt('page', async () => ({ ...PAGE, ...(await measurePage(link, PAGE.images * PAGE.epochs)) }));
  const cifar = await attempt('page', async () => missingCifar() ?? { ...CIFAR, ...(await measureCifar({ ...CIFAR, threads: 2 })) });
  const loading = await attempt('page', async () => missingCifar() ?? (await measureLoading()));

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
    memory,
    page,
    cifar,
    loading,
    quiet: quiet.summary(),
    seconds,
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
