// An engine's table as views read it: column by column, or whole as CSV and data table.

/** @typedef {import('../core/types.js').Table} Table */

/** @param {Table} table @returns {Record<string, Float64Array>} */
export const byColumn = (table) => Object.fromEntries(table.columns.map(({ id, values }) => [id, values]));

/** Under the engine's own names, so that it is the CSV of the command line. @param {Table} table @returns {import('./csv.js').Table} */
export const sheetOf = ({ columns, rows }) => ({
  columns: columns.map(({ id }) => id),
  rows: Array.from({ length: rows }, (_, i) => columns.map(({ values }) => (Number.isNaN(values[i]) ? null : values[i]))),
});
