// message {args, threads, compiled} -> message {status, out, err}
import { runCommand } from './command-run.js';

const COMMAND = new URL('../../build/bench/engine/calib.mjs', import.meta.url).href;

self.onmessage = async ({ data }) => {
  try {
    const { default: create } = await import(COMMAND);
    self.postMessage(await runCommand(create, data));
  } catch (/** @type {any} */ { message }) {
    self.postMessage({ status: 1, out: '', err: message });
  }
};
