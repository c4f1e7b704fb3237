// Samples of a data set: images on small canvases, points in the plane, or the word numbers of a text.
import { nth } from '../../model/nth.js';
import { fillCanvas } from '../picture.js';
import { coordinate, paint, surface } from '../svg.js';

/**
 * Samples to draw; several: labels are [n, k], 1 if the label is present.
 * @typedef {{count: number, c: number, h: number, w: number, pixels: Uint8Array | null, features:
 *   Float32Array | null, labels: Int32Array, classNames: string[], several?: boolean}} Samples
 */

/** Names of a sample's labels; empty if there are none. @param {Samples} samples @param {number} index */
const classNameOf = ({ classNames, labels, several }, index) =>
  several ? classNames.filter((_, j) => labels[index * classNames.length + j] === 1).join(', ') : (classNames[labels[index] ?? -1] ?? '');

/**
 * @param {Samples} samples
 * @param {number} index
 */
export function picture(samples, index) {
  const canvas = document.createElement('canvas');
  canvas.className = 'picture';
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', classNameOf(samples, index));
  fillCanvas(canvas, samples, index);
  return canvas;
}

// Shapes distinguish classes in the plane, since colour has another meaning here.
export const marks = ['M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0', 'M-3-3L3 3M-3 3L3-3', 'M0-3.5L3 2.5H-3Z', 'M-2.7-2.7H2.7V2.7H-2.7Z'];

/**
 * @param {Element} element
 * @param {Samples} samples
 * @param {{width: number, height: number}} options
 */
export function drawPlane(element, samples, { width, height }) {
  const svg = surface(element, width, height, samples.classNames.join(', '));
  const features = samples.features ?? new Float32Array(2 * samples.labels.length);
  let most = 1e-6;
  for (const value of features) most = Math.max(most, Math.abs(value));
  const scale = (Math.min(width, height) / 2 - 5) / most;
  paint(
    svg,
    Array.from(samples.labels, (label, i) => [
      'path',
      {
        d: marks[label % marks.length],
        class: label % marks.length === 0 ? 'point full' : 'point',
        transform: `translate(${coordinate(width / 2 + nth(features, 2 * i) * scale)} ${coordinate(height / 2 - nth(features, 2 * i + 1) * scale)})`,
      },
    ]),
  );
}

/**
 * One text: its class, then its words by number, up to the end of the line.
 * @param {Samples} samples
 * @param {number} index
 */
export function wordLine(samples, index) {
  const line = document.createElement('p');
  line.className = 'text-sample';
  const words = samples.features?.subarray(index * samples.c, (index + 1) * samples.c) ?? [];
  line.textContent = `${classNameOf(samples, index)}: ${Array.from(words).join(' ')}`;
  return line;
}
