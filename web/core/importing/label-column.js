// Finds the column of labels, and columns that number the rows, by names and values. The engine does the same
// for the command line (src/catalog/data/tables/guess.c).

/** Names of label columns, the likeliest first, as in src/catalog/data/tables/guess.c. */
export const LABEL_NAMES = [
  ...['label', 'labels', 'class', 'classes', 'target', 'targets', 'y', 'category', 'truelabel', 'groundtruth', 'truth'],
  ...['classlabel', 'classname', 'labelname', 'classid', 'species', 'breed', 'variety', 'diagnosis', 'outcome', 'sentiment'],
];
const CLASSES_MAX = 256;
const SEQUENCE_MIN = 5; // rows; fewer may count up by chance
const ID_NAMES = ['id', 'ids', 'index', 'idx', 'row', 'rows', 'rowid', 'rowids', 'rownumber', 'unnamed0', 'uid', 'uuid', 'guid'];

/** @param {string} name */
const bare = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** @param {string} name */
export const isLabelName = (name) => LABEL_NAMES.includes(bare(name));

/** Matches names of identifiers: Id, row, patient_id, PassengerId. @param {string} name */
const isIdName = (name) => ID_NAMES.includes(bare(name)) || /[ ._-]id$/i.test(name.trim()) || /[a-z]I[dD]$/.test(name.trim());

/** @param {string} field */
export const isNumber = (field) => field.trim() !== '' && Number.isFinite(Number(field));

/** Returns true for whole numbers that count the rows. @param {string[]} values */
const isSequence = (values) => {
  const first = Number(values[0]);
  return (
    values.length >= SEQUENCE_MIN && Number.isInteger(first) && values.every((field, i) => isNumber(field) && Number(field) === first + i)
  );
};

/** Returns true if a column numbers or names the rows. @param {string} name @param {string[]} values */
export const isIdentifier = (name, values) => isIdName(name) || isSequence(values);

/** Returns the number of classes that a column would give; 0: it has none. @param {string[]} values */
export function classesIn(values) {
  const filled = values.map((field) => field.trim()).filter(Boolean);
  const count = new Set(filled).size;
  if (count < 2 || count > CLASSES_MAX || 2 * count > filled.length) return 0;
  return filled.every(isNumber) && !filled.every((field) => Number.isInteger(Number(field))) ? 0 : count;
}

/**
 * Returns the column whose name says that it has the labels, or -1.
 * @param {string[]} names
 * @param {(column: number) => boolean} [is] true for a column that can have labels
 */
export function namedLabel(names, is = () => true) {
  for (const name of LABEL_NAMES) {
    const at = names.findIndex((one, j) => bare(one) === name && is(j));
    if (at >= 0) return at;
  }
  return -1;
}
