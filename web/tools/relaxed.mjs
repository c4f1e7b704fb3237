// Gives a module's fused multiply-adds the code of the finished standard: node relaxed.mjs IN.wasm OUT.wasm
//
// Debian's binaryen writes f32x4.relaxed_madd as an early draft numbered it. Both codes take three bytes. The same three bytes could stand
// inside of a constant, too; where the code section has exactly as many of them as binaryen's own listing has instructions, all of them
// are instructions.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

const DRAFT = Buffer.from([0xfd, 0xaf, 0x01]); // 0xaf
const STANDARD = Buffer.from([0xfd, 0x85, 0x02]); // 0x105
const CODE = 10; // the section of that number

/** @param {string} why @returns {never} */
function fail(why) {
  console.error(`relaxed.mjs: ${why}`);
  process.exit(1);
}

/** A number in LEB128. @param {Buffer} bytes @param {number} at @returns {{value: number, next: number}} */
function numberAt(bytes, at) {
  let value = 0;
  for (let shift = 0, next = at; ; shift += 7) {
    const byte = bytes.readUInt8(next++);
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next };
  }
}

/** @param {Buffer} bytes @returns {Buffer} the part of them that holds all functions */
function codeOf(bytes) {
  for (let at = 8; at < bytes.length; ) {
    const { value, next } = numberAt(bytes, at + 1);
    if (bytes[at] === CODE) return bytes.subarray(next, next + value);
    at = next + value;
  }
  return fail('the module has no code');
}

const [from = '', to = ''] = process.argv.slice(2);
const bytes = readFileSync(from);
const listing = execFileSync('wasm-dis', ['--all-features', from], { encoding: 'utf8', maxBuffer: 2 ** 30 });
const instructions = listing.split('f32x4.relaxed_fma').length - 1;
const code = codeOf(bytes);
let found = 0;
for (let at = code.indexOf(DRAFT); at >= 0; at = code.indexOf(DRAFT, at + DRAFT.length)) {
  STANDARD.copy(code, at); // a view: it changes the module
  found++;
}
if (!found || found !== instructions) fail(`${from} has ${instructions} fused multiply-adds, and ${found} places that look like one`);
setFlagsFromString('--experimental-wasm-relaxed-simd'); // Node 20 has it behind a flag
if (!WebAssembly.validate(bytes)) fail(`${from} is no module of the standard, even with its codes`);
writeFileSync(to, bytes);
