// Offers the calibrated predictions and the calibrator itself as files.
import { h, say, show } from '../../../draw/dom.js';
import { isDrawn } from '../../../draw/svg.js';
import { sentence, texts } from '../../../texts/index.js';
import { save } from '../../shell/controls/menu.js';
import { rowsOf } from '../table.js';
import { outputsOf } from './work.js';

/** @import {Describe} from '../../../engine.d.ts' */
/** @typedef {import('../model.js').State} State */

const words = texts.evaluate.calibrated;
// The reason of a report for a calibrator that is slow, and fitted only here.
const NAMED = 'it is fitted only if named';
const DROPPED = 'dropped'; // the value of a calibrator that was dropped as a file

/**
 * @param {import('../model.js').Model} model
 * @param {Describe} describe
 */
export function createCalibratedPanel(model, describe) {
  const { store } = model;
  const choice = h('select', { class: 'pick', id: 'evaluate-calibrator' });
  const predictions = h('button', { class: 'button', onclick: savePredictions }, words.predictions);
  const calibrator = h('button', { class: 'button', onclick: saveCalibrator }, words.calibrator);
  const note = h('p', { class: 'note', role: 'status' });
  const element = h(
    'section',
    { class: 'calibrated', 'aria-labelledby': 'evaluate-calibrated' },
    h('h2', { id: 'evaluate-calibrated' }, words.title),
    h('div', { class: 'head' }, h('label', { for: choice.id }, words.choose), choice),
    h('div', { class: 'formats' }, predictions, calibrator),
    note,
  );

  /** The chosen fit; null: the dropped calibrator. */
  function chosen() {
    const [id = '', way = ''] = choice.value.split(' ');
    return id === DROPPED ? null : { id, way };
  }

  async function savePredictions() {
    const fit = chosen();
    predictions.disabled = true;
    const found = await model.calibrated.predictions(fit);
    predictions.disabled = false;
    if (!found) return;
    save(found.name, found.blob);
    say(note, [words.saved(found.name), ...(found.note ? [sentence(found.note)] : [])].join(' '));
  }

  async function saveCalibrator() {
    const fit = chosen();
    const text = await model.calibrated.file(fit);
    if (text) save(fit ? `${fit.id}.json` : (store.get().kept?.name ?? ''), new Blob([text], { type: 'application/json' }));
  }

  /** @param {State} state */
  function options({ report, kept }) {
    const rows = report?.fitted_on === 'validation' ? rowsOf(report, describe).filter(({ id }) => id) : [];
    const dropped = kept ? [{ value: DROPPED, label: words.dropped(kept.name, kept.shown, kept.n) }] : [];
    const { calibrators = {} } = rows.length && report ? report : {};
    const named = describe.calibrator.filter(({ id }) => calibrators[id]?.left_out === NAMED);
    return [
      ...dropped,
      ...rows.map(({ id, way, label }) => ({ value: `${id} ${way}`, label })),
      ...named.map(({ id, label }) => ({ value: `${id} `, label: words.named(label) })),
    ];
  }

  return {
    element,
    /** @param {State} state */
    draw(state) {
      const offered = options(state);
      const outputs = outputsOf(state);
      show(element, offered.length > 0);
      if (isDrawn(element, offered.map(({ value, label }) => value + label).join(), outputs)) return;
      const before = choice.value;
      choice.replaceChildren(...offered.map(({ value, label }) => h('option', { value }, label)));
      if (offered.some(({ value }) => value === before) && before !== '') choice.value = before;
      if (state.kept && !before.startsWith(DROPPED)) choice.value = DROPPED;
      predictions.disabled = !outputs;
      say(note, outputs ? words.of(outputs.name) : words.noOutputs);
    },
  };
}
