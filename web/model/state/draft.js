// What the controls show, what the engine says of it, and what it needs.

/** @typedef {import('../types.js').Draft} Controls */
/** @typedef {import('../../core/types.js').MissingFile} MissingFile */
/** @typedef {import('../../core/types.js').Samples} Samples */
/** @typedef {import('../../engine.d.ts').Curve} LossCurve */

/**
 * @typedef {object} DraftSlice
 * @property {Controls | null} draft
 * @property {import('../../core/types.js').Checked | null} check the engine's answer to the last good draft
 * @property {{kind: string, error: string} | null} trouble of the draft: where, and what
 * @property {{link: string, error: string, recovered: import('../../core/types.js').Recovered | null} | null} broken
 * @property {MissingFile[]} missing
 * @property {string} filesNote
 * @property {Samples | null} examples some of the test set
 * @property {LossCurve | null} curve of the loss
 * @property {string[]} past links that the controls showed before, the last one last
 * @property {string[]} future links that were undone, the last one last
 */

/** @type {DraftSlice} */
export const initialDraft = {
  draft: null,
  check: null,
  trouble: null,
  broken: null,
  missing: [],
  filesNote: '',
  examples: null,
  curve: null,
  past: [],
  future: [],
};

/** @param {Pick<import('./index.js').Slice<DraftSlice>, 'set'>} slice */
export function draftChanges({ set }) {
  return {
    /** Something was typed or chosen; the engine has not read it yet. @param {Controls} draft */
    edit: (draft) => set({ draft }),
    /** The engine takes it. @param {import('../../core/types.js').Checked} check @param {Controls} draft */
    accept: (check, draft) => set({ check, draft, trouble: null }),
    /** The engine refuses it. @param {DraftSlice['trouble']} trouble */
    refuse: (trouble) => set({ trouble }),
    /** A link that cannot be opened. @param {DraftSlice['broken']} broken null: another one is opened */
    setBroken: (broken) => set({ broken }),
    /** @param {MissingFile[]} missing @param {string} [filesNote] */
    needFiles: (missing, filesNote) => set(filesNote === undefined ? { missing } : { missing, filesNote }),
    /** @param {string} filesNote */
    sayOfFiles: (filesNote) => set({ filesNote }),
    /** @param {Samples | null} examples */
    setExamples: (examples) => set({ examples }),
    /** What can be undone, and done again. @param {string[]} past @param {string[]} future */
    remember: (past, future) => set({ past, future }),
    /** @param {LossCurve | null} curve */
    setCurve: (curve) => set({ curve }),
  };
}
