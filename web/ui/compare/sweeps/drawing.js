// The drawing of a sweep that was computed elsewhere: a chart over one parameter or a table over two. Without
// parameters it is the spread of the seeds.
import { drawSeeds } from '../../../draw/charts/runs/seeds.js';
import { drawSweep } from '../../../draw/charts/runs/sweep.js';
import { h, say, show } from '../../../draw/dom.js';
import { isDrawn } from '../../../draw/svg.js';
import { gridOf, seedsOf } from '../../../model/compare/gathered.js';
import { figureOf, metricsOf as sweepMetricsOf } from '../../../model/compare/sweep.js';
import { figure as figureText } from '../../../texts/format.js';
import { texts } from '../../../texts/index.js';
import { heatOf } from './heat.js';

/** @typedef {import('../../../model/compare/gathered.js').Row} Row */
/** @typedef {import('../../../engine.d.ts').Describe['metric'][0]} Metric */

const words = texts.gathered;
const SEEDS = 50; // rows whose seeds are drawn

export class SweepDrawing {
  #metric = 'ece';
  #when = /** @type {'before' | 'after'} */ ('before');
  #heads = h('div', { class: 'choice' });
  #picture = h('div', { class: 'overlays' });
  #note = h('p', { class: 'note' });
  /** Its elements, in their order. */
  elements = [this.#heads, this.#picture, this.#note];

  /**
   * @param {{groups: Row[], axes: ReturnType<typeof import('../../../model/compare/gathered.js').axesOf>,
   *   fitted: boolean, metrics: Metric[], entries: Metric[]}} data
   *   metrics: of the engine; entries: of the rows
   * @param {{redraw: () => void, open: (run: string) => void}} on
   */
  constructor(data, on) {
    this.data = data;
    this.grid = gridOf(data.groups, data.axes);
    this.on = on;
  }

  /** @param {number} room width in px */
  draw(room) {
    const { axes, groups } = this.data;
    const drawn = axes.length > 0 || groups.some(({ runs }) => runs.length > 2);
    show(this.#heads, drawn);
    show(this.#picture, drawn);
    if (!drawn || isDrawn(this.#picture, room, this.#metric, this.#when)) return;
    if (!axes.length) return this.#drawSpread(room);
    const { entry, field } = this.#choiceOf(sweepMetricsOf(this.data.metrics, this.grid));
    if (!entry) return;
    const keeps = entry.id === 'error' || !this.data.fitted; // a temperature does not change it
    const symbols = axes.map(({ name }) => texts.compare.symbol(name.split('.').pop() ?? name));
    this.#heads.replaceChildren(field, axes.length === 2 && !keeps ? this.#turn() : '');
    if (axes.length === 2) return this.#drawHeat(entry, keeps, symbols);
    this.#drawAxis(entry, keeps, symbols[0] ?? '', room);
  }

  /** The metric to draw, and its select field. @param {Metric[]} known */
  #choiceOf(known) {
    const entry = known.find(({ id }) => id === this.#metric) ?? known[0];
    const select = h(
      'select',
      {
        class: 'pick',
        onchange: () => {
          this.#metric = select.value;
          this.on.redraw();
        },
      },
      ...known.map(({ id, label }) => h('option', { value: id, selected: id === entry?.id }, texts.compare.short(id, label))),
    );
    return { entry, field: h('label', { class: 'field' }, words.metric, ' ', select) };
  }

  /** Button that shows the figures before or after the temperature. */
  #turn() {
    const onclick = () => {
      this.#when = this.#when === 'after' ? 'before' : 'after';
      this.on.redraw();
    };
    return h('button', { class: 'option', 'aria-pressed': String(this.#when === 'after'), onclick }, texts.afterT);
  }

  /** Rows with several seeds: each seed, and the mean. @param {number} room */
  #drawSpread(room) {
    const { entry, field } = this.#choiceOf(this.data.entries);
    if (!entry) return;
    const { id, label, unit = '' } = entry;
    const rows = seedsOf(this.data.groups, id).slice(0, SEEDS);
    const name = texts.compare.short(id, label);
    const says = rows.map(
      (row) => `${row.name}: ${words.meanOf(figureText(row.mean, unit), figureText(row.half, unit), row.values.length)}`,
    );
    const target = h('div');
    this.#heads.replaceChildren(field);
    this.#picture.replaceChildren(target);
    drawSeeds(target, rows, { width: Math.min(room, 640), title: name, unit, label: `${name}. ${says.join(' ')}` });
    say(this.#note, words.seedsNote);
  }

  /** @param {Metric} metric @param {boolean} keeps @param {string[]} symbols */
  #drawHeat(metric, keeps, symbols) {
    const when = keeps ? 'before' : this.#when;
    const { table, note } = heatOf({ axes: this.data.axes }, this.grid, { metric, when, symbols, open: this.on.open });
    this.#picture.replaceChildren(table);
    say(this.#note, note);
  }

  /** @param {Metric} entry @param {boolean} keeps @param {string} symbol @param {number} room */
  #drawAxis(entry, keeps, symbol, room) {
    const { grid } = this;
    const unit = entry.unit ?? '';
    const name = texts.compare.short(entry.id, entry.label);
    const marks = grid.map((point) => {
      const [before, after] = [figureOf(point, entry.id), figureOf(point, entry.id, 'after')];
      const second = keeps ? {} : { after: after.mean, afterError: after.spread };
      return { x: Number(point.at[0]), y: before.mean, error: before.spread, ...second, label: '', on: false };
    });
    const values = grid.map((point) => `${symbol} = ${point.at[0]}: ${figureText(figureOf(point, entry.id).mean, unit)}`).join('; ');
    const title = texts.compare.against(name, symbol);
    const target = h('div');
    this.#picture.replaceChildren(target);
    drawSweep(target, marks, {
      ...{ width: Math.min(room, 560), height: 250, label: `${title}: ${values}`, title, xLabel: symbol, xUnit: '', yUnit: unit },
      ...{ zero: false, cubic: null, note: '', notes: keeps ? null : { y: texts.compare.beforeT, after: texts.afterT } },
    });
    const seeds = Math.max(...grid.map(({ runs }) => runs.length));
    say(this.#note, seeds > 1 ? texts.compare.sweepBars(seeds) : '');
  }
}
