// The only file that touches the URL. The engine's parser owns a link's grammar; here it is text between '&'.

/** @returns {string} the fragment without '#', as it stands in the URL */
export function readLink() {
  return location.hash.replace(/^#\??/, '');
}

/**
 * Letter by letter what the engine reads of a link: no address before it, and no %XX, which mail and chat programs put there.
 * @param {string} link
 */
const plain = (link) =>
  link
    .replace(/^https?:\/\/[^#]*(?=#)/, '')
    .replace(/^[#?]/, '')
    .replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

/**
 * The values of the page's own keys. Whether they are well-formed, and that no other key is unknown, is what
 * the engine checks.
 * @param {string} link
 * @param {string[]} keys describe.page
 * @returns {Object<string, string>}
 */
export function pageKeys(link, keys) {
  /** @type {Object<string, string>} */
  const found = {};
  for (const part of plain(link).split('&')) {
    const [key] = part.split('=', 1);
    if (keys.includes(key)) found[key] = part.slice(key.length + 1);
  }
  return found;
}

/**
 * @param {string} spec the canonical link
 * @param {Object<string, string>} page keys of the page to add
 */
export function joinLink(spec, page = {}) {
  return [spec, ...Object.entries(page).map(([key, value]) => `${key}=${value}`)].filter(Boolean).join('&');
}

/** A canonical link without one of its keys. @param {string} spec @param {string} key */
export const withoutKey = (spec, key) =>
  spec
    .split('&')
    .filter((part) => !part.startsWith(`${key}=`))
    .join('&');

/**
 * Replaces the fragment without a new entry in the history.
 * @param {string} spec
 * @param {Object<string, string>} [page]
 */
export function writeLink(spec, page) {
  const url = `#${joinLink(spec, page)}`;
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
