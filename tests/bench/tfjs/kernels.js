// Adds training kernels that TensorFlow.js's WASM backend lacks or has only as plain loops: a convolution's
// gradients, and matrix products with a transposed factor. They are composed of fast operations that it has:
// convolution, matrix product, transpose, reverse, pad.
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
 * Computes `dL/dw[i,j,a,b] = sum over n,y,x of x[n, s y + i - p, s x + j - p, a] dy[n,y,x,b]`.
 * It is a convolution of x, with images and channels exchanged. Its filter is dy, dilated by the stride and
 * as large as the output.
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

/** Inserts zeros after every row and column: [n,h,w,c] to [n,2h,2w,c]. */
function spreadByTwo(x) {
  const [n, h, w, c] = x.shape;
  const columns = tf.pad(tf.reshape(x, [n, h * w, c]), [
    [0, 0],
    [0, 0],
    [0, c],
  ]);
  const rows = tf.pad(tf.reshape(columns, [n, h, 2 * w * c]), [
    [0, 0],
    [0, 0],
    [0, 2 * w * c],
  ]);
  return tf.reshape(rows, [n, 2 * h, 2 * w, c]);
}

/**
 * Computes dL/dx: a convolution of dy, spread by the stride, with the filter turned by 180 degrees and its
 * channels exchanged.
 */
function inputGradient({ inputs: { dy, filter }, attrs: { strides, pad, dataFormat, inputShape } }) {
  const p = checked(pad, dataFormat);
  const k = filter.shape[0];
  const s = first(strides);
  if (s > 2 || dy.shape[1] * s !== inputShape[1] || filter.shape[1] !== k)
    throw new Error('the patch takes strides 1 and 2 that divide the image');
  return tf.tidy(() => {
    const flipped = tf.transpose(tf.reverse(filter, [0, 1]), [0, 1, 3, 2]);
    return tf.conv2d(s === 2 ? spreadByTwo(dy) : dy, flipped, 1, k - 1 - p);
  });
}

/**
 * Transposes a factor before the product, in two dimensions.
 * @param {(call: any) => any} plain the backend's own kernel
 */
const matrixProduct =
  (plain) =>
  ({ inputs: { a, b }, backend, attrs: { transposeA, transposeB } }) => {
    const turn = (/** @type {any} */ x) =>
      tf.transpose(
        x,
        [...x.shape.keys()].map((axis) => (axis < x.shape.length - 2 ? axis : 2 * x.shape.length - 3 - axis)),
      );
    return tf.tidy(() => {
      const inputs = { a: transposeA ? turn(a) : a, b: transposeB ? turn(b) : b };
      const { dataId, shape, dtype } = plain({ inputs, backend, attrs: { transposeA: false, transposeB: false } });
      return tf.engine().makeTensorFromTensorInfo({ dataId, shape, dtype });
    });
  };

export function patch() {
  const { kernelFunc } = tf.getKernel('BatchMatMul', 'wasm');
  tf.unregisterKernel('BatchMatMul', 'wasm');
  tf.registerKernel({ kernelName: 'BatchMatMul', backendName: 'wasm', kernelFunc: matrixProduct(kernelFunc) });
  tf.unregisterKernel('Conv2DBackpropInput', 'wasm');
  tf.registerKernel({ kernelName: 'Conv2DBackpropInput', backendName: 'wasm', kernelFunc: inputGradient });
  tf.registerKernel({ kernelName: 'Conv2DBackpropFilter', backendName: 'wasm', kernelFunc: filterGradient });
}

/** Computes gradients of a function of two tensors by one backend. */
async function gradientsBy(backend, f, shapes) {
  await tf.setBackend(backend);
  const inputs = shapes.map((shape, i) => tf.randomNormal(shape, 0, 1, 'float32', i + 1));
  const weigh = tf.randomNormal(f(...inputs).shape, 0, 1, 'float32', 3);
  const gradients = tf.grads((...at) => tf.sum(tf.mul(f(...at), weigh)))(inputs);
  return Promise.all(gradients.map((gradient) => gradient.data()));
}

/**
 * Throws unless the gradients are those of TensorFlow.js's own plain backend, for everything that the
 * networks do.
 */
export async function checkPatch() {
  const convolution = (k, s) => ({
    what: `a ${k}x${k} convolution, stride ${s}`,
    f: (x, w) => tf.conv2d(x, w, s, (k - 1) / 2),
    shapes: [
      [2, 8, 8, 3],
      [k, k, 3, 4],
    ],
  });
  const product = {
    what: 'a matrix product',
    f: (a, b) => tf.matMul(a, b),
    shapes: [
      [5, 7],
      [7, 3],
    ],
  };
  for (const { what, f, shapes } of [convolution(3, 1), convolution(3, 2), convolution(1, 2), product]) {
    const [found, expected] = [await gradientsBy('wasm', f, shapes), await gradientsBy('cpu', f, shapes)];
    expected.forEach((gradient, i) => {
      const scale = Math.max(...gradient.map(Math.abs));
      const same = found[i].length === gradient.length && gradient.every((value, j) => Math.abs(value - found[i][j]) <= 1e-5 * scale);
      if (!same) throw new Error(`the patched gradient ${i} of ${what} is wrong`);
    });
  }
  await tf.setBackend('wasm');
}
