// Writes arrays of the page as .npy files, so that results from here take the same path as files from
// outside.

const TYPES = /** @type {Record<string, string>} */ ({ Float32Array: 'f4', Float64Array: 'f8', Int32Array: 'i4', Uint8Array: 'u1' });

/**
 * @param {string} name
 * @param {Float32Array | Float64Array | Int32Array | Uint8Array} values
 * @param {number[]} shape
 */
export function npyFile(name, values, shape) {
  const type = TYPES[values.constructor.name] ?? '';
  const tuple = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const words = `{'descr': '${type === 'u1' ? '|' : '<'}${type}', 'fortran_order': False, 'shape': (${tuple}), }`;
  const header = `${words.padEnd(Math.ceil((words.length + 11) / 64) * 64 - 11)}\n`; // aligns the numbers to 64 bytes
  const start = new Uint8Array([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]);
  return new File([start, header, /** @type {ArrayBufferView<ArrayBuffer>} */ (values)], name);
}
