// Sources of data files: a picker, a drop, a folder, or a URL of this site. The importer reads them
// (importing/).

/**
 * Paths of dropped files. The browser only provides the paths of picked folders.
 * @type {WeakMap<File, string>}
 */
const paths = new WeakMap();

/** Returns a file's path in the folder that it came with, otherwise its name. @param {File} file */
export const pathOf = (file) => paths.get(file) ?? (file.webkitRelativePath || file.name);

/**
 * Lets the user pick files. Call it from a click or key press.
 * @param {{folder?: boolean}} [options]
 * @returns {Promise<File[]>} empty if the user cancelled
 */
export function pickFiles({ folder = false } = {}) {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = folder;
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

/** @param {FileSystemEntry} entry @returns {Promise<File[]>} */
async function filesOf(entry) {
  if (entry.isFile) {
    /** @type {File} */
    const file = await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject));
    paths.set(file, entry.fullPath.replace(/^\//, ''));
    return [file];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  const files = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    // each call returns a part of the folder
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!entries.length) return files;
    for (const inner of entries) files.push(...(await filesOf(inner)));
  }
}

/**
 * Returns dropped files and the files of dropped folders. The event's data is gone after the first await, so
 * entries are read before it.
 * @param {DataTransfer} transfer
 * @returns {Promise<File[]>}
 */
export async function droppedFiles(transfer) {
  const files = [...transfer.files];
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.());
  if (!entries.some((entry) => entry?.isDirectory)) return files;
  return (await Promise.all(entries.map((entry) => (entry ? filesOf(entry) : [])))).flat();
}

/**
 * @param {string} address relative to the page
 * @returns {Promise<File>}
 */
export async function fetchFile(address) {
  const url = URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI) : null;
  if (url?.origin !== location.origin) throw new Error(`${address} is not an address of this site; only its own addresses are opened`);
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) throw new Error(`${url.href} cannot be read (${response ? `status ${response.status}` : 'no answer'})`);
  return new File([await response.blob()], decodeURIComponent(url.pathname.split('/').pop() || 'data'));
}

/**
 * A data set on this site. Paths are relative to data/index.json.
 * @typedef {{data: string, link: string, files: {name: string, path: string, sha256: string,
 *   size: number}[]}} SiteSet
 */

/** @type {Promise<SiteSet[]> | null} */
let sets = null;

/** @returns {Promise<SiteSet[]>} fetched once */
const siteSets = () =>
  (sets ??= fetchFile('data/index.json')
    .then(async (file) => JSON.parse(await file.text()).sets)
    .catch(() => []));

/**
 * Returns a data set that this site's host offers (`make cifar10`).
 * @param {string} data
 * @returns {Promise<SiteSet | null>}
 */
export const siteSet = async (data) => (await siteSets()).find((set) => set.data === data) ?? null;

/** SHA-256 of the data files that this site publishes. @returns {Promise<Set<string>>} */
export const siteHashes = async () => new Set((await siteSets()).flatMap(({ files }) => files.map(({ sha256 }) => sha256)));
