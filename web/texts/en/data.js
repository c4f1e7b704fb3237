// Texts about the user's own data: recognised files, missing files, stored files.
import { bytes, count, momentOfYear, percent } from '../format.js';
import { plural } from './grammar.js';

const nbsp = '\u00a0';

/** @param {string[]} names @param {number} most */
const some = (names, most) => (names.length > most ? [...names.slice(0, most), `${count(names.length - most)} more`] : names).join(', ');

export const dataTexts = {
  own: 'Your own data',
  drop: 'Drop files or a folder',
  dropTypes:
    'Pictures in one folder per class, or with a CSV of their names and one class or several labels for each, .npy or .npz, CIFAR, MNIST and SVHN as downloaded, tables and texts as CSV. Archives (.zip, .tar.gz, .gz) are opened here.',
  private: 'Nothing is uploaded.',
  reading: (/** @type {string} */ file, /** @type {number} */ fraction) =>
    `Reading ${file || 'the files'}${fraction ? `, ${percent(fraction, 0)}` : ''}`,
  nothing: 'None of these files holds data that can be used.',
  close: 'Close',
  stop: 'Stop',
  forms: /** @type {Record<string, string>} */ ({
    python: 'from Python',
    pictures: 'decoded by this browser',
    folders: 'the folders’ names',
    names: 'the files’ names',
    texts: 'as a table',
  }),
  find: (/** @type {{from: string[], name: string, form: string, shape?: number[]}} */ { from, name, form, shape }) => {
    const source = from.join(', ').split('/').pop() ?? '';
    const words = [
      source === name ? '' : source,
      dataTexts.forms[form] ?? '',
      shape && form === 'npy' ? shape.map(count).join(` ×${nbsp}`) : '',
    ];
    return words.filter(Boolean).join(', ');
  },
  labelHeads: ['label', 'present', 'absent', 'unknown'],
  labelsNote: 'Unknown is what the table calls uncertain (−1) or leaves empty (missing): it is neither trained on nor counted.',
  missing: (/** @type {string[]} */ names) => `Still missing: ${names.join(', ')}.`,
  size: 'Size',
  sizeNote: 'pixels per side: the shorter side is scaled to it, the middle is kept',
  sizeWrong: 'Size must be a whole number from 4 to 256.',
  corruption: 'Corruption',
  use: 'Use these',
  save: 'Save as files',
  saveNote: 'for calib --data on the command line',
  making: (/** @type {string} */ name, /** @type {number} */ fraction) => `Making ${name}, ${percent(fraction, 0)}`,
  checking: 'Checking what they hold',
  used: 'The run uses this data now.',
  untilClosed:
    'These files are here only until the page is closed: the browser allows no more, or the files that it keeps for this page take 2 GB already. Remove some of those to make room.',
  moreProblems: (/** @type {number} */ n) => `and ${count(n)} more like this`,
  unused: (/** @type {string[]} */ names) => `Not used: ${some(names, 3)}.`,
  undecodable: (/** @type {string[]} */ names) =>
    `Not used: ${some(names, 3)}. Browsers do not read such formats (HEIC, TIFF, raw): save them as JPEG or PNG.`,

  // Columns of a table.
  columns: {
    title: 'Label',
    choose: 'choose the column',
    preview: 'The first rows of the table',
    read: (/** @type {string} */ name) => `Read ${name}`,
    ask: 'Which column is the label? No column is named so, and several could be.',
    none: 'Tick a column to learn from.',
    tooMany: 'At most 32 columns can be left out: remove the others from the table.',
    label: (/** @type {string} */ name) => `The label is ${name}.`,
    omitted: {
      id: (/** @type {string[]} */ names) =>
        `Left out: ${some(names, 5)}, since ${names.length === 1 ? 'it numbers' : 'they number'} the rows.`,
      words: (/** @type {string[]} */ names) =>
        `Left out: ${some(names, 5)}, since ${names.length === 1 ? 'it holds' : 'they hold'} words.`,
      gaps: (/** @type {string[]} */ names) => `Left out: ${some(names, 5)}, since fields are empty.`,
    },
  },

  // Contents of the run's data.
  counts: 'Count classes and near-duplicates',
  counting: 'Counting',
  splits: /** @type {Record<string, string>} */ ({ train: 'training', val: 'validation', test: 'test' }),
  heads: ['', 'samples', 'smallest class', 'largest class'],
  labelCounts: ['', 'samples', 'rarest label', 'most frequent label', 'unknown labels'],
  duplicates: /** @type {Record<string, string>} */ ({
    test_in_train: 'of the test set are in the training set',
    val_in_train: 'of the validation set are in the training set',
    test_in_val: 'of the test set are in the validation set',
  }),
  duplicate: (
    /** @type {{exact: number, near: number, other_label: number}} */ { exact, near, other_label },
    /** @type {string} */ where,
  ) => {
    const kinds = [exact ? plural(exact, 'copy', 'copies') : '', near ? plural(near, 'near-copy', 'near-copies') : ''].filter(Boolean);
    return `${kinds.join(' and ')} ${where}${other_label ? `, ${count(other_label)} with another label` : ''}.`;
  },
  noDuplicates: 'No sample is in two sets.',

  // Kept data that nobody picked in this tab.
  consent: {
    title: (/** @type {number} */ n) => `Use ${n === 1 ? 'a file that this browser keeps' : 'files that this browser keeps'}?`,
    file: (/** @type {string} */ name, /** @type {number} */ size, /** @type {number | null} */ at) =>
      `${name}, ${bytes(size)}, kept ${at === null ? 'earlier' : momentOfYear(at)}`,
    why: (/** @type {number} */ n) =>
      `The link takes ${n === 1 ? 'this file, and nobody picked it' : 'these files, and nobody picked them'} in this tab. On a shared computer ${n === 1 ? 'it' : 'they'} may be somebody else’s.`,
    note: 'The answer holds in this tab. Forgotten files are deleted from this browser, for good.',
    use: (/** @type {number} */ n) => `Use ${n === 1 ? 'it' : 'them'}`,
    choose: (/** @type {number} */ n) => `Choose ${n === 1 ? 'another file' : 'other files'}`,
    forget: (/** @type {number} */ n) => `Forget ${n === 1 ? 'it' : 'them'}`,
    cancel: 'Cancel',
    other: 'The link names its data by a hash, and the chosen file has other content.',
    held: (/** @type {string[]} */ lines) => `This browser keeps ${lines.join('; ')}. Nobody picked it in this tab, so a run asks first.`,
    decide: 'Decide now',
  },

  // Data stored in this browser.
  kept: 'Kept in this browser',
  keptNone: 'no files',
  keptTotal: (/** @type {number} */ n, /** @type {number} */ size) => `${plural(n, 'file')}, ${bytes(size)}`,
  quota: (/** @type {number} */ used, /** @type {number} */ quota) =>
    `This site uses ${bytes(used)} of the ${bytes(quota)} that this browser allows it.`,
  remove: (/** @type {string} */ name) => `Remove ${name}`,
  loading: (/** @type {string} */ name, /** @type {number} */ fraction) => `Loading ${name}, ${percent(fraction, 0)}`,
  site: (/** @type {string} */ label, /** @type {number} */ size) => `Load ${label} from this site (${bytes(size)})`,
};
