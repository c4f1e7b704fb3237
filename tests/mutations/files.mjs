// Errors in joined tables, archives of arrays, groups, draws of classes, kept runs and ghosts.

const people = ['formats/people'];
const tensors = ['formats/tensors'];
const groups = ['engine/binary-groups'];

/** @type {import('../mutate.mjs').Mutation[]} */
export default [
  // ---- labels in a separate table
  {
    file: 'src/base/slice.c',
    find: 'return order ? order : (a.length > b.length) - (a.length < b.length);',
    put: 'return order;',
    why: 'row 1 and row 10 have the same name: rows are joined by their order',
    tests: people,
  },
  {
    file: 'src/run/tables/join.c',
    find: 'if (agree || other == p->by_y)',
    put: 'if (agree || other >= 0)',
    why: 'of two columns of one name that differ, the labels are lost',
    tests: people,
  },
  {
    file: 'src/run/tables/join.c',
    find: 'for (; in_order && line < p->p->line[i]; line++) cal_text_add(out, "\\n");',
    put: '',
    why: 'an error names another line than that of the file',
    tests: people,
  },
  {
    file: 'src/run/tables/join.c',
    find: "if (i + 1 < cell.length && cell.at[i + 1] == '\"') i++;",
    put: '',
    why: 'a quotation mark in a name is doubled where labels come from a second table',
    tests: people,
  },
  // ---- columns of classes
  {
    file: 'src/run/tables/columns/classes.c',
    find: 'claimed &= s.count >= others || s.usual;',
    put: 'claimed &= !others;',
    why: 'a number next to numbered classes is a class, too',
    tests: ['formats/classes'],
  },
  {
    file: 'src/run/tables/columns/classes.c',
    find: 'column[c] = sorted[at++];',
    put: 'at++;',
    why: 'numbered classes are read by their places',
    tests: ['formats/classes'],
  },
  // ---- archives of arrays
  {
    file: 'src/run/outputs/bundle.c',
    find: 'p == TEST && !b->part[i];',
    put: '!b->part[i];',
    why: 'an array that names no set is taken for validation data',
    tests: tensors,
  },
  {
    file: 'src/run/outputs/bundle.c',
    find: 'if (mine && mine == rank) *several = true;',
    put: '',
    why: 'of two arrays that could be meant, one is taken and nothing said',
    tests: tensors,
  },
  {
    file: 'src/base/bytes/arrays.c',
    find: '        int64_t at = t->offset;\n',
    put: '        int64_t at = 0;\n',
    why: 'a part of a tensor is read from the beginning of the whole',
    tests: tensors,
  },
  {
    file: 'src/base/bytes/arrays.c',
    find: 'size > REPEATED_MAX &&',
    put: 'count > REPEATED_MAX &&',
    why: 'the bound on repeated numbers counts numbers, not bytes',
    tests: tensors,
  },
  {
    file: 'src/base/bytes/arrays.c',
    find: 'to + (brain ? 2 : 0)',
    put: 'to',
    why: 'bfloat16 is taken for the lower half of a float32',
    tests: tensors,
  },
  {
    file: 'src/base/bytes/arrays.c',
    find: 'if (!status) status = check_order(arrays, arena, err);',
    put: '',
    why: 'big-endian tensors are read backwards',
    tests: tensors,
  },
  {
    file: 'src/base/bytes/arrays.c',
    find: '(uint64_t)last < numbers;',
    put: '(uint64_t)last <= numbers;',
    why: 'a tensor may reach one number beyond its storage',
    tests: tensors,
  },
  {
    file: 'src/base/bytes/arrays.c',
    find: 'from[0] << 6 |',
    put: '',
    why: 'bytes above 0xbf of a NumPy array in a .pt become smaller ones',
    tests: tensors,
  },
  {
    file: 'src/base/bytes/pickle/tensors.c',
    find: 'fortran ? i : t->ndim - 1 - i',
    put: 't->ndim - 1 - i',
    why: 'a NumPy array in Fortran order is read as if in C order',
    tests: tensors,
  },
  {
    file: 'src/base/bytes/pickle/pickle.c',
    find: '*target->type && target->type[1]',
    put: '!*target->type && target->type[1]',
    why: 'a big-endian NumPy array in a .pt is read backwards',
    tests: tensors,
  },
  {
    file: 'web/core/worker/unpack.js',
    find: 'if (file.size > most)',
    put: 'if (file.size < 0)',
    why: 'a .pt of several GB is copied into the engine before it is refused',
    tests: tensors,
  },
  {
    file: 'src/run/tables/multi_label.c',
    find: 'share[j] > share[best]',
    put: 'share[j] >= share[best]',
    why: 'of equal shares the label is the last class',
    tests: ['engine/many'],
  },
  // ---- columns and groups
  {
    file: 'src/run/tables/columns/given.c',
    find: 'number <= f->columns &&',
    put: 'number < f->columns &&',
    why: 'the last column cannot be named by its number',
    tests: people,
  },
  {
    file: 'src/run/tables/columns/binary.c',
    find: 'if (named.cases != -1) out->cases = named.cases;',
    put: 'if (named.cases >= 0) out->cases = named.cases;',
    why: 'case=none is not listened to',
    tests: groups,
  },
  {
    file: 'src/run/report/groups/slices.c',
    find: 'part->n < CAL_PART_LEAST',
    put: 'part->n <= CAL_PART_LEAST',
    why: 'a group of exactly ten is left out, as having fewer',
    tests: groups,
  },
  {
    file: 'src/run/report/groups/outlier.c',
    find: '(drawn->draws + 1) * worst->searched;',
    put: '(drawn->draws + 1);',
    why: 'the worst of many groups is judged as if it were the only one',
    tests: groups,
  },
  // ---- draws of classes
  {
    file: 'src/catalog/metric/cwece.c',
    find: 'size_t used = (size_t)classes_of(scores, choice) * (size_t)bins;',
    put: 'size_t used = (size_t)k * (size_t)bins;',
    why: 'draws sum over classes that their figure leaves out',
    tests: ['unit test_metric_formulas', 'unit test_metrics'],
  },
  {
    file: 'src/catalog/metric/cwece.c',
    find: 'draws->label[at] == s->predicted[i]',
    put: 'draws->label[at] == s->labels[i]',
    why: 'the noise floor by predicted class knows the true labels',
    tests: ['unit test_metric_formulas', 'unit test_metrics'],
  },
  {
    file: 'src/run/report/intervals/class_draws.h',
    find: '.last = predicted ? 0 : 1',
    put: '.last = 0',
    why: 'a draw that leaves the predicted class comes back to it where no other has a probability',
    tests: ['unit test_class_draws'],
  },
  // ---- the page
  {
    file: 'web/core/storage/runs.js',
    find: '.sort((a, b) => b[1] - a[1])',
    put: '.sort((a, b) => a[1] - b[1])',
    why: 'a new tab has the runs of the tab that was closed first',
    tests: ['page/runs'],
  },
  {
    file: 'web/core/storage/runs.js',
    find: "? 'open' : 'closed';",
    put: "? 'closed' : 'closed';",
    why: 'the runs of a tab that is open can be removed in another one',
    tests: ['page/kept'],
  },
  {
    file: 'web/core/storage/runs/file.js',
    find: 'await archive.bytes(state, check.need.state)',
    put: 'await archive.bytes(state)',
    why: 'a file of runs brings states of any size, which are kept unasked',
    tests: ['page/kept'],
  },
  {
    file: 'web/app/lazy-places.js',
    find: 'if (!place.now) making = null;',
    put: '',
    why: 'a place whose code could not be had once never comes',
    tests: ['page/papers'],
  },
  {
    file: 'web/model/frame.js',
    find: '|| about(run) !== about(next)',
    put: '',
    why: 'a run on other data stays behind the next one, as if they were comparable',
    tests: ['page/parts-state'],
  },
  {
    file: 'web/texts/messages.js',
    find: "&& !/[=[/]$/.test(to.pieces[i] ?? '')",
    put: '',
    why: 'in German a number of a link has a comma that no link has',
    tests: ['properties/messages-german'],
  },
  {
    file: 'web/core/formats/zip.js',
    find: 'else if (sum !== crc)',
    put: 'else if (sum !== crc && method)',
    why: 'a damaged file that is stored without compression is taken',
    tests: ['formats/importing'],
  },
];
