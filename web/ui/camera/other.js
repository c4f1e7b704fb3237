// Objects that the networks never saw: recorded as out-of-distribution frames, which a score should tell from
// the test frames. All figures come from the engine.

import { sentence as messageOf } from '../../core/formats/error.js';
import { drawRoc, drawShares } from '../../draw/charts/live.js';
import { h, say, show } from '../../draw/dom.js';
import { planesOf } from '../../model/camera/recording.js';
import { coinReach } from '../../model/chance.js';
import { entryIn } from '../../model/registry.js';
import { percent } from '../../texts/format.js';
import { sentence, texts } from '../../texts/index.js';
import { createFrames, takeDrops } from './classes.js';
import { words } from './words.js';

/** @typedef {ReturnType<typeof import('./live.js').createLive>} Live */
/** @typedef {ReturnType<Live['networks']>[number]} Column */
/** @typedef {import('../../core/types.js').Table} Table */

const BINS = 10;
const LEAST = 5; // frames
const ROC = 150; // CSS pixels
const WIDTH = 264; // CSS pixels

/** @param {Table} table @param {string} id */
const valuesOf = (table, id) => table.columns.find((column) => column.id === id)?.values ?? new Float64Array();

/**
 * Tells the frames from a run's test frames by each score, before and after its temperature.
 * @param {import('../../core/types.js').Engine} engine
 * @param {Column} column
 * @param {Uint8Array[]} frames
 * @param {string[]} scores
 */
async function compared(engine, { run, network, size, T, epoch }, frames, scores) {
  const { ready } = run;
  const logits = epoch?.testLogits;
  if (!ready || !logits) return null;
  const pixels = new Uint8Array(frames.length * 3 * size * size);
  for (const [i, frame] of frames.entries()) pixels.set(planesOf(frame, size), i * 3 * size * size);
  const { logits: oodLogits, k } = await network.outputs({ pixels, n: frames.length, c: 3, h: size, w: size });
  const test = { logits, labels: ready.testLabels, n: ready.n_test, k };
  const other = { logits: oodLogits, labels: new Int32Array(frames.length), n: frames.length, k }; // labels are not read
  const histogram = (/** @type {typeof test} */ set) => engine.view({ id: 'histogram', params: { bins: BINS }, ...set });
  const roc = (/** @type {string} */ score, /** @type {number} */ temperature) =>
    engine.view({ id: 'roc', params: { score }, ...test, oodLogits, temperature });
  const rows = [];
  for (const score of scores) rows.push({ score, before: await roc(score, 1), after: await roc(score, T) });
  return { known: await histogram(test), unknown: await histogram(other), rows, n: test.n, m: other.n };
}

/** @param {NonNullable<Awaited<ReturnType<typeof compared>>>} found @param {string} title */
function drawn({ known, unknown, rows, n, m }, title) {
  const histograms = h('div');
  const shares = (/** @type {string} */ name, /** @type {Table} */ table) => ({ name, shares: [...valuesOf(table, 'share')] });
  drawShares(histograms, [shares(words.other.tests, known), shares(words.other.name, unknown)], {
    ...{ width: WIDTH, label: words.other.histogram, axis: texts.axisSays },
  });
  const curve = h('div');
  const [first] = rows;
  if (first)
    drawRoc(
      curve,
      { falsePositives: valuesOf(first.before, 'false_positives'), truePositives: valuesOf(first.before, 'true_positives') },
      {
        ...{ side: ROC, label: words.other.roc(texts.views.scores[first.score] ?? first.score), axes: words.other.axes },
      },
    );
  const reach = coinReach(n, m);
  const heads = [texts.views.rocScore, ...words.other.heads].map((head) => h('th', { scope: 'col' }, head));
  const cell = (/** @type {Table} */ table) => h('td', null, percent(table.facts.auroc ?? NaN));
  const table = h(
    'table',
    { class: 'data' },
    h('thead', null, h('tr', null, ...heads)),
    h(
      'tbody',
      null,
      ...rows.map(({ score, before, after }) =>
        h('tr', { 'data-score': score }, h('th', { scope: 'row' }, texts.views.scores[score] ?? score), cell(before), cell(after)),
      ),
    ),
  );
  return h(
    'div',
    null,
    h('p', { class: 'strong' }, title),
    h('p', null, words.other.says(unknown.facts.confidence ?? NaN, known.facts.confidence ?? NaN)),
    h('p', { class: 'note' }, words.other.sure(unknown.facts.sure ?? NaN, m)),
    h('div', { class: 'other-charts' }, histograms, curve),
    table,
    h('p', { class: 'note' }, words.other.chance(n, m, [Math.max(0, 0.5 - reach), Math.min(1, 0.5 + reach)])),
  );
}

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {{video: HTMLVideoElement, sees: () => boolean, live: Live}} on
 */
export function createOther(engine, { video, sees, live }) {
  let ready = false;
  const list = createFrames(video, { name: () => words.other.name, sees, changed: () => ready && compare() });
  const results = h('div', { class: 'live-columns' });
  const note = h('p', { class: 'note' }, words.other.few(LEAST));
  const error = h('p', { class: 'error', role: 'alert', hidden: true });
  const element = h(
    'section',
    { class: 'other', hidden: true, 'aria-label': words.other.title },
    h('h2', null, words.other.title),
    h('p', { class: 'note' }, words.other.how),
    list.element,
    note,
    error,
    results,
  );
  takeDrops(element, list.take);
  const { params } = entryIn(engine.describe.view, 'roc');
  const scores = params.find(({ name }) => name === 'score')?.choices ?? [];
  let busy = false;
  let again = false;
  /** Compares the frames with the test frames, once more if either changes meanwhile. */
  async function compare() {
    const columns = live.networks();
    show(element, columns.length > 0);
    show(note, list.frames.length < LEAST);
    again = true;
    if (busy) return;
    busy = true;
    while (again) {
      again = false;
      const frames = [...list.frames];
      const now = live.networks();
      try {
        const found = frames.length < LEAST ? [] : await Promise.all(now.map((column) => compared(engine, column, frames, scores)));
        show(error, false);
        results.replaceChildren(...found.flatMap((one, i) => (one ? [drawn(one, now[i]?.name ?? '')] : [])));
      } catch (wrong) {
        if (again) continue; // a network that was closed meanwhile
        results.replaceChildren();
        say(error, sentence(messageOf(wrong)));
        show(error, live.networks().length > 0);
      }
    }
    busy = false;
  }
  ready = true;
  return { element, draw: (/** @type {boolean} */ camera) => list.enable(camera), compare };
}
