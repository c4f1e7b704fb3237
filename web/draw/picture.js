// Turns a sample into a picture for an SVG: a data URL, cached per sample.

/** @typedef {import('./charts/samples.js').Samples} Samples */

/** @type {WeakMap<Samples, Map<number, string>>} */
const made = new WeakMap();

/**
 * Draws one image from planes of red, green and blue (or one of grey).
 * @param {HTMLCanvasElement} canvas
 * @param {Samples} samples
 * @param {number} index
 */
export function fillCanvas(canvas, samples, index) {
  const { c, h, w, pixels } = samples;
  if (!pixels) return;
  canvas.width = w;
  canvas.height = h;
  const image = new ImageData(w, h);
  const area = w * h;
  const start = index * c * area;
  for (let i = 0; i < area; i++) {
    for (let channel = 0; channel < 3; channel++) image.data[4 * i + channel] = pixels[start + (c === 3 ? channel * area : 0) + i] ?? 0;
    image.data[4 * i + 3] = 255;
  }
  canvas.getContext('2d')?.putImageData(image, 0, 0);
}

/** @param {Samples} samples @param {number} index */
export function pictureUrl(samples, index) {
  const urls = made.get(samples) ?? new Map();
  made.set(samples, urls);
  let url = urls.get(index);
  if (url === undefined) {
    const canvas = document.createElement('canvas');
    fillCanvas(canvas, samples, index);
    urls.set(index, (url = samples.pixels ? canvas.toDataURL() : ''));
  }
  return url;
}
