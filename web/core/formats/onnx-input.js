// Guesses which input an ONNX model expects, and makes that input from pictures.

/**
 * @typedef {object} Input
 * @property {'nchw' | 'nhwc' | 'flat'} layout
 * @property {number} c
 * @property {number} h
 * @property {number} w
 * @property {number} batch samples per batch, from the model if fixed
 * @property {boolean} fixed true if the model only accepts this batch size
 * @property {number[]} mean subtracted from each channel of pixels in 0 to 1
 * @property {number[]} std
 * @property {string} [id] name of a usual normalisation
 */

/** Usual normalisations of pixels. @type {{id: string, mean: number[], std: number[]}[]} */
export const normalisations = [
  { id: 'unit', mean: [0], std: [1] },
  { id: 'bytes', mean: [0], std: [1 / 255] },
  { id: 'signed', mean: [0.5], std: [0.5] },
  { id: 'cifar', mean: [0.4914, 0.4822, 0.4465], std: [0.247, 0.2435, 0.2616] },
  { id: 'imagenet', mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] },
];

/** Normalisations in the numbering of the engine's probe `normalisation`; the last one is the link's. */
export const ways = [...normalisations.map(({ id }) => id), 'data'];

const BATCH = 100;
const CHANNELS = [1, 3, 4];

/**
 * @param {readonly (string | number)[]} shape the input's shape; a word is a size that is not fixed
 * @param {{c: number, h: number, w: number}} data
 * @returns {Input | null} null if it is not an input for pictures
 */
export function guessInput(shape, data) {
  const number = (/** @type {string | number | undefined} */ size) => (typeof size === 'number' && size > 0 ? size : 0);
  const fixed = number(shape[0]) > 0;
  const batch = number(shape[0]) || BATCH;
  const plain = { batch, fixed, mean: [0], std: [1] };
  if (shape.length === 2) return { ...plain, layout: 'flat', c: data.c, h: data.h, w: data.w };
  if (shape.length !== 4) return null;
  const last = CHANNELS.includes(number(shape[3])) && !CHANNELS.includes(number(shape[1]));
  const [c, h, w] = last ? [shape[3], shape[1], shape[2]] : [shape[1], shape[2], shape[3]];
  return { ...plain, layout: last ? 'nhwc' : 'nchw', c: number(c) || data.c, h: number(h) || data.h, w: number(w) || data.w };
}

/** Returns the shape of a batch. @param {Input} input @returns {number[]} */
export function shapeOf({ layout, c, h, w, batch }) {
  if (layout === 'flat') return [batch, c * h * w];
  return layout === 'nhwc' ? [batch, h, w, c] : [batch, c, h, w];
}

/**
 * Resizes one plane bilinearly. Pixel centres map to pixel centres.
 * @param {Float32Array} from [h][w]
 * @param {number} h
 * @param {number} w
 * @param {Float32Array} to
 * @param {number} height
 * @param {number} width
 */
function resize(from, h, w, to, height, width) {
  const at = (/** @type {number} */ row, /** @type {number} */ column) => /** @type {number} */ (from[row * w + column]);
  for (let y = 0; y < height; y++) {
    const fy = Math.min(h - 1, Math.max(0, ((y + 0.5) * h) / height - 0.5));
    const y0 = Math.floor(fy);
    const y1 = Math.min(h - 1, y0 + 1);
    for (let x = 0; x < width; x++) {
      const fx = Math.min(w - 1, Math.max(0, ((x + 0.5) * w) / width - 0.5));
      const x0 = Math.floor(fx);
      const x1 = Math.min(w - 1, x0 + 1);
      const top = at(y0, x0) + (at(y0, x1) - at(y0, x0)) * (fx - x0);
      const low = at(y1, x0) + (at(y1, x1) - at(y1, x0)) * (fx - x0);
      to[y * width + x] = top + (low - top) * (fy - y0);
    }
  }
}

/**
 * Fills a batch with samples first .. first + batch - 1. Rows beyond the last sample stay zero.
 * @param {Pick<import('../worker/onnx.js').Samples, 'pixels' | 'features' | 'n' | 'c' | 'h' | 'w'>} data
 * @param {Input} input
 * @param {number} first
 * @returns {Float32Array}
 */
export function fill({ pixels, features, n, c, h, w }, input, first) {
  const { layout, mean, std, batch } = input;
  const size = input.c * input.h * input.w;
  const values = new Float32Array(batch * size);
  const plane = new Float32Array(h * w);
  const other = new Float32Array(input.h * input.w);
  const same = input.h === h && input.w === w;
  for (let i = 0; i < batch && first + i < n; i++) {
    const at = (first + i) * c * h * w;
    if (!pixels) {
      values.set(/** @type {Float32Array} */ (features).subarray(at, at + size), i * size);
      continue;
    }
    for (let channel = 0; channel < input.c; channel++) {
      const m = mean[channel % mean.length] ?? 0;
      const s = std[channel % std.length] ?? 1;
      // A single channel is repeated for each channel of the input.
      const source = at + (c === 1 ? 0 : channel) * h * w;
      for (let p = 0; p < h * w; p++) {
        const byte = /** @type {number} */ (pixels[source + p]);
        plane[p] = (byte / 255 - m) / s;
      }
      if (!same) resize(plane, h, w, other, input.h, input.w);
      const done = same ? plane : other;
      for (let p = 0; p < done.length; p++) {
        const to = layout === 'nhwc' ? p * input.c + channel : channel * done.length + p;
        values[i * size + to] = /** @type {number} */ (done[p]);
      }
    }
  }
  return values;
}
