// Writes archives and containers as other programs do, for the tests of web/core/open.
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { crc32 } from '../../web/core/formats/zip.js';

const u16 = (value) => Buffer.from(Uint16Array.of(value).buffer);
const ascii = (text) => Buffer.from(text, 'latin1');
const u32 = (value) => Buffer.from(Uint32Array.of(value).buffer);

/**
 * Writes a .zip (APPNOTE 6.3.10).
 * @param {Record<string, Uint8Array | string>} files
 * @param {{store?: boolean, edit?: (entry: {local: Buffer, central: Buffer, body: Buffer}) => void,
 *   comment?: string}} [options]
 */
export function zip(files, { store = false, edit = () => {}, comment = '' } = {}) {
  const parts = [];
  const directory = [];
  let at = 0;
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const name = Buffer.from(path);
    const body = store ? bytes : deflateRawSync(bytes);
    const facts = [
      u16(20),
      u16(0),
      u16(store ? 0 : 8),
      u32(0),
      u32(crc32(0, bytes)),
      u32(body.length),
      u32(bytes.length),
      u16(name.length),
      u16(0),
    ];
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), ...facts, name]);
    const central = Buffer.concat([Buffer.from('PK\x01\x02'), u16(20), ...facts, u16(0), u16(0), u16(0), u32(0), u32(at), name]);
    const entry = { local, central, body };
    edit(entry);
    parts.push(entry.local, entry.body);
    directory.push(entry.central);
    at += entry.local.length + entry.body.length;
  }
  const central = Buffer.concat(directory);
  const count = directory.length;
  const note = Buffer.from(comment);
  const end = [Buffer.from('PK\x05\x06'), u16(0), u16(0), u16(count), u16(count), u32(central.length), u32(at), u16(note.length), note];
  return Buffer.concat([...parts, central, ...end]);
}

/** @param {Record<string, Uint8Array | string>} files */
export const tar = async (files) =>
  Buffer.from(
    await packTar(
      Object.entries(files).map(([name, body]) => ({ header: { name, size: Buffer.from(body).length }, body: Buffer.from(body) })),
    ),
  );
export const tarGz = async (files) => gzipSync(await tar(files));

/** @param {string} type "u1", "i8", "f4" @param {number[]} shape @param {Uint8Array} bytes */
export function npy(type, shape, bytes, { fortran = false, order = type.endsWith('1') ? '|' : '<' } = {}) {
  const words = `{'descr': '${order}${type}', 'fortran_order': ${fortran ? 'True' : 'False'}, 'shape': (${shape.join(', ')}${shape.length === 1 ? ',' : ''}), }`;
  const header = `${words.padEnd(Math.ceil((words.length + 11) / 64) * 64 - 11)}\n`;
  return Buffer.concat([Buffer.from('\x93NUMPY\x01\x00', 'latin1'), u16(header.length), Buffer.from(header), bytes]);
}

/** Writes whole numbers of 8 bytes. @param {number[]} values */
export const int64 = (values) => Buffer.from(BigInt64Array.from(values, BigInt).buffer);

/** Writes MNIST's format (IDX). @param {number[]} shape @param {Uint8Array} bytes */
export function idx(shape, bytes) {
  const sizes = shape.map((size) => {
    const word = Buffer.alloc(4);
    word.writeUInt32BE(size);
    return word;
  });
  return Buffer.concat([Buffer.of(0, 0, 8, shape.length), ...sizes, bytes]);
}

/**
 * Writes a pickle of protocol 2, as Python 2 wrote CIFAR's (texts are bytes) or as Python 3 writes it.
 * @param {any} value numbers, strings, arrays, plain objects, null, booleans, or {type, shape, bytes} for
 *   an array of NumPy
 */
export function pickle(value, { python3 = false, protocol = 2 } = {}) {
  const parts = [];
  const out = (...bytes) => parts.push(Buffer.from(bytes));
  const text = (words) => {
    const bytes = Buffer.from(words);
    if (python3) parts.push(ascii('X'), u32(bytes.length), bytes);
    else parts.push(ascii('U'), Buffer.of(bytes.length), bytes);
  };
  const raw = (bytes) => {
    if (!python3) parts.push(ascii('T'), u32(bytes.length), Buffer.from(bytes));
    else if (protocol >= 3) parts.push(ascii('B'), u32(bytes.length), Buffer.from(bytes));
    else {
      const coded = Buffer.from(Buffer.from(bytes).toString('latin1'), 'utf8');
      parts.push(ascii('c_codecs\nencode\nX'), u32(coded.length), coded, ascii('X'), u32(6), ascii('latin1\x86R'));
    }
  };
  const array = ({ type, shape, bytes, fortran = false }) => {
    parts.push(ascii('cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85'));
    raw(ascii('b'));
    parts.push(ascii('\x87R(K\x01('));
    for (const size of shape) put(size);
    parts.push(ascii('tcnumpy\ndtype\n'));
    text(type);
    parts.push(ascii('K\x00K\x01\x87R(K\x03'));
    text(type.endsWith('1') ? '|' : '<');
    parts.push(ascii('NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb'), Buffer.of(fortran ? 0x88 : 0x89));
    raw(bytes);
    parts.push(ascii('tb'));
  };
  const put = (one) => {
    if (one === null) out(0x4e);
    else if (typeof one === 'boolean') out(one ? 0x88 : 0x89);
    else if (typeof one === 'string') text(one);
    else if (typeof one === 'number') {
      if (one >= 0 && one < 256) out(0x4b, one);
      else parts.push(ascii('J'), Buffer.from(Int32Array.of(one).buffer));
    } else if (Array.isArray(one)) {
      out(0x5d, 0x28);
      one.forEach(put);
      out(0x65);
    } else if (one.bytes) array(one);
    else {
      out(0x7d, 0x28);
      for (const [key, item] of Object.entries(one)) {
        text(key);
        put(item);
      }
      out(0x75);
    }
  };
  put(value);
  return Buffer.concat([Buffer.of(0x80, protocol), ...parts, ascii('.')]);
}

/**
 * Writes a MATLAB 5 file with compressed elements, as scipy.io.savemat and MATLAB do.
 * @param {{name: string, type: 'u1' | 'f8', shape: number[], bytes: Uint8Array}[]} arrays
 */
export function mat(arrays, { compress = true } = {}) {
  const element = (type, bytes) => Buffer.concat([u32(type), u32(bytes.length), bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)]);
  const matrices = arrays.map(({ name, type, shape, bytes }) => {
    const [klass, kind] = type === 'u1' ? [9, 2] : [6, 9];
    const flags = element(6, Buffer.concat([u32(klass), u32(0)]));
    const dims = element(5, Buffer.concat(shape.map(u32)));
    const body = Buffer.concat([flags, dims, element(1, Buffer.from(name)), element(kind, Buffer.from(bytes))]);
    const matrix = Buffer.concat([u32(14), u32(body.length), body]);
    const packed = deflateSync(matrix);
    return compress ? Buffer.concat([u32(15), u32(packed.length), packed]) : matrix;
  });
  const header = Buffer.alloc(128, ' ');
  header.write('MATLAB 5.0 MAT-file, Platform: GLNXA64');
  header.writeUInt16LE(0x0100, 124);
  header.write('IM', 126);
  return Buffer.concat([header, ...matrices]);
}

/** @param {number} width @param {number} height @param {(x: number, y: number) => number[]} colour */
export function png(width, height, colour) {
  const chunk = (type, bytes) => {
    const body = Buffer.concat([Buffer.from(type), bytes]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(bytes.length);
    sum.writeUInt32BE(crc32(0, body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rows.set(colour(x, y), y * (1 + 3 * width) + 1 + 3 * x);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Writes records in CIFAR-10's binary format. Their pixels mostly reveal the label.
 * @param {number} count
 * @param {number} seed
 */
export function cifarRecords(count, seed) {
  const bytes = Buffer.alloc(count * 3073);
  for (let i = 0; i < count; i++) {
    bytes[i * 3073] = i % 10;
    for (let j = 1; j < 3073; j++) bytes[i * 3073 + j] = (i % 10) * 20 + (((i + seed) * 31 + j * 7) % 50);
  }
  return bytes;
}

/**
 * Writes the same batch in the format of CIFAR-10's version for Python.
 * @param {Buffer} records
 * @param {string} label
 */
export function cifarPickle(records, label, options = {}) {
  const n = records.length / 3073;
  const labels = Array.from({ length: n }, (_, i) => records[i * 3073]);
  const bytes = Buffer.concat(labels.map((_, i) => records.subarray(i * 3073 + 1, (i + 1) * 3073)));
  const filenames = labels.map((_, i) => `picture_${i}.png`);
  return pickle({ batch_label: label, labels, data: { type: 'u1', shape: [n, 3072], bytes }, filenames }, options);
}
