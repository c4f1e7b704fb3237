// A tab of the browser over reloads: its name, which no other tab has while it is open, the place in it, and the runs that were
// removed from it. All of it is there at once, before any database is.

import { isText, membersOf } from '../formats/json.js';
import { isCurrent } from './student.js';

const FORMAT = 1; // of places; others are ignored
const TAB = 'calib-tab';
const REMOVED = 'calib-removed'; // ids of runs
const patience = 1000; // ms until a name that another page holds is given up

/** What a tab's lock is called, and its place. @param {string} tab */
export const lockOf = (tab) => `${TAB}-${tab}`;

/**
 * Holds a tab's name as long as the page lives.
 * @param {string} tab
 * @param {LockOptions} how
 * @returns {Promise<boolean>} false: another page has it
 */
function hold(tab, how) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(lockOf(tab), how, (lock) => {
        resolve(!!lock);
        return lock ? new Promise(() => {}) : undefined;
      })
      .catch(() => resolve(!how.signal?.aborted));
  });
}

/**
 * This page's name: the one that it had before a reload, one that a closed tab has left, or a fresh one.
 * @param {() => Promise<string[]>} left names that have runs, the best first
 * @returns {Promise<string>}
 * @throws where the browser keeps nothing for this page
 */
export async function takeTab(left) {
  const own = sessionStorage.getItem(TAB);
  const keep = (/** @type {string} */ tab) => {
    sessionStorage.setItem(TAB, tab);
    return tab;
  };
  // A tab that was duplicated has the other's name, which that one holds; so does, for a moment, the page before a reload.
  if (own && (await hold(own, { signal: AbortSignal.timeout(patience) }))) return keep(own);
  for (const tab of own ? [] : await left()) if (await hold(tab, { ifAvailable: true })) return keep(tab);
  const fresh = `${Date.now().toString(36)}-${(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0).toString(36)}`;
  await hold(fresh, {});
  return keep(fresh);
}

/** Whether this tab had the page open before, and so may have a place to go back to. */
export function wasHere() {
  try {
    return !!sessionStorage.getItem(TAB);
  } catch {
    return false;
  }
}

/**
 * Says at once that runs are removed, so that none is back where the page ends before the database knows, or where the database
 * ends what that page had begun to write only after it was asked to drop it.
 * @param {string[]} ids
 */
export function forget(ids) {
  try {
    sessionStorage.setItem(REMOVED, JSON.stringify([...forgotten(), ...ids].slice(-200)));
  } catch {} // full or closed: then the database alone knows
}

/** Runs of this tab that are not to come back. @returns {string[]} */
export function forgotten() {
  try {
    const ids = /** @type {unknown} */ (JSON.parse(sessionStorage.getItem(REMOVED) ?? '[]'));
    return Array.isArray(ids) ? ids.filter((id) => isText(id)) : [];
  } catch {
    return [];
  }
}

/** Places without runs, of tabs that are closed. @param {string[]} known tabs with runs, and this one */
export async function sweepPlaces(known) {
  const held = (await navigator.locks?.query())?.held ?? [];
  const used = new Set([...held.map(({ name }) => name), ...known.map(lockOf)]);
  for (const key of Object.keys(localStorage)) if (key.startsWith(`${TAB}-`) && !used.has(key)) localStorage.removeItem(key);
}

/** Where one is, as text. @param {string} tab @param {object} place */
export function writePlace(tab, place) {
  if (!isCurrent()) return;
  try {
    localStorage.setItem(lockOf(tab), JSON.stringify({ format: FORMAT, ...place }));
  } catch {
    // full or closed: the place starts empty
  }
}

/** @typedef {import('../../model/types.js').Place} Place */

/** @param {unknown} value */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} value @returns {value is Place} */
function isPlace(value) {
  const { format, seen, whole, queue, sweeps } = membersOf(value);
  if (format !== FORMAT || !isObject(seen) || !isObject(whole) || !isObject(membersOf(whole).comparison)) return false;
  if (!Array.isArray(queue) || !queue.every((item) => isObject(item) && typeof membersOf(item).link === 'string')) return false;
  return Array.isArray(sweeps) && sweeps.every((sweep) => ['axes', 'specs'].every((list) => Array.isArray(membersOf(sweep)[list])));
}

/** @param {string} tab @returns {Place | null} null where there is none that this page understands */
export function readPlace(tab) {
  try {
    /** @type {unknown} */
    const place = JSON.parse(localStorage.getItem(lockOf(tab)) ?? 'null');
    return isPlace(place) ? place : null;
  } catch {
    return null;
  }
}
