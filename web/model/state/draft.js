// State of the controls: the draft, the engine's check of it, and the files that it needs.

/** @typedef {import('../types.js').Draft} Controls */
/** @typedef {import('../../core/types.js').MissingFile} MissingFile */
/** @typedef {import('../../core/types.js').Samples} Samples */
/** @typedef {import('../../engine.d.ts').Curve} LossCurve */

/**
 * @typedef {object} DraftSlice
 * @property {Controls | null} draft
 * @property {import('../../core/types.js').Checked | null} check the engine's check of the last valid draft
 * @property {{kind: string, error: string} | null} refusal error of the draft: where and what
 * @property {{link: string, error: string, recovered: import('../../core/types.js').Recovered | null} | null}
 *   broken
 * @property {MissingFile[]} missing
 * @property {string} filesNote
 * @property {Samples | null} examples some samples of the test set
 * @property {LossCurve | null} curve curve of the loss
 * @property {string[]} past earlier links, latest last
 * @property {string[]} future undone links, latest last
 */

/** @type {DraftSlice} */
export const initialDraft = {
  draft: null,
  check: null,
  refusal: null,
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
    /** Takes an edit that the engine has not checked yet. @param {Controls} draft */
    edit: (draft) => set({ draft }),
    /**
     * Takes a draft that the engine accepts.
     * @param {import('../../core/types.js').Checked} check
     * @param {Controls} draft
     */
    accept: (check, draft) => set({ check, draft, refusal: null }),
    /** Takes an error of the draft. @param {DraftSlice['refusal']} refusal */
    refuse: (refusal) => set({ refusal }),
    /**
     * Takes a link that cannot be opened.
     * @param {DraftSlice['broken']} broken null: another one is opened
     */
    setBroken: (broken) => set({ broken }),
    /** @param {MissingFile[]} missing @param {string} [filesNote] */
    needFiles: (missing, filesNote) => set(filesNote === undefined ? { missing } : { missing, filesNote }),
    /** @param {string} filesNote */
    sayOfFiles: (filesNote) => set({ filesNote }),
    /** @param {Samples | null} examples */
    setExamples: (examples) => set({ examples }),
    /** Takes the links to undo and redo. @param {string[]} past @param {string[]} future */
    remember: (past, future) => set({ past, future }),
    /** @param {LossCurve | null} curve */
    setCurve: (curve) => set({ curve }),
  };
}
