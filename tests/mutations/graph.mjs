// What computes: graphs and their plans, kernels, elementary functions. How to write one: tests/mutations/README.md.

const nets = ['unit test_ad_nets', 'unit test_ad_fuse'];

/** @type {import('../mutate.mjs').Mutation[]} */
export default [
  // ---- graphs
  {
    file: 'src/ad/derivative.c',
    find: 'adjoint[d.node.in[j]] = cal_graph_add(g, adjoint[d.node.in[j]], d.d[j]);',
    put: 'adjoint[d.node.in[j]] = d.d[j];',
    why: 'a value that two ops read gets the gradient of one of them',
    tests: ['unit test_ad_ops', ...nets],
  },
  {
    file: 'src/ad/graph/node.c',
    find: 'if (node->op != CAL_OP_INPUT) {',
    put: 'if (node->op >= 0) {',
    why: 'two inputs of one shape are one and the same',
    tests: ['unit test_ad_ops'],
    equivalent: 'each input carries its number, so that no two are alike: looking for its like only takes time',
  },
  {
    file: 'src/ad/op/elementwise.c',
    find: 'cal_kernel_clear_padding(env, step->y, &shape);',
    put: '(void)shape;',
    why: 'lanes behind the last channel hold e^0, and enter sums',
    tests: ['unit test_ad_elementwise', 'unit test_ad_ops'],
  },
  {
    file: 'src/ad/op/sum.c',
    find: '(double)cal_elements(node.shape) / (double)cal_elements(shape)',
    put: '(double)cal_elements(node.shape)',
    why: 'the sum of a constant down to rows counts all rows',
    tests: ['unit test_ad_fuse'],
  },
  {
    file: 'src/ad/fuse/linear.c',
    find: '(cal_shape){1, channels, 1, 1}, 2)',
    put: '(cal_shape){1, channels, 1, 1}, 1)',
    why: 'x + x is x where sums of channels are fused',
    tests: nets,
  },
  {
    file: 'src/ad/plan/layout.c',
    find: 'if (last[i] > plan->buffers[home].dies) plan->buffers[home].dies = last[i];',
    put: '',
    why: 'a result that takes over a place dies with what stood there before',
    tests: nets,
  },
  // ---- kernels
  {
    file: 'src/kernel/rowwise.c',
    find: 'if (m - m != 0 && m == m) m = 0;',
    put: '',
    why: 'a row with an infinite logit has no loss',
    tests: ['unit test_kernel_rows', 'unit test_extremes'],
  },
  {
    file: 'src/kernel/softmax_row.c',
    find: 'for (; j < columns; j++) top = x[j] > top ? x[j] : top;\n    return top - top',
    put: 'return top - top',
    why: 'a large logit behind the last four overflows the softmax of its row',
    tests: ['unit test_kernel_rows', 'unit test_extremes'],
  },
  {
    file: 'src/kernel/layout/channels.c',
    find: 'if (g * 4 < first || g * 4 + 4 > end)',
    put: 'if (g * 4 < first)',
    why: 'a concatenation leaves what was there before behind its last channel',
    tests: ['unit test_kernel_layout', ...nets],
  },
  {
    file: 'src/kernel/matmul/product.c',
    find: 'if (!first)\n        for (int r = 0; r < rows; r++) memcpy(t',
    put: 'if (first)\n        for (int r = 0; r < rows; r++) memcpy(t',
    why: 'columns at the right edge keep the last block of a deep product alone',
    tests: ['unit test_kernel_matmul'],
  },
  {
    file: 'src/kernel/winograd/stride1.c',
    find: 'input_line, tiles, strip, image, quads, side, row, tile,\n                              points, load);',
    put: 'input_line, tiles, strip, image, quads, side, row, tile,\n                              points, NULL);',
    why: 'the batch norm and ReLU that are applied while loading are left out',
    tests: ['unit test_ad_fuse'],
  },
  {
    file: 'src/kernel/matmul/pack.c',
    find: 'if (columns > half)',
    put: 'if (columns > 4 + half)',
    why: 'the last class of a network of nine has logits of zero',
    tests: ['unit test_kernel_matmul'],
  },
  {
    file: 'src/kernel/matmul/product.c',
    find: 's->groups > 1 || by_columns(s) || !packs_right(s)',
    put: 's->groups > 1 || !packs_right(s)',
    why: 'a product that is cut by columns reads its left matrix where the prepared right one lies',
    tests: ['unit test_kernel_matmul', 'unit test_ad_ops'],
  },
  {
    file: 'src/ad/op/matmul.c',
    find: 'const int n = transposed ? y.n : y.c, k = transposed ? y.c : y.n;',
    put: 'const int n = y.n, k = y.c;',
    why: 'a steady matrix that a product takes as it stands is laid out as if it were transposed',
    tests: ['unit test_ad_ops'],
  },
  {
    file: 'src/kernel/tokens.c',
    find: 'cal_f4_store(y + k, cal_f4_add(cal_f4_load(x + k), cal_f4_splat(0)))',
    put: 'cal_f4_store(y + k, cal_f4_load(x + k))',
    why: 'a gradient of -0 differs from that of a plan that is not fused',
    tests: ['unit test_kernel_tokens'],
  },
  {
    file: 'src/ad/fuse/rows.c',
    find: 'first_row(f, list->put[i - 1]) > first_row(f, put)',
    put: 'first_row(f, list->put[i - 1]) < first_row(f, put)',
    why: 'rows of an adjoint are added again one by one, which only takes longer',
    tests: ['unit test_ad_fuse'],
  },
  {
    file: 'src/ad/fuse/rows.c',
    find: 'return row == group ?',
    put: 'return row <= group ?',
    why: 'an adjoint in some of the rows of a sample leaves what was there before in the others',
    tests: ['unit test_ad_ops', 'unit test_ad_fuse'],
  },
  {
    file: 'src/kernel/rowwise.c',
    find: 'cal_min_int(COLUMN_ROWS, r.end - i)',
    put: 'COLUMN_ROWS',
    why: "a layer norm's gradient has rows of another chunk in it",
    tests: ['unit test_kernel_rows'],
  },
  // ---- elementary functions
  {
    file: 'src/base/maths/wide.c',
    find: 'cal_wide_and(subnormal, all(23))',
    put: 'cal_wide_and(subnormal, all(22))',
    why: 'the logarithm of a subnormal probability is off by log 2',
    tests: ['unit test_base_maths'],
  },
  {
    file: 'src/base/maths/erf.c',
    find: 'if (a > 6)',
    put: 'if (a > 5)',
    why: 'erf is 1 a little early',
    tests: ['unit test_base_maths', 'unit test_chance'],
  },
  // ---- bytes
  {
    file: 'src/base/bytes/safetensors.c',
    find: '(uint32_t)at[1] << 24;',
    put: '(uint32_t)(at[1] & 127) << 24;',
    why: 'negative weights in BF16 are positive',
    tests: ['unit test_files'],
  },
  {
    file: 'src/base/bytes/safetensors.c',
    find: '(uint32_t)at[0] << 16 |',
    put: '(uint32_t)(at[0] | 1) << 16 |',
    why: 'BF16 numbers with an even last bit are read as their neighbours',
    tests: ['unit test_files'],
  },
  {
    file: 'src/base/bytes/mat.c',
    find: 'at[a->size - 1] & 0x80 ? UINT64_MAX : 0',
    put: 'at[a->size - 1] & 0x80 ? 0 : 0',
    why: 'negative whole numbers of a .mat file are large',
    tests: ['unit test_files'],
  },
];
