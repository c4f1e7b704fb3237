// What the engine, or a reader of a file, refuses: its message is one sentence for the user.
export class EngineError extends Error {
  name = 'EngineError'; // also where a build shortens names
}

/** What was thrown, in its own words. @param {unknown} thrown */
export const sentence = (thrown) => (thrown instanceof Error ? thrown.message : String(thrown));
