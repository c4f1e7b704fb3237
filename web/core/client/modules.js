// The engine's WebAssembly modules, compiled once in the page. Workers receive the compiled module with its
// optimised code, so that no run or probe waits for compilation.

import { siteUrl } from '../site.js';

/**
 * @param {'threads' | 'single' | 'fast'} build
 * @returns {Promise<WebAssembly.Module | null>} null: the worker must compile it
 */
async function compile(build) {
  const url = siteUrl(`engine/calib-${build}.wasm`);
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    // the host does not send application/wasm
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
    compiled.then((module) => module || this.compiled.delete(build)); // so that the next call tries again
    return compiled;
  }

  /**
   * Like `get`, but returns null after `patience` ms.
   * @param {'threads' | 'single' | 'fast'} build
   * @param {number} patience
   */
  soon(build, patience) {
    /** @type {Promise<null>} */
    const late = new Promise((resolve) => setTimeout(() => resolve(null), patience));
    return Promise.race([this.get(build), late]);
  }
}
