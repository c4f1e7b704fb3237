// Reads and writes the link in the URL. No other file touches the URL, except that texts/language.js reads
// the language. A link is one text here; only the engine parses it.

/** @returns {string} the fragment without '#', unchanged; empty if it only sets the language */
export function readLink() {
  return location.hash.replace(/^#\??(lang=[\w-]*$)?/, '');
}

/** Returns the whole fragment, including the language that only the page's start reads. */
export const writtenLink = () => location.hash.slice(1);

const RETRY_DELAY = 1000; // ms
let waiting = 0;

// The fragment as the page knows it. A different one means that someone set a link and the event is still to
// come.
let known = location.hash;
window.addEventListener('hashchange', () => (known = location.hash));

/**
 * Replaces the fragment without a history entry. Browsers throw at too many changes: Safari at 100 in ten
 * seconds, Firefox at 200. A refused link is written a second afterwards, unless another one was. A link that
 * someone else has just set stays.
 * @param {string} link
 */
export function writeLink(link) {
  clearTimeout(waiting);
  const url = `#${link}`;
  if (url === location.hash || location.hash !== known) return;
  try {
    history.replaceState(history.state, '', url);
    known = location.hash;
  } catch {
    waiting = setTimeout(writeLink, RETRY_DELAY, link);
  }
}

/** Adds a history entry with the same address, so that the user can go back from the next change. */
export function pushLink() {
  try {
    history.pushState(null, '', location.href);
  } catch {
    // Too many entries within seconds: the current entry is used for this change, too.
  }
}

/**
 * Calls back when someone else changed the fragment: by typing, a link or going back.
 * @param {(link: string) => void} callback
 */
export function onLink(callback) {
  window.addEventListener('hashchange', () => {
    clearTimeout(waiting);
    callback(readLink());
  });
}

/** @param {string} link @returns {string} the address to share */
export function shareLink(link) {
  const url = new URL(location.href);
  url.hash = link;
  return url.href;
}

/** Returns true if the address only works on the reader's computer. */
export const onlyHere = () => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** Returns an exercise's link. @param {string} key name in the folder, or packed text */
export const linkOfExercise = (key) => `exercise=${key}`;
