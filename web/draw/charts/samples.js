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

// Classes in the plane have a shape and a colour; colours differ from those of a gap.
const marks = [
  'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  'M-3.6-2.2L-2.2-3.6L0-1.4L2.2-3.6L3.6-2.2L1.4 0L3.6 2.2L2.2 3.6L0 1.4L-2.2 3.6L-3.6 2.2L-1.4 0Z',
  'M0-3.9L3.5 2.7H-3.5Z',
  'M-2.8-2.8H2.8V2.8H-2.8Z',
];

/**
 * A point of a class. Up to 16 classes differ in shape or colour.
 * @param {number} label
 * @param {number} x
 * @param {number} y
 * @returns {import('../svg.js').Shape}
 */
export const point = (label, x, y) => [
  'path',
  {
    d: nth(marks, label % marks.length),
    class: `point of-${(label + Math.floor(label / marks.length)) % marks.length}`,
    transform: `translate(${coordinate(x)} ${coordinate(y)})`,
  },
];

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
    Array.from(samples.labels, (label, i) =>
      point(label, width / 2 + nth(features, 2 * i) * scale, height / 2 - nth(features, 2 * i + 1) * scale),
    ),
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
