// Times a program that reads its standard input, and watches how much memory it takes.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { root } from '../support/paths.mjs';

/** The number of classes: that of ImageNet. */
export const K = 1000;
/** The program that is measured. */
export const CALIB = root('build/native/calib');
/** The program that writes rows. */
export const ROWS = root('tests/bench/rows.mjs');

/** Returns labels, most of which the network predicts. @param {number} n */
export const labelsOf = (n) => Int32Array.from({ length: n }, (_, i) => (i % 5 ? ((i % 2048) * 7919) % K : (i * 31) % K));

/** Starts to write n rows to a pipe or an open file. @param {number} n @param {number | 'pipe'} to */
export const writeRows = (n, to) => spawn(process.execPath, [ROWS, String(n), String(K)], { stdio: ['ignore', to, 'inherit'] });

/**
 * Waits for a program's end; throws if it failed.
 * @param {import('node:child_process').ChildProcess} child
 */
export async function ended(child) {
  const status = await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject));
  if (status !== 0) throw new Error(`${child.spawnfile} ended with ${status}`);
}

/**
 * Runs a program whose output nobody wants; returns its seconds, its gigabytes per second for n rows, and its
 * largest memory.
 * @param {string[]} command
 * @param {import('node:stream').Readable | number} input
 * @param {number} n
 */
export async function read([program, ...args], input, n) {
  const begin = performance.now();
  const nothing = openSync('/dev/null', 'w');
  const reader = spawn(program, args, { stdio: [input, nothing, 'inherit'] });
  if (typeof input !== 'number') input.destroy(); // the reader has it
  let peak = 0;
  const look = setInterval(() => {
    try {
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${reader.pid}/status`, 'utf8'))?.[1] ?? 0));
    } catch {
      // it has ended
    }
  }, 20);
  await ended(reader).finally(() => clearInterval(look));
  closeSync(nothing);
  const seconds = (performance.now() - begin) / 1000;
  return { seconds, gigabytes_per_second: (4e-9 * n * K) / seconds, megabytes: peak / 1000 };
}
