// Reads Thrift's compact protocol (Apache Thrift, thrift-compact-protocol.md), the format of Parquet's
// headers. The Parquet library trusts sizes in headers, so this reader checks them first. A number takes at
// most ten bytes, and no size exceeds the remaining bytes.
import { wrongAt } from './bytes.js';

const DEPTH_MAX = 16;

/** @typedef {{[field: number]: Value}} Struct fields by their numbers */
/** @typedef {number | boolean | Uint8Array | Value[] | Struct} Value */

export class Thrift {
  /** @param {Uint8Array} bytes @param {string} file named in errors @param {number} at @param {number} end */
  constructor(bytes, file, at, end) {
    this.bytes = bytes;
    this.file = file;
    this.at = at;
    this.end = end;
  }

  /** @param {string} reason */
  wrong(reason) {
    return wrongAt(this.file, this.at, reason);
  }

  byte() {
    if (this.at >= this.end) throw this.wrong('a header of the Parquet file ends in the middle of something');
    return this.bytes[this.at++] ?? 0;
  }

  /** @param {number} bytes most bytes to read */
  varint(bytes) {
    let value = 0;
    for (let i = 0; i < bytes; i++) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** (7 * i);
      if (byte < 128) return value;
    }
    throw this.wrong('a number of a header of the Parquet file has no end');
  }

  /** @param {number} bytes */
  number(bytes) {
    const value = this.varint(bytes);
    if (bytes === 5 && value >= 2 ** 32) throw this.wrong('a number of a header of the Parquet file is too large');
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }

  /** @param {number} size */
  skip(size) {
    if (size > this.end - this.at) throw this.wrong('a header of the Parquet file claims more than there is');
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }

  /** @param {number} type @param {number} depth @returns {Value} */
  value(type, depth) {
    if (type === 1 || type === 2) return type === 1;
    if (type === 3) return this.byte();
    if (type === 4 || type === 5) return this.number(5);
    if (type === 6) return this.number(10);
    if (type === 7) return this.skip(8);
    if (type === 8) return this.skip(this.varint(5));
    if (type === 9) return this.list(depth);
    if (type === 12) return this.struct(depth + 1);
    throw this.wrong(`a header of the Parquet file has a value of the type ${type}, which Parquet does not use`);
  }

  /** @param {number} depth */
  list(depth) {
    const head = this.byte();
    const size = head >> 4 === 15 ? this.varint(5) : head >> 4;
    if (size > this.end - this.at) throw this.wrong('a list of a header of the Parquet file claims more than there is');
    const type = (head & 15) < 3 ? 3 : head & 15;
    return Array.from({ length: size }, () => this.value(type, depth + 1));
  }

  /** @returns {Struct} */
  struct(depth = 0) {
    if (depth > DEPTH_MAX) throw this.wrong('the headers of the Parquet file are nested too deeply');
    /** @type {Struct} */
    const found = {};
    for (let field = 0; ; ) {
      const head = this.byte();
      if ((head & 15) === 0) return found;
      field = head >> 4 ? field + (head >> 4) : this.number(5);
      found[field] = this.value(head & 15, depth);
    }
  }
}
