// Runs PyTorch from Debian's python3-torch, with each number of threads and memory layout.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Cannot } from './measure.mjs';
import { INPUT, isMlp } from './nets.mjs';
import { CONV } from './tasks.mjs';

const PYTHON = '/usr/bin/python3'; // Debian's own, which finds Debian's modules; another one may be first on the path
const LAYOUTS = /** @type {const} */ (['contiguous', 'channels_last']);

/** Returns why PyTorch cannot take part, or null. */
export function missingTorch() {
  const found = spawnSync(PYTHON, ['-c', 'import torch'], { encoding: 'utf8' });
  return found.status === 0 ? null : 'not installed; to measure it too: apt-get install python3-torch libopenblas0-pthread';
}

/** Starts a process that takes orders. @param {number} threads */
export async function openTorch(threads) {
  // OpenBLAS does not know recent processors by name and would use a kernel from before AVX.
  const avx512 = /\bavx512f\b/.test(readFileSync('/proc/cpuinfo', 'utf8'));
  const n = String(threads);
  const env = { ...process.env, ...(avx512 ? { OPENBLAS_CORETYPE: 'SkylakeX' } : {}), OPENBLAS_NUM_THREADS: n, OMP_NUM_THREADS: n };
  const child = spawn(PYTHON, [fileURLToPath(new URL('torch_peer.py', import.meta.url)), n], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('PyTorch ended');
    return JSON.parse(value);
  };
  const about = await next();
  let count = 0;
  return {
    about,
    close: () => child.stdin.end(),
    /** @param {Record<string, unknown>} order @returns {Promise<any>} */
    async ask(order) {
      const id = ++count;
      child.stdin.write(`${JSON.stringify({ id, input: INPUT, conv: CONV, ...order })}\n`);
      let answer;
      do answer = await next();
      while (answer.id !== id); // skip answers that came too late
      if (answer.cannot) throw new Cannot(answer.cannot);
      if (answer.error) throw new Error(answer.error);
      return answer;
    },
  };
}

/**
 * @param {number} threads
 * @param {Record<string, import('./nets.mjs').Net>} nets
 * @returns {Promise<{contenders: import('./measure.mjs').Contender[], versions: Record<string, string>,
 *   warning: string, close: () => void}>}
 */
export async function torch(threads, nets) {
  const { about, ask, close } = await openTorch(threads);
  const reference = about.blas.name === 'reference';
  const versions = { PyTorch: about.version, BLAS: about.blas.name };
  const warning = reference
    ? `PyTorch has the reference BLAS here (${about.blas.files.join(', ') || 'by its configuration'}), many times slower than the one that people use: no ratios to PyTorch are given. For them: apt-get install libopenblas0-pthread`
    : '';
  const contenders = LAYOUTS.map((layout) => ({
    name: `PyTorch, ${layout}`,
    threads,
    oneOf: 'PyTorch',
    incomparable: reference,
    takes: (/** @type {import('./tasks.mjs').Task} */ { part, net, all }) =>
      part === 'report'
        ? !all && layout === 'contiguous' && threads > 1 // with one thread the larger one takes minutes
        : part !== 'hv' && (layout === 'contiguous' || (part !== 'gemm' && !(net && isMlp(net)))),
    patience: (/** @type {import('./tasks.mjs').Task} */ { part }) => (part === 'report' ? 180 : undefined),
    burst: async (/** @type {import('./tasks.mjs').Task} */ task, /** @type {number} */ seconds) => {
      const { rate } = await ask({ task, layers: task.net ? nets[task.net].layers : [], layout, seconds });
      return rate * task.worth;
    },
  }));
  return { contenders, versions, warning, close };
}

/** Keeps only the better layout for each task. @param {import('./measure.mjs').Row[]} rows */
export function keepBetterLayout(rows) {
  const isTorch = (/** @type {string} */ name) => name.startsWith('PyTorch, ');
  const rank = (/** @type {import('./measure.mjs').Row} */ row) => [row.median ?? 0, row.name.endsWith(LAYOUTS[0]) ? 1 : 0];
  const beats = (/** @type {number[]} */ [a, first], /** @type {number[]} */ [b, other]) => a > b || (a === b && first > other);
  return rows
    .filter(
      (row) =>
        !isTorch(row.name) ||
        !rows.some(
          (other) => isTorch(other.name) && other.task === row.task && other.threads === row.threads && beats(rank(other), rank(row)),
        ),
    )
    .map((row) => (isTorch(row.name) ? { ...row, name: 'PyTorch', layout: row.name.slice('PyTorch, '.length) } : row));
}
