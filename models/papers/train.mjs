// Trains runs side by side, each on one thread, and keeps what each of them reports in a file of its own.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tests/support/paths.mjs';

/** @typedef {import('./plan.mjs').Run} Run */
/** @typedef {{link: string, seconds: number, cpu_seconds: number | null, machine: string, date: string, report: any}} Result */

/** @type {(folder: string, run: Run) => string} */
export const resultPath = (folder, { id }) => join(folder, `${id}.json`);
/** @type {(folder: string, run: Run) => string} */
export const weightsPath = (folder, { id }) => join(folder, `${id}.safetensors`);

/** What a run reported, or null. @param {string} folder @param {Run} run @returns {Result | null} */
export function resultOf(folder, run) {
  const path = resultPath(folder, run);
  if (!existsSync(path) || (run.keep && !existsSync(weightsPath(folder, run)))) return null;
  const result = JSON.parse(readFileSync(path, 'utf8'));
  return result.link === run.link ? result : null;
}

export const machine = () =>
  `1 thread of ${cpus()[0]
    .model.replace(/ \d+-Core Processor/, '')
    .trim()}, beside other work`;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Ends what is being trained; nothing of it is kept. */
export function stop() {
  for (const child of running) child.kill();
}

/** Seconds of processor time of what a shell has run: the second line of POSIX's `times`. @param {string} said */
function processorSeconds(said) {
  const line = /^(\d+)m([\d.]+)s (\d+)m([\d.]+)s$/gm;
  const [, children] = [...said.matchAll(line)];
  if (!children) return null;
  const [minutes, seconds, systemMinutes, systemSeconds] = children.slice(1).map(Number);
  return Number((60 * (minutes + systemMinutes) + seconds + systemSeconds).toFixed(2));
}

/**
 * What the command line printed, and its processor seconds, which other work on the machine does not change.
 * @param {string} calib @param {string[]} args @returns {Promise<{printed: any, cpu: number | null}>}
 */
export function command(calib, args) {
  return new Promise((resolve, reject) => {
    const script = '"$@" & trap "kill $!" TERM; wait $!; status=$?; times >&2; exit $status';
    const child = spawn('sh', ['-c', script, 'sh', calib, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let [out, said] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (part) => (out += part));
    child.stderr.setEncoding('utf8').on('data', (part) => (said += part));
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      if (code === 0) resolve({ printed: JSON.parse(out), cpu: processorSeconds(said) });
      else reject(new Error(said.replace(/^\d+m.*$/gm, '').trim() || `calib ended with ${code}`));
    });
  });
}

/** Where an option finds its files: PATH or NAME=PATH in the data folder. @param {string[]} files @param {string} data @param {string} [option] */
export const fileArguments = (files, data, option = '--data') =>
  files.flatMap((file) => {
    const [name, path] = file.includes('=') ? file.split('=') : ['', file];
    return [option, name ? `${name}=${join(data, path)}` : join(data, path)];
  });

/** @param {Run} run @param {string} data */
export const dataArguments = ({ files }, data) => fileArguments(files, data);

/** Trains one run and keeps its result whole or not at all. @param {Run} run @param {{calib: string, data: string, folder: string}} where @returns {Promise<Result>} */
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

/** 0:42, 12:05, 1:02:03. @param {number} seconds */
export function clock(seconds) {
  const s = Math.round(seconds);
  const parts = s >= 3600 ? [s / 3600, (s / 60) % 60, s % 60] : [s / 60, s % 60];
  return parts.map((part, i) => String(Math.floor(part)).padStart(i ? 2 : 1, '0')).join(':');
}

/**
 * Trains what of these runs has no result yet, `jobs` at a time; says each as it ends, and how long the others will take by what those
 * that ended took. Returns how many failed.
 * @param {Run[]} runs @param {{calib: string, data: string, folder: string, jobs: number}} where
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
