// Converts a Parquet table to text for the engine: CSV, or JSON lines if a column has lists of different
// lengths. Lists of equal length become one column per element, key_0 to key_9. The index of pandas is left
// out.
import { count, megabytes } from '../../texts/format.js';
import { EXPANDED_MAX, shown } from './bytes.js';
import { EngineError } from './error.js';
import { checkFooter, PageBudget, pagesOf } from './parquet-pages.js';

const VALUES_MAX = 5e7;
const VALUES_MORE = 64; // per byte of the file, so that a small file cannot claim many
const VALUES_ANY = 1e6;
const ROWS_AT_ONCE = 2000;

/** @typedef {typeof import('../../vendor/parquet.js')} Library */
/** @typedef {import('hyparquet').SchemaTree} Tree */
/** @typedef {import('hyparquet').FileMetaData} Metadata */
/**
 * @typedef {object} Column
 * @property {string} name
 * @property {string} path
 * @property {boolean} read
 * @property {boolean} list
 * @property {number} repeats
 * @property {number} defines
 * @property {number} size
 * @property {Tree} tree
 */
/** @typedef {{[index: number]: unknown, length: number}} Values */

/** Thrown when the lists of one column differ in length. */
class Ragged extends Error {}

/**
 * Finds the leaf of a column that contains values or lists of values.
 * @param {Tree} tree
 * @returns {Tree[] | null} the path from the column to the leaf
 */
function leafOf(tree) {
  const path = [tree];
  for (let one = tree; one.children.length; path.push(one)) {
    const [child] = one.children;
    if (!child || one.children.length > 1 || path.length > 2) return null;
    one = child;
  }
  const repeats = path.filter(({ element }) => element.repetition_type === 'REPEATED').length;
  const list = tree.element.converted_type === 'LIST' && repeats === 1 && path[1]?.element.repetition_type === 'REPEATED';
  return (path.length === 1 && !repeats) || list ? path : null;
}

/** @param {Tree} tree @returns {Column} */
function columnOf(tree) {
  const path = leafOf(tree);
  const levels = path ?? [];
  return {
    name: tree.element.name.replace(/[\t\r\n;]+/g, ' '),
    path: tree.element.name,
    read: !!path,
    list: levels.length > 1,
    repeats: levels.filter(({ element }) => element.repetition_type === 'REPEATED').length,
    defines: levels.filter(({ element }) => element.repetition_type !== 'REQUIRED').length,
    size: levels.at(-1)?.element.type_length ?? 0,
    tree,
  };
}

/** @param {unknown} value of a cell; not a list */
function plain(value) {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  if (value instanceof Date) return Number.isFinite(value.getTime()) ? value.toISOString().replace(/T00:00:00\.000Z$/, '') : '';
  return '{…}'; // visible, but not a number
}

/** @param {string} text */
const field = (text) => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** @param {unknown} value @returns {string} */
function json(value) {
  if (Array.isArray(value)) return `[${value.map(json).join()}]`;
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  return value === null ? 'null' : JSON.stringify(plain(value));
}

/** Writes rows as CSV or JSON lines. */
class Writer {
  /** @param {string} file @param {Column[]} columns @param {boolean} lines JSON lines */
  constructor(file, columns, lines) {
    this.file = file;
    this.columns = columns;
    this.lines = lines;
    /** @type {number[] | null} */
    this.widths = null; // list lengths by column
    /** @type {Uint8Array<ArrayBuffer>[]} */
    this.parts = [];
    this.bytes = 0;
  }

  /** @param {string} text */
  put(text) {
    const part = new TextEncoder().encode(text);
    this.parts.push(part);
    this.bytes += part.length;
    if (this.bytes > EXPANDED_MAX) throw new EngineError(`${this.file}: as text its table takes more than ${megabytes(EXPANDED_MAX)}`);
  }

  /** @param {Values[]} values by column */
  head(values) {
    this.widths = this.columns.map(({ list }, c) => {
      const first = values[c]?.[0];
      return list && Array.isArray(first) ? first.length : 0;
    });
    if (this.widths.some((width, c) => this.columns[c]?.list && !width)) throw new Ragged();
    const names = this.columns.flatMap(({ name, list }, c) =>
      list ? Array.from({ length: this.widths?.[c] ?? 0 }, (_, j) => field(`${name}_${j}`)) : [field(name)],
    );
    this.put(`${names.join()}\n`);
  }

  /** @param {Values[]} values by column @param {number} i */
  row(values, i) {
    if (this.lines)
      return `{${this.columns.map(({ name }, c) => `${JSON.stringify(name)}:${json(this.columns[c]?.read ? values[c]?.[i] : '{…}')}`).join()}}`;
    return this.columns
      .map(({ read, list }, c) => {
        const value = read ? values[c]?.[i] : '{…}';
        if (!list) return field(plain(value));
        if (!Array.isArray(value) || value.length !== this.widths?.[c]) throw new Ragged();
        return value.map((one) => field(plain(one ?? null))).join();
      })
      .join();
  }

  /** @param {Values[]} values by column @param {number} rows */
  group(values, rows) {
    if (!this.lines && !this.widths) this.head(values);
    for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
      let text = '';
      for (let i = from; i < Math.min(rows, from + ROWS_AT_ONCE); i++) text += `${this.row(values, i)}\n`;
      this.put(text);
    }
  }
}

/**
 * @param {Library} library
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {string} file
 * @param {boolean} lines
 * @param {(fraction: number) => void} tell
 */
async function write(library, bytes, file, lines, tell) {
  checkFooter(bytes, file);
  const metadata = library.parquetMetadata(bytes.buffer, { geoparquet: false });
  const columns = library
    .parquetSchema(metadata)
    .children.map(columnOf)
    .filter(({ path }) => !/^__index_level_\d+__$/.test(path));
  const paths = new Set(columns.map(({ path }) => path));
  if (paths.size < columns.length) throw new EngineError(`${file}: two of its columns have the same name`);
  if (!columns.some(({ read }) => read)) throw new EngineError(`${file}: it has no column of values`);
  const rows = Number(metadata.num_rows);
  if (!(rows >= 0) || metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0) !== rows)
    throw new EngineError(`${file}: it claims ${count(rows)} rows, and its groups of rows have others; it is damaged`);
  if (!rows) throw new EngineError(`${file}: it has no rows`);
  const claimed = metadata.row_groups.flatMap((group) => group.columns).reduce((sum, one) => sum + Number(one.meta_data?.num_values), 0);
  const most = Math.min(VALUES_MAX, VALUES_ANY + VALUES_MORE * bytes.length);
  if (!(claimed >= 0)) throw new EngineError(`${file}: it does not say how many values its columns have; it is damaged`);
  if (claimed > most || rows > most)
    throw new EngineError(
      `${file}: it claims ${count(Math.max(claimed, rows))} values; at most ${count(most)} are read of a Parquet file of ${megabytes(bytes.length)}`,
    );
  const writer = new Writer(file, columns, lines);
  const budget = new PageBudget();
  for (const [g, group] of metadata.row_groups.entries()) {
    const chunks = new Map(group.columns.map((chunk) => [chunk.meta_data?.path_in_schema[0], chunk]));
    const values = [];
    for (const column of columns) {
      const chunk = chunks.get(column.path);
      if (column.read && !chunk?.meta_data) throw new EngineError(`${file}: a group of its rows lacks ${shown(column.path)}`);
      values.push(
        column.read && chunk ? await valuesOf(library, bytes, file, { metadata, column, chunk, rows: Number(group.num_rows) }, budget) : [],
      );
    }
    writer.group(values, Number(group.num_rows));
    tell((g + 1) / metadata.row_groups.length);
  }
  return writer.parts;
}

/** Returns the elements of a column's part of the schema. @param {Tree} tree @returns {Tree['element'][]} */
const elementsOf = (tree) => [tree.element, ...tree.children.flatMap(elementsOf)];

/**
 * Reads a column of one row group.
 * @param {Library} library
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {string} file
 * @param {{metadata: Metadata, column: Column, chunk: Metadata['row_groups'][0]['columns'][0], rows: number}}
 *   of
 * @param {PageBudget} budget
 * @returns {Promise<Values>}
 */
async function valuesOf(library, bytes, file, { metadata, column, chunk, rows }, budget) {
  const { path, list, tree } = column;
  const about = chunk.meta_data;
  if (!rows || !about) return [];
  const pages = await pagesOf(bytes, file, { ...column, about, rows }, budget);
  const next = () => pages.shift() ?? new Uint8Array(0);
  const root = { name: 'root', num_children: 1, repetition_type: /** @type {const} */ ('REQUIRED') };
  /** @type {unknown[]} */
  const found = [];
  await library.parquetRead({
    file: { byteLength: bytes.length, slice: (from, to) => bytes.buffer.slice(from, to) },
    // Describe the file as if it contained only this column.
    metadata: {
      ...metadata,
      num_rows: BigInt(rows),
      schema: [root, ...elementsOf(tree)],
      row_groups: [{ columns: [{ file_offset: 0n, meta_data: about }], total_byte_size: 0n, num_rows: BigInt(rows) }],
    },
    columns: [path],
    compressors: { SNAPPY: next, GZIP: next, BROTLI: next, LZ4: next, LZ4_RAW: next, ZSTD: next },
    onChunk: ({ columnData }) => {
      for (let i = 0; i < columnData.length; i++) found.push(columnData[i]);
    },
  });
  if (found.length !== rows || (!list && found.includes(undefined)))
    throw new EngineError(`${file}: its column ${shown(path)} does not have the ${count(rows)} values that it claims; it is damaged`);
  return found;
}

/**
 * @param {Blob} blob
 * @param {string} file named in errors
 * @param {(fraction: number) => void} [tell]
 * @returns {Promise<Uint8Array<ArrayBuffer>[]>} parts of the text
 */
export async function parquetText(blob, file, tell = () => {}) {
  if (blob.size > EXPANDED_MAX)
    throw new EngineError(`${file} takes ${megabytes(blob.size)}; at most ${megabytes(EXPANDED_MAX)} are read of a file`);
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const library = await import('../../vendor/parquet.js');
  const attempt = (/** @type {boolean} */ lines) => write(library, bytes, file, lines, tell);
  try {
    return await attempt(false).catch((thrown) => {
      if (thrown instanceof Ragged) return attempt(true);
      throw thrown;
    });
  } catch (thrown) {
    if (thrown instanceof EngineError) throw thrown;
    // The library's own errors describe its internals.
    throw new EngineError(
      `${file}: the Parquet file is damaged, or of a kind that is not read; save it with pandas' to_parquet, or as CSV`,
    );
  }
}
