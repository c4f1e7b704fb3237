// Values of a pickle (pickle.js) other than numbers, texts, lists and dictionaries: arrays and PyTorch's
// tensors.

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

/** A tensor of PyTorch. Its numbers are in another file of the archive. */
export class Tensor {
  /**
   * @param {Storage} storage
   * @param {number} offset
   * @param {number[]} shape
   * @param {number[]} stride in numbers
   */
  constructor({ type, key }, offset, shape, stride) {
    Object.assign(this, { type, key });
    this.offset = offset;
    this.shape = shape;
    this.stride = stride;
  }
  type = '';
  key = '';
}

export class Storage {
  /** @param {string} type "f4", ..., "bf16" @param {string} key */
  constructor(type, key) {
    this.type = type;
    this.key = key;
  }
}

/** The types of PyTorch's storages. @type {Record<string, string>} */
export const STORAGES = {
  FloatStorage: 'f4',
  DoubleStorage: 'f8',
  HalfStorage: 'f2',
  BFloat16Storage: 'bf16',
  LongStorage: 'i8',
  IntStorage: 'i4',
  ShortStorage: 'i2',
  CharStorage: 'i1',
  ByteStorage: 'u1',
  BoolStorage: 'b1',
};
