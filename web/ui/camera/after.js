// After a training: what a random split of the same frames would claim, and the frames as files for the
// command line.

import { sentence as messageOf } from '../../core/formats/error.js';
import { zipOf } from '../../core/formats/zip-write.js';
import { h, say, show } from '../../draw/dom.js';
import { isActive } from '../../model/runs/list.js';
import { count, percent } from '../../texts/format.js';
import { sentence } from '../../texts/index.js';
import { save } from '../shell/controls/menu.js';
import { hashed } from './train.js';
import { words } from './words.js';

/** @typedef {import('../../engine.d.ts').DataReport} DataReport */

const FILE = 'camera-frames.zip';
const LINK = 'link.txt';

/** Test samples with a copy or a near copy in the training set. @param {DataReport} data */
const copiesIn = ({ duplicates }) => {
  const found = duplicates?.test_in_train;
  return found ? found.exact + found.near : NaN;
};

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 * @param {{latest: () => import('./train.js').Trained | null, open: (link: string) => Promise<void>,
 *   run: () => void}} on
 */
export function createAfter(engine, store, { latest, open, run }) {
  const random = h('button', { class: 'button', 'data-do': 'random', onclick: () => void claim() }, words.after.random);
  const files = h('button', { class: 'button', 'data-do': 'files', onclick: () => void saveFiles() }, words.after.files);
  const command = h('code');
  const filesNote = h('p', { class: 'note', hidden: true }, words.after.command, ' ', command);
  const body = h('tbody');
  const heads = words.after.heads.map((head) => h('th', { scope: 'col' }, head));
  const table = h('table', { class: 'data splits' }, h('thead', null, h('tr', null, ...heads)), body);
  const status = h('p', { role: 'status' });
  const note = h('p', { class: 'note' }, words.after.note);
  const claims = h('div', { hidden: true }, h('div', { class: 'scroller' }, table), status, note);
  const error = h('p', { class: 'error', role: 'alert', hidden: true });
  const element = h('section', { class: 'after', hidden: true }, h('div', { class: 'row' }, random, files), filesNote, error, claims);
  /**
   * Both splits of some frames.
   * @type {{of: object, byTime: DataReport, random: DataReport, spec: string} | null}
   */
  let splits = null;
  let busy = false;

  /** @param {() => Promise<void>} work */
  async function doing(work) {
    if (busy) return;
    busy = true;
    show(error, false);
    draw();
    try {
      await work();
    } catch (wrong) {
      say(error, sentence(messageOf(wrong)));
      show(error, true);
    }
    busy = false;
    draw();
  }

  const claim = () =>
    doing(async () => {
      const of = latest();
      if (!of) return;
      const drawn = await engine.link.set(await engine.link.remove(of.link, 'data.hash'), 'data.take', 'random');
      const byTime = await engine.data(of.link);
      const { link, data } = await hashed(engine, drawn);
      const check = await engine.check(link);
      if (!check.ok) throw new Error(check.error);
      splits = { of, byTime, random: data, spec: check.spec };
      await open(link);
      run();
    });

  const saveFiles = () =>
    doing(async () => {
      const of = latest();
      if (!of) return;
      const entries = [...of.files, new File([`${of.spec}\n`], LINK)];
      save(FILE, await zipOf(entries.map((file) => ({ path: file.name, blob: file }))));
      say(command, `calib train '${of.spec}' --data camera-frames`);
      show(filesNote, true);
    });

  /**
   * @param {string} name
   * @param {DataReport} data
   * @param {import('../../model/types.js').Run | undefined} run
   */
  function rowOf(name, data, run) {
    const { value, interval } = run?.report?.metrics.accuracy ?? {};
    const range = interval ? words.after.range([interval[0] ?? NaN, interval[1] ?? NaN]) : '';
    return h(
      'tr',
      null,
      h('th', { scope: 'row' }, name),
      h('td', null, words.after.of(copiesIn(data), data.splits.test?.n ?? 0)),
      h('td', null, value == null ? '' : percent(value, 0)),
      h('td', null, range),
    );
  }

  function draw() {
    const of = latest();
    const { runs } = store.get();
    const mine = of && runs.find(({ spec }) => spec === of.spec);
    show(element, !!mine?.report);
    if (splits?.of !== of) splits = null;
    const other = splits && runs.find(({ spec }) => spec === splits?.spec);
    const active = !!other && isActive(other);
    random.disabled = busy || active;
    files.disabled = busy;
    show(claims, !!splits);
    if (!splits || !mine) return;
    body.replaceChildren(rowOf(words.after.byTime, splits.byTime, mine), rowOf(words.after.byChance, splits.random, other ?? undefined));
    say(status, active ? words.pass(other.history.length + 1, other.epochs) : '');
    const [few, many] = [copiesIn(splits.byTime), copiesIn(splits.random)];
    say(note, many > few ? `${words.after.more(count(many - few))} ${words.after.note}` : words.after.note);
  }
  store.onChange(({ runs }, before) => runs !== before.runs && !!latest() && draw());

  return { element, draw };
}
