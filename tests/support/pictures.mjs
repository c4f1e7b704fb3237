// Writes picture files of data that a network was not trained on.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder, npyBytes } from './calib.mjs';

/**
 * Writes pictures of another data set with three classes, in the files of `data=images`.
 * @param {import('node:test').TestContext} t
 */
export function pictures(t, n = 90, size = 32) {
  const at = folder(t);
  const pixels = Uint8Array.from({ length: n * 3 * size * size }, (_, i) => (i * 37 + (i >> 5) * (i >> 11)) % 256);
  const labels = Uint8Array.from({ length: n }, (_, i) => i % 3);
  writeFileSync(join(at, 'images.npy'), npyBytes(pixels, [n, 3, size, size]));
  writeFileSync(join(at, 'images-labels.npy'), npyBytes(labels, [n]));
  return at;
}
export const threeClasses = 'data=images:train=0,val=0,test=90,classes=3,take=first';
