// Remembers the kept data files that the user of this tab agreed to, by SHA-256. Reloads keep it, and
// other tabs do not share it.

import { isText } from '../formats/json.js';
import { isCurrent } from './student.js';

const KEY = 'calib-agreed';
const MOST = 500;

/** Replaces the storage if it is full or closed; lasts as long as the page. @type {string[]} */
let here = [];

/** Files that wait for the user's agreement. @param {import('../types.js').MissingFile[]} missing */
export const unagreed = (missing) => missing.filter(({ kept }) => kept);

/** Says why a link cannot be used. @param {import('../types.js').MissingFile[]} missing not empty */
export function whyMissing(missing) {
  const names = (/** @type {import('../types.js').MissingFile[]} */ files) => files.map(({ name }) => name).join(', ');
  const absent = missing.filter(({ kept }) => !kept);
  if (absent.length) return `this link needs data that is not here: ${names(absent)}`;
  return `this link takes data that this browser keeps and nobody picked in this tab; a run of it asks first: ${names(missing)}`;
}

/** @returns {string[]} SHA-256 of each file */
export function agreedFiles() {
  try {
    const kept = /** @type {unknown} */ (JSON.parse(sessionStorage.getItem(KEY) ?? '[]'));
    return [...new Set([...(Array.isArray(kept) ? kept.filter((one) => isText(one)) : []), ...here])];
  } catch {
    return here;
  }
}

/** @param {string[]} sha256s */
export function rememberAgreed(sha256s) {
  if (!isCurrent()) return;
  const all = [...new Set([...agreedFiles(), ...sha256s])].slice(-MOST);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(all));
    here = [];
  } catch {
    here = all;
  }
}
