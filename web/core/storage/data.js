// Stores data files in the origin private file system, named by their SHA-256, and records the files of each
// data hash. If the browser has no such storage (private windows), files live as long as the page.

const FOLDER = 'calib-data';
// Written alternately, so that a page that is killed while it writes one leaves the other intact.
const INDEXES = ['index.json', 'index-2.json'];
/** Most bytes stored without asking. Further files live as long as the page. */
const ROOM = 2e9;

/** @import {FoundFile, KeptFile, MissingFile} from '../types.js' */

/**
 * @typedef {object} Index
 * @property {Record<string, {name: string, size: number, keptAt?: number}>} files by SHA-256 and name: two
 *   names may have equal content; keptAt: ms since 1970, missing in older indexes
 * @property {Record<string, Record<string, string>>} data hash of the chosen samples -> name -> SHA-256
 * @property {number} [written] number of writes; the index with more is the latest
 */

/** @param {ArrayBuffer} bytes */
async function sha256Of(bytes) {
  // Pages from plain http have neither hashes nor lasting storage. Any unique name works while the page
  // lives.
  if (!crypto.subtle) return `unhashed-${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const keyOf = (/** @type {string} */ sha256, /** @type {string} */ name) => `${sha256} ${name}`;
const hashOf = (/** @type {string} */ key) => key.split(' ')[0] ?? '';
const holds = (/** @type {Index} */ { files }, /** @type {string} */ sha256) => Object.keys(files).some((key) => hashOf(key) === sha256);

/**
 * Finds the kept file of a name. A data hash names its file exactly; otherwise the latest file with this name
 * counts, and files that this tab may use come first.
 * @param {Index} index
 * @param {string} name
 * @param {string | undefined} exact SHA-256 of the file with the link's data hash
 * @param {{has: (sha256: string) => boolean}} agreed SHA-256 of the files that this tab may use
 * @returns {{sha256: string | null, kept: KeptFile | null, agreed: boolean}} kept: null if there is none
 */
export function fileFor(index, name, exact, agreed) {
  const named = Object.keys(index.files).filter((key) => index.files[key]?.name === name);
  const sha256 = exact ?? hashOf(named.findLast((key) => agreed.has(hashOf(key))) ?? named.at(-1) ?? '');
  const key = named.findLast((one) => hashOf(one) === sha256) ?? Object.keys(index.files).find((one) => hashOf(one) === sha256);
  const file = key ? index.files[key] : undefined;
  const kept = file ? { size: file.size, at: file.keptAt ?? null } : null;
  return { sha256: sha256 || null, kept, agreed: !!kept && agreed.has(sha256) };
}

/**
 * Runs one change at a time over all tabs, if the browser has locks.
 * @template T
 * @param {() => Promise<T>} change
 */
const alone = (change) => (navigator.locks ? navigator.locks.request(FOLDER, change) : change());

class Disk {
  persistent = true;

  /** @param {FileSystemDirectoryHandle} folder */
  constructor(folder) {
    this.folder = folder;
  }

  /** @param {string} name @param {ArrayBuffer | Uint8Array<ArrayBuffer>} bytes */
  async write(name, bytes) {
    const file = await this.folder.getFileHandle(name, { create: true });
    const access = await file.createSyncAccessHandle(); // the only way to write in Safari
    try {
      access.truncate(0);
      access.write(bytes, { at: 0 });
      access.flush();
    } finally {
      access.close();
    }
  }

  /** @param {string} name @returns {Promise<File | null>} */
  async read(name) {
    try {
      return await (await this.folder.getFileHandle(name)).getFile();
    } catch {
      return null;
    }
  }

  /** @param {string} name */
  async remove(name) {
    await this.folder.removeEntry(name).catch(() => {});
  }

  /** Removes files that a page left when it was closed during a write. @param {string[]} known */
  async sweep(known) {
    for await (const name of this.folder.keys()) if (!known.includes(name)) await this.remove(name);
  }
}

class Memory {
  persistent = false;
  /** @type {Map<string, Blob>} */
  blobs = new Map();

  /** @param {string} name @param {ArrayBuffer | Uint8Array<ArrayBuffer>} bytes */
  async write(name, bytes) {
    this.blobs.set(name, new Blob([bytes]));
  }

  /** @param {string} name */
  async read(name) {
    return this.blobs.get(name) ?? null;
  }

  /** @param {string} name */
  async remove(name) {
    this.blobs.delete(name);
  }
}

class Store {
  /** @param {Disk | Memory} place */
  constructor(place) {
    this.place = place;
    this.disk = place; // the lasting storage, if there is any
    /** SHA-256 of the files that this tab may use. @type {Set<string>} */
    this.agreed = new Set();
    /**
     * Files that live as long as the page, by SHA-256 and name. They are not listed.
     * @type {Map<string, {name: string, size: number, keptAt: number, blob: Blob}>}
     */
    this.lent = new Map();
  }

  get persistent() {
    return this.place.persistent;
  }

  /**
   * Returns the latest complete index.
   * @param {Disk | Memory} [place]
   * @returns {Promise<Index & {written: number}>}
   */
  async index(place = this.place) {
    let last = { files: {}, data: {}, written: 0 };
    for (const name of INDEXES) {
      const file = await place.read(name);
      try {
        /** @type {Partial<Index> | null} */
        const index = JSON.parse((await file?.text()) ?? '');
        const { files, data, written = 1 } = index ?? {};
        if (files && data && written > last.written) last = { files, data, written };
      } catch {
        // Nothing is stored yet, or a write was interrupted: then the other index counts.
      }
    }
    return last;
  }

  /** @param {(index: Index) => void} edit @param {Disk | Memory} [place] */
  async change(edit, place = this.place) {
    const index = await this.index(place);
    edit(index);
    index.written++;
    await place.write(INDEXES[index.written % 2] ?? '', new TextEncoder().encode(JSON.stringify(index)));
  }

  /**
   * @param {string} name
   * @param {Blob} blob
   * @returns {Promise<{sha256: string, fresh: boolean}>} fresh: it was not stored before
   */
  async keep(name, blob) {
    this.takeBack(name);
    const bytes = await blob.arrayBuffer();
    const sha256 = await sha256Of(bytes);
    return alone(async () => {
      const fresh = !holds(await this.index(), sha256) || !(await this.place.read(sha256));
      if (fresh) await this.write(sha256, bytes);
      await this.change((index) => {
        delete index.files[keyOf(sha256, name)]; // the latest file with a name is used
        index.files[keyOf(sha256, name)] = { name, size: bytes.byteLength, keptAt: Date.now() };
      });
      this.agreed.add(sha256); // whoever gives a file agrees to its use
      return { sha256, fresh };
    });
  }

  /**
   * Takes a file that is never stored, in place of an earlier one with its name.
   * @param {string} name
   * @param {Blob} blob
   */
  async lend(name, blob) {
    const sha256 = await sha256Of(await blob.arrayBuffer());
    this.takeBack(name);
    this.lent.set(keyOf(sha256, name), { name, size: blob.size, keptAt: Date.now(), blob });
    this.agreed.add(sha256);
    return { sha256, fresh: true };
  }

  /** Drops a lent file. @param {string} name */
  takeBack(name) {
    for (const [key, file] of this.lent) if (file.name === name) this.lent.delete(key);
  }

  /**
   * Falls back to memory when the disk is full or blocked, or the stored files reach the limit.
   * @param {string} name
   * @param {ArrayBuffer} bytes
   */
  async write(name, bytes) {
    try {
      if (this.persistent && (await this.taken()) + bytes.byteLength > ROOM) throw new Error('that is more than is kept');
      await this.place.write(name, bytes);
    } catch (refused) {
      if (!this.persistent) throw refused;
      await this.place.remove(name);
      this.disk = this.place;
      const memory = new Memory();
      for (const { sha256 } of await this.list()) {
        const blob = await this.place.read(sha256);
        if (blob) memory.blobs.set(sha256, blob);
      }
      const index = await this.index();
      this.place = memory;
      await this.change((copy) => Object.assign(copy, index));
      await this.place.write(name, bytes);
    }
  }

  /**
   * Finds files by name. A kept file that nobody agreed to in this tab counts as missing.
   * @param {string[]} names
   * @param {string} hash the data hash that a link asks for, or ''
   * @returns {Promise<{found: FoundFile[], missing: MissingFile[]}>}
   */
  async find(names, hash) {
    const index = await this.index();
    index.files = { ...index.files, ...Object.fromEntries(this.lent) };
    const exact = hash ? index.data[hash] : undefined;
    /** @type {FoundFile[]} */
    const found = [];
    /** @type {MissingFile[]} */
    const missing = [];
    for (const name of names) {
      const { sha256, kept, agreed } = fileFor(index, name, exact?.[name], this.agreed);
      const lent = this.lent.get(keyOf(sha256 ?? '', name));
      const blob = lent?.blob ?? (sha256 && kept ? await this.place.read(sha256) : null);
      if (!sha256 || !kept || !blob) missing.push({ name, sha256 });
      else if (agreed) found.push({ name, blob, sha256 });
      else missing.push({ name, sha256, kept });
    }
    return { found, missing };
  }

  /**
   * Records which files a data set was made from.
   * @param {string} dataHash
   * @param {import('../types.js').FoundFile[]} files
   */
  async note(dataHash, files) {
    if (!files.length || files.some(({ name, sha256 }) => this.lent.has(keyOf(sha256, name)))) return;
    const made = Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256]));
    await alone(() => this.change((index) => (index.data[dataHash.slice(0, 16)] = made)));
  }

  /** @returns {Promise<import('../types.js').StoredFile[]>} */
  async list() {
    return Object.entries((await this.index()).files).map(([key, file]) => ({ ...file, sha256: hashOf(key) }));
  }

  /** Bytes of the stored files, without duplicates. */
  async taken() {
    const sizes = new Map((await this.list()).map(({ sha256, size }) => [sha256, size]));
    return [...sizes.values()].reduce((sum, size) => sum + size, 0);
  }

  /** Deletes every file and both indexes, in memory and on disk. */
  async clear() {
    await alone(async () => {
      for (const place of new Set([this.place, this.disk])) {
        const { files } = await this.index(place);
        for (const name of [...INDEXES, ...Object.keys(files).map(hashOf)]) await place.remove(name);
      }
      if (this.disk instanceof Disk) await this.disk.sweep([]);
    });
  }

  /** Removes a file, in memory and on disk. @param {string} sha256 */
  async remove(sha256) {
    for (const key of this.lent.keys()) if (hashOf(key) === sha256) this.lent.delete(key);
    await alone(async () => {
      for (const place of new Set([this.place, this.disk])) {
        await this.change((index) => {
          for (const key of Object.keys(index.files)) if (hashOf(key) === sha256) delete index.files[key];
        }, place);
        await place.remove(sha256);
      }
    });
  }
}

/** @returns {Promise<Disk>} */
async function openDisk() {
  const root = await navigator.storage.getDirectory();
  const disk = new Disk(await root.getDirectoryHandle(FOLDER, { create: true }));
  await disk.write('probe', new Uint8Array(1)); // some browsers only refuse here
  const { files } = await new Store(disk).index();
  await disk.sweep([...INDEXES, ...Object.keys(files).map(hashOf)]);
  return disk;
}

/** @returns {Promise<Store>} */
export async function openStore() {
  try {
    return new Store(await alone(openDisk));
  } catch {
    return new Store(new Memory());
  }
}
