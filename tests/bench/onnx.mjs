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
  /** @param {Weights} weights @param {number} [batch] */
  constructor(weights, batch = 1) {
    this.weights = weights;
    this.batch = batch;
    /** @type {any[]} */
    this.nodes = [];
    /** @type {any[]} */
    this.constants = [];
  }

  /** @param {string} op @param {string[]} inputs @param {Record<string, number | number[]>} [attributes] */
  add(op, inputs, attributes = {}) {
    const output = `v${this.nodes.length}`;
    this.nodes.push({
      opType: op,
      input: inputs,
      output: [output],
      name: `${op}_${output}`,
      attribute: Object.entries(attributes).map(attribute),
    });
    return output;
  }

  /** The layer's tensor of that name. @param {Layer} layer @param {string} name */
  weight(layer, name) {
    const full = `${layer.path}.${name}`;
    const { shape, data } = this.weights[full];
    return this.constant(full, shape, data);
  }

  /** @param {string} name @param {number[]} shape @param {Float32Array | BigInt64Array} data */
  constant(name, shape, data) {
    const rawData = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const { FLOAT, INT64 } = onnx.TensorProto.DataType;
    this.constants.push({ name, dims: shape, dataType: data instanceof Float32Array ? FLOAT : INT64, rawData });
    return name;
  }

  /** @param {number} value */
  scalar(value) {
    return this.constant(`s${this.constants.length}`, [], Float32Array.of(value));
  }

  /** Whole numbers: a shape, or one index. @param {number[]} values @param {boolean} [list] */
  whole(values, list = true) {
    return this.constant(`n${this.constants.length}`, list ? [values.length] : [], BigInt64Array.from(values.map(BigInt)));
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

/** @param {Graph} g @param {Layer} layer @param {string} x @param {number} k @param {number} group */
function convolution(g, layer, x, k, group) {
  const { s, d, p } = layer.numbers;
  const pad = p < 0 ? (d * (k - 1)) / 2 : p;
  const bias = `${layer.path}.bias` in g.weights ? [g.weight(layer, 'bias')] : [];
  return g.add('Conv', [x, g.weight(layer, 'weight'), ...bias], {
    kernel_shape: [k, k],
    strides: [s, s],
    dilations: [d, d],
    pads: [pad, pad, pad, pad],
    group,
  });
}

/**
 * x W^T + b in the last dimension of tokens, by some rows of the weights.
 * @param {Graph} g @param {Layer} layer @param {string} x @param {string} weight @param {string} bias @param {number} [first] @param {number} [rows]
 */
function linear(g, layer, x, weight, bias, first = 0, rows = g.weights[`${layer.path}.${weight}`].shape[0]) {
  const {
    shape: [, columns],
    data,
  } = g.weights[`${layer.path}.${weight}`];
  const turned = Float32Array.from({ length: rows * columns }, (_, i) => data[(first + (i % rows)) * columns + Math.floor(i / rows)]);
  const offset = g.weights[`${layer.path}.${bias}`].data.subarray(first, first + rows);
  const product = g.add('MatMul', [x, g.constant(`${layer.path}.${weight}.${first}`, [columns, rows], turned)]);
  return g.add('Add', [product, g.constant(`${layer.path}.${bias}.${first}`, [rows], offset)]);
}

/** @param {Layer} layer of pooling */
const windowOf = ({ numbers: { n, s, p } }) => ({ kernel_shape: [n, n], strides: s > 0 ? [s, s] : [n, n], pads: [p, p, p, p] });

/** The 1x1 convolution beside a block's body. @param {Graph} g @param {Layer} layer @param {string} x @param {string} weight */
function projection(g, layer, x, weight) {
  const stride = Math.ceil(layer.in[1] / layer.out[1]);
  return g.add('Conv', [x, g.weight(layer, weight)], { kernel_shape: [1, 1], strides: [stride, stride] });
}

/** @type {Record<string, (g: Graph, layer: Layer, x: string) => string>} */
const NODES = {
  c: (g, layer, x) => convolution(g, layer, x, layer.numbers.k, layer.numbers.g),
  dw: (g, layer, x) => convolution(g, layer, x, layer.numbers.n, layer.in[0]),
  bn: (g, layer, x) => norm(g, layer, x),
  relu: (g, { numbers: { n } }, x) => (n === 6 ? g.add('Clip', [x, g.scalar(0), g.scalar(6)]) : g.add('Relu', [x])),
  gelu: (g, _, x) =>
    g.add('Mul', [g.add('Mul', [x, g.add('Add', [g.add('Erf', [g.add('Div', [x, g.scalar(Math.SQRT2)])]), g.scalar(1)])]), g.scalar(0.5)]),
  silu: (g, _, x) => g.add('Mul', [x, g.add('Sigmoid', [x])]),
  sigmoid: (g, _, x) => g.add('Sigmoid', [x]),
  tanh: (g, _, x) => g.add('Tanh', [x]),
  mp: (g, layer, x) => g.add('MaxPool', [x], windowOf(layer)),
  ap: (g, layer, x) => g.add('AveragePool', [x], { ...windowOf(layer), count_include_pad: 1 }),
  gap: (g, _, x) => g.add('Flatten', [g.add('GlobalAveragePool', [x])], { axis: 1 }),
  fc(g, layer, x) {
    if (layer.in.length === 2) return linear(g, layer, x, 'weight', 'bias');
    const flat = layer.in.length > 1 ? g.add('Flatten', [x], { axis: 1 }) : x;
    return g.add('Gemm', [flat, g.weight(layer, 'weight'), g.weight(layer, 'bias')], { transB: 1 });
  },
  tokens: (g, { out: [features, count] }, x) =>
    g.add('Transpose', [g.add('Reshape', [x, g.whole([g.batch, features, count])])], { perm: [0, 2, 1] }),
  cls(g, layer, x) {
    const { data } = g.weights[`${layer.path}.class_token`];
    const each = Float32Array.from({ length: g.batch * data.length }, (_, i) => data[i % data.length]);
    return g.add('Concat', [g.constant(`${layer.path}.class_token`, [g.batch, 1, data.length], each), x], { axis: 1 });
  },
  pos: (g, layer, x) => g.add('Add', [x, g.weight(layer, 'pos_embedding')]),
  ln: (g, layer, x) => g.add('LayerNormalization', [x, g.weight(layer, 'weight'), g.weight(layer, 'bias')], { axis: -1, epsilon: EPS }),
  att(g, layer, x) {
    const [features, count] = layer.in;
    const heads = layer.numbers.n;
    const width = features / heads;
    const split = (/** @type {number} */ part, /** @type {number[]} */ perm) =>
      g.add(
        'Transpose',
        [
          g.add('Reshape', [
            linear(g, layer, x, 'in_proj_weight', 'in_proj_bias', part * features, features),
            g.whole([g.batch, count, heads, width]),
          ]),
        ],
        { perm },
      );
    const scores = g.add('Div', [g.add('MatMul', [split(0, [0, 2, 1, 3]), split(1, [0, 2, 3, 1])]), g.scalar(Math.sqrt(width))]);
    const mixed = g.add('MatMul', [g.add('Softmax', [scores], { axis: -1 }), split(2, [0, 2, 1, 3])]);
    const joined = g.add('Reshape', [g.add('Transpose', [mixed], { perm: [0, 2, 1, 3] }), g.whole([g.batch, count, features])]);
    return linear(g, layer, joined, 'out_proj.weight', 'out_proj.bias');
  },
  first: (g, _, x) => g.add('Gather', [x, g.whole([0], false)], { axis: 1 }),
  r: (g, layer, x) =>
    g.add('Add', [sequence(g, layer.body, x), layer.parameters ? norm(g, layer, projection(g, layer, x, 'skip.0.weight'), 'skip.1.') : x]),
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
  const graph = {
    name: 'bench',
    node: g.nodes,
    initializer: g.constants,
    input: [tensorType('x', input)],
    output: [tensorType(result, output)],
  };
  const model = onnx.ModelProto.fromObject({ irVersion: 8, opsetImport: [{ domain: '', version: OPSET }], producerName: 'bench', graph });
  return onnx.ModelProto.encode(model).finish();
}

/** @param {Layer[]} layers @param {Weights} weights @param {number} batch */
export function netModel(layers, weights, batch) {
  const g = new Graph(weights, batch);
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
