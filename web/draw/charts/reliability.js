// The reliability diagram: confidence against accuracy, bin by bin.
import { sideOf } from '../../model/chance.js';
import { count, tick } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { line as polyline } from '../../vendor/page.js';
import { circle, line, paint, path, rect, surface, text } from '../svg.js';
import { edgeOf, few, hit, mark, slab } from './gap.js';
import { cloud, diamond } from './guess.js';

/**
 * The parts of a frame that the diagram draws; binary: shows the probability of the positive class.
 * @typedef {Pick<import('../../model/frame.js').Frame, 'bins' | 'selected' | 'pinned' | 'says' | 'right'> &
 *   {binary?: boolean, ghost?: {bins: Bin[], letter: string} | null, corp?: Corp | null}} Frame
 */
/**
 * An isotonic curve, and the band in which that of a calibrated model runs.
 * @typedef {{curve: {probability: number[], rate: number[]}, band?: {probability: number[], low: number[],
 *   high: number[]}}} Corp
 */
/** @typedef {import('../../model/frame.js').Bin} Bin */
/** @typedef {import('../svg.js').Shape} Shape */

/**
 * @typedef {object} Options
 * @property {number} width
 * @property {number} height
 * @property {boolean} plain without intervals and band, for the first visit
 * @property {boolean} [picks] bins can be clicked
 * @property {Shape[]} [extra] shapes drawn on top
 * @property {import('../../model/exercise/check.js').Guess[]} [guesses] predictions for its bins
 */

/** The diagram's square and its scales. @param {number} width @param {number} height */
export function layoutOf(width, height) {
  const left = 46;
  const top = 12;
  const under = 96;
  const right = width < 420 ? 14 : 52; // a phone has no room right of the square
  const side = Math.max(160, Math.min(width - left - right, height - top - under));
  return {
    left,
    top,
    side,
    under,
    right,
    x: (/** @type {number} */ v) => left + v * side,
    y: (/** @type {number} */ v) => top + (1 - v) * side,
  };
}

/** @typedef {ReturnType<typeof layoutOf>} Layout */

/** @param {Bin} bin @param {Layout} at */
export function column(bin, at) {
  const gutter = Math.min(2, ((bin.high - bin.low) * at.side) / 6);
  const x0 = at.x(bin.low) + gutter;
  return { x0, width: Math.max(1, at.x(bin.high) - gutter - x0), centre: (at.x(bin.low) + at.x(bin.high)) / 2 };
}

/**
 * Index of the bin at x, or null.
 * @param {Frame} frame
 * @param {number} width
 * @param {number} height
 * @param {number} x
 */
export function binAt(frame, width, height, x) {
  const at = layoutOf(width, height);
  const value = (x - at.left) / at.side;
  if (value < 0 || value > 1) return null;
  const index = frame.bins.findIndex((bin) => value <= bin.high);
  return frame.bins[index]?.count ? index : null;
}

/** @param {Layout} at @param {boolean} [binary] @returns {Shape[]} */
export function grid(at, binary = false) {
  const words = binary ? texts.binary : texts;
  /** @type {Shape[]} */
  const shapes = [];
  for (const value of [0, 0.25, 0.5, 0.75, 1]) {
    const label = tick(value);
    if (value) shapes.push(line(at.x(0), at.y(value), at.x(1), at.y(value), 'grid'));
    shapes.push(text(at.left - 8, at.y(value) + 4, label, 'tick', 'end'));
    shapes.push(text(at.x(value), at.y(0) + 76, label, 'tick', value === 0 ? 'start' : value === 1 ? 'end' : 'middle'));
  }
  shapes.push(text(at.x(0.5), at.y(0) + 94, words.axisSays, 'label', 'middle'));
  shapes.push([
    'text',
    { class: 'label', transform: `translate(${at.left - 36} ${at.y(0.5)}) rotate(-90)`, 'text-anchor': 'middle' },
    words.axisRight,
  ]);
  return shapes;
}

/**
 * Draws a bin's bar, which stops where the gap begins. The part of the gap that chance explains is pale.
 * @param {Bin} bin
 * @param {Layout} at
 * @returns {Shape[]}
 */
export function bar(bin, at) {
  const { x0, width } = column(bin, at);
  const what = { says: bin.confidence, right: bin.accuracy, count: bin.count, x: x0, width };
  return bin.count < mark ? [edgeOf(what, at.y)] : slab(what, at.y, bin.chance);
}

/** @param {Bin} bin @param {Layout} at @param {boolean} on @param {boolean} plain @returns {Shape[]} */
function value(bin, at, on, plain) {
  const { x0, width, centre } = column(bin, at);
  /** @type {Shape[]} */
  const shapes = [];
  if (bin.count < mark) return shapes;
  shapes.push(line(x0, at.y(bin.accuracy), x0 + width, at.y(bin.accuracy), 'value'));
  if (!plain || on) shapes.push(line(centre, at.y(bin.interval[0]), centre, at.y(bin.interval[1]), on ? 'interval on' : 'interval'));
  return shapes;
}

/**
 * The previous run's accuracy, bin by bin.
 * @param {NonNullable<Frame['ghost']>} ghost
 * @param {Layout} at
 * @returns {Shape[]}
 */
function before({ bins, letter }, at) {
  const shown = bins.filter((bin) => bin.count >= mark);
  const last = shown.at(-1);
  const steps = shown.map((bin) => {
    const { x0, width } = column(bin, at);
    return line(x0, at.y(bin.accuracy), x0 + width, at.y(bin.accuracy), 'was');
  });
  if (!last || at.right <= 40) return steps;
  return [...steps, text(at.x(1) + 8, Math.max(at.y(last.accuracy) + 4, at.y(1) + 20), texts.before(letter), 'tick')];
}

/** @param {Frame} frame @param {Layout} at @returns {Shape[]} */
function counts(frame, at) {
  const most = Math.max(...frame.bins.map((bin) => bin.count));
  const base = at.y(0) + 5;
  /** @type {Shape[]} */
  const shapes = [
    text(at.left - 8, base + 11, texts.howMany[0], 'label', 'end'),
    text(at.left - 8, base + 26, texts.howMany[1], 'label', 'end'),
  ];
  const labels = [];
  for (const bin of frame.bins) {
    const { x0, width, centre } = column(bin, at);
    if (!bin.count) {
      shapes.push(circle(centre, base + 7, 1, 'nothing'));
      continue;
    }
    const height = Math.max(1, (bin.count / most) * 38);
    shapes.push(rect(x0, base, width, height, 'count'));
    const label = count(bin.count);
    labels.push({ label, x: centre, y: base + height + 14, half: 3.5 * label.length + 1, count: bin.count });
  }
  // If bars are narrow, the fullest bins get their numbers first. No number touches another or crosses a bar.
  const bar = at.side / frame.bins.length / 2;
  /** @typedef {typeof labels[0]} Label */
  const clear = (/** @type {Label} */ a, /** @type {Label} */ b) => Math.abs(a.x - b.x) >= a.half + b.half || Math.abs(a.y - b.y) >= 13;
  const crosses = (/** @type {Label} */ a, /** @type {Label} */ b) => a !== b && b.y > a.y + 4 && Math.abs(a.x - b.x) < a.half + bar;
  /** @type {typeof labels} */
  const placed = [];
  for (const next of [...labels].sort((a, b) => b.count - a.count))
    if (placed.every((other) => clear(next, other)) && !labels.some((other) => crosses(next, other))) placed.push(next);
  shapes.push(...placed.map(({ label, x, y }) => text(x, y, label, 'tick', 'middle')));
  return shapes;
}

/** @param {Frame} frame @param {Layout} at @returns {Shape[]} */
function band(frame, at) {
  const bins = frame.bins.filter((bin) => bin.count >= few);
  if (bins.length < 2) return [];
  /** @param {'low' | 'high'} edge */
  const points = (edge) => polyline()(bins.map((bin) => [at.x(bin.confidence), at.y(bin.chance[edge])]));
  return [path(points('low'), 'chance'), path(points('high'), 'chance')];
}

/**
 * The isotonic curve (CORP), over the band that holds 90 of 100 curves of a calibrated model.
 * @param {Corp} corp
 * @param {Layout} at
 * @returns {Shape[]}
 */
function isotonic({ curve, band: within }, at) {
  const points = (/** @type {number[]} */ x, /** @type {number[]} */ y) =>
    x.map((one, i) => /** @type {[number, number]} */ ([at.x(one), at.y(y[i] ?? 0)]));
  /** @type {Shape[]} */
  const shapes = [];
  if (within)
    shapes.push(
      path(
        `${polyline()([...points(within.probability, within.low), ...points(within.probability, within.high).reverse()])}Z`,
        'corp-band',
      ),
    );
  return [...shapes, path(polyline()(points(curve.probability, curve.rate)), 'corp')];
}

/** Explains the curve and its band, below the last bins. @param {Layout} at @returns {Shape[]} */
function isotonicNote(at) {
  if (at.side < 330) return [];
  return texts.corp.map((words, i) => text(at.x(0.98), at.y(0.1) + 16 * i, words, 'label halo', 'end'));
}

/**
 * Places the note left of the band, at the first bin where it covers nothing.
 * @param {Frame} frame
 * @param {Layout} at
 * @returns {Shape[]}
 */
function bandNote(frame, at) {
  if (at.side < 330) return [];
  const width = 130;
  const bins = frame.bins.filter((bin) => bin.count);
  for (const bin of bins) {
    const x = at.x(bin.low) - 8;
    const y = at.y(Math.min(0.68, Math.max(bin.chance.high, bin.interval[1]))) + 8;
    if (bin.count < few || bin.chance.high < 0.45 || bin.confidence > 0.62 || x - width < at.left) continue;
    const covered = bins.filter((b) => at.x(b.low) < x && at.x(b.high) > x - width);
    if (covered.some((b) => at.y(Math.max(b.interval[1], b.confidence)) < y + 20)) continue;
    return [text(x, y, texts.band[0], 'label halo', 'end'), text(x, y + 16, texts.band[1], 'label halo', 'end')];
  }
  return [];
}

/**
 * @param {import('../../model/exercise/check.js').Guess[]} guesses
 * @param {Frame | null} frame
 * @param {Layout} at
 * @returns {Shape[]}
 */
function predicted(guesses, frame, at) {
  const placeOf = (/** @type {number} */ confidence) => {
    const bin = frame?.bins.find(({ high }) => confidence <= high + 1e-9);
    return bin ? column(bin, at).centre : at.x(confidence);
  };
  const ofBins = guesses.filter(({ kind }) => kind === 'bin');
  const ofClass = ofBins.filter(({ ofClass }) => ofClass);
  const clouds = [...new Set(ofClass.map((guess) => guess.at))].flatMap((confidence) => {
    const heights = ofClass.filter((guess) => guess.at === confidence).map(({ value }) => at.y(Math.min(1, Math.max(0, value))));
    const x = placeOf(confidence);
    return [
      ...cloud(heights, (y, aside) => [x + aside, y]),
      text(x, Math.min(...heights) - 14, texts.exercise.ofClass(heights.length), 'strong halo', 'middle'),
    ];
  });
  const own = ofBins.filter(({ ofClass }) => !ofClass);
  return [...clouds, ...own.flatMap((guess) => diamond(placeOf(guess.at), at.y(guess.value), guess.label, 'end'))];
}

/**
 * Describes the chosen bin, at a fixed place away from the data.
 * @param {Bin} bin
 * @param {Layout} at
 * @param {boolean} plain
 * @param {boolean} binary
 * @returns {Shape[]}
 */
function callout(bin, at, plain, binary) {
  const { x0 } = column(bin, at);
  const small = at.side < 300;
  const [first, second] = (binary ? texts.binary : texts).saysBin(bin.confidence, bin.accuracy);
  const chance = !plain && !small && sideOf(bin.confidence, bin.accuracy, bin.count) === 'none';
  const note = plain || small ? texts.binNoteShort(bin.count) : texts.binNote(bin.count, ...bin.interval);
  const x = at.x(0.04);
  const y = at.y(1) + 28;
  const end = x + 8 + first.length * 10.2;
  return [
    ...(x0 - 6 > end + 12 ? [line(end, y - 7, x0 - 4, y - 7, 'leader')] : []),
    text(x, y, first, 'say halo'),
    text(x, y + 26, second, 'say halo'),
    text(x, y + 46, note, 'label halo'),
    ...(chance ? [text(x, y + 62, texts.noGapBin, 'label halo')] : []),
  ];
}

/**
 * The whole diagram, for a drawing that places it.
 * @param {Frame | null} frame null: the empty diagram
 * @param {Layout} at
 * @param {Pick<Options, 'plain' | 'picks' | 'guesses'>} options
 * @returns {(Shape | null | false)[]}
 */
export function square(frame, at, { plain, picks = false, guesses = [] }) {
  const chosen = frame && frame.selected !== null ? frame.bins[frame.selected] : null;
  const bin = chosen?.count ? chosen : null;
  const binary = frame?.binary === true;
  const spot = bin && column(bin, at);
  return [
    ...grid(at, binary),
    spot && rect(spot.x0 - 2, at.top, spot.width + 4, at.side + 66, frame?.pinned ? 'mark pinned' : 'mark'),
    ...(frame ? frame.bins.flatMap((b) => (b.count ? bar(b, at) : [])) : []),
    ...(frame && !plain ? (frame.corp ? isotonic(frame.corp, at) : band(frame, at)) : []),
    line(at.x(0), at.y(0), at.x(1), at.y(1), 'ideal'),
    at.right > 40 && text(at.x(1) + 8, at.y(1) + 4, texts.perfectLine, 'label'),
    line(at.x(0), at.y(0), at.x(1), at.y(0), 'axis'),
    ...(frame ? frame.bins.flatMap((b, i) => (b.count ? value(b, at, i === frame.selected, plain) : [])) : []),
    ...(frame?.ghost ? before(frame.ghost, at) : []),
    ...(frame ? counts(frame, at) : []),
    ...(frame && !plain ? (frame.corp ? isotonicNote(at) : bandNote(frame, at)) : []),
    ...(bin ? callout(bin, at, plain, binary) : []),
    ...predicted(guesses, frame, at),
    ...(frame && picks
      ? frame.bins.map((b, i) => b.count > 0 && hit(at.x(b.low), at.top, at.x(b.high) - at.x(b.low), at.side + 66, `bin ${i}`))
      : []),
  ];
}

/**
 * Draws the diagram as an SVG in an element.
 * @param {Element} element
 * @param {Frame | null} frame null: the empty diagram
 * @param {Options} options
 */
export function drawReliability(element, frame, { width, height, plain, picks = false, extra = [], guesses = [] }) {
  const at = layoutOf(width, height);
  const chosen = frame && frame.selected !== null ? frame.bins[frame.selected] : null;
  const bin = chosen?.count ? chosen : null;
  const words = frame?.binary ? texts.binary : texts;
  const label = frame
    ? `${texts.diagram}. ${words.says(frame.says, frame.right)} ${bin ? words.saysBin(bin.confidence, bin.accuracy).join(' ') : ''}`
    : `${texts.diagram}. ${texts.noBins}`;
  const svg = surface(element, width, at.top + at.side + at.under + 6, label);
  paint(svg, [...square(frame, at, { plain, picks, guesses }), ...extra]);
}

/** The bins as a table of numbers. @param {Frame} frame @returns {import('../csv.js').Table} */
export function reliabilityTable(frame) {
  return {
    columns: ['low', 'high', 'count', 'confidence', 'accuracy'],
    rows: frame.bins.map((bin) => [bin.low, bin.high, bin.count, bin.count ? bin.confidence : null, bin.count ? bin.accuracy : null]),
  };
}
