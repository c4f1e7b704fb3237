// Errors at the lab's inputs: labels in tables, questions, files of runs, camera codes, pages around the lab,
// a newer site. Also errors in wide kernels. How to write one: tests/mutations/README.md.

/** @type {import('../mutate.mjs').Mutation[]} */
export default [
  // ---- labels, cases and weights with outputs
  {
    file: 'src/run/tables/label_table.c',
    find: 'if (k == 2 && !yes) label[i] = 1 - label[i];',
    put: '',
    why: 'of labels in words the one that is later in the alphabet is the positive one, whatever the words mean',
    tests: ['engine/weights-cases', 'formats/people'],
  },
  {
    file: 'src/run/report/input/arrays.c',
    find: '&val.rows',
    put: '&(cal_row_columns){.groups = 0}',
    why: 'calibrators are fitted again on halves that share a patient, where the labels of the validation set are a table',
    tests: ['engine/weights-cases'],
  },
  {
    file: 'src/run/report/input/arrays.c',
    find: 'if (!status && rows->weight)',
    put: 'if (false)',
    why: 'of two sets of weights one counts, and nothing is said',
    tests: ['engine/weights-cases'],
  },
  {
    file: 'src/run/tables/questions_columns.c',
    find: 'if (at->cases == -1) at->cases = cal_frame_only(is, keys->columns, CAL_ROLE_CASE);',
    put: '',
    why: 'questions of one case are drawn one by one, so that intervals are too narrow',
    tests: ['engine/weights-cases'],
  },
  {
    file: 'src/run/report/against.c',
    find: 'out[s->cases[i]] += parts[i];',
    put: 'out[s->cases[i]] = parts[i];',
    why: 'a paired test looks at the last row of each case alone',
    tests: ['engine/weights-cases'],
  },
  {
    file: 'src/run/report/refit.c',
    find: 'taken[i] = drawn[whole->cases[i]];',
    put: 'taken[i] = drawn[i % units];',
    why: 'rows of one case are in both halves',
    tests: ['engine/weights-cases'],
  },
  {
    file: 'src/run/outputs/probabilities.c',
    find: 'const size_t at = j + (size_t)r * k;',
    put: 'const size_t at = j;',
    why: 'of each four rows the first alone says whether outputs are probabilities',
    tests: ['unit test_files'],
  },
  // ---- wide kernels
  {
    file: 'src/kernel/conv/pad.c',
    find: 'i = floats - CAL_LANES;',
    put: 'i -= CAL_LANES;',
    why: 'in wide registers the last pixels of a row are what was there before',
    tests: ['unit test_kernel_conv', 'unit test_ad_fuse'],
  },
  // ---- pages around the lab
  {
    file: 'web/app/embed.js',
    find: 'event.source !== window.parent || event.data?.target !== SOURCE',
    put: 'event.data?.target !== SOURCE',
    why: 'any window that the page knows may say that it is the course, and gets answers',
    tests: ['page/classroom'],
  },
  {
    file: 'web/app/embed.js',
    find: '|| (origin && origin !== event.origin)) return;',
    put: ') return;',
    why: 'answers go to the last origin that said hello, not to the one whose name the button had',
    tests: ['page/classroom'],
    equivalent: 'only the page around the lab is listened to, and where that goes to another origin the lab goes with it',
  },
  // ---- codes before a camera, exercises in the making
  {
    file: 'web/ui/class/teacher/scan.js',
    find: 'if (!dialog.open) return end();',
    put: '',
    why: 'who closes the window before the camera is there leaves it on',
    tests: ['page/scan'],
  },
  {
    file: 'web/model/exercise/fields.js',
    find: 'wrong instanceof FieldError ? wrong.field : field);',
    put: 'field);',
    why: 'an error stands at the question, and not at the field that is wrong',
    tests: ['page/parts-exercises'],
  },
  // ---- files of runs, storage
  {
    file: 'web/core/storage/runs/file.js',
    find: '      held += own;\n',
    put: '',
    why: 'a file of many runs, none of which is large, takes all memory',
    tests: ['formats/runs-file'],
  },
  {
    file: 'web/core/storage/runs/file.js',
    find: ' || epoch === last || epoch === reported);',
    put: ' || epoch === last);',
    why: 'of a long run the epoch that its figures are of has no logits, so that nobody checks them',
    tests: ['formats/runs-file'],
  },
  {
    file: 'web/core/storage/runs.js',
    find: 'if (this.database === used) this.database = this.held(again);',
    put: 'if (this.database === used) throw wrong;',
    why: 'where the browser lost its database once, nothing is kept any more until the page is loaded again',
    tests: ['page/kept'],
  },
  // ---- a newer site
  {
    file: 'web/sw.js',
    find: 'if (name !== PREFIX + VERSION) await caches.delete(name);\n',
    put: 'if (name !== PREFIX + VERSION) await caches.delete(name);\n      await worker.clients.claim();\n',
    why: 'open pages are taken over while the worker begins: Firefox loses what they ask for, and says so after a minute',
    tests: ['page/offline'],
  },
  {
    file: 'web/app/restore/writer.js',
    find: "return is('declined') ? undefined : halt(writing);",
    put: 'return halt(writing);',
    why: 'who said to go on without keeping is asked again by a write that was on its way',
    tests: ['page/kept'],
  },
  {
    file: 'src/kernel/rowwise.c',
    find: 'high = wasm_i32x4_shuffle(a, b, 2, 6, 3, 7);',
    put: 'high = wasm_i32x4_shuffle(a, b, 2, 6, 3, 6);',
    why: 'of two rows that are summed side by side one takes a value twice and leaves one out',
    tests: ['unit test_kernel_rows'],
  },
  {
    file: 'src/catalog/scores/binary/lowess.c',
    find: 'w->weight[end] = distance > 0.999 * reach ? 0 :',
    put: 'w->weight[end] = distance > 0.9 * reach ? 0 :',
    why: 'the smooth curve of observed rates leaves out the farthest neighbours',
    tests: ['engine/binary'],
  },
  {
    file: 'src/catalog/scores/binary/logistic.c',
    find: 'q = (z <= 0 ? 1 : e) / (1 + e);',
    put: 'q = (z <= 0 ? e : 1) / (1 + e);',
    why: "the Hessian of a logistic regression is of another function, and Newton's steps miss",
    tests: ['engine/binary'],
  },
  {
    file: 'src/catalog/scores/binary/binary.c',
    find: 'if (large || !memo) return fit_cox',
    put: 'if (!memo) return fit_cox',
    why: 'in draws calibration-in-the-large is the intercept that was fitted with a slope, so that its interval is of something else',
    tests: ['engine/binary', 'engine/binary-groups'],
  },
];
