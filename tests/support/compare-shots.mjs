// node tests/support/compare-shots.mjs BEFORE AFTER: prints the pictures of two folders that differ, with the
// number of pixels and their place.
import { readdirSync, readFileSync } from 'node:fs';
import { launchChromium } from './chromium.mjs';

const [before, after] = process.argv.slice(2);
const names = (/** @type {string} */ folder) => readdirSync(folder).filter((name) => name.endsWith('.png'));
const [old, now] = [names(before), new Set(names(after))];
const both = old.filter((name) => now.has(name));
console.log(`${both.length} pictures in both, ${old.length - both.length} only before, ${now.size - both.length} only after`);
const read = (/** @type {string} */ folder, /** @type {string} */ name) => readFileSync(`${folder}/${name}`);
const changed = both.filter((name) => !read(before, name).equals(read(after, name)));
const browser = await launchChromium();
const page = await browser.newPage();
for (const name of changed) {
  const pictures = [before, after].map((folder) => `data:image/png;base64,${read(folder, name).toString('base64')}`);
  const difference = await page.evaluate(async (pictures) => {
    const [a, b] = await Promise.all(
      pictures.map(async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
        context?.drawImage(image, 0, 0);
        return /** @type {ImageData} */ (context?.getImageData(0, 0, image.width, image.height));
      }),
    );
    if (a.width !== b.width || a.height !== b.height) return 'another size';
    let count = 0;
    let [left, top, right, bottom] = [a.width, a.height, 0, 0];
    for (let i = 0; i < a.data.length; i += 4) {
      if ([0, 1, 2].every((k) => a.data[i + k] === b.data[i + k])) continue;
      const [x, y] = [(i / 4) % a.width, Math.floor(i / 4 / a.width)];
      [left, top, right, bottom, count] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y), count + 1];
    }
    return count && `${count} pixels in ${left},${top} - ${right},${bottom}`;
  }, pictures);
  if (difference) console.log(`${name}: ${difference}`);
}
console.log(`${changed.length} of ${both.length} differ in their bytes`);
await browser.close();
