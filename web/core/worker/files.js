// Fits calibrators on files, applies them piece by piece, and makes views and conformal sets of files.
import { EngineError } from '../formats/error.js';
import { encode } from './module.js';

/** @import {Applying, Table} from '../types.js' */
/** @import {Instance} from './instance.js' */

const KINDS = ['', 'probabilities', 'logits']; // kinds of outputs that the user may give (wasm/api.h)
const PIECE = 4 << 20; // bytes of a file that are calibrated at once

/**
 * Fits the calibrator of the options on validation files. Returns its file as `calib fit` writes it.
 * @param {Instance} instance
 * @param {string} options
 */
export function calibratorText(instance, options) {
  const bytes = encode(options);
  const text = instance.lend([bytes], (at) => instance.text(instance.address('calibrator', instance.api, at, bytes.length)));
  if (text.startsWith('{"error":')) throw new EngineError(JSON.parse(text).error);
  return text;
}

/**
 * Prepares a calibrator for the bytes of a file of outputs.
 * @param {Instance} instance
 * @param {string} calibrator its file
 * @param {Applying} how
 */
export function openApply(instance, calibrator, { name, calibrator: file = 'cal.json', format = '', columns = '', kind = '' }) {
  const texts = [calibrator, file, name, format, columns].map((text) => encode(text));
  instance.lend(texts, (...at) =>
    instance.ask('apply_open', ...texts.flatMap(({ length }, i) => [at[i] ?? 0, length]), KINDS.indexOf(kind)),
  );
}

/**
 * Takes the next bytes. Returns those to write, and after the last ones a note on rows without a result.
 * @param {Instance} instance
 * @param {Uint8Array} bytes
 * @param {boolean} last
 */
export function applyBytes(instance, bytes, last) {
  const { at, size, note } = instance.lend([bytes], (from) => instance.ask('apply_bytes', from, bytes.length, Number(last)));
  return { bytes: size ? instance.copy(Uint8Array, at, size) : new Uint8Array(0), note };
}

/**
 * Applies a calibrator to a file of outputs.
 * @param {Instance} instance
 * @param {Blob} blob
 * @param {string} calibrator its file
 * @param {Applying} how
 */
export async function applyTo(instance, blob, calibrator, how) {
  /** @type {Blob[]} */
  const parts = [];
  /** @type {string | null} */
  let note = null;
  openApply(instance, calibrator, how);
  try {
    for (let at = 0, last = false; !last; at += PIECE) {
      last = at + PIECE >= blob.size;
      const taken = applyBytes(instance, new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer()), last);
      parts.push(new Blob([taken.bytes])); // the browser may keep it on disk
      note = taken.note;
    }
  } finally {
    instance.raw('apply_close', instance.api);
  }
  return { blob: new Blob(parts), note };
}

/**
 * Computes a view's table.
 * @param {Instance} instance
 * @param {string} view "decision:class=1"
 * @param {string} options files and options of a report
 * @returns {Table}
 */
export function viewOfFiles(instance, view, options) {
  const { cells, columns, ...table } = instance.askTexts('view_files', [view, options]);
  return { ...table, columns: instance.columns(columns, cells, table.rows) };
}

/**
 * Makes conformal sets. Returns their figures, as `calib sets` prints them.
 * @param {Instance} instance
 * @param {string} how "score=aps&alpha=0.1"
 * @param {string} options
 */
export const setsOfFiles = (instance, how, options) => instance.askTexts('sets', [how, options]);

/**
 * The same sets as a table of CSV.
 * @param {Instance} instance
 * @param {string} how
 * @param {string} options
 */
export function setsTable(instance, how, options) {
  const { at, size } = instance.askTexts('sets_csv', [how, options]);
  return new Blob([instance.copy(Uint8Array, at, size)], { type: 'text/csv' });
}
