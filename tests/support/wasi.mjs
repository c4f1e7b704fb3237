// node --no-warnings wasi.mjs ARGUMENTS: the WASI command line, calib.wasm beside this file or in build/wasi.
// It sees the whole file system.
import { existsSync, readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const here = (/** @type {string} */ name) => new URL(name, import.meta.url); // nothing of the repository: the two files are copied alone
const file = [here('calib.wasm'), here('../../build/wasi/calib.wasm')].find((one) => existsSync(one));
if (!file) throw new Error('calib.wasm lies neither beside wasi.mjs nor in build/wasi: run make wasi');
const wasi = new WASI({
  version: 'preview1',
  args: ['calib', ...process.argv.slice(2)],
  env: { PWD: process.cwd() },
  preopens: { '.': '/' }, // wasi-libc looks an absolute path up without its first slash, which a folder opened as '/' does not find
  returnOnExit: true,
});
const module = await WebAssembly.compile(readFileSync(file));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
