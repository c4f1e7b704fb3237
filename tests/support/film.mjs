// Writes films for the browser's fake camera: an object that moves before a plain wall, or nothing but wall.
import { closeSync, openSync, writeSync } from 'node:fs';

const [WIDTH, HEIGHT] = [160, 120];
export const FRAMES = 12; // frames of a second

/**
 * Brightness and the two colour differences (JPEG's).
 * @typedef {[y: number, u: number, v: number]} Colour
 */
/** @type {Record<string, Colour>} */
export const colours = { red: [100, 90, 220], blue: [70, 220, 100], green: [140, 70, 60], wall: [150, 128, 128] };

/**
 * A square of a colour, whose place depends on the time.
 * @param {Colour} colour
 * @param {number} at
 */
function pictureOf([y, u, v], at) {
  const [wall] = [colours.wall];
  const picture = Buffer.alloc(WIDTH * HEIGHT * 1.5, 128);
  picture.fill(wall?.[0] ?? 0, 0, WIDTH * HEIGHT);
  const left = 2 * Math.round(25 + 12 * Math.sin(at / 3));
  const top = 2 * Math.round(15 + 8 * Math.cos(at / 4));
  const side = 44;
  const quarter = (WIDTH * HEIGHT) / 4;
  for (let row = 0; row < side; row++) {
    const begin = (top + row) * WIDTH + left;
    picture.fill(y, begin, begin + side);
  }
  for (let row = 0; row < side / 2; row++) {
    const begin = WIDTH * HEIGHT + ((top / 2 + row) * WIDTH) / 2 + left / 2;
    picture.fill(u, begin, begin + side / 2);
    picture.fill(v, begin + quarter, begin + quarter + side / 2);
  }
  return picture;
}

/**
 * Writes a film that shows each object for some seconds, and begins again at its end.
 * @param {string} path
 * @param {{colour: Colour, seconds: number}[]} scenes
 */
export function writeFilm(path, scenes) {
  const file = openSync(path, 'w');
  writeSync(file, `YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES}:1 Ip A1:1 C420jpeg\n`);
  let at = 0;
  for (const { colour, seconds } of scenes)
    for (let i = 0; i < seconds * FRAMES; i++) writeSync(file, Buffer.concat([Buffer.from('FRAME\n'), pictureOf(colour, at++)]));
  closeSync(file);
}
