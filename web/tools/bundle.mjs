// What `make site` runs: the modules of web/ as few files, since a browser would wait for a chain of two hundred imports; each with a
// map to the sources as they stand in web/.
//   node web/tools/bundle.mjs FOLDER
import { readFileSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const web = fileURLToPath(new URL('..', import.meta.url));

// What is asked for by its path keeps it: what index.html begins with, the parts of core that other pages open, what starts a worker, and
// what opens the engine in Node. A worker's modules find the engine by their own address, so their chunks lie beside them.
const PAGE = ['main.js', 'core/client/engine.js', 'core/files.js', 'core/storage/offline.js'];
const WORKERS = ['main.js', 'instance.js', 'memory.js'].map((name) => `core/worker/${name}`);
const THREAD = 'core/worker/thread.js'; // a script, no module: it can have no chunks
const ENGINE = ['threads', 'single', 'fast'].map((build) => `../../engine/calib-${build}.js`);

/**
 * @param {string} folder to write to
 * @param {Record<string, (text: string) => string>} [edit] changes to modules, by path, for tests of what a browser may refuse
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
