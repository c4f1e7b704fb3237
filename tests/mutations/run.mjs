// Errors in runs, files, links and reports of the engine, its library and its command line. How to write one:
// tests/mutations/README.md.

/** @type {import('../mutate.mjs').Mutation[]} */
export default [
  // ---- training
  {
    file: 'src/run/train/update.c',
    find: 'if (job.factor < 1)',
    put: 'if (job.factor > 0)',
    why: 'clipping scales small gradients up to its limit',
    tests: ['engine/training'],
  },
  {
    file: 'src/run/train/update.c',
    find: 'if (!unperturbed) update_statistics',
    put: 'update_statistics',
    why: 'the second pass of a step updates the running statistics, too',
    tests: ['engine/sam'],
  },
  {
    file: 'src/run/curvature/fisher.c',
    find: 'cal_graph_stop(g, cal_graph_exp(g, log_p))',
    put: 'cal_graph_exp(g, log_p)',
    why: 'the probabilities of the Fisher information are not constant',
    tests: ['engine/fisher'],
  },
  {
    file: 'src/run/train/watch.c',
    find: 'return larger ? a > b : a < b;',
    put: 'return larger ? a >= b : a <= b;',
    why: 'an epoch as good as the best counts as better: patience never ends',
    tests: ['engine/training', 'unit test_state'],
  },
  {
    file: 'src/run/train/state.c',
    find: 'check_word(stored, arena, file, "data_hash", run->data.hash, err)',
    put: 'CAL_OK',
    why: 'a saved run goes on with other data',
    tests: ['unit test_state'],
  },
  {
    file: 'src/run/net/batch.c',
    find: 'job->known[to + j] = label >= 0;',
    put: 'job->known[to + j] = present;',
    why: 'labels that nobody knows are trained as absent',
    tests: ['unit test_data_tagged', 'unit test_losses_labels', 'engine/labels'],
  },
  {
    file: 'src/run/net/parse.c',
    find: '!strcmp(next->entry.id, "bn")',
    put: 'false',
    why: 'a convolution before a batch norm has a bias that nothing uses',
    tests: ['unit test_net', 'engine/models'],
  },
  // ---- curvature
  {
    file: 'src/run/curvature/curvature.c',
    find: 'squares / (probes - 1) / probes',
    put: 'squares / probes / probes',
    why: 'the standard error of a trace has n for n - 1',
    tests: ['engine/curvature'],
  },
  {
    file: 'src/run/curvature/hessian.c',
    find: 'if (!status) status = make_part(h, &h->tail, n % batch, err);',
    put: '',
    why: 'the samples of the last, smaller batch have no curvature',
    tests: ['unit test_api_curvature', 'engine/curvature'],
  },
  // ---- probes
  {
    file: 'src/run/probe/landscape.c',
    find: '        memcpy(cal_run_flat(run), p.base, weights * sizeof *p.base);\n    }',
    put: '    }',
    why: 'who asks for a landscape has another network afterwards',
    tests: ['unit test_probes', 'engine/probes'],
  },
  {
    file: 'src/run/probe/shared/normalise.c',
    find: '(b->nll != b->nll && a->nll == a->nll)',
    put: 'false',
    why: 'a way of normalising pixels that gives no number may be called the best',
    tests: ['formats/weights-foreign'],
  },
  {
    file: 'src/run/ood/ood.c',
    find: '"by_ece") == 0',
    put: '"by_nll") == 0',
    why: 'the temperature of an out-of-distribution report is not the one that it names',
    tests: ['engine/ood'],
  },
  // ---- separate losses
  {
    file: 'src/run/theory/theory.c',
    find: 'best[j] == 0 || best[j] == GRID - 1',
    put: 'best[j] == 0',
    why: 'an optimum at the upper end of the search passes for one',
    equivalent: 'none lies there: the largest probability below 1 has the logit 36.7, and from there on a double no longer tells q from 1',
    tests: ['unit test_api_study'],
  },
  {
    file: 'src/run/theory/theory.c',
    find: 'best[j] == 0 ||',
    put: '',
    why: 'an optimum at the lower end of the search passes for one',
    tests: ['unit test_api_study'],
  },
  // ---- reductions
  {
    file: 'src/run/reduce/likelihood.c',
    find: '10 * rise - 6 * v[0] - 4 * v[1]',
    put: '10 * rise - 4 * v[0] - 6 * v[1]',
    why: 'the temperature of reduced outputs is not that of the whole ones',
    tests: ['cli/reduce'],
  },
  {
    file: 'src/run/reduce/join.c',
    find: 'if (a->temperature != b->temperature)',
    put: 'if (false)',
    why: 'shards that were reduced at different temperatures are joined',
    tests: ['cli/reduce'],
  },
  // ---- files
  {
    file: 'src/run/outputs/probabilities.c',
    find: 'good >= n - n / 10',
    put: 'good >= n / 10',
    why: 'logits of which one row in ten sums to 1 pass for probabilities',
    tests: ['formats/outputs', 'formats/people'],
  },
  {
    file: 'src/run/outputs/outputs.c',
    find: 'least < 1 || most != o->k',
    put: 'least < 0 || most != o->k',
    why: 'labels with a 0 and one too large lose 1 each, and the 0 is class -1',
    tests: ['formats/outputs', 'formats/outputs-labels'],
  },
  {
    file: 'src/run/weights/onnx/write.c',
    find: 'steps[s].count == 1 ? 0 : c',
    put: '0',
    why: 'an exported network normalises all channels as the first',
    tests: ['formats/export'],
  },
  {
    file: 'src/run/describe/describe.c',
    find: 'param->type == CAL_INTEGER || param->whole',
    put: 'param->type == CAL_INTEGER',
    why: 'controls offer fractions for lists of whole numbers',
    tests: ['engine/models'],
  },
  // ---- links
  {
    file: 'src/run/link/spec.c',
    find: 'if (*seen >> bit_of(key) & 1)',
    put: 'if (key.kind >= CAL_KEY_CHOICE && *seen >> bit_of(key) & 1)',
    why: 'a link with two versions, or two first weights, is taken, and the last one counts',
    tests: ['unit test_spec', 'unit test_api_links'],
  },
  {
    file: 'src/run/link/sum.c',
    find: 'if (!cal_link_character(corrected)) continue;',
    put: '',
    why: 'a damaged link is mended into one with a character that no link has',
    tests: ['unit test_link_sum', 'properties/links-hostile'],
    equivalent:
      'a mended link is read before it is offered, and none with such a character is; that another place with the same sum comes first is one chance in four million',
  },
  {
    file: 'src/run/link/receipt.c',
    find: 'if (*place) return cal_fail(err, CAL_USAGE, "receipt: %s is given twice", hashes',
    put: 'if (false) return cal_fail(err, CAL_USAGE, "receipt: %s is given twice", hashes',
    why: 'of two digests in a receipt the last counts silently',
    tests: ['unit test_link_sum', 'unit test_spec'],
  },
  // ---- intervals
  {
    file: 'src/run/report/intervals/truth.c',
    find: 'm.sd = cal_sqrt(m.sd * m.sd + w->truth->fits);',
    put: 'm.sd = 1.3 * cal_sqrt(m.sd * m.sd + w->truth->fits);',
    why: 'a standard error is 30 % too large',
    tests: ['unit test_coverage', 'engine/golden', 'cli/report'],
  },
  // ---- the library
  {
    file: 'src/api/training.c',
    find: '(!steps || done < steps)',
    put: '(!steps || done <= steps)',
    why: 'who asks for ten steps gets eleven',
    tests: ['unit test_api', 'unit test_api_study', 'unit test_api_runs'],
  },
  {
    file: 'src/api/measure/calibration.c',
    find: 'found.probabilities[2 * (j * (size_t)n + i) + 1]',
    put: 'found.probabilities[2 * (i * k + j) + 1]',
    why: 'calibrated probabilities of labels stand at other samples',
    tests: ['unit test_api_study', 'unit test_api_metrics', 'engine/labels'],
  },
  {
    file: 'src/run/calibration/rows.c',
    find: 'if (!likely || s->rows || s->kind == CAL_OUTPUT_LOGITS) return CAL_OK;',
    put: 'if (s->name) return CAL_OK;',
    why: 'probabilities are taken for logits and calibrated a second time',
    tests: ['cli/calibrated'],
  },
  {
    file: 'src/run/calibration/table.c',
    find: 'row += b->given[i];',
    put: 'row++;',
    why: 'after a row without an output, each row of a table has the result of another one',
    tests: ['cli/calibrated'],
  },
  {
    file: 'src/run/calibration/stream.c',
    find: 's->left -= n;',
    put: 's->left -= n + (s->left > n);',
    why: 'the last rows of an array are lost without an error',
    tests: ['unit test_fitted', 'cli/calibrated'],
  },
  {
    file: 'src/api/study/curvature.c',
    find: 'split->labels[i] < 0 || split->labels[i] >= c->data.k',
    put: 'split->labels[i] < 0',
    why: 'a label that is no class is read past the logits',
    tests: ['unit test_api_curvature'],
  },
  // ---- the command line
  {
    file: 'src/cli/arguments.c',
    find: '!option.repeats && cal_argument(out, option.name)',
    put: 'false',
    why: 'of an option that is given twice the first counts silently',
    tests: ['cli/commands'],
  },
  {
    file: 'src/cli/bench/measure.c',
    find: '{rate[samples / 2], rate[0], rate[samples - 1]}',
    put: '{rate[samples / 2], rate[samples - 1], rate[0]}',
    why: 'the slowest sample is said to be the fastest',
    tests: ['cli/bench'],
  },
  {
    file: 'src/cli/command/reduce.c',
    find: 'fgetc(s->file) != EOF',
    put: 'false',
    why: 'logits behind the last labelled row are left out without a word',
    tests: ['cli/reduce'],
  },
  {
    file: 'src/cli/sweep/axes.c',
    find: 'if (s->axis[a].with == a) rest /= s->axis[a].count;',
    put: 'rest /= s->axis[a].count;',
    why: 'values that go along with others count as another direction of the sweep: points are left out',
    tests: ['cli/sweep'],
  },
  // ---- documents, and types of the engine’s answers for the page
  {
    file: 'src/docs.mjs',
    find: 'const all = [preset, ...choices.filter((/** @type {string} */ choice) => choice !== preset)];',
    put: 'const all = choices;',
    why: 'the documents name another choice as the default',
    tests: ['properties/docs'],
  },
  {
    file: 'web/tools/types/shape.mjs',
    find: 'const always = seen === shape.objects;',
    put: 'const always = seen > 0;',
    why: 'a member that some answers lack is promised to the page',
    tests: ['properties/docs'],
  },
];
