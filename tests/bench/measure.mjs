// How things are measured: bursts, taken in turns, each after a wait for a quiet machine.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';

const LIMIT = 0.15; // of all processors: above it the machine is not quiet
const PATIENCE = 120; // seconds for a burst and whatever has to be loaded for it
const WINDOW = 150; // ms in which that is looked at; idle time is counted in ticks of 10

export const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {number[]} values @returns {{median: number, low: number, high: number, samples: number}} */
export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const median = sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  return { median, low: sorted[0], high: sorted[sorted.length - 1], samples: sorted.length };
}

/** Processor time that was not idle since `before`, as a share of all processors; time stolen by a hypervisor counts. */
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

/** @template T @param {Promise<T>} promise @returns {Promise<T>} */
async function inTime(promise) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`no answer in ${PATIENCE} s`)), PATIENCE * 1000)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** A contender has no way to do this: its builder lacks a layer, or it does no such thing at all. */
export class Cannot extends Error {}

const SLOW = 5; // seconds: a burst that takes longer is not repeated

/**
 * Bursts of all contenders in turns: whatever slows the machine for a while slows them all.
 * @param {Contender[]} contenders
 * @param {Task[]} tasks
 * @param {{rounds: number, seconds: number, quiet: Quiet, progress: (stage: string, detail: string) => void}} options
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
 *
 * @typedef {{median: number, low: number, high: number, samples: number}} Spread
 * @typedef {{part: string, task: string, net?: string, batch?: number, name: string, threads: number, median?: number, low?: number,
 *   high?: number, samples?: number, share?: Spread, error?: string, cannot?: string, layout?: string}} Row
 */
export async function takeTurns(contenders, tasks, { rounds, seconds, quiet, progress }) {
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
        }),
      })),
  );
  for (let round = 1; round <= rounds; round++) {
    let done = 0;
    for (const entry of table) {
      const { task, contender, values, shares, row } = entry;
      progress(`round ${round} of ${rounds}`, `${Math.round((100 * done++) / table.length)} %: ${task.id}, ${row.name}, ${row.threads}`);
      if (row.error || row.cannot || entry.slow) continue;
      await quiet.wait();
      const start = performance.now();
      try {
        const got = await inTime(contender.burst(task, seconds));
        values.push(typeof got === 'number' ? got : got.value);
        if (typeof got !== 'number') shares.push(got.share);
      } catch (/** @type {any} */ thrown) {
        row[thrown instanceof Cannot ? 'cannot' : 'error'] = thrown.message?.split('\n')[0] ?? String(thrown);
      }
      entry.slow = performance.now() - start > 1000 * SLOW;
    }
  }
  return table.map(({ values, shares, row }) => ({
    ...row,
    ...(values.length ? spread(values) : {}),
    ...(shares.length ? { share: spread(shares) } : {}),
  }));
}
