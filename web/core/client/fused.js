// Tests if this browser multiplies and adds with one rounding, as the fast module needs (wasm/README.md).

// (func (export "f") (result f32)): a a + c by f32x4.relaxed_madd, where a = 1 + 2^-12 and c = -(1 + 2^-11).
// It returns 2^-24 with one rounding, and 0 if the product is rounded separately.
const MADD = [
  ...[0, 97, 115, 109, 1, 0, 0, 0], // version 1
  ...[1, 5, 1, 96, 0, 1, 125, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0], // () -> f32; one function of this type; "f"
  ...[10, 31, 1, 29, 0],
  ...[67, 0, 8, 128, 63, 253, 19, 67, 0, 8, 128, 63, 253, 19, 67, 0, 16, 128, 191, 253, 19],
  ...[253, 133, 2, 253, 31, 0, 11],
];

/** @returns {string} the reason if it does not, or '' */
export function whyNotFused() {
  const bytes = new Uint8Array(MADD);
  if (!WebAssembly.validate(bytes)) return 'this browser has no relaxed SIMD; Chrome and Edge 114 and later versions have it';
  try {
    const { f } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
    if (typeof f === 'function' && f() === 2 ** -24) return '';
  } catch {} // for example a policy that forbids compiling
  return 'this browser or processor multiplies and adds in two steps, so nothing would be faster';
}
