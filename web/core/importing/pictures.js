// Decodes pictures with the browser and scales them to one size. The shorter side fits; the longer one is
// cropped equally at both ends. Each new pixel is the mean of the area that it covers, so results are equal
// everywhere.

import { begins, room, viewOf, wrongAt } from '../formats/bytes.js';
import { EngineError } from '../formats/error.js';

const FILE_MAX = 100e6;
const PIXELS_MAX = 64e6; // 256 MB when decoded
const GROUND = '#fff'; // background of transparent pixels; part of the data, not of the page's style

/** Reads the size in a JPEG's frame header. @param {Uint8Array} bytes @param {string} file */
function jpegSize(bytes, file) {
  const view = viewOf(bytes);
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) throw wrongAt(file, at, 'a marker of the JPEG is missing');
    const marker = view.getUint8(at + 1);
    if (marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)) at += marker === 0xff ? 1 : 2;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  throw wrongAt(file, bytes.length, 'the JPEG ends before it says its size');
}

/**
 * Reads a picture's size before memory is allocated. Null: another format, whose file size limits it.
 * @param {Uint8Array} bytes
 * @param {string} file
 */
export function pictureSize(bytes, file) {
  if (begins(bytes, [0xff, 0xd8, 0xff])) return jpegSize(bytes, file);
  if (!begins(bytes, [0x89, 0x50, 0x4e, 0x47])) return null;
  if (bytes.length < 24) throw wrongAt(file, bytes.length, 'the PNG ends before it says its size');
  return { width: viewOf(bytes).getUint32(16), height: viewOf(bytes).getUint32(20) };
}

/**
 * Averages the area that each target pixel covers, weighted by the covered part of each source pixel.
 * @param {Uint8ClampedArray | Uint8Array} rgba [height][width][4]
 * @param {number} width
 * @param {number} height
 * @param {number} size width and height of the target
 * @param {Uint8Array} target [size][size][3]
 */
export function shrink(rgba, width, height, size, target) {
  const side = Math.min(width, height);
  const left = (width - side) / 2;
  const top = (height - side) / 2;
  const scale = side / size;
  for (let y = 0; y < size; y++) {
    const [y0, y1] = [top + y * scale, top + (y + 1) * scale];
    for (let x = 0; x < size; x++) {
      const [x0, x1] = [left + x * scale, left + (x + 1) * scale];
      let [r, g, b, all] = [0, 0, 0, 0];
      for (let row = Math.floor(y0); row < y1 && row < height; row++) {
        const high = Math.min(row + 1, y1) - Math.max(row, y0);
        for (let column = Math.floor(x0); column < x1 && column < width; column++) {
          const fraction = high * (Math.min(column + 1, x1) - Math.max(column, x0));
          const at = 4 * (row * width + column);
          r += fraction * /** @type {number} */ (rgba[at]);
          g += fraction * /** @type {number} */ (rgba[at + 1]);
          b += fraction * /** @type {number} */ (rgba[at + 2]);
          all += fraction;
        }
      }
      const at = 3 * (y * size + x);
      target[at] = Math.round(r / all);
      target[at + 1] = Math.round(g / all);
      target[at + 2] = Math.round(b / all);
    }
  }
}

export class Decoder {
  constructor() {
    this.canvas = new OffscreenCanvas(1, 1);
    this.context = /** @type {OffscreenCanvasRenderingContext2D} */ (this.canvas.getContext('2d', { willReadFrequently: true }));
  }

  /**
   * @param {Uint8Array<ArrayBuffer>} bytes the file's content
   * @param {string} file
   * @returns {Promise<{data: Uint8ClampedArray, width: number, height: number}>} transparent pixels are white
   */
  async decode(bytes, file) {
    if (bytes.length > FILE_MAX) throw new EngineError(`${file} has ${bytes.length} bytes, too many for a picture`);
    const claimed = pictureSize(bytes, file);
    if (claimed && (!claimed.width || !claimed.height || claimed.width * claimed.height > PIXELS_MAX))
      throw new EngineError(
        `${file} says that it is ${claimed.width} x ${claimed.height} pixels; at most ${PIXELS_MAX / 1e6} million are decoded`,
      );
    const options = /** @type {const} */ ({ premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
    const bitmap = await createImageBitmap(new Blob([bytes]), options).catch(() => null);
    if (!bitmap) throw new EngineError(`${file} is not a picture that this browser can decode, or it is cut off`);
    try {
      const { width, height } = bitmap;
      if (width * height > PIXELS_MAX)
        throw new EngineError(`${file} is ${width} x ${height} pixels; at most ${PIXELS_MAX / 1e6} million are read`);
      this.canvas.width = width;
      this.canvas.height = height;
      this.context.fillStyle = GROUND;
      this.context.fillRect(0, 0, width, height);
      this.context.drawImage(bitmap, 0, 0);
      return { data: this.context.getImageData(0, 0, width, height).data, width, height };
    } finally {
      bitmap.close();
    }
  }
}

/**
 * Returns one channel if all pixels are grey.
 * @param {Uint8Array} rgb
 * @returns {Uint8Array | null} null: there are colours
 */
export function greyOf(rgb) {
  for (let i = 0; i < rgb.length; i += 3) if (rgb[i] !== rgb[i + 1] || rgb[i] !== rgb[i + 2]) return null;
  const grey = room(rgb.length / 3, 'the pictures');
  for (let i = 0; i < grey.length; i++) grey[i] = /** @type {number} */ (rgb[3 * i]);
  return grey;
}
