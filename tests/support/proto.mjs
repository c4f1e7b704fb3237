// Writes fields of protocol buffers, for ONNX models made by hand.

const length = (/** @type {number} */ n) => (n < 128 ? [n] : [(n & 127) | 128, n >> 7]);
export const field = (/** @type {number} */ number, /** @type {Buffer} */ body) =>
  Buffer.concat([Buffer.from([(number << 3) | 2, ...length(body.length)]), body]);
export const text = (/** @type {number} */ number, /** @type {string} */ word) => field(number, Buffer.from(word));
export const whole = (/** @type {number} */ number, /** @type {number} */ value) => Buffer.from([number << 3, ...length(value)]);
/** Writes an entry of a tensor's external_data. @param {string} key @param {string} value */
export const pair = (key, value) => field(13, Buffer.concat([text(1, key), text(2, value)]));
