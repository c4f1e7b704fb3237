// Checks a Parquet file before a library reads it, which trusts all sizes and counts (parquet-format,
// README.md and Encodings.md). Returns unpacked pages.
import { megabytes } from '../../texts/format.js';
import { EXPANDED_MAX, expand, metered, shown, viewOf, wrongAt } from './bytes.js';
import { EngineError } from './error.js';
import { unsnappy } from './snappy.js';
import { Thrift } from './thrift.js';

/** @import {Struct, Value} from './thrift.js' */
/** @typedef {import('hyparquet').ColumnMetaData} ColumnMetaData */

const FOOTER_MAX = 64e6;
const ELEMENTS_MAX = 20_000; // in the schema
const DECIMAL_MAX = 64; // bytes
const SPLIT_MAX = 64; // bytes of a value
/** Maximum unpacked bytes per packed byte. */
const RATIO_MAX = /** @type {Record<string, number>} */ ({ UNCOMPRESSED: 1, SNAPPY: 22, LZ4: 256, LZ4_RAW: 256, GZIP: 1032 });
const RATIO_ANY = 65536;
const [PLAIN, PLAIN_DICTIONARY, RLE, DELTA, DELTA_LENGTH, RLE_DICTIONARY, SPLIT] = [0, 2, 3, 5, 6, 8, 9];
const [DATA_PAGE, DICTIONARY_PAGE, DATA_PAGE_2] = [0, 2, 3];
const ENCODINGS = ['', 'GROUP_VAR_INT', '', '', 'BIT_PACKED', '', '', 'DELTA_BYTE_ARRAY'];

/** @param {Value} value @returns {value is Struct} */
const isStruct = (value) => typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array);
/** @param {Value | undefined} value */
const structs = (value) => (Array.isArray(value) ? value.filter(isStruct) : []);
/** @param {Value | undefined} value @returns {Struct | null} */
const structOf = (value) => structs([value ?? 0])[0] ?? null;

/**
 * Checks the parts of the footer that could harm the library that reads it.
 * @param {Uint8Array} bytes
 * @param {string} file
 */
export function checkFooter(bytes, file) {
  const view = viewOf(bytes);
  const end = bytes.length - 8;
  const magic = end < 4 ? '' : String.fromCharCode(...bytes.subarray(-4));
  if (magic === 'PARE') throw new EngineError(`${file} is an encrypted Parquet file; save it without encryption`);
  if (magic !== 'PAR1') throw wrongAt(file, bytes.length, 'the Parquet file does not end as one, as if cut off');
  const size = view.getUint32(end, true);
  if (size > end - 4 || size > FOOTER_MAX) throw wrongAt(file, end, `the Parquet file's description would take ${size} bytes`);
  const footer = new Thrift(bytes, file, end - size, end).struct();
  const schema = structs(footer[2]);
  if (schema.length < 2) throw wrongAt(file, end - size, 'the Parquet file has no columns');
  if (schema.length > ELEMENTS_MAX) throw wrongAt(file, end - size, `the Parquet file has more than ${ELEMENTS_MAX} columns`);
  const leaves = schema.filter((element) => 1 in element);
  for (const element of leaves)
    if (element[6] === 5 && !(Number(element[2] ?? 0) <= DECIMAL_MAX))
      throw wrongAt(file, end - size, 'the Parquet file has decimals of too many digits');
  for (const group of structs(footer[4]))
    for (const [i, column] of structs(group[1]).entries()) {
      const statistics = structOf(structOf(column[3])?.[12] ?? 0);
      if (leaves[i]?.[6] !== 5 || !statistics) continue;
      if (Object.values(statistics).some((one) => one instanceof Uint8Array && one.length > DECIMAL_MAX))
        throw wrongAt(file, end - size, 'the Parquet file has decimals of too many digits');
    }
}

/**
 * Checks a sequence of runs and bit-packed numbers. No run may be longer than the remaining values.
 * @param {Uint8Array} bytes
 * @param {{at: number, end: number, width: number, values: number, whole?: boolean}} of width: bits per
 *   number; whole: all values must be present
 * @param {() => Error} wrong
 */
function checkRuns(bytes, { at, end, width, values, whole = false }, wrong) {
  if (width > 32 || end > bytes.length) throw wrong();
  let [seen, place] = [0, at];
  while (seen < values && place < end) {
    let head = 0;
    for (let i = 0; ; i++) {
      if (i === 5 || place >= end) throw wrong();
      const byte = bytes[place++] ?? 0;
      head += (byte & 127) * 2 ** (7 * i);
      if (byte < 128) break;
    }
    const length = Math.floor(head / 2);
    const packed = head % 2 === 1; // some writers pad the last run
    if (packed ? length * Math.max(width, 1) > bytes.length : length > values - seen) throw wrong();
    place += packed ? length * width : Math.ceil(width / 8);
    seen += packed ? 8 * length : length;
  }
  if (whole && seen < values) throw wrong();
}

/**
 * Checks the blocks of a delta encoding.
 * @param {Uint8Array} bytes
 * @param {string} file
 * @param {number} at
 * @param {number} values
 * @param {() => Error} wrong
 */
function checkDelta(bytes, file, at, values, wrong) {
  const reader = new Thrift(bytes, file, at, bytes.length);
  const [block, parts, count] = [reader.varint(5), reader.varint(5), reader.varint(5)];
  reader.varint(10);
  if (block % 128 || !parts || parts > 512 || block % (32 * parts) || block > 1 << 20 || count > values) throw wrong();
  for (let seen = 1; seen < count; ) {
    reader.varint(10);
    for (const width of reader.skip(parts)) {
      if (width > 64) throw wrong();
      // the last block may be truncated
      if (seen < count) reader.skip(Math.min((block / parts / 8) * width, reader.end - reader.at));
      seen += block / parts;
    }
  }
}

/** Returns the function that unpacks a page. @param {string} codec @param {string} file */
async function unpacker(codec, file) {
  if (codec === 'UNCOMPRESSED') return null;
  if (codec === 'SNAPPY')
    return async (/** @type {Uint8Array} */ packed, /** @type {number} */ size, /** @type {number} */ at) =>
      unsnappy(packed, size, file, at);
  if (codec === 'GZIP')
    return async (/** @type {Uint8Array} */ packed, /** @type {number} */ size) => {
      const stream = /** @type {ReadableStream<Uint8Array>} */ (new Blob([new Uint8Array(packed)]).stream());
      const bytes = metered(expand(stream, 'gzip'), size, () => new EngineError(`${file}: a packed page holds more than it says`));
      return new Uint8Array(await new Response(/** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (bytes)).arrayBuffer());
    };
  const { decompressBrotli, decompressLz4, decompressLz4Raw, decompressZstd } = await import('../../vendor/unpackers.js');
  const others = /** @type {Record<string, (packed: Uint8Array, size: number) => Uint8Array>} */ ({
    BROTLI: decompressBrotli,
    LZ4: decompressLz4,
    LZ4_RAW: decompressLz4Raw,
    ZSTD: (packed, size) => decompressZstd(packed, new Uint8Array(size)),
  });
  const unpack = Object.hasOwn(others, codec) ? others[codec] : undefined;
  if (!unpack)
    throw new EngineError(
      `${file}: it is packed by ${codec}; snappy, gzip, zstd, brotli, lz4 and none are read: to_parquet(..., compression='snappy')`,
    );
  return async (/** @type {Uint8Array} */ packed, /** @type {number} */ size) => unpack(packed, size);
}

/** Limits the unpacked pages of a file. */
export class PageBudget {
  left = EXPANDED_MAX;
  /** @param {number} size @param {string} file */
  take(size, file) {
    this.left -= size;
    if (this.left < 0) throw new EngineError(`${file}: its columns take more than ${megabytes(EXPANDED_MAX)}`);
  }
}

/**
 * @typedef {object} Column
 * @property {string} name
 * @property {number} repeats repetition levels of lists
 * @property {number} defines definition levels, at which a value may be missing
 * @property {ColumnMetaData} about
 * @property {number} rows
 * @property {number} size bytes per value, if fixed
 */

/**
 * Returns the unpacked pages of a column in one row group.
 * @param {Uint8Array} bytes of the file
 * @param {string} file
 * @param {Column} column
 * @param {PageBudget} budget
 * @returns {Promise<Uint8Array[]>} only the pages that were packed, in order
 */
export async function pagesOf(bytes, file, { name, repeats, defines, about, rows, size }, budget) {
  const begin = Number(about.dictionary_page_offset || about.data_page_offset);
  const end = begin + Number(about.total_compressed_size);
  const values = Number(about.num_values);
  const { type: kind, codec } = about;
  const wrong = (/** @type {number} */ at, /** @type {string} */ reason) => wrongAt(file, at, `${reason} in its column ${shown(name)}`);
  if (!(begin >= 4 && end >= begin && end <= bytes.length - 8))
    throw wrong(Math.min(begin, bytes.length) || 0, `${end - begin} bytes are claimed that are not there,`);
  if (!repeats && values !== rows) throw wrong(begin, `there are ${values} values for ${rows} rows`);
  const unpack = await unpacker(String(codec), file);
  const width = (/** @type {number} */ levels) => 32 - Math.clz32(levels);
  /** @type {Uint8Array[]} */
  const pages = [];
  let seen = 0;
  for (let at = begin; at < end - 1 && (repeats || seen < values); ) {
    const reader = new Thrift(bytes, file, at, end);
    const head = reader.struct();
    const [type, full, packed] = [Number(head[1]), Number(head[2]), Number(head[3])];
    const from = reader.at;
    const damaged = () => wrong(from, 'a page is damaged');
    const about = structOf(head[type === DATA_PAGE ? 5 : type === DICTIONARY_PAGE ? 7 : type === DATA_PAGE_2 ? 8 : 0]);
    if (!about || !(full >= 0 && packed >= 0 && packed <= end - from)) throw damaged();
    const count = Number(about[1]);
    if (!(count >= 0 && count <= (type === DICTIONARY_PAGE ? full : values - seen)))
      throw wrong(from, `a page claims ${count} values of ${values}`);
    if (type !== DICTIONARY_PAGE) seen += count;
    if (full > (packed + 64) * (RATIO_MAX[String(codec)] ?? RATIO_ANY)) throw wrong(from, `a page claims ${full} bytes in ${packed}`);
    budget.take(full, file);
    const second = type === DATA_PAGE_2;
    const levels = second ? Number(about[5]) + Number(about[6]) : 0;
    if (second && !(Number(about[5]) >= 0 && Number(about[6]) >= 0 && levels <= Math.min(full, packed))) throw damaged();
    if (second && !(Number(about[2]) >= 0 && Number(about[2]) <= count)) throw damaged();
    const stored = bytes.subarray(from + levels, from + packed);
    at = from + packed;
    let page = stored;
    if (unpack && !(second && about[7] === false)) {
      page = await unpack(stored, full - levels, from + levels);
      pages.push(page);
    }
    if (page.length !== full - levels) throw wrong(from, `a page has ${page.length} bytes, not the ${full - levels} that it says`);
    if (type === DICTIONARY_PAGE) continue;
    // Repetition and definition levels, then the values.
    let place = 0;
    if (second) {
      const ends = [from + Number(about[6]), from + levels];
      for (const [i, most] of [repeats, defines].entries())
        if (most)
          checkRuns(bytes, { at: i ? (ends[0] ?? 0) : from, end: ends[i] ?? 0, width: width(most), values: count, whole: true }, damaged);
    } else
      for (const most of [repeats, defines]) {
        if (!most) continue;
        if (place + 4 > page.length) throw damaged();
        const size = viewOf(page).getUint32(place, true);
        checkRuns(page, { at: place + 4, end: place + 4 + size, width: width(most), values: count, whole: true }, damaged);
        place += 4 + size;
      }
    const encoding = Number(about[second ? 4 : 2]);
    if (encoding === PLAIN_DICTIONARY || encoding === RLE_DICTIONARY)
      checkRuns(page, { at: place + 1, end: page.length, width: page[place] ?? 0, values: count }, damaged);
    else if (encoding === RLE && (second || kind === 'BOOLEAN'))
      checkRuns(page, { at: place + 4, end: page.length, width: 1, values: count }, damaged);
    else if (encoding === DELTA || encoding === DELTA_LENGTH) checkDelta(page, file, place, count, damaged);
    else if (encoding !== PLAIN && (encoding !== SPLIT || size > SPLIT_MAX))
      throw new EngineError(
        `${wrong(from, `values are encoded as ${ENCODINGS[encoding] || `number ${encoding}`}, which is not read,`).message}; write it without column_encoding (pyarrow: pq.write_table(table, path)), or save it as CSV`,
      );
  }
  if (seen !== values) throw wrong(end, `there are ${seen} of ${values} values`);
  return pages;
}
