// The confusion matrix: a row per true class, shaded by share; errors have a separate scale. Under it,
// confidence against accuracy per predicted class.

import { edgeOf, hit, slab } from '../../draw/charts/gap.js';
import { rowsOf } from '../../draw/csv.js';
import { line, paint, rect, surface, text } from '../../draw/svg.js';
import { wilson } from '../../model/chance.js';
import { nth } from '../../model/nth.js';
import { answerOf, columnsOf, pastOf } from '../../model/table.js';
import { count, percent, signedCount } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.confusion;

const most = 30; // classes drawn with names and numbers
const foot = 84;

/** @param {Frame} frame @param {import('../../model/table.js').Table} table */
function read(frame, table = answerOf(frame)) {
  const columns = columnsOf(table, 'count', 'confidence', 'share');
  const k = Math.round(Math.sqrt(table.rows));
  const names = Array.from({ length: k }, (_, j) => frame.about?.classNames[j] ?? '');
  /**
   * Samples of one class that were predicted as another (or the same).
   * @param {number} label
   * @param {number} predicted
   */
  const pair = (label, predicted) => {
    const i = label * k + predicted;
    return { count: nth(columns.count, i), confidence: nth(columns.confidence, i), share: nth(columns.share, i) };
  };
  /** Confidence and accuracy over all samples predicted as a class. @param {number} predicted */
  const answers = (predicted) => {
    let n = 0;
    let says = 0;
    for (let label = 0; label < k; label++) {
      const { count, confidence } = pair(label, predicted);
      n += count;
      if (count) says += count * confidence;
    }
    return { count: n, says: says / n, right: pair(predicted, predicted).count / n };
  };
  /** @param {number} label */
  const ofClass = (label) => columns.count.subarray(label * k, label * k + k).reduce((sum, n) => sum + n, 0);
  return { k, names, pair, answers, ofClass };
}

/** The two most frequent confusions; fewer if there are fewer. @param {ReturnType<typeof read>} table */
function mixed({ k, pair }) {
  /** @type {{label: number, predicted: number, count: number, confidence: number}[]} */
  let found = [];
  for (let label = 0; label < k; label++)
    for (let predicted = 0; predicted < k; predicted++) {
      const { count, confidence } = pair(label, predicted);
      if (label === predicted || count <= (found[1]?.count ?? 0)) continue;
      found = [...found, { label, predicted, count, confidence }].sort((a, b) => b.count - a.count).slice(0, 2);
    }
  return found;
}

/** The largest share of a class that is taken for another one. @param {ReturnType<typeof read>} table */
function worstShare({ k, pair }) {
  let most = 0;
  for (let label = 0; label < k; label++)
    for (let predicted = 0; predicted < k; predicted++) if (label !== predicted) most = Math.max(most, pair(label, predicted).share || 0);
  return most;
}

/**
 * Describes a cell: its pair, count and 95 % interval.
 * @param {ReturnType<typeof read>} table
 * @param {number} label
 * @param {number} predicted
 */
function cellWords(table, label, predicted) {
  const [n, of] = [table.pair(label, predicted).count, table.ofClass(label)];
  return words.pairWhy(words.pair(nth(table.names, label), nth(table.names, predicted)), n, of, wilson(n / of, of));
}

/**
 * Sentences under the drawing: the most frequent errors of the picked class, or the scale of the errors.
 * @param {ReturnType<typeof read>} table
 * @param {number | null} picked
 * @returns {string[]}
 */
function notesOf(table, picked) {
  const worst = worstShare(table);
  if (picked === null || picked >= table.k || !table.ofClass(picked)) return worst ? [words.framed, words.scale(worst)] : [];
  return Array.from({ length: table.k }, (_, j) => j)
    .filter((j) => j !== picked && table.pair(picked, j).count)
    .sort((a, b) => table.pair(picked, b).count - table.pair(picked, a).count)
    .slice(0, 3)
    .map((j) => cellWords(table, picked, j));
}

/** @param {ReturnType<typeof read>} table @param {number} width @param {number} height */
function layoutOf({ k, names }, width, height) {
  const longest = Math.max(...names.map((name) => name.length), 4) * 6.6;
  const left = Math.min(width < 480 ? 72 : 130, longest + 34);
  const column = Math.max(4, Math.min(88, (width - left - 34) / k));
  const turned = column < longest + 6;
  const above = turned ? Math.min(92, longest * 0.75 + 34) : 44;
  const row = Math.max(4, Math.min(46, (height - above - foot - 48) / k));
  return {
    left,
    column,
    row,
    above,
    turned,
    x: (/** @type {number} */ j) => left + j * column,
    y: (/** @type {number} */ j) => above + j * row,
  };
}

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'confusion',
  label: words.label,
  question: words.question,
  group: 'wrong',
  order: 1,
  thumbnail: [0, 1, 2, 3].flatMap((i) =>
    [0, 1, 2, 3].map(
      (j) =>
        /** @type {Shape} */ ([
          'rect',
          {
            x: 16 + j * 10,
            y: 3 + i * 10,
            width: 9,
            height: 9,
            class: 'nothing',
            opacity: i === j ? 0.85 : (i + 2 * j) % 5 === 1 ? 0.45 : 0.12,
          },
        ]),
    ),
  ),
  asks: () => ({ id: 'confusion' }),
  // Two shades in a cell could not be told apart, so the change is drawn as a number.
  past: words.past,

  says(frame) {
    const table = read(frame);
    const [found] = mixed(table);
    if (!found) return { lead: words.none, sub: '' };
    const { label, predicted, count, confidence } = found;
    return {
      lead: words.lead(nth(table.names, predicted), nth(table.names, label)),
      sub: words.sub(count, table.ofClass(label), confidence),
    };
  },

  concludes(frame) {
    const ends = texts.ends;
    const table = read(frame);
    const [first, second] = mixed(table);
    if (!first)
      return {
        says: words.concludesNone(frame.n, wilson(0, frame.n)[1]),
        why: ends.gapWhy(frame.n, frame.n, frame.says),
        next: [{ label: ends.next.allBins, view: 'reliability' }],
      };
    const pairs = [first, ...(second ? [second] : [])].map(({ label, predicted, count: n }) => {
      const [from, to, of] = [nth(table.names, label), nth(table.names, predicted), table.ofClass(label)];
      return { from, to, n, of, part: n / of, interval: wilson(n / of, of) };
    });
    const [a, b] = [nth(pairs, 0), pairs[1]];
    return {
      says: b
        ? words.concludes(a.from, a.to, a.interval, b.part < a.interval[0], words.pair(b.from, b.to))
        : words.concludesOne(a.from, a.to, a.interval),
      why: [...pairs.map(({ from, to, n, of, interval }) => words.pairWhy(words.pair(from, to), n, of, interval)), words.pairMethod],
      next: [{ label: ends.next.wrong, view: 'pictures', choices: { which: 'wrong' } }],
    };
  },

  draw(element, frame, options) {
    const { width, height } = options;
    const table = read(frame);
    const { k, names } = table;
    const at = layoutOf(table, width, Math.max(height, Math.min(352, 180 + 17 * table.k))); // rows that can be read
    const bottom = at.y(k);
    const named = k <= most;
    const numbers = at.column >= 24 && at.row >= 15;
    const before = pastOf(frame);
    const was = before && read(frame, before);
    const worst = worstShare(table);
    const nextTo = at.column >= 54; // draws the change next to the number instead of under it
    const changes = nextTo || at.row >= 30;
    const share = (/** @type {number} */ s) => bottom + 20 + (1 - s) * (foot - 20);
    /** @type {(Shape | null | false)[]} */
    const shapes = [];
    /** @type {Shape[]} */
    const changed = [];
    if (frame.pickedClass !== null && frame.pickedClass < k) {
      shapes.push(rect(0, at.y(frame.pickedClass), at.x(k), at.row, 'mark'));
      shapes.push(rect(at.x(frame.pickedClass), at.above - 8, at.column, bottom + foot - at.above + 8, 'mark'));
    }
    for (const [label, name] of names.entries()) {
      if (named) shapes.push(text(at.left - 8, at.y(label) + at.row / 2 + 4, name, label === frame.pickedClass ? 'strong' : 'tick', 'end'));
      for (let predicted = 0; predicted < k; predicted++) {
        const { count: n, share: part } = table.pair(label, predicted);
        const [x, y] = [at.x(predicted), at.y(label)];
        const change = was ? n - was.pair(label, predicted).count : 0;
        if (change && changes) {
          const [dx, dy] = nextTo ? [at.column - 5, at.row / 2 + 4] : [at.column / 2, at.row - 4];
          changed.push(text(x + dx, y + dy, signedCount(change), 'past halo', nextTo ? 'end' : 'middle'));
        }
        if (!n) continue;
        const up = change && changes && !nextTo ? 4 : 0;
        shapes.push([
          'rect',
          {
            x: x + 1,
            y: y + 1,
            width: at.column - 2,
            height: at.row - 2,
            class: label === predicted ? 'floor' : 'bar',
            opacity: 0.08 + 0.92 * (label === predicted ? part : Math.sqrt(part / worst)),
          },
        ]);
        if (numbers) shapes.push(text(x + at.column / 2, y + at.row / 2 + 4 - up, count(n), label === predicted ? 'strong' : '', 'middle'));
      }
    }
    shapes.push(...changed);
    const [found] = mixed(table);
    if (found) shapes.push(rect(at.x(found.predicted) + 1, at.y(found.label) + 1, at.column - 2, at.row - 2, 'border'));
    for (const [j, name] of named ? names.entries() : []) {
      const x = at.x(j) + at.column / 2;
      shapes.push(
        at.turned
          ? ['text', { class: 'tick', transform: `translate(${x + 3} ${at.above - 12}) rotate(-48)` }, name]
          : text(x, at.above - 12, name, j === frame.pickedClass ? 'strong' : 'tick', 'middle'),
      );
    }
    for (let j = 0; j < k; j++) {
      const { count: n, says, right } = table.answers(j);
      if (!n) continue;
      const what = { says, right, count: n, x: at.x(j) + at.column * 0.14, width: at.column * 0.72 };
      shapes.push(...slab(what, share), edgeOf(what, share));
      const earlier = was?.answers(j);
      if (earlier?.count) shapes.push(line(what.x - 2, share(earlier.right), what.x + what.width + 2, share(earlier.right), 'was'));
    }
    shapes.push(
      text(at.left - 8, at.above - 12, words.columns, 'label', 'end'),
      text(0, 12, words.rows, 'label'),
      line(at.left, at.above - 2, at.x(k), at.above - 2, 'axis faint'),
      line(at.left, share(0), at.x(k), share(0), 'axis'),
      line(at.left, share(1), at.x(k), share(1), 'grid'),
      ...words.whenItSays.map((line, i) => text(at.left - 8, share(0.5) - 14 + 16 * i, line, 'label', 'end')),
      text(at.x(k) + 6, share(1) + 4, percent(1, 0), 'tick'),
      text(at.x(k) + 6, share(0) + 4, '0', 'tick'),
    );
    for (let label = 0; label < k; label++) {
      shapes.push(hit(0, at.y(label), at.x(k), at.row, `class ${label}`));
      for (let predicted = 0; named && predicted < k; predicted++) {
        if (!table.pair(label, predicted).count) continue;
        const [name, about] = hit(at.x(predicted), at.y(label), at.column, at.row, `class ${label}`);
        shapes.push([name, about, [['title', {}, cellWords(table, label, predicted)]]]);
      }
    }
    const notes = notesOf(table, frame.pickedClass);
    const lines = width < 560 ? 3 : 1; // in a narrow window each sentence has a line
    shapes.push(...(lines > 1 ? notes : [notes.join(' ')]).map((note, i) => text(0, bottom + foot + 26 + 18 * i, note, 'tick')));
    paint(surface(element, width, bottom + foot + 14 + 18 * lines, view.describe(frame, options)), shapes);
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    const table = read(frame);
    const each = table.names.slice(0, most).map((name, j) => {
      const n = table.ofClass(j);
      return n ? `${name} ${percent(table.pair(j, j).count / n, 0)}` : '';
    });
    return `${words.label}. ${lead} ${sub} ${texts.views.rightOnes}: ${each.filter(Boolean).join(', ')}.`;
  },
};
