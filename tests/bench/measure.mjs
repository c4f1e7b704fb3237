// How things are measured: bursts, taken in turns, each after a wait for a quiet machine.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { isMlp } from './nets.mjs';

const LIMIT = 0.15; // of all processors: above it the machine is not quiet
const PATIENCE = 20; // seconds for a burst and whatever has to be loaded for it
const WINDOW = 50; // ms in which that is looked at; idle time is counted in ticks of 10

export const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {number[]} values @returns {{median: number, low: number, high: number, samples: number}} */
export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const median = sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  return { median, low: sorted[0], high: sorted[sorted.length - 1], samples: sorted.length };
}

/**
 * Processor time that was not idle since `before`, as a share of all processors; time stolen by a hypervisor
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

  /** For the report. */
  summary() {
    return { bursts: this.bursts, noisy: this.noisy, busy_before: this.bursts ? spread(this.seen) : null, load: loadavg() };
  }
}

/**
 * Who lacks an operation for one network of convolutions lacks it for the others.
 * @param {{task: Task, row: Row}} of
 */
const familyOf = ({ task, row }) => `${row.name}, ${task.part}, ${isMlp(task.net ?? '') ? 'perceptrons' : 'convolutions'}`;

class Late extends Error {}

/**
 * What fails or takes far too long does so with any number of threads: one attempt is enough.
 * @param {{task: Task, contender: Contender, row: Row}[]} table
 * @param {{task: Task, row: Row}} entry
 * @param {Partial<Row>} why
 */
function tellOthers(table, { task, row }, why) {
  for (const other of table)
    if (other.row !== row && other.task === task && other.row.name === row.name && other.row.spent === 0) Object.assign(other.row, why);
}

/** @template T @param {Promise<T>} promise @param {number} [patience] seconds @returns {Promise<T>} */
async function inTime(promise, patience = PATIENCE) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Late(`no answer in ${patience} s`)), patience * 1000)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** A contender has no way to do this: its builder lacks a layer, or it does no such thing at all. */
export class Cannot extends Error {}

const SLOW = 5; // seconds: a burst that takes longer is not repeated
const BEHIND = 2; // times as slow as this engine in the slowest of its places: a peer's burst is not repeated either
const CLEARLY = 1.1; // times as fast: of two variants the slower one's burst is not repeated
const HOPELESS = 10; // seconds: a peer whose burst takes longer is not tried with other numbers of threads
const OURS = 'this engine';

/**
 * One attempt is enough where a peer takes minutes: neither its other numbers of threads nor the part's other
 * batches are tried.
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
 * Peers far behind have said so, and of what is shown but once, the better one, the other.
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
 * Bursts of all contenders in turns: whatever slows the machine for a while slows them all.
 * @param {Contender[]} contenders
 * @param {Task[]} tasks
 * @param {{rounds: number, seconds: number, quiet: Quiet, progress: (fraction: number, detail: string) => void,
 *   lacking: Map<string, string>}} options lacking: by family of networks, what a contender has no operation for
 * @returns {Promise<Row[]>}
 *
 * @typedef {import('./tasks.mjs').Task} Task
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {number} threads
 * @property {(task: Task) => boolean} takes whether it has a place in this task's table
 * @property {(task: Task, seconds: number) => Promise<number | {value: number, share: number}>} burst the rate in the task's unit,
 *   warmed up, and of kernels the share of the ceiling; throws Cannot, or what goes wrong
 * @property {(task: Task) => number | undefined} [patience] seconds with a burst, where they are not the usual ones
 * @property {() => Promise<unknown>} [end] what works on after such a burst, and would be in everybody's way, ends; its other rows fail
 * @property {number} [rounds] how many it takes part in, where not in all: another one says nearly the same more exactly
 * @property {string} [oneOf] of those with this name only the best is shown
 * @property {boolean} [incomparable] no ratio to it would be fair
 *
 * @typedef {{median: number, low: number, high: number, samples: number}} Spread
 * @typedef {{part: string, task: string, net?: string, batch?: number, name: string, threads: number, median?: number, low?: number,
 *   high?: number, samples?: number, share?: Spread, error?: string, cannot?: string, layout?: string, incomparable?: boolean,
 *   spent: number}} Row spent: seconds, on all of its bursts
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
