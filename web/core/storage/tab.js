// A tab across reloads: its name, unique among open tabs, its place, and its removed runs. All of it is
// available synchronously, before any database opens.

import { isText, membersOf } from '../formats/json.js';
import { isCurrent } from './student.js';

const FORMAT = 1; // version of places; others are ignored
const TAB = 'calib-tab';
const REMOVED = 'calib-removed'; // ids of runs
const patience = 1000; // ms to wait for a name that another page holds

/** Returns the key of a tab's lock and of its place. @param {string} tab */
export const lockOf = (tab) => `${TAB}-${tab}`;

/**
 * Holds a tab's name while the page lives.
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
 * Returns this page's name: the one before a reload, that of a closed tab, or a fresh one.
 * @param {() => Promise<string[]>} left names that have runs, best first
 * @returns {Promise<string>}
 * @throws where the browser keeps nothing for this page
 */
export async function takeTab(left) {
  const own = sessionStorage.getItem(TAB);
  const keep = (/** @type {string} */ tab) => {
    sessionStorage.setItem(TAB, tab);
    return tab;
  };
  // A duplicated tab has the other tab's name, which that tab holds. For a moment, so does the page before a
  // reload.
  if (own && (await hold(own, { signal: AbortSignal.timeout(patience) }))) return keep(own);
  for (const tab of own ? [] : await left()) if (await hold(tab, { ifAvailable: true })) return keep(tab);
  const fresh = `${Date.now().toString(36)}-${(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0).toString(36)}`;
  await hold(fresh, {});
  return keep(fresh);
}

/** Returns true if this tab had the page open before, and so may have a place to restore. */
export function wasHere() {
  try {
    return !!sessionStorage.getItem(TAB);
  } catch {
    return false;
  }
}

/**
 * Records removed runs synchronously, so that they stay removed if the page ends before the database is
 * written. It also covers a write that the page started before the removal.
 * @param {string[]} ids
 */
export function forget(ids) {
  try {
    sessionStorage.setItem(REMOVED, JSON.stringify([...forgotten(), ...ids].slice(-200)));
  } catch {} // full or blocked: only the database knows
}

/** Returns this tab's removed runs. @returns {string[]} */
export function forgotten() {
  try {
    const ids = /** @type {unknown} */ (JSON.parse(sessionStorage.getItem(REMOVED) ?? '[]'));
    return Array.isArray(ids) ? ids.filter((id) => isText(id)) : [];
  } catch {
    return [];
  }
}

/** Deletes places without runs of closed tabs. @param {string[]} known tabs with runs, and this one */
export async function sweepPlaces(known) {
  const held = (await navigator.locks?.query())?.held ?? [];
  const used = new Set([...held.map(({ name }) => name), ...known.map(lockOf)]);
  for (const key of Object.keys(localStorage)) if (key.startsWith(`${TAB}-`) && !used.has(key)) localStorage.removeItem(key);
}

/** Writes the place as text. @param {string} tab @param {object} place */
export function writePlace(tab, place) {
  if (!isCurrent()) return;
  try {
    localStorage.setItem(lockOf(tab), JSON.stringify({ format: FORMAT, ...place }));
  } catch {
    // full or blocked: the place starts empty
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

/** @param {string} tab @returns {Place | null} null if there is none, or none of this version */
export function readPlace(tab) {
  try {
    /** @type {unknown} */
    const place = JSON.parse(localStorage.getItem(lockOf(tab)) ?? 'null');
    return isPlace(place) ? place : null;
  } catch {
    return null;
  }
}
