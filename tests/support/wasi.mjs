// node --no-warnings wasi.mjs ARGUMENTS: the WASI command line; it sees the whole file system, by absolute paths.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';
import { root } from './paths.mjs';

const wasi = new WASI({
  version: 'preview1',
  args: ['calib', ...process.argv.slice(2)],
  env: {},
  preopens: { '.': '/' }, // wasi-libc looks an absolute path up without its first slash, which a folder opened as '/' does not find
  returnOnExit: true,
});
const module = await WebAssembly.compile(readFileSync(root('build/wasi/calib.wasm')));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
