// PyTorch, from Debian's python3-torch, with as many threads as asked and each memory layout.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { BATCH, INPUT, parseLayers } from './nets.mjs';

const PYTHON = '/usr/bin/python3'; // Debian's own, which finds Debian's modules; another one may be first on the path
const LAYOUTS = ['contiguous', 'channels_last'];

/** Why PyTorch cannot take part, or null. */
export function missingTorch() {
  const found = spawnSync(PYTHON, ['-c', 'import torch'], { encoding: 'utf8' });
  return found.status === 0 ? null : 'not installed; to measure it too: apt-get install python3-torch libopenblas0-pthread';
}

/**
 * @param {number} threads
 * @param {Record<string, string>} texts layer text of each net
 * @returns {Promise<{contenders: import('./measure.mjs').Contender[], versions: Record<string, string>, warning: string, close: () => void}>}
 */
export async function torch(threads, texts) {
  // OpenBLAS does not know recent processors by name and would take a kernel from before AVX.
  const avx512 = /\bavx512f\b/.test(readFileSync('/proc/cpuinfo', 'utf8'));
  const n = String(threads);
  const env = { ...process.env, ...(avx512 ? { OPENBLAS_CORETYPE: 'SkylakeX' } : {}), OPENBLAS_NUM_THREADS: n, OMP_NUM_THREADS: n };
  const child = spawn(PYTHON, [fileURLToPath(new URL('torch_peer.py', import.meta.url)), n], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('PyTorch ended');
    return JSON.parse(value);
  };
  const { version, blas } = await answer();
  const fast = /openblas|mkl|blis/.exec(blas.join(' '))?.[0];
  const versions = { PyTorch: version, BLAS: fast ?? 'reference' };
  const warning = fast ? '' : 'PyTorch runs on the plain reference BLAS, which slows its linear layers; apt-get install libopenblas0-pthread';
  const contenders = LAYOUTS.map((layout) => ({
    name: `PyTorch, ${layout}`,
    threads,
    has: (/** @type {string} */ net) => layout === 'contiguous' || !net.startsWith('mlp'),
    burst: async (/** @type {string} */ net, /** @type {number} */ seconds) => {
      child.stdin.write(`${JSON.stringify({ net, layers: parseLayers(texts[net]), batch: BATCH, input: INPUT, layout, seconds })}\n`);
      const { rate, error } = await answer();
      if (error) throw new Error(error);
      return rate * BATCH;
    },
  }));
  return { contenders, versions, warning, close: () => child.stdin.end() };
}

/** Of the layouts only the better one is shown, for each net. @param {import('./measure.mjs').Row[]} rows */
export function keepBetterLayout(rows) {
  const isTorch = (/** @type {string} */ name) => name.startsWith('PyTorch, ');
  return rows
    .filter((row) => !isTorch(row.name) || !rows.some((other) => isTorch(other.name) && other.net === row.net && other.threads === row.threads && (other.median ?? 0) > (row.median ?? 0)))
    .map((row) => (isTorch(row.name) ? { ...row, name: 'PyTorch', layout: row.name.slice('PyTorch, '.length) } : row));
}
