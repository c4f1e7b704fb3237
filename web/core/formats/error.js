// A refusal by the engine or by a file reader. Its message is one sentence for the user.
export class EngineError extends Error {
  name = 'EngineError'; // survives builds that shorten names
}

/** Returns the message of anything thrown. @param {unknown} thrown */
export const sentence = (thrown) => (thrown instanceof Error ? thrown.message : String(thrown));
