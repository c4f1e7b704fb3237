// Parts of the page whose code comes when they are first wanted.
import { texts } from '../../texts/index.js';

/**
 * What a part's module holds; null where it cannot be had, which the page says: where its host has a newer page, the old files may be
 * gone, and with them what this page had not fetched yet.
 * @template T
 * @param {import('../../model/types.js').Store} store
 * @param {Promise<T>} coming what import() gives
 * @returns {Promise<T | null>}
 */
export const partOf = (store, coming) =>
  coming.catch(() => {
    const reload = { label: texts.reload, act: () => location.reload() };
    store.bench.say({ kind: 'error', title: texts.notFetched, text: texts.notFetchedNote, choices: [reload] });
    return null;
  });
