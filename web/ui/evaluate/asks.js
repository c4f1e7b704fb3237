// Builds report requests from the files, their roles and the options. Pure functions of the state.
import { gather, taskOf } from './input/roles.js';

/** @import {ReportAsk} from '../../core/types.js' */
/** @typedef {import('./model.js').State} State */

/**
 * Returns true if the report's reliability is over the probability of the positive class, not over
 * confidence.
 * @param {import('../../engine.d.ts').FilesReport | null} report
 */
export const isBinary = (report) => report?.task === 'binary' || report?.task === 'multilabel';

/**
 * Kind of the outputs that could be logits or probabilities: '' if the user must choose, null if there are
 * none. The engine reads a table's outputs as what they look like and prints a note.
 * @param {Pick<State, 'items' | 'outputKind'>} state
 */
export function kindOf({ items, outputKind }) {
  const models = gather(items).models.filter(({ likely }) => likely.length);
  const seen = models.every(({ files, likely }) => likely.some(({ file }) => file === files.csv));
  return models.length ? outputKind || (seen ? 'probabilities' : '') : null;
}

/** @param {State} state @param {import('./input/roles.js').Subject} model @returns {ReportAsk} */
export function askOf(state, { files, likely, computed, columns, labelNames }) {
  const fitted = files['val-logits'] || files['val-csv'];
  const item = state.items.find(({ file }) => file === files.csv);
  const kind = likely.length ? state.outputKind : computed ? 'logits' : '';
  // predictions without probabilities
  const table = files.csv && !files.labels && !item?.inspected?.shape && !taskOf(item);
  return {
    files,
    bins: state.bins,
    ...(state.draws === null ? {} : { draws: state.draws }),
    ...(kind ? { [kind === 'probabilities' ? 'probs' : 'as-logits']: true } : {}),
    ...(state.task ? { task: state.task } : {}),
    ...(item?.inspected?.normalise?.includes(state.normalise) ? { normalise: state.normalise } : {}),
    ...(columns ? { columns } : {}),
    ...(labelNames ? { 'label-names': labelNames.join('\n') } : {}),
    ...(state.crossFit && !table && !fitted ? { fit: 'cross:5' } : {}),
  };
}

/** The request for the model on show. @param {State} state */
export function askNow(state) {
  const model = gather(state.items).models.find(({ name }) => name === state.shown);
  return model ? askOf(state, model) : null;
}

/** @param {ReportAsk} ask */
export const filesIn = ({ files }) =>
  JSON.stringify(Object.entries(files).map(([role, file]) => [role, file.name, file.size, file.lastModified]));

/** @param {ReportAsk} ask */
export const keyOf = (ask) => JSON.stringify({ ...ask, files: filesIn(ask) });
