// Finds the class and the split of a file in its path. A folder is a class (torchvision's ImageFolder) unless
// its name says train, val or test. Names such as cat.0.jpg are a class, too.

import { listed } from '../formats/bytes.js';
import { EngineError } from '../formats/error.js';

/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {{entry: Entry, split: string, name: string}} Member name: its class; '': none */
/**
 * Files with one class each. from, form: what says the classes; notes: how that was read
 * @typedef {{members: Member[], classes: string[], from: string[], form: string, notes: string[]}} Classed
 */

const CLASSES_MAX = 256;
/** Parts of a folder's name that mark a split, between "-", "_" and ".", without numbers at their end. */
const SPLITS = Object.entries({
  test: ['test', 'testing', 'testset'],
  val: ['val', 'valid', 'validation'],
  train: ['train', 'training', 'trainset'],
});
/** Further words of a folder's name that is only about a split: train_images. */
const FILLERS = ['', 'set', 'data', 'images', 'image', 'imgs', 'img', 'pictures', 'photos', 'jpg', 'png', 'resized'];
/** Beginnings of file names that cameras and programs give. */
const CAMERAS =
  /^(img|image|images|dsc|dscn|dscf|pxl|photo|pic|picture|frame|screenshot|file|train|test|val|valid|sample|mvi?|wp|whatsapp image)$/i;
/** A word, then a number: cat.0.jpg, Maine_Coon_12.jpg, dog (3).png. */
const NUMBERED = /^(\p{L}[\p{L}\p{M} '&._-]*?)[ ._-]*(?:\d+|\(\d+\))\.[^.]+$/u;

/** Compares by code units, so that every machine sorts equally. @param {string} a @param {string} b */
export const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** @param {string} folder */
const partsOf = (folder) =>
  folder
    .toLowerCase()
    .split(/[-_. ]/)
    .map((part) => part.replace(/^([a-z]+)\d+$/, '$1'));

/** @param {string[]} parts */
const splitIn = (parts) => SPLITS.find(([, words]) => words.some((word) => parts.includes(word)))?.[0] ?? '';

/** Returns true if a folder's name says a split and nothing else. @param {string} folder */
function isSplit(folder) {
  const parts = partsOf(folder);
  const rest = parts.filter((part) => !splitIn([part]) && !FILLERS.includes(part));
  return !!splitIn(parts) && !rest.length;
}

/** @param {Entry} entry @returns {Member} */
export function memberOf(entry) {
  const folders = entry.path.split('/').slice(0, -1);
  const last = folders.at(-1) ?? '';
  const name = isSplit(last) ? '' : last;
  return { entry, name, split: splitIn((name ? folders.slice(0, -1) : folders).flatMap(partsOf)) };
}

/** @param {Member[]} members */
const classesOf = (members) => [...new Set(members.map(({ name }) => name))].filter(Boolean).sort(compare);

/** Lists the folders of files, or their names if they are in none. @param {Member[]} members */
const placesOf = (members) => listed([...new Set(members.map(({ entry }) => entry.path.split('/').slice(0, -1).pop() || entry.name))]);

/** @param {Member[]} members @param {(member: Member) => string} name */
const renamed = (members, name) => members.map((member) => ({ ...member, name: name(member) }));

/** Returns the class in a file's name, or ''. @param {Member} member */
const prefixOf = ({ entry }) => NUMBERED.exec(entry.path.split('/').pop() ?? '')?.[1] ?? '';

/**
 * Returns true if file names say classes: each training picture has a word and a number, and pictures share
 * their words.
 * @param {Member[]} members
 */
function isNumbered(members) {
  const trained = members.filter(({ split }) => split !== 'test');
  const classes = classesOf(trained);
  return (
    trained.every(({ name }) => name && !CAMERAS.test(name)) &&
    classes.length > 1 &&
    classes.every((one) => trained.filter(({ name }) => name === one).length > 1)
  );
}

/**
 * Leaves out members without a class, and classes that are only in the test or validation set.
 * @param {Member[]} members
 * @param {string[]} notes extended
 */
function labelled(members, notes) {
  const trained = members.filter(({ split, name }) => name && (split === 'train' || split === ''));
  const known = new Set(classesOf(trained));
  const isKnown = (/** @type {Member} */ { name, split }) =>
    !!name && (!known.size || split === 'train' || split === '' || known.has(name));
  const unlabelled = members.filter((member) => !isKnown(member));
  if (unlabelled.length)
    notes.push(
      unlabelled.length === 1
        ? `1 file has no class and is left out: ${unlabelled[0]?.entry.path}`
        : `${unlabelled.length} files have no class and are left out (${placesOf(unlabelled)})`,
    );
  return members.filter(isKnown);
}

/**
 * Sorts members by path, and checks their classes.
 * @param {Member[]} all
 * @returns {{members: Member[], classes: string[], notes: string[]} | null} null: fewer than two classes
 */
function checked(all) {
  /** @type {string[]} */
  const notes = [];
  const members = labelled(all, notes).sort((a, b) => compare(a.entry.path, b.entry.path));
  const classes = classesOf(members);
  if (classes.length < 2) return null;
  if (classes.length > CLASSES_MAX) throw new EngineError(`there are ${classes.length} class folders; at most ${CLASSES_MAX} are read`);
  return { members, classes, notes };
}

/**
 * Returns the members of class folders, sorted by path.
 * @param {Entry[]} entries
 */
export function classFolders(entries) {
  const members = entries.map(memberOf);
  const folders = checked(members);
  if (folders || members.some(({ name, split }) => name && split)) return folders;
  // cat/train/0.jpg: the class is the folder above the split.
  const above = renamed(members, ({ entry, name }) => name || (entry.path.split('/').slice(0, -2).pop() ?? ''));
  return checked(above.filter(({ name }) => name && !isSplit(name)));
}

/**
 * Finds the classes of pictures in their paths: class folders, else words in the names of files.
 * @param {Entry[]} entries
 * @returns {Classed | null}
 */
export function classesOfPaths(entries) {
  const folders = classFolders(entries);
  if (folders) return { ...folders, from: [`${folders.classes.length} folders`], form: 'folders' };
  const members = renamed(entries.map(memberOf), prefixOf);
  const found = isNumbered(members) ? checked(members) : null;
  if (!found) return null;
  const note = `the classes are the words at the beginning of the files' names: ${listed(found.classes)}`;
  return { ...found, from: [`${found.classes.length} words`], form: 'names', notes: [note, ...found.notes] };
}

/**
 * Distributes members to the training and the test set. Without test members, the validation set is the test
 * set.
 * @param {Member[]} members
 * @returns {{train: Member[], test: Member[], unused: string[], notes: string[]}}
 */
export function splitsOf(members) {
  const of = (/** @type {string} */ split) => members.filter((member) => member.split === split);
  const tested = of('test');
  const val = of('val');
  const test = tested.length ? tested : val;
  const held = new Set(test);
  const rest = members.filter((member) => !held.has(member));
  const train = of('train').length ? of('train') : rest.filter(({ split }) => split !== 'val');
  if (!test.length) return { train: rest, test, unused: [], notes: [] };
  if (!train.length) return { train: test, test: [], unused: rest.map(({ entry }) => entry.path), notes: [] };
  const trained = new Set(train);
  return {
    train,
    test,
    unused: rest.filter((member) => !trained.has(member)).map(({ entry }) => entry.path),
    notes: tested.length ? [] : ['the validation set is the test set, since there is no other'],
  };
}
