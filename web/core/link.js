// The only file that touches the URL, beside what reads the language (texts/language.js). What stands in its fragment is one text here: the
// engine alone takes a link apart.

/** @returns {string} the fragment without '#', as it stands in the URL; of one that says nothing but the language: nothing */
export function readLink() {
  return location.hash.replace(/^#\??(lang=[\w-]*$)?/, '');
}

/** The same with what only the page's beginning reads. */
export const writtenLink = () => location.hash.slice(1);

/** Replaces the fragment without a new entry in the history. @param {string} link */
export function writeLink(link) {
  const url = `#${link}`;
  if (url !== location.hash) history.replaceState(history.state, '', url);
}

/** A new entry in the history with the same address: what is written next can be gone back from. */
export const pushLink = () => history.pushState(null, '', location.href);

/**
 * Calls back when someone else changed the fragment: by hand, with a link or by going back.
 * @param {(link: string) => void} callback
 */
export function onLink(callback) {
  window.addEventListener('hashchange', () => callback(readLink()));
}

/** @param {string} link @returns {string} the address to give to others */
export function shareLink(link) {
  const url = new URL(location.href);
  url.hash = link;
  return url.href;
}
