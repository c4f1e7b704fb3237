// Makes a safetensors file of the tensors in a state_dict, which torch.save wrote. The engine unpacks them
// (src/base/bytes/arrays.h), and reads the same files in the command (src/run/weights/state_dict.c).
import { ByteReader } from './bytes.js';
import { readNpyHeader } from './npy.js';

/** Matches names of files that torch.save writes. @param {string} name */
export const isTorch = (name) => /\.(pth?|pth\.tar|ckpt)$/i.test(name);

const FOLDER = /^(state_dict|model_state_dict|model_state|model|net|weights)\//;
const TYPES = /** @type {Record<string, string>} */ ({ f2: 'F16', f4: 'F32', f8: 'F64' });

/**
 * @param {File} file
 * @param {File[]} arrays unpacked from it: FILE/NAME.npy
 * @returns {Promise<File | null>} with the file's name; null: these are not weights
 */
export async function stateDictOf(file, arrays) {
  const named = arrays.map((array) => ({ array, path: array.name.slice(file.name.length + 1).replace(/\.npy$/, '') }));
  const folder = named.map(({ path }) => FOLDER.exec(path)?.[0]).find(Boolean) ?? '';
  const ours = named
    .filter(({ path }) => path.startsWith(folder))
    .map(({ array, path }) => ({ array, name: path.slice(folder.length) }))
    .filter(({ name }) => name && !name.includes('/'));
  if (!ours.some(({ name }) => /(^|\.)weight$/.test(name))) return null;
  /** @type {Record<string, {dtype: string, shape: number[], data_offsets: [number, number]}>} */
  const header = {};
  const parts = [];
  let at = 0;
  for (const { array, name } of ours) {
    const reader = new ByteReader(array.stream(), array.name);
    const { type, shape, bytes, start } = await readNpyHeader(reader);
    reader.close();
    const dtype = TYPES[type];
    if (!dtype) continue; // counts of batches
    header[name] = { dtype, shape, data_offsets: [at, at + bytes] };
    parts.push(array.slice(start, start + bytes));
    at += bytes;
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(8);
  new DataView(length.buffer).setUint32(0, text.length, true);
  return new File([length, text, ...parts], file.name);
}
