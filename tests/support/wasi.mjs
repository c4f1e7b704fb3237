// node --no-warnings wasi.mjs ARGUMENTS: runs the WASI command line with calib.wasm next to this file or in
// build/wasi. It sees the whole file system.
import { existsSync, readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const here = (/** @type {string} */ name) => new URL(name, import.meta.url); // without imports from the repository: tests copy only these two files
const file = [here('calib.wasm'), here('../../build/wasi/calib.wasm')].find((one) => existsSync(one));
if (!file) throw new Error('calib.wasm lies neither beside wasi.mjs nor in build/wasi: run make wasi');
const wasi = new WASI({
  version: 'preview1',
  args: ['calib', ...process.argv.slice(2)],
  env: { PWD: process.cwd() },
  preopens: { '.': '/' }, // wasi-libc drops an absolute path's first slash; a folder opened as '/' would not match
  returnOnExit: true,
});
const module = await WebAssembly.compile(readFileSync(file));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
