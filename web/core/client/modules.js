// The engine's modules, compiled once in the page. A worker is given one as it is, with all that the browser has made of it since it
// was compiled, so that no run and no probe waits for it.

import { siteUrl } from '../site.js';

/** @param {'threads' | 'single' | 'fast'} build @returns {Promise<WebAssembly.Module | null>} null: the worker has to see for itself */
async function compile(build) {
  const url = siteUrl(`engine/calib-${build}.wasm`);
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    // a host that does not send it as application/wasm
  }
  try {
    const response = await fetch(url);
    return response.ok ? await WebAssembly.compile(await response.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

export class Modules {
  constructor() {
    /** @type {Map<string, Promise<WebAssembly.Module | null>>} */
    this.compiled = new Map();
  }

  /** @param {'threads' | 'single' | 'fast'} build */
  get(build) {
    const compiled = this.compiled.get(build) ?? compile(build);
    this.compiled.set(build, compiled);
    compiled.then((module) => module || this.compiled.delete(build)); // the next one tries again
    return compiled;
  }

  /** The same, or null if it takes longer than so many ms. @param {'threads' | 'single' | 'fast'} build @param {number} patience */
  soon(build, patience) {
    /** @type {Promise<null>} */
    const late = new Promise((resolve) => setTimeout(() => resolve(null), patience));
    return Promise.race([this.get(build), late]);
  }
}
