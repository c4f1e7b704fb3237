// One sweep that was computed elsewhere: its rows with metrics before and after T, a chart over its
// parameters, and missing points. Each point is marked as verified, or as reproduced here.

import { drawSeeds } from '../../draw/charts/seeds.js';
import { drawSweep } from '../../draw/charts/sweep.js';
import { closesLikeMenu, h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { rowsOf as cellsOf, columnsOf, metricsOf, namesOf, sortedBy } from '../../model/compare.js';
import { axesOf, bestOf, gridOf, nameOf, rowsOf, seedsOf, verdictOf, WAY } from '../../model/gathered.js';
import { nth } from '../../model/nth.js';
import { figureOf, metricsOf as sweepMetricsOf } from '../../model/sweep.js';
import { figure as figureText, isNumber, unitless } from '../../texts/format.js';

import { sentence, texts } from '../../texts/index.js';
import { heatOf } from './heat.js';
import { createTable } from './table.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/gathered.js').PointRun} PointRun */
/** @typedef {import('../../model/gathered.js').Row} Row */

const words = texts.gathered;
const usual = ['error', 'nll', 'ece', 'true_ce'];
const ROWS = 50; // at first
const LISTED = 20; // missing or damaged points that are listed

/** @param {number} value @param {import('../../model/compare.js').Column} column */
const sayIn = (value, { unit, when }) => (isNumber(value) ? unitless(value, unit, 1, when ? 3 : 2) : '–');

/**
 * @param {string} title
 * @param {string[]} lines
 * @param {(line: string, i: number) => Node | string} [made]
 */
function folded(title, lines, made = (line) => line) {
  const rest = lines.length - LISTED;
  return h(
    'details',
    { class: 'folded' },
    h('summary', null, title),
    h('ul', null, ...lines.slice(0, LISTED).map((line, i) => h('li', null, made(line, i))), rest > 0 && h('li', null, words.more(rest))),
  );
}

/**
 * @param {import('../../model/types.js').Store} store
 * @param {import('../../model/gathered.js').Gathered} sweep
 * @param {{queue: () => ReturnType<typeof import('../../app/queue.js').createQueue> | null,
 *   openLink: (link: string) => void}} on
 */
export function createGathered(store, sweep, on) {
  const { describe } = store.get();
  const { pasted, points, missing, total, problems } = sweep;
  const failed = points.filter((point) => point.failed);
  const all = rowsOf(sweep);
  if (pasted)
    namesOf(
      describe,
      all.map(({ runs }) => nth(runs, 0)),
      ({ label }, params) => texts.compare.choice(label, params),
    ).forEach((name, i) => {
      nth(all, i).name = name;
    });
  const groups = all.filter(({ runs }) => runs.length);
  const entries = metricsOf(describe.metric, groups);
  const fitted = groups.length > 0 && groups.every(({ runs }) => runs.every(({ report }) => report?.calibrators?.temperature?.[WAY]));
  const axes = axesOf(sweep);
  const grid = gridOf(groups, axes);
  let metrics = usual.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  let comparison = {
    ...store.get().comparison,
    group: '',
    held: false,
    pinned: /** @type {string[]} */ ([]),
    sort: /** @type {import('../../model/types.js').Comparison['sort']} */ (null),
  };
  let whole = groups.length <= ROWS;
  let drawnMetric = 'ece';
  let when = /** @type {'before' | 'after'} */ ('before');

  const table = createTable({ select, sort });
  const state = h('p', { class: 'note', role: 'status' });
  const picked = h('div', { class: 'picked' });
  const picture = h('div', { class: 'overlays' });
  const heads = h('div', { class: 'choice' });
  const pictureNote = h('p', { class: 'note' });
  const more = h('p', { class: 'note' });
  const boxes = h('div', { class: 'menu-list boxes' });
  const columns = h('details', { class: 'menu columns' }, h('summary', { class: 'plain' }, texts.compare.columns), boxes);
  closesLikeMenu(columns);
  const others = points.filter(({ engine }) => engine !== describe.engine);
  const alike = points.filter((point) => !point.failed && point.engine === describe.engine);
  const count = (/** @type {boolean} */ verified) => points.filter((point) => point.verified === verified).length;
  const element = h(
    'div',
    { class: 'one-gathered', 'data-file': sweep.name },
    h(
      'div',
      { class: 'row' },
      h('h3', null, (pasted ? words.titlePasted : words.title)(sweep.name)),
      h('button', { class: 'plain', onclick: close }, pasted ? words.closePasted : words.close),
    ),
    h(
      'p',
      { class: 'sub' },
      groups.length > 1 && entries.some(({ id }) => id === 'ece') ? `${lowest()} ` : '',
      words.size(points.length, total, groups.length),
    ),
    h('p', { class: 'note checked' }, pasted ? words.verifiedPasted : words.verified(count(true), count(false), points.length)),
    others.length > 0 && h('p', { class: 'error' }, words.others(others.length, nth(others, 0).engine, describe.engine)),
    problems.length > 0 && folded((pasted ? words.problemsPasted : words.problems)(problems.length), problems.map(sentence)),
    missing.length > 0 &&
      folded(
        words.missing(missing.length, total),
        missing.map(({ number, values, engine }) => words.missingOne(number, nameOf(values, true)) + (engine && words.otherEngine(engine))),
        (line, i) => {
          const { spec } = nth(missing, i);
          return spec ? h('span', null, `${line} `, h('button', { class: 'plain', onclick: () => on.openLink(spec) }, words.open)) : line;
        },
      ),
    failed.length > 0 &&
      folded(
        words.overflowed(failed.length),
        failed.map((point) => `${words.missingOne(point.number, nameOf(point.values, true))}: ${point.failed}`),
      ),
    h(
      'div',
      { class: 'row tools' },
      alike.length > 0 &&
        h('button', { class: 'button train-one', onclick: () => train(nth(alike, Math.floor(Math.random() * alike.length))) }, words.one),
      entries.length > 0 && columns,
    ),
    state,
    groups.length > 0 &&
      h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': `${words.table}: ${sweep.name}` }, table.element),
    more,
    groups.length > 0 && h('p', { class: 'note' }, pasted ? words.notePasted : words.note),
    picked,
    heads,
    picture,
    pictureNote,
  );
  drawTable();
  drawBoxes();

  function lowest() {
    const of = (/** @type {'before' | 'after'} */ when) => {
      const best = bestOf(groups, 'ece', when, false);
      return best < 0 ? '' : nth(groups, best).name;
    };
    return words.lowest(of('before'), fitted ? of('after') : '');
  }

  function close() {
    store.runs.setGathered(store.get().gathered.filter((one) => one !== sweep));
  }

  /** @param {PointRun} point */
  function train({ run }) {
    select(run.group, true);
    on.queue()?.add([{ link: run.spec }]);
  }

  /** @param {string} key @param {boolean} held */
  function select(key, held) {
    if (!held) return;
    comparison = { ...comparison, group: comparison.group === key && !store.get().queue.items.length ? '' : key, held: true };
    store.redraw();
  }

  /** @param {import('../../model/types.js').Comparison['sort']} order */
  function sort(order) {
    comparison = { ...comparison, sort: order };
    drawTable();
    store.redraw();
  }

  function drawTable() {
    if (!groups.length) return;
    const ordered = /** @type {Row[]} */ (sortedBy(groups, comparison.sort, WAY));
    const shown = whole ? ordered : ordered.slice(0, ROWS);
    const columns = columnsOf(metrics, fitted);
    const rows = cellsOf(shown, columns, WAY, sayIn);
    columns.forEach(({ id, when, larger }, c) => {
      const best = when ? groups[bestOf(groups, id, when, larger)] : undefined;
      rows.forEach((cells, r) => {
        nth(cells, c).best = nth(shown, r) === best;
      });
    });
    const names = shown.map(({ name }) => name);
    const sections = [{ label: '', from: 0, to: shown.length, says: '' }];
    table.draw(
      { groups: shown, all: groups.length, sections, names, rowNames: names, way: fitted ? WAY : '', ways: [WAY], entries, columns, rows },
      comparison,
    );
    const reveal = () => {
      whole = true;
      drawTable();
      store.redraw();
    };
    more.replaceChildren(
      ...(whole ? [] : [words.rows(ROWS, groups.length), ' ', h('button', { class: 'plain', onclick: reveal }, words.all)]),
    );
  }

  function drawBoxes() {
    const chosen = new Set(metrics.map(({ id }) => id));
    boxes.replaceChildren(
      ...entries.map((entry) => {
        const box = h('input', {
          type: 'checkbox',
          checked: chosen.has(entry.id),
          onchange: () => {
            if (box.checked) chosen.add(entry.id);
            else chosen.delete(entry.id);
            metrics = entries.filter(({ id }) => chosen.has(id));
            drawTable();
            store.redraw();
          },
        });
        return h('label', { title: entry.help }, box, ' ', entry.label);
      }),
    );
  }

  /** The state of a point in this browser. @param {State} state @param {PointRun} point */
  function here({ runs, queue }, point) {
    const run = runs.find(({ spec }) => spec === point.run.spec);
    if (run?.report?.fused) return { key: 'fused', text: words.fused };
    const verdict = verdictOf(point, run?.report ?? null);
    if (verdict?.same) return { key: 'equal', text: words.equal(verdict.figures) };
    if (verdict)
      return { key: 'different', text: (pasted ? words.differsPasted : words.differs)(verdict.differs, verdict.was, verdict.is) };
    const item = queue.items.find(({ spec }) => spec === point.run.spec);
    if (item?.state === 'failed') return { key: 'failed', text: words.failedHere(sentence(item.error)) };
    return { key: item ? item.state : '', text: item ? (item.state === 'waiting' ? words.waiting : words.training) : '' };
  }

  /** @param {State} now @param {Row | undefined} row */
  function drawPicked(now, row) {
    picked.replaceChildren(
      ...(row
        ? [
            h('p', { class: 'strong' }, h('span', { class: 'letter' }, row.letter), row.name),
            h(
              'ul',
              null,
              ...row.points.map((point) => {
                const { key, text } = here(now, point);
                return h(
                  'li',
                  { 'data-point': point.number, 'data-here': key, 'data-verified': String(point.verified) },
                  `${texts.compare.seed(point.run.settings.seed)} `,
                  h('code', { title: texts.digest }, point.digest.slice(0, 16)),
                  h('span', { class: point.verified === false ? 'error' : 'quiet' }, words.status(point.verified)),
                  point.engine !== describe.engine && h('span', { class: 'quiet' }, point.engine),
                  h('button', { class: 'plain', onclick: () => on.openLink(point.run.spec) }, words.open),
                  !['equal', 'waiting', 'running'].includes(key) &&
                    h('button', { class: 'plain', onclick: () => train(point) }, words.train),
                  text && h('span', { class: key === 'different' || key === 'failed' ? 'error' : 'strong' }, text),
                );
              }),
            ),
          ]
        : []),
    );
  }

  /** The metric to draw, and its select field. @param {typeof entries} known */
  function choiceOf(known) {
    const entry = known.find(({ id }) => id === drawnMetric) ?? known[0];
    const select = h(
      'select',
      {
        class: 'pick',
        onchange: () => {
          drawnMetric = select.value;
          store.redraw();
        },
      },
      ...known.map(({ id, label }) => h('option', { value: id, selected: id === entry?.id }, texts.compare.short(id, label))),
    );
    return { entry, field: h('label', { class: 'field' }, words.metric, ' ', select) };
  }

  /** Rows with several seeds: each seed, and the mean. @param {number} room */
  function drawSpread(room) {
    const { entry, field } = choiceOf(entries);
    if (!entry) return;
    const { id, label, unit = '' } = entry;
    const rows = seedsOf(groups, id).slice(0, ROWS);
    const name = texts.compare.short(id, label);
    const says = rows.map(
      (row) => `${row.name}: ${words.meanOf(figureText(row.mean, unit), figureText(row.half, unit), row.values.length)}`,
    );
    const target = h('div');
    heads.replaceChildren(field);
    picture.replaceChildren(target);
    drawSeeds(target, rows, { width: Math.min(room, 640), title: name, unit, label: `${name}. ${says.join(' ')}` });
    say(pictureNote, words.seedsNote);
  }

  /** @param {number} room */
  function drawPicture(room) {
    if (!axes.length) return drawSpread(room);
    const { entry, field } = choiceOf(sweepMetricsOf(describe.metric, grid));
    if (!entry) return;
    const symbols = axes.map(({ name }) => texts.compare.symbol(name.split('.').pop() ?? name));
    const keeps = entry.id === 'error' || !fitted;
    const unit = entry.unit ?? '';
    const turn = h(
      'button',
      {
        class: 'option',
        'aria-pressed': String(when === 'after'),
        onclick: () => {
          when = when === 'after' ? 'before' : 'after';
          store.redraw();
        },
      },
      texts.afterT,
    );
    heads.replaceChildren(field, axes.length === 2 && !keeps ? turn : '');
    if (axes.length === 2) {
      const { table, note } = heatOf({ axes }, grid, {
        metric: entry,
        when: keeps ? 'before' : when,
        symbols,
        open: selectRun,
      });
      picture.replaceChildren(table);
      return say(pictureNote, note);
    }
    const [symbol = ''] = symbols;
    const name = texts.compare.short(entry.id, entry.label);
    const marks = grid.map((point) => {
      const [before, after] = [figureOf(point, entry.id), figureOf(point, entry.id, 'after')];
      const second = keeps ? {} : { after: after.mean, afterError: after.spread };
      return { x: Number(point.at[0]), y: before.mean, error: before.spread, ...second, label: '', on: false };
    });
    const values = grid.map((point) => `${symbol} = ${point.at[0]}: ${figureText(figureOf(point, entry.id).mean, unit)}`).join('; ');
    const title = texts.compare.against(name, symbol);
    const target = h('div');
    picture.replaceChildren(target);
    drawSweep(target, marks, {
      ...{ width: Math.min(room, 560), height: 250, label: `${title}: ${values}`, title, xLabel: symbol, xUnit: '', yUnit: unit },
      ...{ zero: false, cubic: null, note: '', notes: keeps ? null : { y: texts.compare.beforeT, after: texts.afterT } },
    });
    const seeds = Math.max(...grid.map(({ runs }) => runs.length));
    say(pictureNote, seeds > 1 ? texts.compare.sweepBars(seeds) : '');
  }

  /** Selects the row of a run. @param {string} id */
  function selectRun(id) {
    const row = groups.find(({ runs }) => runs.some((run) => run.id === id));
    if (row) select(row.key, true);
  }

  return {
    element,
    /** @param {State} now @param {number} room */
    draw(now, room) {
      table.mark(comparison);
      const row = groups.find(({ key }) => key === comparison.group);
      const became = row ? row.points.map((point) => here(now, point).text).join() : '';
      if (!isDrawn(picked, row, became)) drawPicked(now, row);
      const trained = new Set(now.runs.flatMap(({ spec, report }) => (report ? [spec] : [])));
      const verdicts = points.flatMap((point) => {
        const key = trained.has(point.run.spec) ? here(now, point).key : '';
        return key === 'equal' || key === 'different' ? [key] : [];
      });
      const wrong = verdicts.filter((key) => key === 'different').length;
      say(state, !verdicts.length ? '' : wrong ? words.someDiffer(wrong, verdicts.length) : words.allEqual(verdicts.length));
      show(state, verdicts.length > 0);
      const drawn = axes.length > 0 || groups.some(({ runs }) => runs.length > 2);
      show(heads, drawn);
      show(picture, drawn);
      if (drawn && !isDrawn(picture, room, drawnMetric, when)) drawPicture(room);
    },
  };
}
