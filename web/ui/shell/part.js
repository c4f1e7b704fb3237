// Parts of the page whose code is loaded when first needed.
import { texts } from '../../texts/index.js';

/**
 * A part's module, or null with an error if it cannot be loaded. If the host has a newer page, old files may
 * be gone, including parts that this page has not loaded yet.
 * @template T
 * @param {import('../../model/types.js').Store} store
 * @param {Promise<T>} coming result of import()
 * @returns {Promise<T | null>}
 */
export const partOf = (store, coming) =>
  coming.catch(() => {
    const reload = { label: texts.reload, act: () => location.reload() };
    store.bench.say({ kind: 'error', title: texts.notFetched, text: texts.notFetchedNote, choices: [reload] });
    return null;
  });
