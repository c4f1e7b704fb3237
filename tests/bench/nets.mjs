// The networks that every contender trains: named as in a link, built by the peers from the engine's own layer text.

export const BATCH = 128;
export const INPUT = { c: 3, h: 32, w: 32, classes: 10 };
export const NETS = ['mlp:hidden=100', 'cnn-s', 'resnet8'];

/** @typedef {{kind: 'conv', out: number, kernel: number, stride: number, bias: boolean} | {kind: 'linear', out: number}
 *   | {kind: 'bn' | 'relu' | 'max2' | 'gap'} | {kind: 'residual', body: Layer[]}} Layer */

/** A layer text cut at the dashes that no bracket encloses. @param {string} text */
function tokens(text) {
  const found = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
    else if (at === text.length || (text[at] === '-' && !depth)) {
      found.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return found;
}

/**
 * What a layer text means, for the peers. It knows the layers of these networks and refuses any other.
 * @param {string} text
 * @param {{out: number} & Record<string, unknown>} [output] the last layer
 * @returns {Layer[]}
 */
export function parseLayers(text, output = { kind: 'linear', out: INPUT.classes }) {
  const all = tokens(text);
  return all.map((token, at) => {
    const conv = /^c(\d+)(?:k(\d+))?(?:s(\d+))?$/.exec(token);
    if (conv) return { kind: 'conv', out: +conv[1], kernel: +(conv[2] ?? 3), stride: +(conv[3] ?? 1), bias: all[at + 1] !== 'bn' };
    const block = /^r\((.*)\)$/.exec(token);
    if (block) return { kind: 'residual', body: parseLayers(block[1], output) };
    const linear = /^fc(\d+)$/.exec(token);
    if (linear) return { kind: 'linear', out: +linear[1] };
    const plain = { bn: { kind: 'bn' }, relu: { kind: 'relu' }, mp2: { kind: 'max2' }, gap: { kind: 'gap' }, fc: output }[token];
    if (!plain) throw new Error(`the bench cannot build "${token}" for the peers`);
    return plain;
  });
}
