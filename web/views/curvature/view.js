// The Hessian of the validation loss over the epochs: its trace with its 95 % interval, its extreme
// eigenvalues, and the calibration error against the trace.

import { epochScale } from '../../draw/charts/curves.js';
import { curveOver, hit } from '../../draw/charts/gap.js';
import { rowsOf } from '../../draw/csv.js';
import { circle, line, paint, path, surface, text } from '../../draw/svg.js';
import { thumbnail } from '../../draw/thumbnail.js';
import { nth } from '../../model/nth.js';
import { entryIn } from '../../model/registry.js';
import { answerOf, columnsOf, factOf, pastOf } from '../../model/table.js';
import { figure, inWords, power } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { area, line as polyline, scaleLinear, scaleLog } from '../../vendor/page.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.curvature;

const members = /** @type {const} */ (['trace', 'trace_se', 'eig_max', 'residual_max', 'eig_min', 'residual_min', 'gradient_norm']);

const reach = 1.959964; // standard errors of a 95 % interval

/** 95 % interval of a trace. @param {number} trace @param {number} se @returns {[number, number]} */
const around = (trace, se) => [trace - reach * se, trace + reach * se];

/** @param {Frame} frame */
function read(frame) {
  const all = frame.entries.flatMap(({ epoch, curvature, test }) => (curvature ? [{ epoch, ece: test.ece, ...curvature }] : []));
  /** The previous run, up to this run's number of epochs. */
  const was = (frame.ghost?.entries ?? []).flatMap(({ epoch, curvature }) =>
    curvature && epoch <= frame.epochs ? [{ epoch, ...curvature }] : [],
  );
  return { all, was, now: all.find(({ epoch }) => epoch === frame.epoch) ?? all[all.length - 1] };
}

/**
 * Horizontal grid lines at round values.
 * @param {import('d3-scale').ScaleLinear<number, number>} y
 * @param {number} left
 * @param {number} right
 * @returns {Shape[]}
 */
const grid = (y, left, right) =>
  y
    .ticks(3)
    .flatMap((v) => [
      line(left, y(v), right, y(v), v === 0 ? 'axis' : 'grid'),
      text(left - 8, y(v) + 4, inWords(y.tickFormat(3)(v)), 'tick', 'end'),
    ]);

/**
 * Draws the values epoch by epoch, from the run's history.
 * @param {Element} element
 * @param {Frame} frame
 * @param {import('../../model/types.js').ViewOptions & {width: number, height: number}} options
 */
function drawEpochs(element, frame, options) {
  const { width, height, describe } = options;
  const { all, was, now } = read(frame);
  const [first] = all;
  if (!now || !first) return paint(surface(element, width, 40, words.need), []);
  const twoColumns = width >= 720;
  const left = 56;
  const right = twoColumns ? Math.round(width * 0.52) : width - 12;
  const tall = Math.min(height, 600);
  const half = (twoColumns ? tall : tall * 0.7) / 2;
  const x = epochScale(frame.epochs, right - left - 8);
  const at = (/** @type {number} */ e) => left + 4 + x(e);
  const trace = scaleLinear(
    [
      Math.min(0, ...all.map((c) => around(c.trace, c.trace_se)[0]), ...was.map((c) => c.trace)),
      Math.max(...all.map((c) => around(c.trace, c.trace_se)[1]), ...was.map((c) => c.trace)),
    ],
    [half - 26, 30],
  );
  const both = [...all, ...was];
  const eig = scaleLinear(
    [Math.min(0, ...both.map((c) => c.eig_min)), Math.max(...both.map((c) => c.eig_max))],
    [2 * half - 26, half + 30],
  );
  /** @type {(Shape | null | false)[]} */
  const shapes = [text(left, 14, words.trace, 'strong'), text(left, half + 14, words.spectrum, 'strong')];
  shapes.push(...grid(trace, left, right), ...grid(eig, left, right));
  for (const c of all) {
    const [low, high] = around(c.trace, c.trace_se);
    shapes.push(line(at(c.epoch), trace(low), at(c.epoch), trace(high), c.epoch > frame.epoch ? 'interval later' : 'interval'));
  }
  for (const [name, y] of /** @type {const} */ ([
    ['trace', trace],
    ['eig_max', eig],
    ['eig_min', eig],
  ]))
    if (was.length)
      shapes.push(
        ...curveOver(
          was.map((c) => [c.epoch, c[name]]),
          frame.epochs,
          at,
          y,
          'was',
        ),
      );
  shapes.push(
    ...curveOver(
      all.map((c) => [c.epoch, c.trace]),
      frame.epoch,
      at,
      trace,
    ),
  );
  shapes.push(
    ...curveOver(
      all.map((c) => [c.epoch, c.eig_max]),
      frame.epoch,
      at,
      eig,
    ),
    ...curveOver(
      all.map((c) => [c.epoch, c.eig_min]),
      frame.epoch,
      at,
      eig,
    ),
  );
  shapes.push(line(at(now.epoch), 24, at(now.epoch), 2 * half - 26, 'now'), circle(at(now.epoch), trace(now.trace), 4, 'dot'));
  shapes.push(circle(at(now.epoch), eig(now.eig_max), 4, 'dot'), circle(at(now.epoch), eig(now.eig_min), 4, 'dot'));
  shapes.push(text(at(1), 2 * half - 4, '1', 'tick'), text(right, 2 * half - 4, String(frame.epochs), 'tick', 'end'));
  shapes.push(text((left + right) / 2, 2 * half - 4, texts.within(texts.epochLabel), 'tick', 'middle'));
  const step = x(2) - x(1);
  for (const c of all) shapes.push(hit(at(c.epoch) - step / 2, 20, step, 2 * half - 20, `epoch ${c.epoch}`));
  // The calibration error against the trace: a path through the epochs.
  const { label, unit } = entryIn(describe.metric, 'ece');
  const [from, to] = twoColumns ? [right + 96, width - 24] : [left, width - 12];
  const [top, bottom] = twoColumns ? [30, Math.min(tall - 26, 30 + (width - 24 - right - 96) * 1.05)] : [2 * half + 50, tall + 60];
  const xTrace = scaleLinear([Math.min(...all.map((c) => c.trace)), Math.max(...all.map((c) => c.trace))], [from + 8, to - 8]).nice(4);
  // leaves room for a name above the highest point
  const yEce = scaleLinear([0, Math.max(...all.map((c) => c.ece))], [bottom, top + 16]);
  shapes.push(text(from, top - 16, words.traceAgainst(label), 'strong'));
  for (const v of yEce.ticks(3))
    shapes.push(line(from, yEce(v), to, yEce(v), v ? 'grid' : 'axis'), text(from - 8, yEce(v) + 4, figure(v, unit, 0), 'tick', 'end'));
  for (const v of xTrace.ticks(4)) shapes.push(text(xTrace(v), bottom + 18, inWords(xTrace.tickFormat(4)(v)), 'tick', 'middle'));
  const walk = polyline()
    .x(([t]) => xTrace(t))
    .y(([, e]) => yEce(e));
  shapes.push(path(walk(all.map((c) => [c.trace, c.ece])), 'curve thin later'));
  for (const c of all)
    shapes.push(circle(xTrace(c.trace), yEce(c.ece), c.epoch === now.epoch ? 6 : 3.5, c.epoch > frame.epoch ? 'dot hollow' : 'dot'));
  for (const c of all)
    shapes.push(['circle', { cx: xTrace(c.trace), cy: yEce(c.ece), r: 9, class: 'touch', 'data-pick': `epoch ${c.epoch}` }]);
  const beyond = (/** @type {number} */ place) => place > to - 70; // then its name is on the other side
  const [x1, x2] = [xTrace(first.trace), xTrace(now.trace)];
  const name = `${texts.epochLabel} ${first.epoch}`;
  shapes.push(text(beyond(x1) ? x1 - 9 : x1 + 9, yEce(first.ece) - 8, name, 'label halo', beyond(x1) ? 'end' : 'start'));
  if (now !== first)
    shapes.push(text(beyond(x2) ? x2 - 10 : x2 + 10, yEce(now.ece) + 16, String(now.epoch), 'strong halo', beyond(x2) ? 'end' : 'start'));
  paint(surface(element, width, Math.max(2 * half, bottom + 24), view.describe(frame, options)), shapes);
}

/**
 * Draws the density of eigenvalues on a logarithmic scale.
 * @param {Element} element
 * @param {Frame} frame
 * @param {import('../../model/types.js').ViewOptions & {width: number, height: number}} options
 */
function drawSpectrum(element, frame, options) {
  const { width, height } = options;
  const { at, density } = columnsOf(answerOf(frame), 'at', 'density');
  const [left, right, base, above] = [64, width - 24, Math.min(height - 48, 520) - 42, 16];
  const past = pastOf(frame);
  const was = past && columnsOf(past, 'at', 'density');
  const most = Math.max(...density, ...(was?.density ?? []));
  const least = most * 1e-6;
  const ends = [at, ...(was ? [was.at] : [])].flatMap((one) => [nth(one, 0), nth(one, one.length - 1)]);
  const x = scaleLinear([Math.min(...ends), Math.max(...ends)], [left, right]);
  const y = scaleLog([least, most], [base, above]);
  /** @param {{at: Float64Array, density: Float64Array}} spectrum */
  const pointsOf = (spectrum) =>
    Array.from(spectrum.at, (v, i) => /** @type {[number, number]} */ ([v, Math.max(least, nth(spectrum.density, i))]));
  const points = pointsOf({ at, density });
  const under = area()
    .x(([v]) => x(v))
    .y0(base)
    .y1(([, v]) => y(v));
  const curve = polyline()
    .x(([v]) => x(v))
    .y(([, v]) => y(v));
  /** @type {(Shape | null | false)[]} */
  const shapes = [path(under(points), 'floor')];
  for (let e = Math.ceil(Math.log10(least)); 10 ** e <= most; e += 2)
    shapes.push(line(left, y(10 ** e), right, y(10 ** e), 'grid'), text(left - 8, y(10 ** e) + 4, power(e), 'tick', 'end'));
  for (const v of x.ticks(6)) shapes.push(text(x(v), base + 18, inWords(x.tickFormat(6)(v)), 'tick', 'middle'));
  if (was) shapes.push(path(curve(pointsOf(was)), 'was'));
  shapes.push(path(curve(points), 'curve thin'), line(left, base, right, base, 'axis'), line(x(0), above, x(0), base, 'now'));
  shapes.push(text((left + right) / 2, base + 38, words.eigenvalue, 'label', 'middle'));
  paint(surface(element, width, base + 46, view.describe(frame, options)), shapes);
}

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'curvature',
  severalToo: true,
  label: words.label,
  question: words.question,
  group: 'learned',
  order: 6,
  thumbnail: [
    path('M6 42C12 40 14 8 18 8S24 36 34 38S50 40 54 36S58 40 66 42Z', 'floor'),
    path('M6 42C12 40 14 8 18 8S24 36 34 38S50 40 54 36S58 40 66 42', 'curve thin'),
    thumbnail.floor,
  ],
  choices: [
    {
      key: 'as',
      label: words.show,
      options: [
        { id: 'spectrum', label: words.density },
        { id: 'fisher', label: words.fisher },
        { id: 'epochs', label: words.overEpochs },
      ],
    },
  ],
  asks: (_, { as }) => (as === 'epochs' ? null : { probe: { kind: 'curvature', matrix: as === 'fisher' ? 'fisher' : 'hessian' } }),

  says(frame, { choices }) {
    if (choices.as !== 'epochs') {
      const fact = (/** @type {string} */ name) => factOf(answerOf(frame), name);
      const trace = around(fact('trace'), fact('trace_se'));
      if (choices.as === 'fisher') return { lead: words.fisherLead(fact('eig_max')), sub: words.fisherSub(trace) };
      return {
        lead: words.spectrumLead(fact('eig_max'), fact('eig_min')),
        sub: words.spectrumSub(trace),
      };
    }
    const { now } = read(frame);
    if (!now) return { lead: words.label, sub: words.need };
    return { lead: words.lead(now.trace), sub: words.sub(now.eig_max, now.eig_min) };
  },

  concludes(frame, { choices }) {
    const landscape = { label: words.next.landscape, view: 'landscape' };
    if (choices.as !== 'epochs') {
      const [trace, se] = [factOf(answerOf(frame), 'trace'), factOf(answerOf(frame), 'trace_se')];
      const over = read(frame).all.length > 1 ? [{ label: words.next.epochs, choices: { as: 'epochs' } }] : [];
      const other =
        choices.as === 'fisher'
          ? { label: words.next.spectrum, choices: { as: 'spectrum' } }
          : { label: words.next.fisher, choices: { as: 'fisher' } };
      const why = choices.as === 'fisher' ? [words.fisherWhy, ...words.spectrumWhy] : words.spectrumWhy;
      return { says: words.concludesSpectrum(around(trace, se)), why, next: [other, ...over, landscape] };
    }
    const { all, now } = read(frame);
    const [first] = all;
    if (!now || !first) return { says: words.need, why: [], next: [landscape] };
    const range = around(now.trace, now.trace_se);
    if (first.epoch === now.epoch) return { says: words.concludesOne(range), why: [words.traceWhy], next: [landscape] };
    const off = reach * Math.hypot(first.trace_se, now.trace_se);
    const change = now.trace - first.trace;
    const side = change > off ? 'grown' : change < -off ? 'fallen' : 'same';
    return {
      says: words.concludesTrace(side, first.epoch, around(first.trace, first.trace_se), range),
      why: [words.traceWhy],
      next: [landscape],
    };
  },

  draw(element, frame, options) {
    if (options.choices.as === 'epochs') drawEpochs(element, frame, options);
    else drawSpectrum(element, frame, options);
  },

  table(frame, { choices }) {
    if (choices.as !== 'epochs') return rowsOf(answerOf(frame));
    const { all } = read(frame);
    return { columns: ['epoch', ...members, 'ece'], rows: all.map((c) => [c.epoch, ...members.map((name) => c[name] ?? null), c.ece]) };
  },

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    return `${texts.epoch(frame.epoch)}: ${lead} ${sub}`;
  },
};
