// Converts tensors from torch.save to .npy files. The file is a .zip with data.pkl and one file of numbers
// per storage. Reads a single tensor, or named tensors in dictionaries and lists. Nothing in the pickle is
// executed (pickle.js).
import { count, megabytes } from '../../texts/format.js';
import { EXPANDED_MAX, shown, wrongAt } from './bytes.js';
import { EngineError } from './error.js';
import { npyOf } from './npy-write.js';
import { NdArray, readPickle, Tensor } from './pickle.js';
import { readZip } from './zip.js';

const ARRAYS_MAX = 256;
const DEPTH_MAX = 4;
const PICKLE_MAX = 64e6;
/** Maximum bytes of a tensor larger than twice its storage; also in src/run/files/bundle.c. */
const REPEATED_MAX = 64e6;
const WIDTHS = /** @type {Record<string, number>} */ ({ bf16: 2 });

/** @typedef {{name: string, tensor: Tensor | NdArray}} Named */

/** @param {unknown} value @param {string[]} path @param {Named[]} found */
function collect(value, path, found) {
  if (value instanceof Tensor || value instanceof NdArray) {
    if (value.shape.length) found.push({ name: path.join('/'), tensor: value });
  } else if (path.length < DEPTH_MAX) {
    const inner = value instanceof Map ? value : Array.isArray(value) ? value.entries() : [];
    for (const [key, one] of inner) collect(one, [...path, String(key)], found);
  }
  return found;
}

/** Converts bfloat16 to float32, whose upper half it is. @param {Uint8Array<ArrayBuffer>} bytes */
function widened(bytes) {
  const wide = new Uint8Array(2 * bytes.length);
  for (let i = 0; i < bytes.length; i += 2) {
    wide[2 * i + 2] = bytes[i] ?? 0;
    wide[2 * i + 3] = bytes[i + 1] ?? 0;
  }
  return wide;
}

/**
 * Copies a tensor's numbers to C order.
 * @param {Tensor} tensor
 * @param {Uint8Array} storage
 * @param {number} width bytes per number
 * @param {string} name for errors
 */
function gathered({ offset, shape, stride }, storage, width, name) {
  const size = shape.reduce((all, one) => all * one, 1);
  const bytes = new Uint8Array(size * width);
  if (!size) return bytes;
  const last = shape.reduce((sum, one, i) => sum + (one - 1) * (stride[i] ?? 0), offset);
  if ((last + 1) * width > storage.length)
    throw new EngineError(`${name}: it needs ${count(last + 1)} numbers, and its storage has ${count(Math.floor(storage.length / width))}`);
  // Copy the longest contiguous runs.
  let inner = shape.length;
  let run = 1;
  while (inner > 0 && (stride[inner - 1] === run || shape[inner - 1] === 1)) run *= shape[--inner] ?? 1;
  const index = new Array(inner).fill(0);
  for (let to = 0; to < size; to += run) {
    const at = index.reduce((sum, one, i) => sum + one * (stride[i] ?? 0), offset);
    bytes.set(storage.subarray(at * width, (at + run) * width), to * width);
    for (let i = inner - 1; i >= 0; i--) {
      if (++index[i] < (shape[i] ?? 0)) break;
      index[i] = 0;
    }
  }
  return bytes;
}

/** @param {File} file @returns {Promise<File[]>} */
export async function fromTorch(file) {
  const named = shown(file.name);
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (head[0] === 0x80)
    throw new EngineError(`${named} was saved in the form of PyTorch before 1.6; save it again: torch.save(torch.load(path), path)`);
  const entries = await readZip(file, named);
  const pickled = entries.find(({ path }) => /^[^/]+\/data\.pkl$/.test(path));
  if (!pickled) throw new EngineError(`${named} holds no tensors that torch.save wrote (there is no data.pkl in it)`);
  const folder = pickled.path.slice(0, -'data.pkl'.length);
  const bytesOf = async (/** @type {typeof pickled} */ entry) => new Uint8Array(await new Response(await entry.open()).arrayBuffer());
  const order = entries.find(({ path }) => path === `${folder}byteorder`);
  if (order && new TextDecoder().decode(await bytesOf(order)) !== 'little')
    throw new EngineError(`${named}: its numbers are big-endian; little-endian is read`);
  if (pickled.size > PICKLE_MAX) throw wrongAt(named, 0, `its pickle takes ${megabytes(pickled.size)}`);
  const { value } = readPickle(await bytesOf(pickled), named);
  const found = collect(value, [], []);
  if (!found.length) throw new EngineError(`${named}: there is no tensor in it`);
  if (found.length > ARRAYS_MAX)
    throw new EngineError(
      `${named}: it holds ${count(found.length)} tensors; at most ${ARRAYS_MAX} are read (weights of a network go in as .onnx or .safetensors)`,
    );
  let left = EXPANDED_MAX;
  const files = [];
  for (const { name, tensor } of found) {
    const full = name ? `${file.name}/${shown(name)}.npy` : file.name;
    const width = WIDTHS[tensor.type] ?? Number(tensor.type[1]);
    const taken = tensor.shape.reduce((all, one) => all * one, tensor.type === 'bf16' ? 2 * width : width);
    const entry = tensor instanceof Tensor ? entries.find(({ path }) => path === `${folder}data/${tensor.key}`) : null;
    if (entry && taken > REPEATED_MAX && taken > 2 * entry.size)
      throw new EngineError(
        `${shown(full)}: the tensor repeats numbers (expand) and takes more than ${megabytes(REPEATED_MAX)}; save it with .contiguous()`,
      );
    left -= taken;
    if (!(left >= 0)) throw new EngineError(`${named}: its tensors take more than ${megabytes(EXPANDED_MAX)}`);
    if (tensor instanceof NdArray) {
      files.push(npyOf(full, tensor.type, new Uint8Array(tensor.bytes), tensor.shape, tensor.fortran));
      continue;
    }
    if (!entry) throw new EngineError(`${shown(full)}: its numbers are not in the file`);
    const bytes = gathered(tensor, await bytesOf(entry), width, shown(full));
    files.push(npyOf(full, tensor.type === 'bf16' ? 'f4' : tensor.type, tensor.type === 'bf16' ? widened(bytes) : bytes, tensor.shape));
  }
  return files;
}
