// Writes ONNX models of one node, to time the kernels of peers.
import onnxProto from 'onnx-proto';

const { onnx } = onnxProto;
const { FLOAT } = onnx.TensorProto.DataType;
const { INTS } = onnx.AttributeProto.AttributeType;
const OPSET = 17;

const tensorType = (/** @type {string} */ name, /** @type {number[]} */ shape) => ({
  name,
  type: { tensorType: { elemType: FLOAT, shape: { dim: shape.map((size) => ({ dimValue: size })) } } },
});

/**
 * Writes a model in which one factor is a constant, which the runtime may pack in advance.
 * @param {string} opType
 * @param {number[]} shape of the input and the output
 * @param {number[]} dims of the constant
 * @param {Record<string, number[]>} [attributes]
 * @returns {Uint8Array}
 */
function model(opType, shape, dims, attributes = {}) {
  const count = dims.reduce((a, b) => a * b);
  const values = Float32Array.from({ length: count }, (_, i) => (i % 61) / 32 - 0.9375);
  const graph = {
    name: 'bench',
    node: [
      {
        opType,
        input: ['x', 'factor'],
        output: ['y'],
        attribute: Object.entries(attributes).map(([name, ints]) => ({ name, type: INTS, ints })),
      },
    ],
    initializer: [{ name: 'factor', dims, dataType: FLOAT, rawData: new Uint8Array(values.buffer) }],
    input: [tensorType('x', shape)],
    output: [tensorType('y', shape)],
  };
  const message = onnx.ModelProto.fromObject({ irVersion: 8, opsetImport: [{ domain: '', version: OPSET }], producerName: 'bench', graph });
  return onnx.ModelProto.encode(message).finish();
}

/** @param {number} n */
export const productModel = (n) => model('MatMul', [n, n], [n, n]);

/** @param {{n: number, c: number, size: number, kernel: number}} shape */
export function convolutionModel({ n, c, size, kernel: k }) {
  const pad = (k - 1) / 2;
  return model('Conv', [n, c, size, size], [c, c, k, k], { kernel_shape: [k, k], strides: [1, 1], pads: [pad, pad, pad, pad] });
}
