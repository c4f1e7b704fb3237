// Pictures as frames: the central square, scaled to the side of a recorded frame. Also draws frames, and
// reads frames from picture and video files.

import { SIDE } from '../../model/camera/recording.js';

const canvas = document.createElement('canvas');
canvas.width = canvas.height = SIDE;
const context = canvas.getContext('2d', { willReadFrequently: true });

/**
 * @param {CanvasImageSource} source
 * @param {number} width
 * @param {number} height
 * @returns {Uint8Array} RGB
 */
function captured(source, width, height) {
  const frame = new Uint8Array(3 * SIDE * SIDE);
  if (!context || !width || !height) return frame;
  const side = Math.min(width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, (width - side) / 2, (height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  for (let i = 0; i < SIDE * SIDE; i++) for (let c = 0; c < 3; c++) frame[3 * i + c] = data[4 * i + c] ?? 0;
  return frame;
}

/** @param {HTMLVideoElement} video */
export const capturedFrom = (video) => captured(video, video.videoWidth, video.videoHeight);

/** Makes a thumbnail. @param {Uint8Array} frame */
export function thumbnailOf(frame) {
  const made = document.createElement('canvas');
  made.width = made.height = SIDE;
  const image = new ImageData(SIDE, SIDE);
  for (let i = 0; i < SIDE * SIDE; i++) {
    for (let c = 0; c < 3; c++) image.data[4 * i + c] = frame[3 * i + c] ?? 0;
    image.data[4 * i + 3] = 255;
  }
  made.getContext('2d')?.putImageData(image, 0, 0);
  return made;
}

const PER_SECOND = 10; // frames taken from a video

/** @param {HTMLVideoElement} video @param {'loadeddata' | 'seeked'} event */
const reached = (video, event) =>
  new Promise((resolve, reject) => {
    video.addEventListener(event, resolve, { once: true });
    video.addEventListener('error', () => reject(new Error('the browser cannot play it')), { once: true });
  });

/** @param {File} file @param {number} most @returns {Promise<Uint8Array[]>} */
async function framesOfVideo(file, most) {
  const video = document.createElement('video');
  video.muted = true;
  const url = URL.createObjectURL(file);
  try {
    const ready = reached(video, 'loadeddata');
    video.src = url;
    await ready;
    // A recording that was streamed has no length: then only its first frame is certain.
    const length = Number.isFinite(video.duration) ? video.duration : 0;
    const count = Math.max(1, Math.min(most, Math.floor(length * PER_SECOND)));
    const frames = [capturedFrom(video)];
    for (let i = 1; i < count; i++) {
      const there = reached(video, 'seeked');
      video.currentTime = (i * length) / count;
      await there;
      frames.push(capturedFrom(video));
    }
    return frames;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

/** @param {File} file */
async function frameOfPicture(file) {
  const bitmap = await createImageBitmap(file);
  const frame = captured(bitmap, bitmap.width, bitmap.height);
  bitmap.close();
  return frame;
}

/**
 * Reads frames from pictures, in the order of their names, and from videos.
 * @param {File[]} files
 * @param {number} most
 * @returns {Promise<{frames: Uint8Array[], failed: string[]}>} failed: names of files that cannot be read
 */
export async function framesOf(files, most) {
  /** @type {Uint8Array[]} */
  const frames = [];
  /** @type {string[]} */
  const failed = [];
  const byName = [...files].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  for (const file of byName) {
    const left = most - frames.length;
    if (left < 1) break;
    try {
      if (file.type.startsWith('video/')) frames.push(...(await framesOfVideo(file, left)));
      else frames.push(await frameOfPicture(file));
    } catch {
      failed.push(file.name);
    }
  }
  return { frames, failed };
}
