// Describes an ONNX file before a runtime loads it. Walks the protocol buffer without unpacking it. Runs in
// the runtime's worker, so that a model of up to 2 GB is not copied into the engine (src/base/bytes/proto.h).

/** @typedef {{at: number, bytes: Uint8Array, end: number}} Cursor */

const TOO_LONG = 'it is cut short, or not an ONNX model';

/** @param {Cursor} cursor */
function varint(cursor) {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = cursor.at < cursor.end ? cursor.bytes[cursor.at++] : undefined;
    if (byte === undefined || scale > 2 ** 63) throw new Error(TOO_LONG);
    value += (byte & 127) * scale;
    if (byte < 128) return value;
  }
}

/**
 * Visits the fields of a message.
 * @param {Cursor} cursor
 * @param {(field: number, value: number, inner: Cursor | null) => void} take inner: the content of a field
 *   with a length
 */
function fields(cursor, take) {
  while (cursor.at < cursor.end) {
    const tag = varint(cursor);
    const type = tag & 7;
    const field = Math.floor(tag / 8);
    if (!field) throw new Error(TOO_LONG);
    if (type === 0) take(field, varint(cursor), null);
    else {
      const size = type === 2 ? varint(cursor) : type === 1 ? 8 : type === 5 ? 4 : -1;
      if (size < 0 || cursor.at + size > cursor.end) throw new Error(TOO_LONG);
      take(field, 0, type === 2 ? { bytes: cursor.bytes, at: cursor.at, end: cursor.at + size } : null);
      cursor.at += size;
    }
  }
}

/** @param {Cursor} cursor @param {number} [most] */
const text = ({ bytes, at, end }, most = 200) => new TextDecoder().decode(bytes.subarray(at, Math.min(end, at + most)));

const LINK_MOST = 4096; // bytes

/** Reads the link that the lab writes into its models. @param {Cursor} words */
function linkOf(words) {
  let key = '';
  let value = '';
  fields(words, (part, _, word) => {
    if (part === 1 && word) key = text(word);
    if (part === 2 && word) value = text(word, LINK_MOST);
  });
  return key === 'link' ? value : '';
}

/**
 * Numbers of tensors in another file. place: its path; end: bytes of it that the tensors need
 * @typedef {{place: string, end: number}} External
 */

/**
 * Notes the file with a tensor's numbers, if they are not in this one.
 * @param {Cursor} tensor
 * @param {Map<string, number>} ends of the files
 */
function noteExternal(tensor, ends) {
  let external = false;
  /** @type {Record<string, string>} */
  const given = {};
  fields(tensor, (field, value, inner) => {
    if (field === 14) external = value === 1;
    if (field !== 13 || !inner) return;
    let key = '';
    fields(inner, (part, _, word) => {
      if (part === 1 && word) key = text(word);
      if (part === 2 && word) given[key] = text(word);
    });
  });
  if (!external) return;
  const [place, end] = [given.location || 'another file', Number(given.offset ?? 0) + Number(given.length ?? 0)];
  if (!(end >= 0)) throw new Error(TOO_LONG);
  ends.set(place, Math.max(end, ends.get(place) ?? 0));
}

/**
 * @param {Uint8Array} bytes
 * @returns {{external: External[], nodes: number, producer: string, link: string}} external: files with the
 *   weights; link: the link of the run, if the lab wrote the model
 */
export function lookAtOnnx(bytes) {
  /** @type {Map<string, number>} */
  const ends = new Map();
  let producer = '';
  let link = '';
  let nodes = 0;
  let graph = false;
  fields({ bytes, at: 0, end: bytes.length }, (field, _, inner) => {
    if (field === 2 && inner) producer = text(inner);
    if (field === 14 && inner) link ||= linkOf(inner);
    if (field !== 7 || !inner) return;
    graph = true;
    fields(inner, (part, __, thing) => {
      if (part === 1) nodes++;
      if (part === 5 && thing) noteExternal(thing, ends);
    });
  });
  if (!graph || !nodes) throw new Error(TOO_LONG);
  const external = [...ends].map(([place, end]) => ({ place, end }));
  return { external, nodes, producer, link: producer === 'Calibration Lab' ? link : '' };
}
