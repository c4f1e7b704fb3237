// Grad-CAM: the parts of a picture that support a class in the last convolution's features. The rest is
// darkened.

import { isoline, joined } from '../../draw/contours.js';
import { rowsOf } from '../../draw/csv.js';
import { pictureUrl } from '../../draw/picture.js';
import { circle, paint, path, rect, surface, text } from '../../draw/svg.js';
import { nth } from '../../model/nth.js';
import { softmax } from '../../model/softmax.js';
import { answerOf, columnOf, factOf, pastOf } from '../../model/table.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.gradcam;

const veil = 0.78; // opacity over parts without support

/** @param {Frame} frame @param {import('../../model/table.js').Table} table */
function read(frame, table = answerOf(frame)) {
  const values = columnOf(table, 'value');
  const most = Math.max(...values, 1e-30);
  const [h, w] = [factOf(table, 'height'), factOf(table, 'width')];
  /**
   * Interpolates between the map's points, which are at the centres of its cells.
   * @param {number} u
   * @param {number} v
   */
  const heat = (u, v) => {
    const [x, y] = [Math.min(w - 1, Math.max(0, u * w - 0.5)), Math.min(h - 1, Math.max(0, v * h - 0.5))];
    const [i, j] = [Math.min(w - 2, Math.floor(x)), Math.min(h - 2, Math.floor(y))];
    const at = (/** @type {number} */ a, /** @type {number} */ b) => nth(values, Math.max(0, b) * w + Math.max(0, a)) / most;
    const [s, t] = [w > 1 ? x - i : 0, h > 1 ? y - j : 0];
    const row = (/** @type {number} */ b) => at(i, b) * (1 - s) + (w > 1 ? at(i + 1, b) * s : 0);
    return row(j) * (1 - t) + (h > 1 ? row(j + 1) * t : 0);
  };
  /** @param {string} fact */
  const nameOf = (fact) => frame.about?.classNames[factOf(table, fact)] ?? '';
  return { h, w, heat, nameOf, probability: factOf(table, 'probability') };
}

/**
 * Returns true if no layer with weights keeps rows and columns, as convolutional layers do.
 * @param {import('../../engine.d.ts').NetworkShape} net
 */
const isFlat = ({ layers }) => !layers.some(({ output, parameters }) => parameters > 0 && output.length === 3);

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'gradcam',
  label: words.label,
  question: words.question,
  group: 'wrong',
  order: 3,
  thumbnail: [rect(8, 4, 38, 38, 'bar'), path('M27 10l12 24H15z', 'nothing'), circle(29, 20, 9, 'mark'), circle(29, 20, 5, 'dot hollow')],
  samples: true,
  choices: [
    {
      key: 'of',
      label: words.evidence,
      options: [
        { id: 'predicted', label: words.forPredicted },
        { id: 'label', label: words.forLabel },
      ],
    },
  ],
  instead: { label: words.next.convolutional, kind: 'model', to: 'cnn-s', pictures: true },
  needs: ({ run, check }) => {
    if (!run) return '';
    if (!run.pictures) return words.need;
    const net = !run.spec || run.spec === check?.spec ? check?.net : null; // known for the current settings only
    return net && isFlat(net) ? texts.views.plainly('probe gradcam: model') : '';
  },
  past: words.past,
  asks: ({ sample, about }, { of }) => {
    const row = sample ?? 0;
    return { probe: { kind: 'gradcam', sample: row, class: of === 'label' ? (about?.testLabels[row] ?? -1) : -1 } };
  },

  says(frame) {
    const { nameOf, probability } = read(frame);
    return {
      lead: words.lead(nameOf('class'), probability),
      sub: words.sub(nameOf('label'), frame.sample ?? 0),
    };
  },

  concludes({ sample, logits, about, bins, temperature }) {
    const sure = logits && about ? Math.max(...softmax(logits, about.k, sample ?? 0, temperature)) : NaN;
    const index = bins.findIndex(({ low, high, count }) => count && sure > low && sure <= high + 1e-9);
    const bin = bins[index];
    if (!bin) return { says: words.concludesAlone, why: [], next: [{ label: words.next.pictures, view: 'pictures' }] };
    return {
      says: words.concludes(bin.count, bin.confidence, bin.interval),
      why: words.why(bin.low, bin.high),
      next: [{ label: words.next.bin, view: 'pictures', bin: index }],
    };
  },

  draw(element, frame, options) {
    const { width, height } = options;
    const map = read(frame);
    const { samples } = frame;
    const row = frame.sample ?? 0;
    const gap = 32;
    const twoColumns = width > 640;
    const size = Math.min(twoColumns ? (width - gap) / 2 : width, height - (twoColumns ? 80 : 40), 460);
    const url = samples && row < samples.count ? pictureUrl(samples, row) : '';
    const [w, h] = samples ? [samples.w, samples.h] : [32, 32];
    const [cw, ch] = [size / w, size / h];
    const [x0, y0] = twoColumns ? [size + gap, 0] : [0, size + gap];
    /** @param {number} x @param {number} y @returns {Shape} */
    const picture = (x, y) => ['image', { href: url, x, y, width: size, height: size, preserveAspectRatio: 'none', class: 'pixels' }];
    /** @type {(Shape | null | false)[]} */
    const shapes = [rect(0, 0, size, size, 'bar'), rect(x0, y0, size, size, 'bar')];
    if (url) shapes.push(picture(0, 0), picture(x0, y0));
    for (let j = 0; j < h; j++)
      for (let i = 0; i < w; i++) {
        const dark = veil * (1 - map.heat((i + 0.5) / w, (j + 0.5) / h));
        shapes.push([
          'rect',
          { x: x0 + i * cw, y: y0 + j * ch, width: cw, height: ch, class: 'dark', opacity: Math.round(dark * 50) / 50 },
        ]);
      }
    // A second veil would hide the picture, so the previous run is a contour at half of its map's maximum.
    const past = pastOf(frame);
    if (past) {
      const was = read(frame, past);
      const fine = 4; // points per pixel
      const across = fine * w;
      const values = Float64Array.from({ length: across * fine * h }, (_, at) =>
        was.heat(((at % across) + 0.5) / across, (Math.floor(at / across) + 0.5) / (fine * h)),
      );
      const place = (/** @type {number} */ i) => (i + 0.5) / fine;
      const line = joined(
        isoline(
          values,
          across,
          fine * h,
          0.5,
          (i) => x0 + place(i) * cw,
          (j) => y0 + place(j) * ch,
        ),
      );
      shapes.push(path(line, 'was-ground'), path(line, 'was'));
    }
    const under = y0 + size + 22;
    shapes.push(text(0, under, words.pick, 'label'));
    paint(surface(element, width, under + 8, `${view.describe(frame, options)} ${map.w} × ${map.h}.`), shapes);
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    return `${lead} ${sub}`;
  },
};
