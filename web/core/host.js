// Finds out if the site's host is the reason why a program did not load. Browsers do not tell: a script's
// error event has no status and no type.

const PATIENCE = 10_000; // ms for an answer
const SCRIPT = /^(text|application)\/(x-)?(java|ecma)script\b/i; // MIME types that browsers run as a module
const IMPORTED = /\b(?:from|import)\s*["'](\.{1,2}\/[^"']+)["']/g; // static imports, as the build writes them

export const isHostFault = (/** @type {string} */ why) => /^the host of this page (answers|gives|sends) /.test(why);

/** @param {ArrayBuffer} bytes */
const isWasm = (bytes) => String.fromCharCode(...new Uint8Array(bytes.slice(0, 4))) === '\0asm';

/**
 * Finds the first file that the host does not serve as browsers need it. Follows scripts through their
 * imports.
 * @param {URL} site the site's folder
 * @param {string[]} paths scripts and WebAssembly modules in the folder
 * @returns {Promise<string>} one sentence, or ''
 */
export async function hostFault(site, paths) {
  const left = [...paths];
  const seen = new Set();
  for (let path = left.shift(); path; path = left.shift()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const url = new URL(path, site);
    let response;
    let bytes;
    try {
      response = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(PATIENCE) });
      bytes = await response.arrayBuffer();
    } catch {
      return `the host of this page gives no answer for ${path}`;
    }
    if (!response.ok) return `the host of this page answers ${path} with status ${response.status}`;
    const type = response.headers.get('Content-Type') || 'a file without a type';
    if (path.endsWith('.wasm')) {
      if (!isWasm(bytes)) return `the host of this page sends ${path} as ${type}, and it holds no WebAssembly`;
    } else if (!SCRIPT.test(type)) return `the host of this page sends ${path} as ${type}, and browsers need text/javascript`;
    else
      for (const [, name = ''] of new TextDecoder().decode(bytes).matchAll(IMPORTED))
        left.push(new URL(name, url).href.slice(site.href.length));
  }
  return '';
}

/** Returns the files of an engine build. @param {'threads' | 'single' | 'fast'} build */
export const filesOf = (build) => [
  `engine/calib-${build}.js`,
  `engine/calib-${build}.wasm`,
  ...(build === 'single' ? [] : ['core/worker/thread.js', `engine/thread/calib-${build}.worker.js`]),
];
