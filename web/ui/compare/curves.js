// Overlaid curves of all rows over the epochs, and further diagnostics of training: histograms of gradient
// norms, and largest logits by the epoch of learning.

import { drawBoxes } from '../../draw/charts/boxes.js';
import { drawHistograms, usedBins } from '../../draw/charts/runs/histograms.js';
import { drawOverlay } from '../../draw/charts/runs/overlay.js';
import { h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { nth } from '../../model/nth.js';
import { gradientEpochs, gradientFractions, seriesGroups } from '../../model/runs/series.js';
import { texts } from '../../texts/index.js';
import { createMenu } from '../shell/controls/menu.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/types.js').Run} Run */
/** @typedef {import('./shown.js').Shown} Shown */
/** @typedef {import('../../draw/csv.js').Table} Table */

const words = texts.compare;
const colours = 5;

/** @param {Run} run */
const hasDiagnostics = ({ report }) => !!report?.diagnostics;

// Diagnostics that are not drawn as curves.
const drawings = /** @type {const} */ ([
  { id: 'gradients', label: words.seriesGroups.gradients },
  { id: 'learned', label: words.seriesGroups.learned },
]);

/** Groups of curves, in the order of their buttons. */
const offered = [...seriesGroups.map(({ id, label }) => ({ id, label })), ...drawings];

/** @param {string} id */
const groupOf = (id) =>
  seriesGroups.find((group) => group.id === id) ?? (drawings.some((one) => one.id === id) ? null : nth(seriesGroups, 0));

/**
 * Makes the table behind a drawing.
 * @param {Pick<Shown, 'groups' | 'names'>} shown
 * @param {string} chosen
 * @param {import('../../engine.d.ts').Describe} describe
 * @returns {Table}
 */
export function tableOf({ groups, names }, chosen, describe) {
  const group = groupOf(chosen);
  const head = ['row', 'name', 'seed', 'epoch'];
  const each = groups.flatMap(({ letter, runs }, g) => runs.map((run) => ({ run, start: [letter, nth(names, g), run.settings.seed] })));
  if (group) {
    const series = group.series(describe);
    return {
      columns: [...head, ...series.map(({ id }) => id)],
      rows: each.flatMap(({ run, start }) => {
        const columns = series.map(({ points }) => points(run));
        return nth(columns, 0).map(([epoch], i) => [...start, epoch, ...columns.map((points) => points[i]?.[1] ?? NaN)]);
      }),
    };
  }
  if (chosen === 'gradients')
    return {
      columns: [...head, 'low', 'high', 'count'],
      rows: each.flatMap(({ run, start }) => {
        const { epochs = [], gradient_edges: edges = [] } = run.report?.diagnostics ?? {};
        return epochs.flatMap(({ epoch, gradients }) =>
          gradients.map((n, b) => [...start, epoch, b ? nth(edges, b - 1) : 0, edges[b] ?? null, n]),
        );
      }),
    };
  return {
    columns: [...head, 'count', 'mean', ...texts.views.quantileColumns],
    rows: each.flatMap(({ run, start }) =>
      (run.report?.diagnostics?.learned ?? []).map(({ epoch, count, mean, quantiles }) => [...start, epoch, count, mean, ...quantiles]),
    ),
  };
}

/**
 * @param {import('../../model/types.js').Store} store
 * @param {{change: (part: Partial<State['comparison']>) => void, queue: () => ReturnType<typeof
 *   import('../../app/runs/queue.js').createQueue> | null}} on
 */
export function createCurves(store, { change, queue }) {
  const curves = h('div', { class: 'overlays' });
  const menu = createMenu(() => ({
    name: chosenNow(),
    picture: curves,
    table: drawn && tableOf(drawn, chosenNow(), store.get().describe),
  }));
  menu.draw({ picture: true, table: true });
  const options = offered.map(({ id, label }) =>
    h('button', { class: 'option', 'data-choice': `curves ${id}`, onclick: () => change({ curves: id }) }, label),
  );
  const choice = h('div', { class: 'choice', role: 'group', 'aria-label': words.curves }, ...options);
  const note = h('p', { class: 'note' });
  const why = h('span');
  const again = h('button', { class: 'button', onclick: trainRecorded }, words.recordAll);
  const lacking = h('p', { class: 'note row', hidden: true }, why, again);
  const parts = [h('div', { class: 'heading' }, h('h2', null, words.curves), menu.element), choice, note, lacking, curves];

  const chosenNow = () => store.get().comparison.curves ?? nth(offered, 0).id;

  /** Trains the rows again, with diagnostics. */
  function trainRecorded() {
    const links = (drawn?.groups ?? []).flatMap(({ runs }) => runs.filter((run) => !hasDiagnostics(run)).map(({ spec }) => spec));
    queue()?.add(links.map((link) => ({ link, places: { diagnostics: 'yes' } })));
  }

  /** @type {Shown | null} */
  let drawn = null;

  /** @param {number} n */
  function boxes(n) {
    while (curves.children.length < n) curves.append(h('div'));
    while (curves.children.length > n) curves.lastChild?.remove();
    return [...curves.children];
  }

  /** Properties of each row that all overlays share. @param {Shown} shown @param {string} selected */
  const lines = ({ groups }, selected) =>
    groups.map((group, g) => ({ group, letter: group.letter, colour: Math.min(g, colours), on: group.key === selected }));

  /** @param {Shown} shown @param {State} state @param {number} room */
  function drawSeries(shown, { describe, comparison }, room) {
    const across = room < 700 ? 1 : 3;
    const size = { width: Math.floor((room - (across - 1) * 28) / across), height: 220 };
    const series = groupOf(chosenNow())?.series(describe) ?? [];
    const epochs = Math.max(2, ...shown.groups.flatMap(({ runs }) => runs.map((run) => run.epochs)));
    boxes(series.length).forEach((box, i) => {
      const { label, unit, points } = nth(series, i);
      const traces = lines(shown, comparison.group).map(({ group, ...line }) => ({ ...line, runs: group.runs.map(points) }));
      drawOverlay(box, traces, { ...size, label, unit, epochs });
    });
  }

  /** @param {Shown} shown @param {State} state @param {number} room */
  function drawGradients(shown, { comparison }, room) {
    const across = room < 700 ? 1 : 3;
    const size = { width: Math.floor((room - (across - 1) * 28) / across), height: 240 };
    const rows = lines(shown, comparison.group);
    const epochs = gradientEpochs(rows.map(({ group }) => group.runs));
    const edges = rows.flatMap(({ group }) => group.runs).find(hasDiagnostics)?.report?.diagnostics?.gradient_edges ?? [];
    const outlines = epochs.map((epoch) =>
      rows.flatMap(({ group, ...line }) => {
        const fractions = gradientFractions(group.runs, epoch);
        return fractions ? [{ ...line, fractions }] : [];
      }),
    );
    const bins = usedBins(outlines.flat(), edges);
    const most = Math.max(...outlines.flat().flatMap(({ fractions }) => bins.map((b) => fractions[b] ?? 0)));
    boxes(epochs.length).forEach((box, i) => {
      const title = texts.epoch(nth(epochs, i));
      const letters = nth(outlines, i).map(({ letter }) => letter);
      const label = `${words.gradientHistogram}, ${title}: ${letters.join(', ')}`;
      drawHistograms(box, nth(outlines, i), { ...size, title, axis: words.gradientAxis, edges, bins, most, label });
    });
  }

  /** @param {Shown} shown @param {number} room */
  function drawLearned({ groups, names }, room) {
    const across = room < 700 ? 1 : room < 1100 ? 2 : 3;
    const width = Math.floor((room - (across - 1) * 28) / across);
    const some = groups.flatMap((group, g) => {
      const run = group.runs.find(hasDiagnostics);
      const learned = run?.report?.diagnostics?.learned ?? [];
      return run && learned.length ? [{ group, run, learned, name: nth(names, g) }] : [];
    });
    // All charts share a scale, so that distances between groups can be compared.
    const all = some.flatMap(({ learned }) => learned.flatMap(({ quantiles }) => quantiles));
    const [least, most] = [Math.min(0, ...all), Math.max(...all, 1e-9)];
    boxes(some.length).forEach((box, i) => {
      const { group, run, learned, name } = nth(some, i);
      const title = `${group.letter} ${name}`;
      drawBoxes(box, learned, {
        width,
        height: 280,
        title,
        epochs: run.epochs,
        now: null,
        least,
        most,
        never: texts.views.learnedNever,
        axis: texts.views.learnedAxis,
        label: `${title}: ${texts.views.learnedSays(learned)}`,
        picks: false,
      });
    });
  }

  return {
    parts,
    /** @param {State} state @param {Shown} shown @param {number} room */
    draw(state, shown, room) {
      drawn = shown;
      const chosen = chosenNow();
      options.forEach((button, i) => button.setAttribute('aria-pressed', String(nth(offered, i).id === chosen)));
      const runs = shown.groups.flatMap((group) => group.runs);
      const recorded = groupOf(chosen)?.recorded ?? true;
      const unrecorded = recorded ? runs.filter((run) => !hasDiagnostics(run)).length : 0;
      say(note, unrecorded < runs.length ? (words.seriesNotes[chosen] ?? '') : '');
      show(lacking, unrecorded > 0);
      say(why, unrecorded ? words.lacksDiagnostics(unrecorded, runs.length) : '');
      again.disabled = !!state.refusal;
      menu.draw({ picture: unrecorded < runs.length, table: unrecorded < runs.length });
      if (isDrawn(curves, shown, state.comparison.group, chosen, room)) return;
      if (unrecorded === runs.length) boxes(0);
      else if (chosen === 'gradients') drawGradients(shown, state, room);
      else if (chosen === 'learned') drawLearned(shown, room);
      else drawSeries(shown, state, room);
    },
  };
}
