// Finds the files that the link needs and this browser does not have.
import { sentence as messageOf } from '../../core/formats/error.js';
import { texts } from '../../texts/index.js';

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 */
export function createMissingFiles(engine, store) {
  return {
    /** Updates the list of missing files. */
    async refresh() {
      const { check } = store.get();
      if (!check?.files.length) return store.draft.needFiles([], '');
      try {
        const missing = await engine.files.missing(check.spec);
        if (check.spec === store.get().check?.spec) store.draft.needFiles(missing, missing.length ? '' : texts.filesHere);
      } catch (wrong) {
        store.draft.needFiles([]);
        store.bench.fail(messageOf(wrong));
      }
    },
  };
}
