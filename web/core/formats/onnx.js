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

/** Returns the file with a tensor's numbers, or '' if they are in this one. @param {Cursor} tensor */
function externalOf(tensor) {
  let external = false;
  let place = '';
  fields(tensor, (field, value, inner) => {
    if (field === 14) external = value === 1;
    if (field !== 13 || !inner) return;
    let key = '';
    fields(inner, (part, _, word) => {
      if (part === 1 && word) key = text(word);
      if (part === 2 && word && key === 'location') place = text(word);
    });
  });
  return external ? place || 'another file' : '';
}

/**
 * @param {Uint8Array} bytes
 * @returns {{external: string, nodes: number, producer: string, link: string}} external: the file with the
 *   weights, or ''; link: the link of the run, if the lab wrote the model
 */
export function lookAtOnnx(bytes) {
  let external = '';
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
      if (part === 5 && thing && !external) external = externalOf(thing);
    });
  });
  if (!graph || !nodes) throw new Error(TOO_LONG);
  return { external, nodes, producer, link: producer === 'Calibration Lab' ? link : '' };
}
