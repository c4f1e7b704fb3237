// What the engine, or a reader of a file, refuses: its message is one sentence for the user.
export class EngineError extends Error {}
