// Converts numbers of 32 bits to 16 and back (IEEE 754 binary16), for models whose inputs or outputs have 16.

const [single, bits] = (() => {
  const array = new Float32Array(1);
  return [array, new Uint32Array(array.buffer)];
})();

/** Rounds to the nearest number of 16 bits, ties to even. @param {number} value @returns {number} its bits */
export function halfOf(value) {
  single[0] = value;
  const whole = bits[0] ?? 0;
  const sign = (whole >>> 16) & 0x8000;
  const size = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  if (size < 2 ** -14) return sign | evenly(size * 2 ** 24);
  const exponent = ((whole >>> 23) & 255) - 127;
  return sign | (((exponent + 14) << 10) + evenly(size * 2 ** (10 - exponent)));
}

/** Rounds to a whole number, ties to even. @param {number} value */
function evenly(value) {
  const low = Math.floor(value);
  const rest = value - low;
  return rest > 0.5 || (rest === 0.5 && low % 2 === 1) ? low + 1 : low;
}

/** @param {number} half bits of a number @returns {number} */
export function numberOf(half) {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 31;
  const rest = half & 1023;
  if (exponent === 31) return rest ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent ? (1 + rest / 1024) * 2 ** (exponent - 15) : rest * 2 ** -24);
}
