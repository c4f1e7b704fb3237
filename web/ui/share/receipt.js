// The receipt: a link's promised results, and whether this run reproduced them. A band below the run bar.

import { attribute, h, show } from '../../draw/dom.js';
import { isActive } from '../../model/runs/list.js';
import { count, decimal, percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { figuresOf } from '../shell/results/claim.js';

const words = texts.receipt;

/**
 * The link that promises results of the run on show, or of the run that would start next.
 * @param {import('../../model/types.js').State} state
 */
function promiseOf({ run, check }) {
  if (run && run.spec !== check?.spec) return run.promised;
  return check?.digest ? check.address : (run?.promised ?? '');
}

/**
 * Compares promised and computed results as soon as a run ends.
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 */
export function followVerdict(engine, store) {
  let latest = '';
  store.onChange(async (state) => {
    const { run } = state;
    const promised = promiseOf(state);
    const made = run?.report?.link && !run.unchecked.includes('digest'); // a file's receipt proves nothing
    const key = made && promised ? `${run.id} ${promised}` : '';
    if (key === latest) return;
    latest = key;
    store.runs.judge(null);
    if (!key || !run) return;
    const compared = await engine.compare(promised, run.report?.link ?? '').catch(() => null);
    if (key === latest && compared) store.runs.judge({ run: run.id, ...compared });
  });
}

/** @param {string} name @param {string | number} value */
function inWords(name, value) {
  if (typeof value === 'string') return value.length > 8 ? `${value.slice(0, 4)} ${value.slice(4, 8)}` : value;
  return name === 'nll' || name === 'brier' ? decimal(value, 3) : percent(value);
}

/**
 * Shows all digits if the short forms are equal but the values differ.
 * @param {{what: string, promised: string | number, got: string | number}} row
 */
function pair({ what, promised, got }) {
  const short = { promised: inWords(what, promised), got: inWords(what, got) };
  return short.promised === short.got && promised !== got ? { promised: String(promised), got: String(got) } : short;
}

/** @param {import('../../core/types.js').Compared['rows']} rows */
function table(rows) {
  const rounding = rows.some(({ within }) => within !== undefined);
  const what = rows.every(({ same }) => same) ? words.compared : words.what;
  const head = [what, words.inLink, words.here, ...(rounding ? [words.within] : [])].map((text) => h('th', { scope: 'col' }, text));
  return h(
    'table',
    { class: 'promised' },
    h('thead', null, h('tr', null, ...head)),
    h(
      'tbody',
      null,
      ...rows.map((row) => {
        const { promised, got } = pair(row);
        const name = h('th', { scope: 'row' }, words.names[row.what] ?? row.what);
        const title = `${row.promised} ${row.same && row.within ? '≈' : '≠'} ${row.got}`;
        const room = !rounding ? null : h('td', null, row.within === undefined ? '' : inWords(row.what, row.within));
        return h('tr', { 'data-what': row.what, title }, name, h('td', null, promised), h('td', null, h('strong', null, got)), room);
      }),
    ),
  );
}

/**
 * @param {HTMLElement} element
 * @param {{run: () => void}} on
 */
export function createReceipt(element, on) {
  let shown = '';
  let closed = '';

  /** @param {import('../../model/types.js').State} state */
  function content({ run, check, verdict }) {
    const away = h('button', { class: 'plain', onclick: close }, texts.dismiss);
    if (!verdict) {
      const trains = isActive(run) && run?.spec === check?.spec;
      const promise = check?.receipt ? words.promises(figuresOf(check.promise)) : words.promisesDigest(check?.digest ?? '');
      const again = trains ? h('p', { class: 'quiet' }, words.comparing) : h('button', { class: 'button', onclick: on.run }, words.replay);
      const filed = run && run.spec === check?.spec ? texts.kept.notCompared(run.unchecked) : '';
      return [h('p', { class: 'promise' }, h('strong', null, words.made), ` ${promise} ${filed}`), again, away];
    }
    const { same, rows } = verdict;
    const engine = rows.find(({ what }) => what === 'engine');
    const data = rows.find(({ what }) => what === 'data');
    if (same) {
      const all = data ? words.allSame(count(run?.report?.parameters ?? 0)) : words.digestSame;
      const other = engine && !engine.same ? ` ${words.otherEngineSame(String(engine.promised), String(engine.got))}` : '';
      return [
        h('p', { class: 'promise verdict', role: 'status' }, h('strong', null, `✓ ${words.reproduced}`), ` ${all}${other}`),
        h('code', { class: 'note', title: words.digest }, run?.report?.digest.slice(0, 16) ?? ''),
        away,
      ];
    }
    const rounded = rows.filter(({ within }) => within !== undefined);
    if (verdict.close)
      return [
        h('p', { class: 'promise verdict', role: 'status' }, h('strong', null, `≈ ${words.close}`), ` ${words.closeNote}`),
        table(rounded),
        away,
      ];
    const why = [
      data && !data.same && words.otherData,
      data?.same && words.sameData,
      data?.same && rounded.length > 0 && words.far,
      engine &&
        !rounded.length &&
        (engine.same ? words.sameEngine(String(engine.got)) : words.otherEngine(String(engine.promised), String(engine.got))),
    ];
    return [
      h(
        'p',
        { class: 'promise verdict', role: 'alert' },
        h('strong', null, h('mark', null, `≠ ${words.differs}`)),
        ` ${why.filter(Boolean).join(' ')}`,
      ),
      table(rows.filter(({ same, what }) => !same && what !== 'engine')),
      away,
    ];
  }

  function close() {
    closed = shown;
    show(element, false);
  }

  return {
    /** @param {import('../../model/types.js').State} state */
    draw(state) {
      const { mode, verdict, run, check } = state;
      const promised = mode === 'bench' ? promiseOf(state) : '';
      // Shows nothing for a failed run, or for a finished one that is too old to compare.
      const silent = !verdict && run && run.spec !== check?.spec;
      const key = promised && !silent ? `${promised} ${JSON.stringify(verdict)} ${isActive(run)} ${run?.id}` : '';
      show(element, !!key && key !== closed);
      if (key === shown) return;
      shown = key;
      if (!key) return element.replaceChildren();
      attribute(element, 'data-kind', !verdict ? 'promise' : verdict.same ? 'same' : verdict.close ? 'close' : 'differs');
      element.replaceChildren(...content(state));
    },
  };
}
