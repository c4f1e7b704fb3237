// How things are measured: bursts, taken in turns, each after a wait for a quiet machine.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';

const LIMIT = 0.15; // of all processors: above it the machine is not quiet
const PATIENCE = 60; // seconds for a burst and whatever has to be loaded for it
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

/**
 * Bursts of all contenders in turns: whatever slows the machine for a while slows them all.
 * @param {Contender[]} contenders
 * @param {string[]} nets
 * @param {{rounds: number, seconds: number, quiet: Quiet, progress: (stage: string, detail: string) => void}} options
 * @returns {Promise<Row[]>}
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {number} threads
 * @property {(net: string) => boolean} [has] whether it takes part with this net
 * @property {(net: string, seconds: number) => Promise<number>} burst images a second, warmed up; throws when it cannot
 * @property {string} [note]
 *
 * @typedef {{net: string, name: string, threads: number, median?: number, low?: number, high?: number, samples?: number, error?: string}} Row
 */
export async function takeTurns(contenders, nets, { rounds, seconds, quiet, progress }) {
  /** @type {Map<string, {values: number[], row: Row, contender: Contender}>} */
  const table = new Map();
  for (const net of nets)
    for (const contender of contenders)
      if (contender.has?.(net) ?? true)
        table.set(`${net} ${contender.name} ${contender.threads}`, { values: [], contender, row: { net, name: contender.name, threads: contender.threads } });
  for (let round = 1; round <= rounds; round++) {
    let done = 0;
    for (const { values, contender, row } of table.values()) {
      progress(`round ${round} of ${rounds}`, `${Math.round((100 * done++) / table.size)} %: ${row.net}, ${row.name}, ${row.threads}`);
      if (row.error) continue;
      await quiet.wait();
      try {
        values.push(await inTime(contender.burst(row.net, seconds)));
      } catch (thrown) {
        row.error = thrown instanceof Error ? thrown.message : String(thrown);
      }
    }
  }
  return [...table.values()].map(({ values, row }) => (row.error ? row : { ...row, ...spread(values) }));
}
