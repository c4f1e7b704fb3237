// Exports of the run at the epoch on show: its network, its outputs, its report.
import { sentence as messageOf } from '../../core/formats/error.js';
import { npyFile } from '../../core/formats/npy-write.js';
import { closesItself, h, show } from '../../draw/dom.js';
import { nearest } from '../../model/runs/list.js';
import { sentence, texts } from '../../texts/index.js';
import { save } from '../shell/controls/menu.js';

const words = texts.network;

/**
 * @param {HTMLElement} place
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 * @param {{report: () => void}} does
 */
export function createTake(place, engine, store, { report }) {
  const now = () => {
    const { run, chosen } = store.get();
    const item = run?.ready ? nearest(run.history, chosen) : null;
    return run && item ? { run, item, name: `run-${(run.letter || 'a').toLowerCase()}-epoch-${item.epoch}` } : null;
  };

  /** @param {string} text */
  const fail = (text) => store.bench.fail(words.notSaved, sentence(text));

  /** @typedef {NonNullable<ReturnType<typeof now>>} Shown */
  /** @typedef {{temperature?: number, calibrator?: string}} Inside */
  /** @param {string} ending @param {(about: Shown) => Promise<Inside>} [onnx] parts of an ONNX model */
  async function network(ending, onnx) {
    const about = now();
    if (!about) return;
    if (!about.item.state) return fail(words.noState);
    try {
      save(`${about.name}.${ending}`, await engine.saveNetwork(about.run.spec, about.item.state, await onnx?.(about)));
    } catch (wrong) {
      fail(messageOf(wrong));
    }
  }

  /** Fits vector scaling on the validation outputs. @param {Shown} about */
  async function vectorOf({ run, item }) {
    const { n_val: m, k, valLabels } = run.ready ?? {};
    if (!m || !k || !valLabels || !item.valLogits) throw new Error(words.noState);
    const evaluation = engine.openEvaluation();
    const files = { 'val-logits': npyFile('logits.npy', item.valLogits, [m, k]), 'val-labels': npyFile('labels.npy', valLabels, [m]) };
    try {
      return { calibrator: await evaluation.calibrator({ files, calibrator: ['vector'], task: 'classes', 'as-logits': true }) };
    } finally {
      evaluation.cancel();
    }
  }

  function outputs() {
    const about = now();
    if (!about?.run.ready) return;
    const { n_test: n, n_val: m, k, labelling, testLabels, valLabels } = about.run.ready;
    const shape = (/** @type {number} */ rows) => (labelling === 1 ? [rows, k] : [rows]);
    const { testLogits, valLogits } = about.item;
    if (!testLogits || !valLogits) return fail(words.noState);
    const files = [
      npyFile(`${about.name}-test-logits.npy`, testLogits, [n, k]),
      npyFile(`${about.name}-test-labels.npy`, testLabels, shape(n)),
    ];
    if (m)
      files.push(npyFile(`${about.name}-val-logits.npy`, valLogits, [m, k]), npyFile(`${about.name}-val-labels.npy`, valLabels, shape(m)));
    for (const file of files) save(file.name, file);
  }

  /** @param {string} id @param {string} label @param {() => unknown} onclick */
  const button = (id, label, onclick) => h('button', { class: 'plain', 'data-take': id, onclick }, label);
  const scaled = button('scaled', words.saveScaled, () => network('onnx', async () => ({ temperature: store.get().temperature })));
  const vector = button('vector', words.saveVector, () => network('onnx', vectorOf));
  const list = h(
    'div',
    { class: 'menu-list' },
    button('weights', words.saveWeights, () => network('safetensors')),
    button('onnx', words.saveOnnx, () => network('onnx', async () => ({}))),
    scaled,
    vector,
    button('logits', words.saveLogits, outputs),
    button('report', words.saveReport, report),
  );
  const menu = h(
    'details',
    { class: 'menu take', hidden: true },
    h('summary', { class: 'plain note', title: words.saveRun }, words.save),
    list,
  );
  closesItself(menu);
  place.append(menu);
  return {
    /** @param {import('../../model/types.js').State} state */
    draw({ run, temperatureTouched, temperature }) {
      show(menu, !!now());
      show(vector, !!run?.ready?.n_val && run.ready.labelling !== 1);
      show(scaled, temperatureTouched && temperature !== 1);
    },
  };
}
