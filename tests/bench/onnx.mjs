// Networks as ONNX models: the engine's layers (nets.mjs) with its weights, one row of NODES a layer. Batch norm stays a node of
// its own; folding it is the runtime's business.
import onnxProto from 'onnx-proto';
import { Cannot } from './measure.mjs';

const { onnx } = onnxProto;
const OPSET = 17;
const EPS = 1e-5;

/** @typedef {import('./nets.mjs').Layer} Layer */
/** @typedef {Record<string, {shape: number[], data: Float32Array}>} Weights */

/** A graph that is being written; names of values are what nodes return. */
class Graph {
  /** @param {Weights} weights */
  constructor(weights) {
    this.weights = weights;
    /** @type {any[]} */
    this.nodes = [];
    /** @type {any[]} */
    this.constants = [];
  }

  /** @param {string} op @param {string[]} inputs @param {Record<string, number | number[]>} [attributes] */
  add(op, inputs, attributes = {}) {
    const output = `v${this.nodes.length}`;
    this.nodes.push({ opType: op, input: inputs, output: [output], name: `${op}_${output}`, attribute: Object.entries(attributes).map(attribute) });
    return output;
  }

  /** The layer's tensor of that name. @param {Layer} layer @param {string} name */
  weight(layer, name) {
    const full = `${layer.path}.${name}`;
    const { shape, data } = this.weights[full];
    return this.constant(full, shape, data);
  }

  /** @param {string} name @param {number[]} shape @param {Float32Array} data */
  constant(name, shape, data) {
    const rawData = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    this.constants.push({ name, dims: shape, dataType: onnx.TensorProto.DataType.FLOAT, rawData });
    return name;
  }
}

/** @param {[string, number | number[]]} entry whole numbers but for epsilon and alpha */
function attribute([name, value]) {
  const Type = onnx.AttributeProto.AttributeType;
  if (Array.isArray(value)) return { name, type: Type.INTS, ints: value };
  return Number.isInteger(value) ? { name, type: Type.INT, i: value } : { name, type: Type.FLOAT, f: value };
}

/** @param {Graph} g @param {Layer} layer @param {string} x @param {string} [prefix] of the tensors */
function norm(g, layer, x, prefix = '') {
  const inputs = ['weight', 'bias', 'running_mean', 'running_var'].map((name) => g.weight(layer, prefix + name));
  return g.add('BatchNormalization', [x, ...inputs], { epsilon: EPS });
}

/** The 1x1 convolution beside a block's body. @param {Graph} g @param {Layer} layer @param {string} x @param {string} weight */
function projection(g, layer, x, weight) {
  const stride = Math.ceil(layer.in[1] / layer.out[1]);
  return g.add('Conv', [x, g.weight(layer, weight)], { kernel_shape: [1, 1], strides: [stride, stride] });
}

/** @type {Record<string, (g: Graph, layer: Layer, x: string) => string>} */
const NODES = {
  c(g, layer, x) {
    const { k, s, d = 1, g: group = 1 } = layer.numbers;
    const pad = (d * (k - 1)) / 2;
    const weight = g.weight(layer, 'weight');
    const bias = `${layer.path}.bias` in g.weights ? [g.weight(layer, 'bias')] : [];
    return g.add('Conv', [x, weight, ...bias], { kernel_shape: [k, k], strides: [s, s], dilations: [d, d], pads: [pad, pad, pad, pad], group });
  },
  bn: (g, layer, x) => norm(g, layer, x),
  relu: (g, _, x) => g.add('Relu', [x]),
  tanh: (g, _, x) => g.add('Tanh', [x]),
  mp: (g, { numbers: { n } }, x) => g.add('MaxPool', [x], { kernel_shape: [n, n], strides: [n, n] }),
  ap: (g, { numbers: { n } }, x) => g.add('AveragePool', [x], { kernel_shape: [n, n], strides: [n, n] }),
  gap: (g, _, x) => g.add('Flatten', [g.add('GlobalAveragePool', [x])], { axis: 1 }),
  fc(g, layer, x) {
    const flat = layer.in.length > 1 ? g.add('Flatten', [x], { axis: 1 }) : x;
    return g.add('Gemm', [flat, g.weight(layer, 'weight'), g.weight(layer, 'bias')], { transB: 1 });
  },
  r: (g, layer, x) => g.add('Add', [sequence(g, layer.body, x), layer.parameters ? norm(g, layer, projection(g, layer, x, 'skip.0.weight'), 'skip.1.') : x]),
  rc: (g, layer, x) => g.add('Add', [sequence(g, layer.body, x), projection(g, layer, x, 'skip.weight')]),
  cat: (g, layer, x) => g.add('Concat', [x, sequence(g, layer.body, x)], { axis: 1 }),
};

/** @param {Graph} g @param {Layer[]} layers @param {string} x */
function sequence(g, layers, x) {
  return layers.reduce((value, layer) => {
    if (!NODES[layer.id]) throw new Cannot(`no layer ${layer.id} in its builder`);
    return NODES[layer.id](g, layer, value);
  }, x);
}

const tensorType = (/** @type {string} */ name, /** @type {number[]} */ shape) => ({
  name,
  type: { tensorType: { elemType: onnx.TensorProto.DataType.FLOAT, shape: { dim: shape.map((size) => ({ dimValue: size })) } } },
});

/** @param {Graph} g @param {number[]} input @param {string} result @param {number[]} output @returns {Uint8Array} */
function bytesOf(g, input, result, output) {
  const graph = { name: 'bench', node: g.nodes, initializer: g.constants, input: [tensorType('x', input)], output: [tensorType(result, output)] };
  const model = onnx.ModelProto.fromObject({ irVersion: 8, opsetImport: [{ domain: '', version: OPSET }], producerName: 'bench', graph });
  return onnx.ModelProto.encode(model).finish();
}

/** @param {Layer[]} layers @param {Weights} weights @param {number} batch */
export function netModel(layers, weights, batch) {
  const g = new Graph(weights);
  return bytesOf(g, [batch, ...layers[0].in], sequence(g, layers, 'x'), [batch, .../** @type {Layer} */ (layers.at(-1)).out]);
}

const values = (/** @type {number} */ count) => Float32Array.from({ length: count }, (_, i) => (i % 61) / 32 - 0.9375);

/** A product with a constant factor, which the runtime may pack in advance. @param {number} n */
export function productModel(n) {
  const g = new Graph({});
  return bytesOf(g, [n, n], g.add('MatMul', ['x', g.constant('b', [n, n], values(n * n))]), [n, n]);
}

/** @param {{n: number, c: number, size: number, kernel: number}} shape */
export function convolutionModel({ n, c, size, kernel: k }) {
  const g = new Graph({});
  const filter = g.constant('w', [c, c, k, k], values(c * c * k * k));
  const pad = (k - 1) / 2;
  const shape = [n, c, size, size];
  return bytesOf(g, shape, g.add('Conv', ['x', filter], { kernel_shape: [k, k], strides: [1, 1], pads: [pad, pad, pad, pad] }), shape);
}
