// Changes a module's fused multiply-adds to the codes of the final standard: node relaxed.mjs IN.wasm
// OUT.wasm
//
// Debian's binaryen writes f32x4.relaxed_madd with the number of an early draft. Both codes have three bytes.
// The same bytes also occur in constants, so the code is parsed instruction by instruction; the count must
// equal that of binaryen's listing.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

const DRAFT = 0xaf;
const STANDARD = Buffer.from([0xfd, 0x85, 0x02]); // 0x105
const CODE = 10; // number of the code section

/** @param {string} why @returns {never} */
function fail(why) {
  console.error(`relaxed.mjs: ${why}`);
  process.exit(1);
}

/**
 * Reads a number in LEB128.
 * @param {Buffer} bytes
 * @param {number} at
 * @returns {{value: number, next: number}}
 */
function numberAt(bytes, at) {
  let value = 0;
  for (let shift = 0, next = at; ; shift += 7) {
    const byte = bytes.readUInt8(next++);
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next };
  }
}

/** @param {Buffer} bytes @returns {Buffer} the section with all functions */
function codeOf(bytes) {
  for (let at = 8; at < bytes.length; ) {
    const { value, next } = numberAt(bytes, at + 1);
    if (bytes[at] === CODE) return bytes.subarray(next, next + value);
    at = next + value;
  }
  return fail('the module has no code');
}

/**
 * Operands of an instruction: the count of LEB128 numbers, and the bytes after them.
 * @typedef {[numbers: number, bytes: number]} Operands
 */

/** Operands of an instruction of one byte. @param {number} code @returns {Operands} */
function operandsOf(code) {
  if (code >= 0x28 && code <= 0x3e) return [2, 0]; // loads and stores
  if (code === 0x11) return [2, 0]; // call_indirect
  if ((code >= 0x20 && code <= 0x26) || [0x02, 0x03, 0x04, 0x0c, 0x0d, 0x10, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2].includes(code))
    return [1, 0];
  if (code === 0x43) return [0, 4];
  return [0, code === 0x44 ? 8 : 0];
}

/** Operands after 0xfc: conversions, memory and tables. @param {number} code @returns {Operands} */
const operandsOfMore = (code) => [code < 8 ? 0 : [8, 10, 12, 14].includes(code) ? 2 : 1, 0];

/** Operands after 0xfd: vectors. @param {number} code @returns {Operands} */
function operandsOfVector(code) {
  if (code <= 11 || code === 92 || code === 93) return [2, 0]; // loads and stores
  if (code === 12 || code === 13) return [0, 16]; // a constant; a shuffle
  if (code >= 21 && code <= 34) return [0, 1]; // a lane
  return code >= 84 && code <= 91 ? [2, 1] : [0, 0]; // loads and stores of a lane
}

/** Operands after 0xfe: atomics. @param {number} code @returns {Operands} */
const operandsOfAtomic = (code) => (code === 3 ? [0, 1] : [2, 0]);

const PREFIXED = new Map([
  [0xfc, operandsOfMore],
  [0xfd, operandsOfVector],
  [0xfe, operandsOfAtomic],
]);

/**
 * Replaces the draft codes in one function by those of the standard.
 * @param {Buffer} code
 * @param {number} at
 * @param {number} end
 * @returns {number} their count
 */
function mend(code, at, end) {
  let found = 0;
  const number = () => {
    const { value, next } = numberAt(code, at);
    at = next;
    return value;
  };
  for (let kinds = number(); kinds > 0; kinds--) number(), at++; // locals
  while (at < end) {
    const begin = at;
    const first = code.readUInt8(at++);
    const prefixed = PREFIXED.get(first);
    const second = prefixed ? number() : 0;
    const listed = first === 0x0e ? number() + 1 : first === 0x1c ? number() : 0; // br_table, select
    const [numbers, bytes] = prefixed ? prefixed(second) : operandsOf(first);
    for (let i = 0; i < numbers + listed; i++) number();
    at += bytes;
    if (first !== 0xfd || second !== DRAFT) continue;
    STANDARD.copy(code, begin); // a view, so this changes the module
    found++;
  }
  if (at !== end) fail('a function does not end where it should');
  return found;
}

const [from = '', to = ''] = process.argv.slice(2);
const bytes = readFileSync(from);
const listing = execFileSync('wasm-dis', ['--all-features', from], { encoding: 'utf8', maxBuffer: 2 ** 30 });
const instructions = listing.split('f32x4.relaxed_fma').length - 1;
const code = codeOf(bytes);
let found = 0;
let { value: left, next: at } = numberAt(code, 0);
for (; left > 0; left--) {
  const { value: size, next } = numberAt(code, at);
  found += mend(code, next, next + size);
  at = next + size;
}
if (!found || found !== instructions) fail(`${from} has ${instructions} fused multiply-adds, of which ${found} were found`);
setFlagsFromString('--experimental-wasm-relaxed-simd'); // needed by Node 20
if (!WebAssembly.validate(bytes)) fail(`${from} is no module of the standard, even with its codes`);
writeFileSync(to, bytes);
