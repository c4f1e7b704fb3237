// A strict reader of Python's pickles (opcodes: pickletools.py of CPython). It reads numbers, texts, lists,
// dictionaries and plain NumPy arrays, as in CIFAR's files. It executes nothing; any other opcode or global
// is an error. Imports use it, so that pickles of up to 155 MB are not copied into the engine. The engine
// reads tensors of PyTorch (src/base/bytes/pickle/pickle.h).
import { begins, viewOf, wrongAt } from './bytes.js';

const DEPTH_MAX = 1 << 20; // values on the stack or in the memo
const WORK_MAX = 3e7; // opcodes plus characters of names; CIFAR's files need fewer than a million

/** An array of numbers. */
export class NdArray {
  type = '';
  fortran = false;
  /** @type {number[]} */
  shape = [];
  /** @type {Uint8Array} */
  bytes = new Uint8Array(0);
  /** @type {unknown[]} elements of an object array; numpy.save writes a dictionary this way */
  items = [];
}

class Dtype {
  /** @param {string} type "u1", "i8", ... */
  constructor(type) {
    this.type = type;
    this.big = false;
  }
}

const MARK = Symbol('mark');
const GLOBALS = {
  array: ['numpy.core.multiarray _reconstruct', 'numpy._core.multiarray _reconstruct'],
  ndarray: ['numpy ndarray'],
  dtype: ['numpy dtype'],
  encode: ['_codecs encode'],
  ordered: ['collections OrderedDict'],
};
/** @type {Map<string, symbol>} */
const known = new Map();
/** @type {Record<string, symbol>} */
const things = {};
for (const [thing, names] of Object.entries(GLOBALS)) {
  const symbol = Symbol(thing);
  things[thing] = symbol;
  for (const name of names) known.set(name, symbol);
}

/** @param {Uint8Array} head */
export const isPickle = (head) => begins(head, [0x80]) && head[1] !== undefined && head[1] >= 2 && head[1] <= 5;

const latin1 = new TextDecoder('latin1');
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Converts Python's text of single bytes back to bytes. Returns null for other characters.
 * @param {string} text
 */
function bytesOfText(text) {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 255) return null;
    bytes[i] = code;
  }
  return bytes;
}

/** Decodes a text of Python 2, which is bytes. @param {unknown} value */
export const asText = (value) => (value instanceof Uint8Array && value.length < 4096 ? latin1.decode(value) : value);

class Machine {
  /** @param {Uint8Array} bytes @param {string} file @param {number} at where the pickle begins */
  constructor(bytes, file, at) {
    this.bytes = bytes;
    this.view = viewOf(bytes);
    this.file = file;
    this.at = at;
    this.begin = at; // start of the current opcode
    /** @type {unknown[]} */
    this.stack = [];
    /** @type {Map<number, unknown>} */
    this.memo = new Map();
    this.encoded = 0;
    this.work = 0;
  }

  /**
   * Counts work, because a small pickle can refer to the same large value many times.
   * @param {number} work
   */
  spend(work) {
    this.work += work;
    if (this.work > WORK_MAX) throw this.wrong('the pickle takes more steps than any pickle of CIFAR');
  }

  /** @param {unknown} value */
  word(value) {
    if (value instanceof Uint8Array) this.spend(Math.min(value.length, 4096));
    return asText(value);
  }

  /** @param {string} reason */
  wrong(reason) {
    return wrongAt(this.file, this.begin, reason);
  }

  /** @param {number} count @returns {number} the offset before the skipped bytes */
  skip(count) {
    if (count > this.bytes.length - this.at) throw this.wrong('the pickle ends in the middle of something');
    this.at += count;
    return this.at - count;
  }

  u8() {
    return this.view.getUint8(this.skip(1));
  }

  u32() {
    return this.view.getUint32(this.skip(4), true);
  }

  u64() {
    const low = this.u32();
    return low + this.u32() * 2 ** 32;
  }

  /** @param {number} count */
  raw(count) {
    const from = this.skip(count);
    return this.bytes.subarray(from, from + count);
  }

  line() {
    const end = this.bytes.indexOf(10, this.at);
    if (end < 0 || end - this.at > 256) throw this.wrong('a line of the pickle has no end');
    const text = latin1.decode(this.bytes.subarray(this.at, end));
    this.at = end + 1;
    return text;
  }

  /** @param {number} count */
  text(count) {
    try {
      return utf8.decode(this.raw(count));
    } catch (thrown) {
      throw thrown instanceof TypeError ? this.wrong('a text of the pickle is not UTF-8') : thrown;
    }
  }

  pop() {
    if (!this.stack.length || this.top() === MARK) throw this.wrong('the pickle takes more values than it has');
    return this.stack.pop();
  }

  top() {
    if (!this.stack.length) throw this.wrong('the pickle takes more values than it has');
    return this.stack[this.stack.length - 1];
  }

  /** @param {unknown} value */
  push(value) {
    if (this.stack.length >= DEPTH_MAX) throw this.wrong('the stack of the pickle is too deep');
    this.stack.push(value);
  }

  /** @returns {unknown[]} the values above the last mark, which is removed */
  marked() {
    const mark = this.stack.lastIndexOf(MARK);
    if (mark < 0) throw this.wrong('the pickle goes back to a mark that does not exist');
    const items = this.stack.slice(mark + 1);
    this.stack.length = mark;
    return items;
  }

  /** @param {unknown[]} items */
  append(items) {
    const list = this.top();
    if (!Array.isArray(list)) throw this.wrong('the pickle appends to what is not a list');
    for (const item of items) list.push(item);
    if (list.length > DEPTH_MAX) throw this.wrong('a list of the pickle is too long');
  }

  /** @param {unknown[]} items alternating keys and values */
  set(items) {
    const map = this.top();
    if (!(map instanceof Map) || items.length % 2) throw this.wrong('the pickle fills what is not a dictionary');
    for (let i = 0; i < items.length; i += 2) map.set(this.word(items[i]), items[i + 1]);
  }

  /** @param {number} index */
  remember(index) {
    if (this.memo.size >= DEPTH_MAX) throw this.wrong('the pickle stores too many values in its memo');
    this.memo.set(index, this.top());
  }

  /** @param {number} index */
  recall(index) {
    if (!this.memo.has(index)) throw this.wrong('the pickle reads a memo entry that it never stored');
    this.push(this.memo.get(index));
  }

  /** @param {string} name */
  global(name) {
    const thing = known.get(name);
    if (!thing)
      throw this.wrong(
        `the pickle wants ${name.replace(/[^\w. ]/g, '?').slice(0, 80)}, which is not opened: only numbers, texts, lists and NumPy arrays are`,
      );
    this.push(thing);
  }

  /** Performs the few calls that only build a value. @param {unknown} thing @param {unknown} args */
  call(thing, args) {
    if (!Array.isArray(args)) throw this.wrong('the pickle calls without arguments');
    if (thing === things.array) return new NdArray(); // BUILD sets its type and shape
    if (thing === things.ordered && !args.length) return new Map();
    if (thing === things.dtype) {
      const type = this.word(args[0]);
      if (typeof type !== 'string' || !/^([biuf][1248]|O8)$/.test(type))
        throw this.wrong('an array of the pickle does not hold plain numbers');
      return new Dtype(type);
    }
    const [text, encoding] = args;
    if (thing === things.encode && typeof text === 'string' && this.word(encoding) === 'latin1') {
      this.encoded += text.length;
      const bytes = this.encoded <= this.bytes.length ? bytesOfText(text) : null; // counts each text once
      if (!bytes) throw this.wrong('a text of the pickle is not bytes, or too long');
      return bytes;
    }
    throw this.wrong('the pickle calls what is not opened');
  }

  /** @param {unknown} state */
  build(state) {
    const target = this.top();
    if (target instanceof Dtype && Array.isArray(state)) target.big = this.word(state[1]) === '>' && !target.type.endsWith('1');
    else if (target instanceof NdArray && Array.isArray(state) && state.length === 5) this.buildArray(target, state);
    else throw this.wrong('the pickle fills what is not opened');
  }

  /** @param {NdArray} array @param {unknown[]} state version, shape, dtype, true for Fortran order, bytes */
  buildArray(array, [, shape, dtype, fortran, bytes]) {
    if (dtype instanceof Dtype && dtype.type === 'O8' && Array.isArray(bytes)) {
      array.items = bytes;
      return;
    }
    if (!Array.isArray(shape) || shape.length > 8 || !shape.every(isSize) || !(dtype instanceof Dtype) || !(bytes instanceof Uint8Array))
      throw this.wrong('an array of the pickle does not hold plain numbers');
    const size = shape.reduce((all, one) => all * one, Number(dtype.type[1]));
    if (size !== bytes.length) throw this.wrong(`an array of ${shape.join(' x ')} takes ${size} bytes, and the pickle has ${bytes.length}`);
    if (dtype.big) throw this.wrong('an array of the pickle is big-endian; little-endian is read');
    Object.assign(array, { type: dtype.type, fortran: !!fortran && shape.length > 1, shape, bytes });
  }

  /** @returns {unknown} */
  run() {
    for (;;) {
      this.begin = this.at;
      this.spend(1);
      const code = this.u8();
      if (code === 0x2e) return this.pop();
      const step = STEPS[code];
      if (!step) throw this.wrong(`the pickle has the instruction 0x${code.toString(16).padStart(2, '0')}, which is not supported`);
      step(this);
    }
  }
}

/** @param {unknown} size @returns {size is number} */
const isSize = (size) => typeof size === 'number' && Number.isSafeInteger(size) && size >= 0;

/** @param {Machine} m @param {string} text */
function whole(m, text) {
  if (text === '00' || text === '01') return text === '01';
  const value = Number(text.replace(/L$/, ''));
  if (!/^-?\d+L?$/.test(text) || !Number.isSafeInteger(value)) throw m.wrong('a number of the pickle is not a number');
  return value;
}

/** @param {Machine} m */
function long1(m) {
  const bytes = m.raw(m.u8());
  if (bytes.length > 6) return BigInt(0); // PyTorch's magic number, which is skipped
  let value = 0;
  for (let i = bytes.length - 1; i >= 0; i--) value = value * 256 + (bytes[i] ?? 0);
  return (bytes.at(-1) ?? 0) > 127 ? value - 256 ** bytes.length : value;
}

/** Maps opcodes to their actions. @type {Record<number, (m: Machine) => void>} */
const STEPS = {
  128: (m) => void m.u8(), // PROTO
  149: (m) => void m.u64(), // FRAME
  40: (m) => m.push(MARK),
  48: (m) => void m.stack.pop(), // POP
  78: (m) => m.push(null), // NONE
  136: (m) => m.push(true),
  137: (m) => m.push(false),
  73: (m) => m.push(whole(m, m.line())), // INT
  76: (m) => m.push(whole(m, m.line())), // LONG
  74: (m) => m.push(m.view.getInt32(m.skip(4), true)), // BININT
  75: (m) => m.push(m.u8()), // BININT1
  77: (m) => m.push(m.view.getUint16(m.skip(2), true)), // BININT2
  138: (m) => m.push(long1(m)),
  71: (m) => m.push(m.view.getFloat64(m.skip(8))), // BINFLOAT
  85: (m) => m.push(m.raw(m.u8())), // SHORT_BINSTRING
  84: (m) => m.push(m.raw(m.u32())), // BINSTRING
  67: (m) => m.push(m.raw(m.u8())), // SHORT_BINBYTES
  66: (m) => m.push(m.raw(m.u32())), // BINBYTES
  142: (m) => m.push(m.raw(m.u64())), // BINBYTES8
  140: (m) => m.push(m.text(m.u8())), // SHORT_BINUNICODE
  88: (m) => m.push(m.text(m.u32())), // BINUNICODE
  141: (m) => m.push(m.text(m.u64())), // BINUNICODE8
  125: (m) => m.push(new Map()), // EMPTY_DICT
  93: (m) => m.push([]), // EMPTY_LIST
  41: (m) => m.push([]), // EMPTY_TUPLE
  116: (m) => m.push(m.marked()), // TUPLE
  108: (m) => m.push(m.marked()), // LIST
  133: (m) => m.push([m.pop()]), // TUPLE1
  134: (m) => m.push([m.pop(), m.pop()].reverse()), // TUPLE2
  135: (m) => m.push([m.pop(), m.pop(), m.pop()].reverse()), // TUPLE3
  97: (m) => {
    const item = m.pop();
    m.append([item]);
  },
  101: (m) => m.append(m.marked()), // APPENDS
  115: (m) => {
    const value = m.pop();
    const key = m.pop();
    m.set([key, value]);
  },
  117: (m) => m.set(m.marked()), // SETITEMS
  113: (m) => m.remember(m.u8()), // BINPUT
  114: (m) => m.remember(m.u32()), // LONG_BINPUT
  148: (m) => m.remember(m.memo.size), // MEMOIZE
  104: (m) => m.recall(m.u8()), // BINGET
  106: (m) => m.recall(m.u32()), // LONG_BINGET
  99: (m) => m.global(`${m.line()} ${m.line()}`), // GLOBAL
  147: (m) => {
    const name = m.pop();
    m.global([m.word(m.pop()), m.word(name)].map((word) => (typeof word === 'string' ? word : '?')).join(' '));
  },
  82: (m) => {
    const args = m.pop();
    m.push(m.call(m.pop(), args));
  },
  98: (m) => {
    const state = m.pop();
    m.build(state);
  },
};

/**
 * @param {Uint8Array} bytes
 * @param {string} file named in errors
 * @param {number} [at] where it begins
 * @returns {{value: unknown, end: number}} dictionaries as Map, tuples as lists, bytes (and texts of Python
 *   2) as Uint8Array
 */
export function readPickle(bytes, file, at = 0) {
  if (!isPickle(bytes.subarray(at))) throw wrongAt(file, at, 'it is not a pickle of protocol 2 to 5');
  const machine = new Machine(bytes, file, at);
  return { value: machine.run(), end: machine.at };
}
