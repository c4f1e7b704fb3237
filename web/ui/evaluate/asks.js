// What a report is asked for: from the files, their roles and the options. Functions of the state alone.
import { gather, taskOf } from './roles.js';

/** @import {ReportAsk} from '../../core/types.js' */
/** @typedef {import('./model.js').State} State */

/** Whether its reliability is over the probability of one class, not over confidence. @param {import('../../engine.d.ts').FilesReport | null} report */
export const isBinary = (report) => report?.task === 'binary' || report?.task === 'multilabel';

/**
 * What those outputs are taken for that could be either; '' where the user has to say, null where there are none. A table's are taken
 * for what they look like: the engine does that, and says so.
 * @param {Pick<State, 'items' | 'said'>} state
 */
export function kindOf({ items, said }) {
  const models = gather(items).models.filter(({ likely }) => likely.length);
  const seen = models.every(({ files, likely }) => likely.some(({ file }) => file === files.csv));
  return models.length ? said || (seen ? 'probabilities' : '') : null;
}

/** @param {State} state @param {import('./roles.js').Subject} model @returns {ReportAsk} */
export function askOf(state, { files, likely, columns, labelNames }) {
  const fitted = files['val-logits'] || files['val-csv'];
  const item = state.items.find(({ file }) => file === files.csv);
  const table = files.csv && !files.labels && !item?.inspected?.shape && !taskOf(item); // of predictions alone
  return {
    files,
    bins: state.bins,
    ...(state.draws === null ? {} : { draws: state.draws }),
    ...(likely.length && state.said ? { [state.said === 'probabilities' ? 'probabilities' : 'asLogits']: true } : {}),
    ...(state.task ? { task: state.task } : {}),
    ...(columns ? { columns } : {}),
    ...(labelNames ? { labelNames } : {}),
    ...(state.fitOnTest && !table && !fitted ? { fitOnTest: true } : {}),
  };
}

/** What is asked about the model on show. @param {State} state */
export function askNow(state) {
  const model = gather(state.items).models.find(({ name }) => name === state.shown);
  return model ? askOf(state, model) : null;
}

/** @param {ReportAsk} ask */
export const filesIn = ({ files }) =>
  JSON.stringify(Object.entries(files).map(([role, file]) => [role, file.name, file.size, file.lastModified]));

/** @param {ReportAsk} ask */
export const keyOf = (ask) => JSON.stringify({ ...ask, files: filesIn(ask) });
