// The papers' own figures, drawn from the stored runs. A point shows its runs, which open by their links.
import { loadStudy, runsOf } from '../../core/papers.js';
import { drawSweep, pointAt } from '../../draw/charts/runs/sweep.js';
import { h } from '../../draw/dom.js';
import { texts } from '../../texts/index.js';
import { nameOf } from './names.js';

/** @import {Drawn, Panel, Point, Row} from '../../core/papers.js' */
/** @typedef {import('../../draw/charts/runs/sweep.js').Cubic} Cubic */
/**
 * @typedef {object} Actions
 * @property {(link: string) => void} open
 * @property {(points: {x: number[], y: number[]}) => Promise<object>} cubic fits a cubic in the engine
 * @property {(wrong: unknown) => void} fail
 * @property {(name: string) => string} about describes an experiment
 */

const words = texts.papers;
const SIZE = { width: 300, height: 230 };

/** Names an axis. @param {string} id */
const axisOf = (id) => words.drawn.axes[id] ?? (/[.]/.test(id) ? words.figure(id) : texts.compare.symbol(id));

/** Names a panel: "E3, MLP". @param {Panel} panel */
const panelName = ({ in: experiment, of, name }) => [experiment, nameOf(name ?? of)].filter(Boolean).join(', ');

/** Says a point: "γ 3: ECE 15.3 % ± 0.8". @param {Panel} panel @param {string} axis @param {Point} point */
const pointText = ({ y }, axis, { x, y: value, error, label }) => words.drawn.point(y, axis, label ?? x, value, error);

/**
 * The buttons that open a point's runs, one a seed.
 * @param {Panel} panel
 * @param {Point} point
 * @param {Actions} on
 */
async function buttonsOf(panel, point, { open }) {
  const study = await loadStudy(panel.in);
  return runsOf(study, { ...panel.of, ...point.of }).map((/** @type {Row} */ { id, seed, link }) =>
    h(
      'button',
      { class: 'plain', 'data-run': id, 'aria-label': words.openRun(panelName(panel), seed), onclick: () => open(link) },
      words.drawn.seed(seed),
    ),
  );
}

/**
 * Lists the points as a table, for keyboards and screen readers. All points over epochs and bins have the
 * same runs: the last one stands for them.
 * @param {Drawn} figure
 * @param {Actions} on
 */
async function tableOf({ x, labels, panels }, on) {
  const sameRuns = panels.every(({ points }) => points.every(({ of }) => !of));
  const rows = panels.flatMap((panel) => panel.points.slice(sameRuns ? -1 : 0).map((point) => ({ panel, point })));
  const cells = await Promise.all(
    rows.map(async ({ panel, point }) => [
      h('th', { scope: 'row' }, panelName(panel)),
      h('td', null, pointText(panel, axisOf(labels ?? x), point)),
      h('td', null, ...(await buttonsOf(panel, point, on)).flatMap((button) => [button, ' '])),
    ]),
  );
  return h('table', { class: 'claim-table' }, h('tbody', null, ...cells.map((row) => h('tr', null, ...row))));
}

/**
 * Fits the cubic of a panel, or returns null.
 * @param {Panel} panel
 * @param {Actions} on
 * @returns {Promise<Cubic | null>}
 */
async function cubicOf({ points }, { cubic }) {
  const found = /** @type {Partial<Cubic>} */ (await cubic({ x: points.map(({ x }) => x), y: points.map(({ y }) => y) }).catch(() => ({})));
  return found.coefficients ? /** @type {Cubic} */ (found) : null;
}

/**
 * Draws a panel. A press on a point lists its runs.
 * @param {Drawn} figure
 * @param {Panel} panel
 * @param {Cubic | null} cubic
 * @param {(point: Point) => void} pick
 */
function drawPanel({ x, labels, panels }, panel, cubic, pick) {
  const { y, points } = panel;
  const alike = panels
    .filter((other) => other.y === y && other.in === panel.in && y !== 'curvature.eig_max')
    .flatMap((other) => other.points);
  const most = Math.max(0, ...alike.map((point) => point.y + (point.error ?? 0)));
  const title = `${panelName(panel)}: ${words.figure(y)}`;
  const says = points.map((point) => pointText(panel, axisOf(labels ?? x), point)).join('; ');
  const marks = points.map((point) => ({ ...point, label: point.label ?? '', on: false }));
  const options = { ...SIZE, zero: false, cubic, most };
  const box = h('div', {
    class: 'panel',
    onclick: (/** @type {MouseEvent} */ event) => {
      const { left, top } = box.getBoundingClientRect();
      const at = pointAt(marks, SIZE.width, SIZE.height, options, event.clientX - left, event.clientY - top);
      const point = at === null ? undefined : points[at];
      if (point) pick(point);
    },
  });
  drawSweep(box, marks, {
    ...options,
    ...{ title, xLabel: axisOf(x), xUnit: '', yUnit: words.unit(y), note: '', notes: null, label: `${title}. ${says}` },
  });
  return box;
}

/**
 * Draws a figure with its panels.
 * @param {Drawn} figure
 * @param {Actions} on
 */
async function figureElement(figure, on) {
  const { id, x, labels, panels } = figure;
  const picked = h('p', { class: 'note picked', role: 'status' });
  const pick = async (/** @type {Panel} */ panel, /** @type {Point} */ point) => {
    const buttons = await buttonsOf(panel, point, on);
    picked.replaceChildren(
      `${panelName(panel)}, ${pointText(panel, axisOf(labels ?? x), point)}. `,
      ...buttons.flatMap((button) => [button, ' ']),
    );
  };
  const cubics = await Promise.all(panels.map((panel) => (figure.cubic ? cubicOf(panel, on) : null)));
  const boxes = panels.map((panel, i) => drawPanel(figure, panel, cubics[i] ?? null, (point) => pick(panel, point).catch(on.fail)));
  const values = h('details', { class: 'points' }, h('summary', null, words.drawn.table));
  const fill = async () => values.append(await tableOf(figure, on));
  values.addEventListener('toggle', () => values.open && values.children.length === 1 && fill().catch(on.fail));
  const trained = [...new Set(panels.map((panel) => panel.in))].map((name) => h('li', null, on.about(name)));
  return h(
    'section',
    { class: 'drawn', 'data-drawn': id },
    h('h3', null, words.drawn.titles[id] ?? id),
    h('ul', { class: 'note conditions' }, ...trained),
    words.drawn.notes[id] ? h('p', { class: 'note' }, words.drawn.notes[id]) : null,
    h('div', { class: 'panels' }, ...boxes),
    picked,
    values,
  );
}

/**
 * Makes the fold with a paper's own figures; it loads and draws them when it is opened.
 * @param {string} paper
 * @param {() => Promise<Drawn[]>} load
 * @param {Actions} on
 */
export function drawnOf(paper, load, on) {
  const fold = h('details', { class: 'figures' }, h('summary', null, words.drawn.summary));
  const fill = async () => {
    const mine = (await load()).filter((figure) => figure.paper === paper);
    const sections = await Promise.all(mine.map((figure) => figureElement(figure, on)));
    if (fold.children.length === 1) fold.append(h('p', { class: 'note' }, words.drawn.note), ...sections);
  };
  fold.addEventListener('toggle', () => fold.open && fold.children.length === 1 && fill().catch(on.fail));
  return fold;
}
