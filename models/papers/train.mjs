// Trains runs concurrently, each on one thread, and stores each report in a separate file.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tests/support/paths.mjs';

/** @typedef {import('./plan.mjs').Run} Run */
/**
 * @typedef {object} Result
 * @property {string} link
 * @property {number} seconds
 * @property {number | null} cpu_seconds
 * @property {string} machine
 * @property {string} date
 * @property {any} report
 */

/** @type {(folder: string, run: Run) => string} */
export const resultPath = (folder, { id }) => join(folder, `${id}.json`);
/** @type {(folder: string, run: Run) => string} */
export const weightsPath = (folder, { id }) => join(folder, `${id}.safetensors`);

/**
 * Returns the result of a run, or null.
 * @param {string} folder
 * @param {Run} run
 * @returns {Result | null}
 */
export function resultOf(folder, run) {
  const path = resultPath(folder, run);
  if (!existsSync(path) || (run.keep && !existsSync(weightsPath(folder, run)))) return null;
  const result = JSON.parse(readFileSync(path, 'utf8'));
  return result.link === run.link ? result : null;
}

export function machine() {
  const model = cpus()[0]
    .model.replace(/ \d+-Core Processor/, '')
    .trim();
  return `1 thread of ${model}, beside other work`;
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Ends all training; nothing of it is kept. */
export function stop() {
  for (const child of running) child.kill();
}

/**
 * Returns the processor seconds of a shell's children: the second line of POSIX's `times`.
 * @param {string} stderr
 */
function processorSeconds(stderr) {
  const line = /^(\d+)m([\d.]+)s (\d+)m([\d.]+)s$/gm;
  const [, children] = [...stderr.matchAll(line)];
  if (!children) return null;
  const [minutes, seconds, systemMinutes, systemSeconds] = children.slice(1).map(Number);
  return Number((60 * (minutes + systemMinutes) + seconds + systemSeconds).toFixed(2));
}

/**
 * Runs calib and returns its output and its processor seconds, which other work on the machine does not
 * change.
 * @param {string} calib
 * @param {string[]} args
 * @returns {Promise<{printed: any, cpu: number | null}>}
 */
export function command(calib, args) {
  return new Promise((resolve, reject) => {
    const script = '"$@" & trap "kill $!" TERM; wait $!; status=$?; times >&2; exit $status';
    const child = spawn('sh', ['-c', script, 'sh', calib, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let [out, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (part) => (out += part));
    child.stderr.setEncoding('utf8').on('data', (part) => (stderr += part));
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      if (code === 0) resolve({ printed: JSON.parse(out), cpu: processorSeconds(stderr) });
      else reject(new Error(stderr.replace(/^\d+m.*$/gm, '').trim() || `calib ended with ${code}`));
    });
  });
}

/**
 * Returns an option with its files: PATH or NAME=PATH in the data folder.
 * @param {string[]} files
 * @param {string} data
 * @param {string} [option]
 */
export const fileArguments = (files, data, option = '--data') =>
  files.flatMap((file) => {
    const [name, path] = file.includes('=') ? file.split('=') : ['', file];
    return [option, name ? `${name}=${join(data, path)}` : join(data, path)];
  });

/** @param {Run} run @param {string} data */
export const dataArguments = ({ files }, data) => fileArguments(files, data);

/**
 * Trains one run and stores its result completely or not at all.
 * @param {Run} run
 * @param {{calib: string, data: string, folder: string}} where
 * @returns {Promise<Result>}
 */
export async function train(run, { calib, data, folder }) {
  const draft = join(folder, `${run.id}.${process.pid}.draft`);
  const start = performance.now();
  const { printed: report, cpu } = await command(calib, [
    'train',
    run.link,
    '--threads',
    '1',
    ...dataArguments(run, data),
    ...(run.keep ? ['--out', draft] : []),
  ]);
  const seconds = Math.round((performance.now() - start) / 1000);
  const result = { link: run.link, seconds, cpu_seconds: cpu, machine: machine(), date: new Date().toISOString().slice(0, 10), report };
  if (run.keep) renameSync(join(draft, 'weights.safetensors'), weightsPath(folder, run));
  rmSync(draft, { recursive: true, force: true });
  writeFileSync(`${resultPath(folder, run)}.new`, JSON.stringify(result));
  renameSync(`${resultPath(folder, run)}.new`, resultPath(folder, run));
  return result;
}

/** Formats 0:42, 12:05 or 1:02:03. @param {number} seconds */
export function clock(seconds) {
  const s = Math.round(seconds);
  const parts = s >= 3600 ? [s / 3600, (s / 60) % 60, s % 60] : [s / 60, s % 60];
  return parts.map((part, i) => String(Math.floor(part)).padStart(i ? 2 : 1, '0')).join(':');
}

/**
 * Trains the runs without a result, `jobs` at a time. Prints each as it ends, with the time left as estimated
 * from those that ended. Returns the number of failures.
 * @param {Run[]} runs
 * @param {{calib: string, data: string, folder: string, jobs: number}} where
 */
export async function trainAll(runs, where) {
  mkdirSync(where.folder, { recursive: true });
  const missing = runs.filter((run) => !resultOf(where.folder, run));
  const queue = [...missing];
  let [ended, failed, guessed] = [0, 0, 0];
  const start = performance.now();
  let left = queue.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(`${runs.length - missing.length} of ${runs.length} runs are there; ${missing.length} to train, ${where.jobs} at a time`);
  const worker = async () => {
    for (let run = queue.shift(); run; run = queue.shift()) {
      const name = `${run.experiment} ${run.cell} seed ${run.seed}`;
      let what;
      try {
        const { report, seconds, cpu_seconds: cpu } = await train(run, where);
        what = `ECE ${(100 * report.metrics.ece.value).toFixed(1)} %, ${seconds} s (${cpu} of the processor)`;
      } catch (error) {
        failed++;
        what = /** @type {Error} */ (error).message;
      }
      ended++;
      guessed += run.seconds;
      left -= run.seconds;
      const elapsed = (performance.now() - start) / 1000;
      console.log(`${ended}/${missing.length} ${name}: ${what}; about ${clock((elapsed / guessed) * left)} left`);
    }
  };
  await Promise.all(Array.from({ length: where.jobs }, worker));
  return failed;
}

export const FOLDER = root('build/papers');
