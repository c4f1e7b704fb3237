// A table in the format of RFC 4180: lines end in CRLF, and only cells that need quotes have them.

/** @typedef {{columns: string[], rows: (string | number | null)[][]}} Table */

/** @param {string | number | null} value */
function cell(value) {
  if (value === null || Number.isNaN(value)) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {Table} table */
export const csv = ({ columns, rows }) => [columns, ...rows].map((row) => row.map(cell).join(',') + '\r\n').join('');

/**
 * Turns an engine table into rows, with its columns' ids as heads.
 * @param {import('../model/table.js').Table} table
 * @returns {Table}
 */
export function rowsOf({ rows, columns }) {
  return {
    columns: columns.map(({ id }) => id),
    rows: Array.from({ length: rows }, (_, i) => columns.map(({ values }) => values[i] ?? null)),
  };
}
