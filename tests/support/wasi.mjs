// node --no-warnings wasi.mjs ARGUMENTS: the WASI command line; it sees the whole file system, by absolute paths.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';
import { root } from './paths.mjs';

const wasi = new WASI({
  version: 'preview1',
  args: ['calib', ...process.argv.slice(2)],
  env: {},
  preopens: { '.': '/' }, // wasi-libc looks '/tmp/x' up as 'tmp/x', and a folder opened as '/' is not found by it
  returnOnExit: true,
});
const module = await WebAssembly.compile(readFileSync(root('build/wasi/calib.wasm')));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
