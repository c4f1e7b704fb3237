// Bundles the modules of web/ to a few files with source maps, for `make site`. Otherwise a browser would
// wait for a chain of two hundred imports.
// node web/tools/bundle.mjs FOLDER
import { readFileSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const web = fileURLToPath(new URL('..', import.meta.url));

// Entry points keep their paths: those of index.html, the parts of core that other pages open, the workers
// and the engine in Node. A worker's modules find the engine relative to their own address, so their chunks
// are in the same folder.
const PAGE = ['main.js', 'core/client/engine.js', 'core/files.js', 'core/storage/offline.js'];
const WORKERS = ['main.js', 'instance.js', 'memory.js'].map((name) => `core/worker/${name}`);
const THREAD = 'core/worker/thread.js'; // a script, not a module: it cannot have chunks
const ENGINE = ['threads', 'single', 'fast'].map((build) => `../../engine/calib-${build}.js`);

/**
 * @param {string} folder output folder
 * @param {Record<string, (text: string) => string>} [edit] changes to modules by path, to test what a browser
 *   may refuse
 */
export async function bundle(folder, edit = {}) {
  const edited = {
    name: 'edited',
    setup: (/** @type {import('esbuild').PluginBuild} */ { onLoad }) =>
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        const change = edit[relative(web, path).replaceAll('\\', '/')];
        return change ? { contents: change(readFileSync(path, 'utf8')) } : undefined;
      }),
  };
  const write = (/** @type {string[]} */ entries, /** @type {string} */ chunks) =>
    build({
      entryPoints: entries.map((path) => join(web, path)),
      outbase: web,
      outdir: resolve(folder),
      chunkNames: `${chunks}/[name]-[hash]`,
      external: ENGINE,
      plugins: Object.keys(edit).length ? [edited] : [],
      bundle: true,
      splitting: entries.length > 1,
      format: 'esm',
      target: 'es2022',
      minify: true,
      sourcemap: true,
      logLevel: 'warning',
    });
  await Promise.all([write(PAGE, 'code'), write(WORKERS, 'core/worker'), write([THREAD], 'core/worker')]);
}

const [, program, folder] = process.argv;
if (program && folder && import.meta.url === pathToFileURL(realpathSync(program)).href) await bundle(folder);
