// Unpacks a .pt of torch.save into one .npy file per tensor or NumPy array. The engine reads it
// (src/base/bytes/arrays.h); nothing in its pickle is executed.
import { megabytes } from '../../texts/format.js';
import { EXPANDED_MAX, shown } from '../formats/bytes.js';
import { EngineError } from '../formats/error.js';
import { load } from './load.js';
import { encode } from './module.js';

/**
 * @param {import('./instance.js').Instance} instance
 * @param {File} file
 * @param {number} [most] bytes of the file, and of all its arrays
 * @returns {Promise<File[]>} rejects with one sentence
 */
export async function unpackTensors(instance, file, most = EXPANDED_MAX) {
  const named = shown(file.name);
  const name = encode(named);
  const tooMuch = () => new EngineError(`${named}: its tensors take more than ${megabytes(most)}`);
  if (file.size > most) throw tooMuch(); // torch.save does not compress
  const address = await load(instance, file, named);
  const { arrays } = instance.lend([name], (text) => instance.ask('unpack', text, name.length, address, file.size));
  let total = 0;
  return arrays.map((array, i) => {
    const { at, size } = instance.ask('unpacked', i);
    total += size;
    if (total > most) throw tooMuch();
    return new File([instance.copy(Uint8Array, at, size)], array ? `${file.name}/${array}.npy` : file.name);
  });
}
