// Errors in data shared by threads, and in the module that the page calls. How to write one:
// tests/mutations/README.md.

/** @type {import('../mutate.mjs').Mutation[]} */
export default [
  // ---- threads
  {
    file: 'src/base/parallel.c',
    find: 'atomic_fetch_sub(&of->unfinished, 1)',
    put: 'atomic_fetch_sub_explicit(&of->unfinished, 1, memory_order_relaxed)',
    why: 'on a phone a loop ends before what its workers wrote can be read',
    tests: ['engine/threads'],
  },
  {
    file: 'src/base/parallel.c',
    find: 'atomic_store(&of->left, chunks);',
    put: 'atomic_store_explicit(&of->left, chunks, memory_order_relaxed);',
    why: 'on a phone a worker begins with the loop before',
    tests: ['engine/threads'],
  },
  {
    file: 'src/base/parallel.c',
    find: 'for (int chunk = 0; chunk < chunks; chunk++) run(',
    put: 'for (int chunk = 0; chunk + 1 < chunks || chunk == 0; chunk++) run(',
    why: 'one thread alone leaves out the last chunk of a loop',
    tests: ['unit test_base_parallel'],
  },
  {
    file: 'src/base/parallel.c',
    find: 'loop *of = &pool->loops[pool->depth];',
    put: 'loop *of = &pool->loops[0];',
    why: 'what runs beside a loop puts its own loops over it',
    tests: ['unit test_base_parallel'],
  },
  {
    file: 'src/ad/plan/buffers.c',
    find: 'for (int j = 0; i >= overlap->second && j',
    put: 'for (int j = 0; i < overlap->second && j',
    why: 'a step writes over what the adjoint in the filter that runs at the same time still reads',
    tests: ['unit test_ad_fuse'],
  },
  {
    file: 'src/ad/plan/overlap.c',
    find: 'if (i >= overlap->second) bytes += fusion_scratch(overlaps, overlap->begin);',
    put: 'if (i > overlap->second) bytes += fusion_scratch(overlaps, overlap->begin);',
    why: 'what runs beside a step has scratch behind the end of the block',
    tests: ['unit test_ad_fuse'],
  },
  // ---- the module
  {
    file: 'wasm/api_place.c',
    find: 'count == EDITS_MAX',
    put: 'count > EDITS_MAX',
    why: 'one place more than fits is written past the list',
    tests: ['engine/places'],
  },
  {
    file: 'wasm/api_place.c',
    find: 'cal_json_member_bool(json, "given", given);',
    put: 'cal_json_member_bool(json, "given", value.size > 0);',
    why: 'what the link leaves to the default passes as given',
    tests: ['engine/places'],
  },
  {
    file: 'wasm/api_blend.c',
    find: 'cal_network_about(api->blend_network).k != blends->k',
    put: 'cal_network_about(api->blend_network).k < blends->k',
    why: 'the logits of a network with more classes are written past their room',
    tests: ['engine/blend'],
  },
  {
    file: 'wasm/api_blend.c',
    find: 'if (n < 1 || n > OUTPUTS_MAX)',
    put: 'if (n > OUTPUTS_MAX)',
    why: 'logits are computed for no picture',
    tests: ['engine/blend'],
  },
];
