// Names a file of initial weights in a link: the first digits of its SHA-256.
import { sha256 } from './sha256.js';

const DIGITS = 16;

/** @param {Blob} file */
export async function weightsName(file) {
  const bytes = await file.arrayBuffer();
  if (!crypto.subtle) return sha256(new Uint8Array(bytes)).slice(0, DIGITS); // a page from plain http
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, DIGITS);
}
