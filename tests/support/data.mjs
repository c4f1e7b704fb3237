// Runs `calib data` in each build and reads its output, for tests of data sets and their files.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { openInstance } from '../../build/site/core/worker/instance.js';
import { growingMemory } from '../../build/site/core/worker/memory.js';
import { calibJson, folder, npyBytes, readNpy } from './calib.mjs';
import { root } from './paths.mjs';

// emcc 3.1.6 expects these globals of Node, and an ES module lacks them.
globalThis.require = createRequire(import.meta.url);
globalThis.__dirname = root('build/site/engine');

/** Writes files, {name: bytes, or [typed array, shape] as .npy}, into a new folder. */
export function filesIn(t, files) {
  const path = folder(t);
  for (const [name, file] of Object.entries(files)) writeFileSync(join(path, name), Array.isArray(file) ? npyBytes(...file) : file);
  return path;
}

/**
 * Loads `data` and returns its report, and its splits as arrays: {report, train: {pixels | features, labels,
 * source, posterior}, ...}.
 */
export function dataOf(t, data, ...paths) {
  const out = folder(t);
  const report = calibJson('data', `data=${data}`, '--out', out, ...paths.flatMap((path) => ['--data', path]));
  const split = (name) =>
    Object.fromEntries(
      ['pixels', 'features', 'labels', 'source', 'posterior']
        .map((what) => [what, join(out, `${name}_${what}.npy`)])
        .filter(([, path]) => existsSync(path))
        .map(([what, path]) => [what, readNpy(path).data]),
    );
  const found = { report, train: split('train'), val: split('val'), test: split('test') };
  assert.equal(hashOf([found.train, found.val, found.test]), report.hash, 'the hash of what was written');
  for (const [name, { labels }] of Object.entries({ train: found.train, val: found.val, test: found.test })) {
    const { n, unknown } = report.splits[name]; // unknown: in multi-label data
    assert.equal(labels?.length ?? 0, n * (unknown ? report.k : 1), name);
  }
  return found;
}

/** Hashes the data as src/reference.md defines it. */
function hashOf(splits) {
  const hash = createHash('sha256');
  for (const { labels, pixels, features } of splits) {
    if (!labels) continue;
    hash.update(Uint8Array.from(labels));
    hash.update(pixels ?? new Uint8Array(features.buffer, features.byteOffset, features.byteLength));
  }
  return hash.digest('hex');
}

let module;
/**
 * Asserts that the native build, WASI and the page's module give the same report, and returns it. `files` are
 * paths by name.
 */
export async function sameEverywhere(data, files) {
  const args = ['data', `data=${data}`, ...Object.entries(files).flatMap(([name, path]) => ['--data', `${name}=${path}`])];
  const report = calibJson(...args);
  const options = /** @type {const} */ ({ encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.deepEqual(JSON.parse(execFileSync(process.execPath, ['--no-warnings', root('tests/support/wasi.mjs'), ...args], options)), report);
  module ??= openInstance({ memory: growingMemory(), wasmBinary: readFileSync(root('build/site/engine/calib-single.wasm')) });
  const instance = await module;
  for (const [name, path] of Object.entries(files)) instance.addFile(name, new Uint8Array(readFileSync(path)).buffer);
  const answer = instance.data(`data=${data}`);
  instance.dropFiles();
  assert.deepEqual(answer, report);
  return report;
}

/** Draws `count` whole numbers below `below` from a fixed seed. */
export function numbers(count, below, seed = 1, Type = Uint8Array) {
  let state = seed >>> 0;
  return Type.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  });
}

// ---- MATLAB files

/** Writes an element of a MATLAB file; a small one goes into its tag. */
export function element(type, bytes) {
  const head = Buffer.alloc(8);
  if (bytes.length <= 4 && type !== 14) {
    head.writeUInt16LE(type, 0);
    head.writeUInt16LE(bytes.length, 2);
    Buffer.from(bytes).copy(head, 4);
    return head;
  }
  head.writeUInt32LE(type, 0);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes, Buffer.alloc(type === 15 ? 0 : (8 - (bytes.length % 8)) % 8)]);
}

/** Writes an array; numbers of class `kind` (6 double, 9 uint8) are stored as `type`. */
export function matrix(name, kind, dims, type, bytes) {
  const flags = Buffer.alloc(8);
  flags[0] = kind;
  const sizes = Buffer.from(Int32Array.from(dims).buffer);
  return element(14, Buffer.concat([element(6, flags), element(5, sizes), element(1, Buffer.from(name)), element(type, bytes)]));
}

/** Writes an array in a compressed element. */
export const packed = (bytes) => element(15, deflateSync(bytes));
/** Writes a MATLAB file. */
export function mat(...elements) {
  const head = Buffer.alloc(128, ' ');
  head.write('MATLAB 5.0 MAT-file');
  head.writeUInt16LE(0x0100, 124);
  head.write('IM', 126);
  return Buffer.concat([head, ...elements]);
}
