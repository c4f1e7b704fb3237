// Separates the students of a shared computer. A mark in localStorage names the current student. A tab with
// another mark stops writing and starts over.

import { isText, membersOf } from '../formats/json.js';

const MARK = 'calib-student';
// Settings of the device (theme, language, keys, speeds) have other names and stay.
const OWN = ['calib-tab', 'calib-removed', 'calib-agreed', 'calib-exercise-', 'calib-rating', 'calib-maker'];
const EXERCISE = 'calib-exercise-';

/** @typedef {'sessionStorage' | 'localStorage'} StorageName */
/** @type {StorageName[]} */
const STORAGES = ['sessionStorage', 'localStorage'];

/** @param {StorageName} name @returns {string | null} */
const markIn = (name) => globalThis[name].getItem(MARK);

/** Deletes what a student left in one storage. @param {StorageName} name */
function clean(name) {
  const storage = globalThis[name];
  for (const key of Object.keys(storage)) if (OWN.some((start) => key.startsWith(start))) storage.removeItem(key);
}

/** @returns {boolean} false: another student has started since this tab did, so this tab must not write */
export function isCurrent() {
  try {
    return (markIn('sessionStorage') ?? '') === (markIn('localStorage') ?? '');
  } catch {
    return true; // the browser stores nothing, so students share nothing
  }
}

/**
 * Joins the tab to the current student. Call it before reading anything: a reopened tab has its old storage.
 * @returns {boolean} true if the tab belonged to an earlier student
 */
export function joinStudent() {
  if (isCurrent()) return false;
  try {
    const used = Object.keys(sessionStorage).some((key) => key === MARK || OWN.some((start) => key.startsWith(start)));
    clean('sessionStorage');
    sessionStorage.setItem(MARK, markIn('localStorage') ?? '');
    return used;
  } catch {
    return false;
  }
}

/**
 * Deletes names, answers and places, and notifies every tab, including this one, that another student starts.
 */
export function markStudent() {
  try {
    clean('localStorage');
    localStorage.setItem(MARK, `${Date.now().toString(36)}-${(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0).toString(36)}`);
  } catch {
    // storage is blocked: other tabs share nothing with this one
  }
}

/** @param {() => void} then called when another tab has changed the student */
export function onOtherStudent(then) {
  addEventListener('storage', (event) => {
    if (/** @type {StorageEvent} */ (event).key === MARK && !isCurrent()) then();
  });
}

/**
 * Counts what a student left in both storages.
 * @param {{hash: string, progress: object} | null} open the current exercise
 * @returns {{names: string[], answers: number, exercises: number, ratings: number, draft: boolean}}
 */
export function countLeft(open) {
  /** @type {Map<string, {name: string, answers: number}>} */
  const exercises = new Map();
  let ratings = 0;
  let draft = false;
  const count = (/** @type {string} */ key, /** @type {unknown} */ progress) => {
    const { name, answers } = membersOf(progress);
    const found = { name: isText(name) ? name : '', answers: Object.keys(membersOf(answers)).length };
    const before = exercises.get(key);
    if ((found.name || found.answers) && (!before || found.answers > before.answers)) exercises.set(key, found);
  };
  if (open) count(EXERCISE + open.hash, open.progress);
  for (const name of STORAGES) {
    try {
      const storage = globalThis[name];
      for (const key of Object.keys(storage)) {
        draft ||= key === 'calib-maker';
        if (key === 'calib-rating') ratings = Number(membersOf(JSON.parse(storage.getItem(key) ?? '[]')).length);
        if (key.startsWith(EXERCISE)) count(key, membersOf(JSON.parse(storage.getItem(key) ?? 'null')).progress);
      }
    } catch {
      // blocked, or not written by this page
    }
  }
  const all = [...exercises.values()];
  return {
    names: [...new Set(all.map(({ name }) => name).filter(Boolean))],
    answers: all.reduce((sum, { answers }) => sum + answers, 0),
    exercises: all.length,
    ratings,
    draft,
  };
}
