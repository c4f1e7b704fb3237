// One kept run as a row of the table: what it is, how far it got, its size, and what can be done with it.
import { h } from '../../draw/dom.js';
import { noteOf } from '../../model/runs/filed.js';
import { isNumber, moment, bytes as sizeText } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/types.js').Run} Run */
/** @typedef {import('../../core/storage/runs.js').KeptRun} KeptRun */
/**
 * A kept run; unkept: only in this tab, not on disk.
 * @typedef {Omit<KeptRun, 'where'> & {where: KeptRun['where'] | 'unkept'}} Entry
 */

const words = texts.kept;

/**
 * Names a run by its network, loss, data and seed. The loss has its first parameter, and those off their
 * default.
 * @param {import('../../engine.d.ts').Describe} describe
 * @param {Run} run
 */
function nameOf(describe, { data, choices: { model, loss }, settings }) {
  const entry = describe.loss.find(({ id }) => id === loss.id);
  const given = (entry?.params ?? []).flatMap(({ name, default: usual }, i) => {
    const value = loss.params[name] ?? usual;
    return value !== '' && (i === 0 || String(value) !== String(usual)) ? [[name, value]] : [];
  });
  return [model.id, texts.compare.choice(entry?.label ?? loss.id, Object.fromEntries(given)), data, texts.compare.seed(settings.seed)].join(
    ', ',
  );
}

/** @param {Run} run @returns {string} '' before its end */
function resultOf({ report }) {
  const [ece = NaN, accuracy = NaN] = ['ece', 'accuracy'].map((id) => report?.metrics[id]?.value ?? NaN);
  return isNumber(ece) && isNumber(accuracy) ? words.result(ece, accuracy) : '';
}

/** @param {Run} run */
function epochsOf({ history, epochs, ready, report, state, unchecked, recomputed }) {
  const note = report ? (history.length < epochs ? words.ended : '') : state === 'running' ? words.training : words.interrupted;
  const arithmetic = (report ?? ready)?.fused ? texts.fast.mark : '';
  return [words.epochs(history.length, epochs), note, arithmetic, noteOf({ unchecked, recomputed })].filter(Boolean).join(', ');
}

/**
 * @param {import('../../engine.d.ts').Describe} describe
 * @param {Entry} entry
 * @param {boolean} confirming its removal awaits confirmation
 * @param {{open: (entry: Entry) => void, remove: (entry: Entry) => void}} on
 */
export function rowOf(describe, entry, confirming, on) {
  const { id, run, bytes, time, where } = entry;
  const name = nameOf(describe, run);
  const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
    h('button', { class: 'plain', 'aria-label': label, onclick }, text);
  const [remove, removeLabel] = confirming ? [words.removeSure, `${words.removeSure}: ${name}`] : [words.remove, words.removeOf(name)];
  const actions =
    where === 'open'
      ? [h('span', { class: 'note' }, words.elsewhere)]
      : [button(words.openRun, words.openOf(name), () => on.open(entry)), button(remove, removeLabel, () => on.remove(entry))];
  return h(
    'tr',
    { 'data-run': id, 'data-where': where },
    h(
      'th',
      { scope: 'row', title: run.spec },
      h('span', { class: 'letter' }, run.letter),
      name,
      h('span', { class: 'note result' }, resultOf(run)),
    ),
    h('td', { 'data-head': words.heads.epochs }, epochsOf(run)),
    h('td', null, where === 'unkept' ? '' : moment(time)),
    h('td', null, where === 'unkept' ? words.notKept : sizeText(bytes)),
    h('td', null, ...actions),
  );
}
