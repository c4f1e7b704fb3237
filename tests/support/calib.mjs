// Runs the command line as a user does, and reads the files it writes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, shared } from './paths.mjs';

// `calib verify` keeps its checks in a folder of this process, not in the user's home.
const state = mkdtempSync(join(tmpdir(), 'calib-state-'));
process.env.XDG_STATE_HOME = state;
process.on('exit', () => rmSync(state, { recursive: true, force: true }));

export const program = process.env.CAL_PROGRAM ?? root('build/native/calib');

// Path of reference data next to the checkout (not part of the project); null if it is absent.
export const sharedPath = (name) => (existsSync(shared(name)) ? shared(name) : null);

// Runs the command line and returns {status, out, err}; `out` and `err` are texts.
export function calib(...args) {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (done.error) throw done.error;
  return { status: done.status, signal: done.signal, out: done.stdout, err: done.stderr };
}

// Asserts a refusal: its exit status, nothing on stdout, and one line on stderr (a text or a pattern).
export function refuses(args, status, sentence) {
  const done = calib(...args);
  assert.equal(done.status, status, `calib ${args.join(' ')}: ${done.err}`);
  assert.equal(done.out, '');
  assert.match(done.err, /^calib: [^\n]+\n$/);
  if (sentence instanceof RegExp) assert.match(done.err, sentence);
  else assert.equal(done.err, `calib: ${sentence}\n`);
}

// Runs a command that must succeed and returns its JSON.
export function calibJson(...args) {
  const done = calib(...args);
  if (done.status !== 0) throw new Error(`calib ${args.join(' ')}: ${done.status} ${done.err}`);
  return JSON.parse(done.out);
}

// The key of `calib ood`'s figures on how well a score detects the other samples.
export const DETECTION = 'told_apart';

// Makes a folder that is removed after the test.
export function folder(t) {
  const path = mkdtempSync(join(tmpdir(), 'calib-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const arrays = { f4: Float32Array, f8: Float64Array, i4: Int32Array, i8: BigInt64Array, u1: Uint8Array };

// Reads a .npy file: {shape, data} in C order.
export function readNpy(path) {
  const bytes = readFileSync(path);
  const start = bytes[6] === 1 ? 10 : 12;
  const length = bytes[6] === 1 ? bytes.readUInt16LE(8) : bytes.readUInt32LE(8);
  const header = bytes.toString('latin1', start, start + length);
  const type = /'descr': *'[<|]?(\w+)'/.exec(header)?.[1] ?? '';
  if (/True/.test(header)) throw new Error(`${path} is in Fortran order`);
  const shape = (/'shape': *\(([^)]*)\)/.exec(header)?.[1] ?? '')
    .split(',')
    .filter((s) => s.trim())
    .map(Number);
  const Type = arrays[type];
  const copy = new Uint8Array(bytes.subarray(start + length)).buffer;
  return {
    shape,
    type,
    data: new Type(
      copy,
      0,
      shape.reduce((a, b) => a * b, 1),
    ),
  };
}

// Writes a .npy file to bytes; `values` is a typed array.
export function npyBytes(values, shape, { fortran = false, descr } = /** @type {{fortran?: boolean, descr?: string}} */ ({})) {
  const type = descr ?? '<' + Object.keys(arrays).find((key) => arrays[key] === values.constructor);
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  let header = `{'descr': '${type}', 'fortran_order': ${fortran ? 'True' : 'False'}, 'shape': ${tuple}, }`;
  header = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11) + '\n';
  const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]);
  return Buffer.concat([start, Buffer.from(header), Buffer.from(values.buffer, values.byteOffset, values.byteLength)]);
}

// Writes a safetensors file to bytes; tensors = {name: {shape, data: typed array}}.
export function safetensorsBytes(tensors, change = (header) => header) {
  const header = {},
    parts = [];
  let at = 0;
  for (const [name, { shape, data }] of Object.entries(tensors)) {
    const dtype = { Float32Array: 'F32', Float64Array: 'F64', BigInt64Array: 'I64' }[data.constructor.name];
    header[name] = { dtype, shape, data_offsets: [at, (at += data.byteLength)] };
    parts.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  }
  const text = Buffer.from(JSON.stringify(change(header))),
    length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, ...parts]);
}

// Reads a safetensors file of float32 tensors: {name: {shape, data}}, and the metadata as __metadata__.
export function readSafetensors(path) {
  const bytes = readFileSync(path),
    start = 8 + Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.toString('utf8', 8, start)),
    tensors = {};
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') {
      tensors[name] = entry;
      continue;
    }
    const [from, to] = entry.data_offsets;
    tensors[name] = { shape: entry.shape, data: new Float32Array(new Uint8Array(bytes.subarray(start + from, start + to)).buffer) };
  }
  return tensors;
}
