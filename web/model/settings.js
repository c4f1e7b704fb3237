// Compares the settings of the run on show with those of the controls, and names the ones that differ.
import { inWords } from '../texts/format.js';
import { texts } from '../texts/index.js';
import { entryOf, kindsOf } from './draft.js';

/** @typedef {import('./types.js').Run} Run */
/** @typedef {import('../core/types.js').Checked} Checked */
/** @import {ChoiceKind, Describe, Parameter} from '../engine.d.ts' */

/**
 * Returns true if the controls have other settings than the run on show. Exercises choose the run on show.
 * @param {Pick<import('./types.js').State, 'mode' | 'run' | 'check' | 'exercise'>} state
 */
export const isOtherRun = ({ mode, run, check, exercise }) => mode === 'bench' && !exercise && !!run && !!check && run.spec !== check.spec;

/** Names a setting like its field. @param {Parameter} param @param {unknown} value */
const inShort = ({ name }, value) => `${texts.compare.symbol(name)} ${inWords(value)}`;

/**
 * Names a run by its loss, its seed, and the settings that differ from the controls.
 * @param {Describe} describe
 * @param {Pick<Run, 'choices' | 'settings'>} run
 * @param {Pick<Checked, 'choices' | 'run'>} check
 * @returns {string[]} one text per registry
 */
export function settingsOf(describe, { choices, settings }, check) {
  /** @param {ChoiceKind} kind @returns {string[]} */
  function choiceOf(kind) {
    const [mine, other] = [choices[kind], check.choices[kind]];
    const { label, params } = entryOf(describe, kind, mine.id);
    const same = mine.id === other.id;
    const values = /** @type {Record<string, unknown>} */ (mine.params);
    const others = /** @type {Record<string, unknown>} */ (other.params);
    const named = params.filter(({ name, type, default: usual }, i) => {
      if (type === 'words') return false; // as long as a network
      if (same && String(values[name]) !== String(others[name])) return true;
      return kind === 'loss' && (!i || String(values[name]) !== String(usual));
    });
    if (same && !named.length && kind !== 'loss') return [];
    const title = mine.id === 'none' ? `${texts.kinds[kind]} ${texts.within(label)}` : label;
    return [[title, ...named.map((param) => inShort(param, values[param.name]))].join(', ')];
  }
  const own = /** @type {Record<string, unknown>} */ (settings);
  const next = /** @type {Record<string, unknown>} */ (check.run);
  const ofRun = describe.run.filter(({ name }) => name !== 'seed' && String(own[name] ?? '') !== String(next[name] ?? ''));
  const seed = describe.run.filter(({ name }) => name === 'seed');
  return [
    ...choiceOf('loss'),
    [...seed, ...ofRun].map((param) => inShort(param, own[param.name])).join(', '),
    ...kindsOf(describe)
      .filter((kind) => kind !== 'loss')
      .flatMap(choiceOf),
  ];
}

/**
 * Returns the setting by which a run has used its validation set, "keep=best"; empty: none.
 * @param {Pick<import('./types.js').Run, 'choices' | 'settings'>} run
 * @param {Describe} describe
 */
export function sawValidation({ choices, settings }, describe) {
  if (settings.keep === 'best') return 'keep=best';
  if (settings.patience) return 'patience';
  if (choices.schedule.id === 'plateau') return 'schedule=plateau';
  const [, then] = /^\d+:([^:]+)/.exec(settings.switch) ?? [];
  const sees = describe.loss.find(({ id, sees_validation }) => sees_validation && (id === choices.loss.id || id === then));
  return sees?.label ?? '';
}

/**
 * Returns the gamma of a run with focal loss, one label per sample and one loss; else null.
 * @param {Pick<import('./types.js').Run, 'choices' | 'settings'>} run
 */
export const gammaOf = ({ choices: { loss, head }, settings }) =>
  loss.id === 'focal' && head.id === 'softmax' && !/:/.test(settings.switch ?? '') ? Number(loss.params.gamma) : null;

/**
 * Returns where a run switches to another loss.
 * @param {{switch?: string} | null | undefined} settings settings of a run or of a link
 * @param {Describe} describe
 * @returns {import('./frame.js').Frame['switched']}
 */
export function switchOf(settings, describe) {
  const [, epoch, id, params] = /^(\d+):([^:]+)(?::(.*))?$/.exec(settings?.switch ?? '') ?? [];
  if (!epoch) return null;
  const label = describe.loss.find((loss) => loss.id === id)?.label ?? id ?? '';
  return { epoch: Number(epoch), label: params ? `${label} (${params.replaceAll(',', ', ')})` : label };
}
