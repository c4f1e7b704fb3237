// Finds the wanted files among those given, also inside a .tar.gz as downloaded. Everything is read as a stream
// and bounded, since an archive can claim any size.
import { EngineError } from './instance.js';

const EXPANDED_MAX = 400e6; // bytes of an archive; CIFAR-10 expands to 184 MB

/** @param {string} path @returns {string} the last part, without the " (1)" that browsers add to a second download */
const baseName = (path) => (path.split('/').pop() ?? '').replace(/ ?\(\d+\)(?=\.[^.]*$)/, '');

/** Counts what passes, and stops it beyond `most` bytes. @param {number} most */
function meter(most) {
  const counted = { bytes: 0, stream: new TransformStream({ transform }) };
  /** @param {Uint8Array} chunk @param {TransformStreamDefaultController} controller */
  function transform(chunk, controller) {
    counted.bytes += chunk.byteLength;
    if (counted.bytes > most) controller.error(new RangeError());
    else controller.enqueue(chunk);
  }
  return counted;
}

/**
 * @param {File} archive
 * @param {Set<string>} wanted
 * @param {(name: string, blob: Blob) => Promise<void>} keep
 * @returns {Promise<number>} how many were kept
 */
async function unpack(archive, wanted, keep) {
  const { createTarDecoder } = await import('../vendor.js');
  let kept = 0;
  const expanded = meter(EXPANDED_MAX);
  const tooLarge = new EngineError(`${archive.name} expands to more than ${EXPANDED_MAX / 1e6} MB`);
  const entries = archive
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(expanded.stream)
    .pipeThrough(createTarDecoder({ strict: true }));
  try {
    for (const reader = entries.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return kept;
      const name = baseName(value.header.name);
      if (value.header.type !== 'file' || !wanted.has(name)) {
        await value.body.pipeTo(new WritableStream()); // read past it: the decoder may be at the next entry already
        continue;
      }
      if (value.header.size > EXPANDED_MAX) throw tooLarge;
      await keep(name, await new Response(value.body).blob());
      kept++;
    }
  } catch (thrown) {
    if (thrown instanceof EngineError) throw thrown;
    if (expanded.bytes > EXPANDED_MAX) throw tooLarge; // what failed is named nowhere else by then
    throw new EngineError(`${archive.name} is not a complete .tar.gz file`);
  }
}

/**
 * @param {File[]} files
 * @param {Set<string>} wanted names
 * @param {(name: string, blob: Blob) => Promise<void>} keep called for each wanted one
 * @returns {Promise<string[]>} the names of those that held nothing wanted
 */
export async function pickWanted(files, wanted, keep) {
  const ignored = [];
  for (const file of files) {
    const name = baseName(file.name);
    if (file.size > EXPANDED_MAX) throw new EngineError(`${file.name} is larger than ${EXPANDED_MAX / 1e6} MB`);
    if (wanted.has(name)) await keep(name, file);
    else if (!/\.(tar\.gz|tgz)$/i.test(name) || !(await unpack(file, wanted, keep))) ignored.push(file.name);
  }
  return ignored;
}
