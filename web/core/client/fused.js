// Whether this browser multiplies and adds with one rounding, as the fast module does (wasm/README.md).

// (func (export "f") (result f32)) of a a + c by f32x4.relaxed_madd, with a = 1 + 2^-12 and c = -(1 + 2^-11): 2^-24 where it is rounded
// once, 0 where the product is rounded by itself.
const MADD = [
  ...[0, 97, 115, 109, 1, 0, 0, 0], // version 1
  ...[1, 5, 1, 96, 0, 1, 125, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0], // () -> f32; one function of it; "f"
  ...[10, 31, 1, 29, 0],
  ...[67, 0, 8, 128, 63, 253, 19, 67, 0, 8, 128, 63, 253, 19, 67, 0, 16, 128, 191, 253, 19],
  ...[253, 133, 2, 253, 31, 0, 11],
];

/** @returns {string} why not, or empty */
export function whyNotFused() {
  const bytes = new Uint8Array(MADD);
  if (!WebAssembly.validate(bytes)) return 'this browser has no relaxed SIMD; Chrome and Edge 114 and later versions have it';
  try {
    const { f } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
    if (typeof f === 'function' && f() === 2 ** -24) return '';
  } catch {} // a policy that lets the page compile nothing itself
  return 'this browser or processor multiplies and adds in two steps, so nothing would be faster';
}
