// Fits the chosen calibrator on the validation files, and applies it, or a dropped one, to outputs.
import { sentence as reasonOf } from '../../../core/formats/error.js';
import { askNow } from '../asks.js';

/** @import {Describe} from '../../../engine.d.ts' */
/** @typedef {import('../state.js').State} State */
/** @typedef {import('../input/roles.js').Item} Item */
/**
 * A calibrator that was dropped as a file.
 * @typedef {{name: string, text: string, calibrator: string, shown: string, way: string, n: number}} Kept
 */

const MOST = 64 << 20; // bytes of a calibrator's file, as the engine reads it

/**
 * The calibrator with its groups, as `calib fit` takes it.
 * @param {string} calibrator
 * @param {unknown} by columns of groups
 */
function withGroups(calibrator, by) {
  const groups = Array.isArray(by) ? by.map((column) => `group=${column}`).join() : '';
  return groups ? `${calibrator}${calibrator.includes(':') ? ',' : ':'}${groups}` : calibrator;
}

/**
 * Reads a file of `calib fit`.
 * @param {File} file
 * @returns {Promise<Kept | null>} null for any other file
 */
async function readKept(file) {
  if (!/\.json$/i.test(file.name) || file.size > MOST) return null;
  const text = await file.text().catch(() => '');
  try {
    const { format, calibrator, way, fitted_on: on, groups } = JSON.parse(text);
    if (format !== 'calib calibrator') return null;
    const shown = withGroups(String(calibrator), groups?.by);
    return { name: file.name, text, calibrator: String(calibrator), shown, way: String(way), n: Number(on?.n) };
  } catch {
    return null;
  }
}

/**
 * Takes calibrators out of the given files.
 * @param {File[]} files
 * @returns {Promise<{files: File[], kept: Kept | null}>} the other files, and the last calibrator
 */
export async function takeKept(files) {
  const read = await Promise.all(files.map(readKept));
  return { files: files.filter((_, i) => !read[i]), kept: read.findLast((one) => one !== null) ?? null };
}

/**
 * The calibrator of a fit, as `calib fit` takes it.
 * @param {Describe} describe
 * @param {{id: string, way: string}} fit
 * @param {number} bins
 */
function calibratorOf(describe, { id, way }, bins) {
  const names = describe.calibrator.find((one) => one.id === id)?.params.map(({ name }) => name) ?? [];
  const chosen = [
    ...(names.includes('bins') ? [`bins=${bins}`] : []),
    ...(names.includes('by') && way ? [way.replace(/^by_/, 'by=')] : []),
  ];
  return chosen.length ? `${id}:${chosen.join()}` : id;
}

/**
 * The file of outputs that is calibrated: that of the model on show, or the only one.
 * @param {State} state
 */
export function outputsOf(state) {
  const ask = askNow(state);
  if (ask) return ask.files.csv ?? ask.files.logits ?? null;
  const outputs = state.items.filter(({ role, inspected }) => inspected && (role === 'logits' || role === 'csv'));
  return outputs.length === 1 ? (outputs[0]?.file ?? null) : null;
}

/**
 * @param {import('../../../core/types.js').Engine} engine
 * @param {ReturnType<import('../../../core/types.js').Engine['openEvaluation']>} evaluation
 * @param {ReturnType<typeof import('../../../model/store.js').createStore<State>>} store
 * @param {Describe} describe
 */
export function createCalibrated(engine, evaluation, store, describe) {
  /**
   * Returns the file of a fit of the report on show, or of the dropped calibrator.
   * @param {{id: string, way: string} | null} fit null: the dropped one
   */
  async function textOf(fit) {
    const state = store.get();
    if (!fit) return state.kept?.text ?? '';
    const ask = askNow(state);
    return ask ? evaluation.calibrator({ ...ask, calibrator: [calibratorOf(describe, fit, state.bins)] }) : '';
  }

  /**
   * Runs a task, and shows its error.
   * @template T
   * @param {() => Promise<T>} task
   * @returns {Promise<T | null>} null after an error
   */
  async function attempt(task) {
    try {
      return await task();
    } catch (wrong) {
      store.set({ error: reasonOf(wrong) });
      return null;
    }
  }

  return {
    /** @param {{id: string, way: string} | null} fit */
    file: (fit) => attempt(() => textOf(fit)),

    /** @param {{id: string, way: string} | null} fit */
    predictions: (fit) =>
      attempt(async () => {
        const state = store.get();
        const outputs = outputsOf(state);
        if (!outputs) return null;
        const { id } = fit ?? (await engine.choice('calibrator', state.kept?.calibrator ?? ''));
        const confidenceOnly = describe.calibrator.some((one) => one.id === id && one.top_only);
        const item = state.items.find(({ file }) => file === outputs);
        const kind = item?.computed ? 'logits' : state.outputKind;
        const table = item?.role === 'csv';
        const format = table ? '' : confidenceOnly ? 'csv' : 'npy';
        const found = await evaluation.apply(outputs, await textOf(fit), {
          format,
          kind,
          ...(fit ? {} : { calibrator: state.kept?.name ?? '' }),
        });
        const stem = outputs.name.replace(/\.[^.]*$/, '');
        const ending = format || /\.(tsv|txt)$/i.exec(outputs.name)?.[1] || 'csv';
        return { ...found, name: `${stem}_calibrated.${ending}` };
      }),
  };
}
