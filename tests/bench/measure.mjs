// Measures by bursts in turns, each after a wait for a quiet machine.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { isMlp } from './nets.mjs';

const LIMIT = 0.15; // busy fraction of all processors above which the machine is not quiet
const PATIENCE = 20; // seconds for a burst and the loading before it
const WINDOW = 50; // ms per look at the processors; idle time is counted in ticks of 10

export const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {number[]} values @returns {{median: number, low: number, high: number, samples: number}} */
export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const median = sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  return { median, low: sorted[0], high: sorted[sorted.length - 1], samples: sorted.length };
}

/**
 * Returns the fraction of processor time since `before` that was not idle. Time stolen by a hypervisor
 * counts.
 */
function busySince(before) {
  const idle = cpus().reduce((sum, cpu, i) => sum + cpu.times.idle - before.cpus[i].times.idle, 0);
  return Math.max(0, 1 - idle / ((performance.now() - before.at) * availableParallelism()));
}

/** Waits until other programs leave the machine alone, within a budget of seconds for the whole bench. */
export class Quiet {
  /** @param {number} budget seconds */
  constructor(budget) {
    this.left = budget * 1000;
    this.noisy = 0; // bursts that began on a busy machine
    this.bursts = 0;
    /** @type {number[]} */
    this.seen = [];
  }

  async wait() {
    let busy = 0;
    do {
      const before = { at: performance.now(), cpus: cpus() };
      await sleep(WINDOW);
      busy = busySince(before);
      if (busy > LIMIT) this.left -= WINDOW;
    } while (busy > LIMIT && this.left > 0);
    this.bursts++;
    this.seen.push(busy);
    if (busy > LIMIT) this.noisy++;
  }

  /** Summarises the waits for the report. */
  summary() {
    return { bursts: this.bursts, noisy: this.noisy, busy_before: this.bursts ? spread(this.seen) : null, load: loadavg() };
  }
}

/**
 * Names a family of networks: a contender that lacks an operation for one lacks it for all.
 * @param {{task: Task, row: Row}} of
 */
const familyOf = ({ task, row }) => `${row.name}, ${task.part}, ${isMlp(task.net ?? '') ? 'perceptrons' : 'convolutions'}`;

class Late extends Error {}

/**
 * Copies a failure to the contender's other rows: it does not depend on the number of threads.
 * @param {{task: Task, contender: Contender, row: Row}[]} table
 * @param {{task: Task, row: Row}} entry
 * @param {Partial<Row>} why
 */
function tellOthers(table, { task, row }, why) {
  for (const other of table)
    if (other.row !== row && other.task === task && other.row.name === row.name && other.row.spent === 0) Object.assign(other.row, why);
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {number} [patience] seconds
 * @returns {Promise<T>}
 */
async function inTime(promise, patience = PATIENCE) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Late(`no answer in ${patience} s`)), patience * 1000)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Thrown if a contender cannot do a task, for example because its builder lacks a layer. */
export class Cannot extends Error {}

const SLOW = 5; // seconds: a longer burst is not repeated
const BEHIND = 2; // times slower than this engine's slowest build: a peer's burst is not repeated either
const CLEARLY = 1.1; // times faster: the slower variant's burst is not repeated
const HOPELESS = 10; // seconds: a peer with longer bursts is not tried with other numbers of threads
const OURS = 'this engine';

/**
 * Gives up a peer that takes minutes: skips its other numbers of threads and the part's other batches.
 * @param {{task: Task, contender: Contender, row: Row}[]} table
 * @param {{task: Task, contender: Contender, row: Row}} late
 */
async function giveUp(table, { task, contender, row }) {
  await contender.end?.();
  for (const other of table) {
    if (other.row.error || other.row.cannot) continue;
    if (other.contender === contender) other.row.error = `ended, as it gave no answer to ${task.id}`;
    else if (other.row.name === row.name && other.task.part === task.part && other.task.net === task.net)
      other.row.error = `not tried, after ${row.name} with ${row.threads} gave no answer`;
  }
}

/**
 * Marks as slow the peers that are far behind, and the slower one of two variants of which one is shown.
 * @param {{task: Task, contender: Contender, values: number[], slow: boolean}[]} table
 */
function leaveBehind(table) {
  const isOurs = (/** @type {Contender} */ { name }) => name.startsWith(OURS);
  for (const entry of table) {
    const ours = table.filter(({ task, contender, values }) => task === entry.task && isOurs(contender) && values.length);
    const least = Math.min(...ours.map(({ values }) => Math.max(...values)));
    if (!entry.values.length || isOurs(entry.contender)) continue;
    const best = Math.max(...entry.values);
    const { oneOf, threads } = entry.contender;
    const variants = table.filter(
      ({ task, contender }) => task === entry.task && contender.threads === threads && contender.oneOf === oneOf,
    );
    const better = oneOf ? Math.max(...variants.flatMap(({ values }) => values)) : best;
    entry.slow ||= BEHIND * best < least || CLEARLY * best < better;
  }
}

/**
 * Measures bursts of all contenders in turns, so that a temporarily slow machine slows them all.
 * @param {Contender[]} contenders
 * @param {Task[]} tasks
 * @param {{rounds: number, seconds: number, quiet: Quiet, progress: (fraction: number,
 *   detail: string) => void, lacking: Map<string, string>}} options lacking: by family of networks, the
 *   operation that a contender lacks
 * @returns {Promise<Row[]>}
 * @typedef {import('./tasks.mjs').Task} Task
 * @typedef {object} Contender
 * @property {string} name
 * @property {number} threads
 * @property {(task: Task) => boolean} takes true if it has a place in this task's table
 * @property {(task: Task, seconds: number) => Promise<number | {value: number, share: number}>} burst the
 *   rate in the task's unit, warmed up, and for kernels the fraction of the ceiling; throws Cannot, or any
 *   other error
 * @property {(task: Task) => number | undefined} [patience] seconds for a burst, if not the default
 * @property {() => Promise<unknown>} [end] ends what still works after such a burst and would disturb
 *   others; its other rows fail
 * @property {number} [rounds] number of rounds, if not all: another contender gives nearly the same figure
 *   more exactly
 * @property {string} [oneOf] only the best of those with this name is shown
 * @property {boolean} [incomparable] no ratio to it would be fair
 * @typedef {{median: number, low: number, high: number, samples: number}} Spread
 * @typedef {{part: string, task: string, net?: string, batch?: number, name: string, threads: number,
 *   median?: number, low?: number, high?: number, samples?: number, share?: Spread, error?: string,
 *   cannot?: string, layout?: string, incomparable?: boolean, spent: number}} Row spent: seconds, on all of
 *   its bursts
 */
export async function takeTurns(contenders, tasks, { rounds, seconds, quiet, progress, lacking }) {
  const table = tasks.flatMap((task) =>
    contenders
      .filter((contender) => contender.takes(task))
      .map((contender) => ({
        task,
        contender,
        /** @type {number[]} */ values: [],
        /** @type {number[]} */ shares: [],
        slow: false,
        row: /** @type {Row} */ ({
          part: task.part,
          task: task.id,
          net: task.net,
          batch: task.batch,
          name: contender.name,
          threads: contender.threads,
          ...(contender.incomparable ? { incomparable: true } : {}),
          spent: 0,
        }),
      })),
  );
  let done = 0;
  for (let round = 1; round <= rounds; round++) {
    for (const entry of table) {
      const { task, contender, values, shares, row } = entry;
      progress(done++ / (rounds * table.length), `round ${round} of ${rounds}, ${task.id}, ${row.name}, ${row.threads}`);
      if (!row.error && lacking.has(familyOf(entry))) row.error = lacking.get(familyOf(entry));
      if (row.error || row.cannot || entry.slow || round > (contender.rounds ?? rounds)) continue;
      await quiet.wait();
      const start = performance.now();
      try {
        const got = await inTime(contender.burst(task, seconds), contender.patience?.(task));
        values.push(typeof got === 'number' ? got : got.value);
        if (typeof got !== 'number') shares.push(got.share);
      } catch (/** @type {any} */ thrown) {
        row[thrown instanceof Cannot ? 'cannot' : 'error'] = thrown.message?.split('\n')[0] ?? String(thrown);
        if (thrown instanceof Late) await giveUp(table, entry);
        else tellOthers(table, entry, { error: row.error, cannot: row.cannot });
        if (task.net && /not registered/.test(row.error ?? '')) lacking.set(familyOf(entry), `${row.error}, in ${task.net}`);
      }
      const spent = (performance.now() - start) / 1000;
      row.spent += spent;
      const late = spent > HOPELESS && !row.error && !contender.name.startsWith(OURS);
      if (late) tellOthers(table, entry, { error: `not tried: with threads=${row.threads} a burst took ${spent.toFixed(0)} s` });
      entry.slow = spent > SLOW;
    }
    leaveBehind(table);
  }
  return table.map(({ values, shares, row }) => ({
    ...row,
    ...(values.length ? spread(values) : {}),
    ...(shares.length ? { share: spread(shares) } : {}),
  }));
}
