// Links of runs with the user's own data.
import { placesOf, withChoice, withParam } from '../../../model/draft.js';
import { entryIn } from '../../../model/registry.js';

/** @typedef {import('../../../core/types.js').OpenedData} OpenedData */
/** @typedef {import('../../../engine.d.ts').Describe} Describe */
/** @typedef {import('../../../model/types.js').Draft} Draft */

/**
 * A draft with this data set; the run's other settings stay.
 * @param {Describe} describe
 * @param {Draft} now
 * @param {OpenedData['sets'][0]} set
 * @param {Record<string, string>} more
 */
export function draftFor(describe, now, { data, params }, more) {
  let draft = withChoice(describe, now, 'data', data);
  draft = withParam(draft, 'data', 'hash', '');
  for (const [name, value] of Object.entries({ ...params, ...more })) draft = withParam(draft, 'data', name, value);
  return draft;
}

/**
 * Makes a run with this data. A model that cannot use it is replaced by one that can.
 * @param {import('../../../core/types.js').Engine} engine
 * @param {Draft} now
 * @param {string} spec a link that has only data
 * @returns {Promise<string>} its link
 */
export async function linkOfRun(engine, now, spec) {
  const { describe } = engine;
  const { id, params, given } = await engine.choice('data', (await engine.link.read(spec, 'data')).value);
  const { choices: kept } = withChoice(describe, now, 'data', id); // with outputs that match its labels
  const { several } = entryIn(describe.data, id);
  const usual = (/** @type {'model' | 'augment' | 'loss'} */ kind) => ({ id: describe.default[kind], params: {} });
  const data = { id, params: given };
  // Other models would read a word's number as a quantity.
  const model = id === 'texts' ? { id: 'gpcnn', params: { vocabulary: String(params.vocabulary) } } : usual('model');
  const plain = { ...kept, data, model, augment: usual('augment'), ...(several ? { loss: usual('loss') } : {}) };
  for (const choices of id === 'texts' ? [plain] : [{ ...kept, data }, plain]) {
    const link = await engine.link.set('', placesOf(describe, { ...now, choices })).catch(() => '');
    if (link && (await engine.check(link)).ok) return link;
  }
  return spec;
}
