// The only file that touches the URL, beside what reads the language (texts/language.js). What stands in its fragment is one text here: the
// engine alone takes a link apart.

/** @returns {string} the fragment without '#', as it stands in the URL; of one that says nothing but the language: nothing */
export function readLink() {
  return location.hash.replace(/^#\??(lang=[\w-]*$)?/, '');
}

/** The same with what only the page's beginning reads. */
export const writtenLink = () => location.hash.slice(1);

const LATER = 1000; // ms
let waiting = 0;

// The fragment as the page knows it. Where it is another one, somebody has put a link there and the event is still to come.
let known = location.hash;
window.addEventListener('hashchange', () => (known = location.hash));

/**
 * Replaces the fragment without a new entry in the history. Safari lets a page change its address a hundred times in ten seconds, Firefox
 * two hundred times, and then they throw: so what is refused is written later, if nothing else was by then. A link that somebody else has
 * just put there stays.
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
    waiting = setTimeout(writeLink, LATER, link);
  }
}

/** A new entry in the history with the same address: what is written next can be gone back from. */
export function pushLink() {
  try {
    history.pushState(null, '', location.href);
  } catch {
    // So many within seconds that the browser wants no more: the entry that there is stands for this one, too.
  }
}

/**
 * Calls back when someone else changed the fragment: by hand, with a link or by going back.
 * @param {(link: string) => void} callback
 */
export function onLink(callback) {
  window.addEventListener('hashchange', () => {
    clearTimeout(waiting);
    callback(readLink());
  });
}

/** @param {string} link @returns {string} the address to give to others */
export function shareLink(link) {
  const url = new URL(location.href);
  url.hash = link;
  return url.href;
}

/** Whether nobody else can open what is shared: the address means the reader's own computer. */
export const onlyHere = () => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
