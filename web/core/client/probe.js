// Runs a probe in a private worker, which looks at one state and ends with its answer.
import { refusal, runBytes, STATE_HEADER } from '../worker/memory.js';
import { Port } from './port.js';

/** @import {Ask} from '../messages.js' */

/** The engine's services for a probe or a report. @param {import('../types.js').ProbeRequest} request */
export function probeText({ kind, ...params }) {
  const given = Object.entries(params).map(([name, value]) => `${name}=${value}`);
  return given.length ? `${kind}:${given}` : kind;
}

// ms for a worker to start with threads. A second attempt waits twice as long; the last one uses one thread.
const PATIENCE = 10_000;

/**
 * The engine's services for a probe or a report.
 * @typedef {object} Host
 * @property {Ask<'query'>} ask
 * @property {number} threads
 * @property {import('./modules.js').Modules} modules
 */

/**
 * @param {Host} host
 * @param {string} link
 * @param {Blob} state
 * @param {string} probe
 * @param {(fraction: number) => void} onProgress
 * @param {string} [other] link of other data, whose test set is probed
 * @returns {import('../types.js').Probe}
 */
export function startProbe({ ask, threads, modules }, link, state, probe, onProgress, other = '') {
  /** @type {Port<'probe'> | null} */
  let port = null;
  let canceled = false;
  const cancel = () => {
    canceled = true;
    port?.close(CANCELED);
  };
  const answer = async () => {
    const files = await ask('files', link);
    const others = other ? await ask('elsewhere', other) : null;
    const lent = (others?.pixels ?? others?.features)?.byteLength ?? 0;
    let extra = state.size + STATE_HEADER + lent + (await ask('loading', link));
    for (const { blob } of files) extra += blob.size;
    let bytes = 0; // memory of the last attempt
    let largest = '';
    for (const count of new Set([threads, 1])) {
      const need = await ask('probeNeed', link, probe, count, others?.count ?? 0);
      bytes = runBytes(need.bytes, extra, count);
      largest = need.largest;
      const module = await modules.soon(count > 1 ? 'threads' : 'single', PATIENCE);
      if (canceled) throw new Error(CANCELED);
      port = new Port(
        'probe',
        (event, fraction) => event === 'progress' && onProgress(fraction),
        count > 1 ? { patience: [PATIENCE, 2 * PATIENCE], build: 'threads' } : { build: 'single' },
      );
      try {
        const found = await port.call('run', { link, probe, state, threads: count, bytes, module, files, others });
        if (!('refused' in found)) return found;
      } catch (thrown) {
        if (canceled || port.booted || count === 1) throw thrown;
      } finally {
        port.close();
      }
    }
    throw new Error(refusal(bytes, largest));
  };
  return { answer: answer(), cancel };
}

const CANCELED = 'the probe was canceled';
