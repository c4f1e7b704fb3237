// The two kernels that training a convolution needs from TensorFlow.js and its WASM backend does not have, or has only as
// plain loops. Both are composed from operations that it has and that are fast: convolution, transpose, reverse, pad.
/* global tf */

/** @param {number | number[]} value */
const first = (value) => (Array.isArray(value) ? value[0] : value);

/** @param {unknown} pad @param {string} format */
function checked(pad, format) {
  if (typeof pad !== 'number') throw new Error(`the patch takes padding as a number, not ${JSON.stringify(pad)}`);
  if (format !== 'NHWC') throw new Error(`the patch takes NHWC, not ${format}`);
  return pad;
}

/**
 * dL/dw[i,j,a,b] = sum over n,y,x of x[n, s y + i - p, s x + j - p, a] dy[n,y,x,b]: a convolution of x, whose images are now the
 * channels and whose channels are the batch, with dy as a filter as large as the output, dilated by the stride.
 */
function filterGradient({ inputs: { x, dy }, attrs: { strides, pad, dataFormat, filterShape } }) {
  const p = checked(pad, dataFormat);
  const [kh, kw, ci, co] = filterShape;
  return tf.tidy(() => {
    const images = tf.transpose(x, [3, 1, 2, 0]);
    const filter = tf.transpose(dy, [1, 2, 0, 3]);
    const all = tf.conv2d(images, filter, 1, p, 'NHWC', first(strides));
    const gradient = all.shape[1] === kh && all.shape[2] === kw ? all : tf.slice(all, [0, 0, 0, 0], [ci, kh, kw, co]);
    return tf.transpose(gradient, [1, 2, 0, 3]);
  });
}

/** Zeros after every row and column: [n,h,w,c] to [n,2h,2w,c]. */
function spreadByTwo(x) {
  const [n, h, w, c] = x.shape;
  const columns = tf.pad(tf.reshape(x, [n, h * w, c]), [[0, 0], [0, 0], [0, c]]);
  const rows = tf.pad(tf.reshape(columns, [n, h, 2 * w * c]), [[0, 0], [0, 0], [0, 2 * w * c]]);
  return tf.reshape(rows, [n, 2 * h, 2 * w, c]);
}

/** dL/dx: a convolution of dy, spread by the stride, with the filter turned by 180 degrees and its channels exchanged. */
function inputGradient({ inputs: { dy, filter }, attrs: { strides, pad, dataFormat, inputShape } }) {
  const p = checked(pad, dataFormat);
  const k = filter.shape[0];
  const s = first(strides);
  if (s > 2 || dy.shape[1] * s !== inputShape[1] || filter.shape[1] !== k) throw new Error('the patch takes strides 1 and 2 that divide the image');
  return tf.tidy(() => {
    const flipped = tf.transpose(tf.reverse(filter, [0, 1]), [0, 1, 3, 2]);
    return tf.conv2d(s === 2 ? spreadByTwo(dy) : dy, flipped, 1, k - 1 - p);
  });
}

export function patch() {
  tf.unregisterKernel('Conv2DBackpropInput', 'wasm');
  tf.registerKernel({ kernelName: 'Conv2DBackpropInput', backendName: 'wasm', kernelFunc: inputGradient });
  tf.registerKernel({ kernelName: 'Conv2DBackpropFilter', backendName: 'wasm', kernelFunc: filterGradient });
}

/** Throws unless both gradients are those of TensorFlow.js's own plain backend, for each kind of convolution used. */
export async function checkPatch() {
  for (const [k, s] of [[3, 1], [3, 2], [1, 2]]) {
    /** @type {Float32Array[][]} */
    const both = [];
    for (const backend of ['wasm', 'cpu']) {
      await tf.setBackend(backend);
      const x = tf.randomNormal([2, 8, 8, 3], 0, 1, 'float32', 1);
      const w = tf.randomNormal([k, k, 3, 4], 0, 1, 'float32', 2);
      const weigh = tf.randomNormal([2, 8 / s, 8 / s, 4], 0, 1, 'float32', 3);
      const gradients = tf.grads((x, w) => tf.sum(tf.mul(tf.conv2d(x, w, s, (k - 1) / 2), weigh)))([x, w]);
      both.push(await Promise.all(gradients.map((gradient) => gradient.data())));
    }
    both[0].forEach((found, which) => {
      const expected = both[1][which];
      const scale = Math.max(...expected.map(Math.abs));
      const wrong = found.findIndex((value, i) => !(Math.abs(value - expected[i]) <= 1e-5 * scale));
      if (wrong >= 0 || found.length !== expected.length) throw new Error(`the patched ${['input', 'filter'][which]} gradient is wrong for kernel ${k}, stride ${s}`);
    });
  }
  await tf.setBackend('wasm');
}
