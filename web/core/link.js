// The only file that touches the URL. What stands in its fragment is one text here: the engine alone takes a link apart.

/** @returns {string} the fragment without '#', as it stands in the URL */
export function readLink() {
  return location.hash.replace(/^#\??/, '');
}

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
