// Trains a network on the recorded frames, as a run like any other.

import { sentence as messageOf } from '../../core/formats/error.js';
import { npyFile } from '../../core/formats/npy-write.js';
import { h, say, show } from '../../draw/dom.js';
import { arranged, LEAST, SIZES, splitsOf, wrongName } from '../../model/camera/recording.js';
import { isActive } from '../../model/runs/list.js';
import { sentence } from '../../texts/index.js';
import { words } from './words.js';

/** @typedef {import('../../model/camera/recording.js').Recorded} Recorded */

const NETWORKS = { 'cnn-s': words.networks.cnn, 'mlp:hidden=64': words.networks.mlp };
/** @type {Record<string, string>} */
const LOSSES = { ce: words.losses.ce, 'focal:gamma=3': words.losses.focal };
const SETTINGS = { epochs: '30', batch: '12' };
const HASH = 16; // digits of a data hash in a link

/** Says why these classes cannot be trained on, or ''. @param {Recorded[]} classes */
function whyNot(classes) {
  const few = classes.find(({ frames }) => frames.length < LEAST);
  const wrong = wrongName(classes);
  if (wrong !== null) return wrong ? words.sameName(wrong) : words.noName;
  return few ? words.few(LEAST, few.name, few.frames.length) : '';
}

/**
 * The frames as files of the data set, as numpy saves them.
 * @param {Recorded[]} classes
 * @param {number} size
 */
function filesOf(classes, size) {
  const { pixels, labels, n } = arranged(classes, size);
  return [
    npyFile('images.npy', pixels, [n, size, size, 3]),
    npyFile('images-labels.npy', labels, [n]),
    new File([classes.map(({ name }) => `${name}\n`).join('')], 'images-classes.txt'),
  ];
}

/**
 * The latest training: its files and links.
 * @typedef {{files: File[], link: string, spec: string}} Trained
 */

/**
 * Adds the hash of its data to a link.
 * @param {import('../../core/types.js').Engine} engine
 * @param {string} link
 */
export async function hashed(engine, link) {
  const data = await engine.data(link);
  return { link: await engine.link.set(link, 'data.hash', data.hash.slice(0, HASH)), data };
}

/**
 * Lends the frames to the engine, and returns the link of their data with its hash.
 * @param {import('../../core/types.js').Engine} engine
 * @param {Recorded[]} classes
 * @param {number} size
 */
async function dataOf(engine, classes, size) {
  const { train, val, test } = splitsOf(classes);
  const sizes = { 'data.train': train, 'data.val': val, 'data.test': test, 'data.classes': classes.length, 'data.size': size };
  const link = await engine.link.set('', { data: 'images', ...sizes, 'data.names': 'yes', 'data.take': 'first' });
  const files = filesOf(classes, size);
  const { spec } = await engine.files.lend(
    link,
    files.map((file) => ({ name: file.name, blob: file })),
  );
  return { files, data: (await hashed(engine, spec)).link };
}

/** @param {Record<string, string>} options @param {string} id */
const choice = (options, id) =>
  h('select', { class: 'pick', id }, ...Object.entries(options).map(([value, name]) => h('option', { value }, name)));

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 * @param {{classes: () => Recorded[], open: (link: string) => Promise<void>, run: () => void,
 *   showRun: (spec: string) => Promise<void>}} on showRun: at the workbench
 */
export function createTraining(engine, store, { classes, open, run, showRun }) {
  const network = choice(NETWORKS, 'camera-network');
  const loss = choice(LOSSES, 'camera-loss');
  const size = choice(Object.fromEntries(SIZES.map((side) => [side, words.pixels(side)])), 'camera-size');
  const train = h('button', { class: 'button solid', 'data-do': 'train', onclick: () => void begin(loss.value) }, words.train);
  const split = h('p', { class: 'note' });
  const status = h('p', { role: 'status' });
  const notes = h('p', { class: 'note', hidden: true }, words.flatters);
  const both = h('button', { class: 'button', 'data-do': 'both', hidden: true, onclick: () => void begin(otherLoss()) });
  const diagram = h('button', { class: 'button', hidden: true, onclick: () => void showRun(spec) }, words.diagram);
  const error = h('p', { class: 'error', role: 'alert', hidden: true });
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ control) =>
    h('span', { class: 'field' }, h('label', { for: control.id }, label), control);
  const element = h(
    'section',
    { class: 'camera-training', 'aria-label': words.training },
    split,
    h('div', { class: 'row' }, field(words.network, network), field(words.loss, loss), field(words.size, size), train, both, diagram),
    error,
    status,
    notes,
  );
  let busy = false;
  let spec = ''; // the latest run's
  /** @type {Trained | null} */
  let latest = null;
  /** The runs on the latest frames, by loss. @type {{data: string, specs: Map<string, string>}} */
  let trained = { data: '', specs: new Map() };

  /** The loss without a run, or '' if both have one. */
  const otherLoss = () => Object.keys(LOSSES).find((one) => !trained.specs.has(one)) ?? '';

  /** Trains with a loss. @param {string} by its text in links */
  async function begin(by) {
    if (busy) return;
    busy = true;
    show(error, false);
    draw();
    try {
      const { files, data } = await dataOf(engine, classes(), Number(size.value));
      const link = await engine.link.set(data, { model: network.value, loss: by, ...SETTINGS });
      const check = await engine.check(link);
      if (!check.ok) throw new Error(check.error);
      spec = check.spec;
      const same = `${data} ${network.value}`;
      if (trained.data !== same) trained = { data: same, specs: new Map() };
      trained.specs.set(by, spec);
      latest = { files, link, spec };
      await open(link);
      run();
    } catch (wrong) {
      say(error, sentence(messageOf(wrong)));
      show(error, true);
    }
    busy = false;
    draw();
  }

  const mine = () => store.get().runs.find((one) => one.spec === spec && !!spec);

  function draw() {
    const recorded = classes();
    const why = whyNot(recorded);
    const now = mine();
    const active = !!now && isActive(now);
    train.disabled = busy || active || !!why;
    say(split, why || words.split(splitsOf(recorded)));
    const report = now?.report;
    const accuracy = report?.metrics.accuracy;
    if (busy) say(status, words.preparing);
    else if (report && accuracy) {
      const [low, high] = accuracy.interval ?? [NaN, NaN];
      say(status, words.tested(accuracy.value ?? NaN, [low ?? NaN, high ?? NaN], report.n));
    } else say(status, active ? words.pass((now?.history.length ?? 0) + 1, now?.epochs ?? 0) : '');
    const next = report ? otherLoss() : '';
    both.disabled = train.disabled;
    say(both, next ? words.both(LOSSES[next] ?? '') : '');
    show(both, !!next);
    show(diagram, !!report);
    show(notes, !!report);
  }
  store.onChange(({ runs }, before) => runs !== before.runs && spec && draw());

  return { element, draw, specs: () => [...trained.specs.values()], latest: () => latest };
}
