// Runs the command line as a user does, and reads the files it writes.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(fileURLToPath(import.meta.url), '../../..');
export const program = process.env.CAL_PROGRAM ?? join(root, 'build/native/calib');

// Reference data beside the checkout, which is not part of the project: null where it is absent.
const shared = process.env.CAL_SHARED ?? join(root, '../shared');
export const sharedPath = (name) => (existsSync(join(shared, name)) ? join(shared, name) : null);

// {status, out, err}; `out` and `err` are texts.
export function calib(...args) {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (done.error) throw done.error;
  return { status: done.status, signal: done.signal, out: done.stdout, err: done.stderr };
}

// The JSON of a command that has to succeed.
export function calibJson(...args) {
  const done = calib(...args);
  if (done.status !== 0) throw new Error(`calib ${args.join(' ')}: ${done.status} ${done.err}`);
  return JSON.parse(done.out);
}

// A folder that lasts as long as the test.
export function folder(t) {
  const path = mkdtempSync(join(tmpdir(), 'calib-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const arrays = { f4: Float32Array, f8: Float64Array, i4: Int32Array, i8: BigInt64Array, u1: Uint8Array };

// {shape, data} of a .npy file, in C order.
export function readNpy(path) {
  const bytes = readFileSync(path);
  const start = bytes[6] === 1 ? 10 : 12;
  const length = bytes[6] === 1 ? bytes.readUInt16LE(8) : bytes.readUInt32LE(8);
  const header = bytes.toString('latin1', start, start + length);
  const type = /'descr': *'[<|]?(\w+)'/.exec(header)[1];
  if (/True/.test(header)) throw new Error(`${path} is in Fortran order`);
  const shape = /'shape': *\(([^)]*)\)/.exec(header)[1].split(',').filter((s) => s.trim()).map(Number);
  const Type = arrays[type];
  const copy = new Uint8Array(bytes.subarray(start + length)).buffer;
  return { shape, type, data: new Type(copy, 0, shape.reduce((a, b) => a * b, 1)) };
}

// The bytes of a .npy file; `values` is a typed array.
export function npyBytes(values, shape, { fortran = false, descr } = {}) {
  const type = descr ?? '<' + Object.keys(arrays).find((key) => arrays[key] === values.constructor);
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  let header = `{'descr': '${type}', 'fortran_order': ${fortran ? 'True' : 'False'}, 'shape': ${tuple}, }`;
  header = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11) + '\n';
  const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]);
  return Buffer.concat([start, Buffer.from(header), Buffer.from(values.buffer, values.byteOffset, values.byteLength)]);
}
