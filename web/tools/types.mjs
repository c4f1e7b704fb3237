// make docs: writes web/engine.d.ts, the types of `calib describe` and of each call's answer (wasm/api.h).
// They are taken from answers of the module (types/answers.mjs). A new call is made there and gets a name
// here.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { root } from '../../tests/support/paths.mjs';
import { answers } from './types/answers.mjs';
import { commented, Names, shapeOf, union } from './types/shape.mjs';

export const FILE = 'web/engine.d.ts';

/** @typedef {import('./types/answers.mjs').Answers} Answers */

/** The type of each call's answer. @type {Record<string, string>} */
const CALLS = {
  describe: 'Describe',
  check: 'Check',
  wanted: 'Wanted',
  recover: 'Recovered',
  share: 'Shared',
  compare: 'Compared',
  link_set: 'Shared',
  link_remove: 'Shared',
  link_read: 'PlaceRead',
  choice: 'ChoiceRead',
  curve: 'Curve',
  file: 'Taken',
  load: 'Loaded',
  measure: 'Measured',
  loading: 'Loading',
  data: 'DataReport',
  samples: 'SamplesAt',
  blend: 'BlendsAt',
  blend_network: 'Taken',
  evaluate: 'Evaluated',
  fit: 'Fitted',
  cubic: 'Cubic',
  look: 'Looked',
  array: 'ArrayAt',
  unpack: 'Unpacked',
  unpacked: 'BytesAt',
  report: 'FilesReport',
  apply_open: 'Taken',
  apply_bytes: 'CalibratedAt',
  report_format: 'Formatted',
  view: 'TableAt',
  view_files: 'TableAt',
  sets: 'SetsFigures',
  sets_csv: 'BytesAt',
  probe_need: 'ProbeNeed',
  outputs: 'OutputsAt',
  probe: 'ProbeTableAt',
  network: 'NetworkLook',
  network_save: 'BytesAt',
  run_open: 'ReadyAt',
  run_save: 'BytesAt',
  run_resume: 'Resumed',
  run_epoch: 'HistoryEntry',
  run_report: 'Report',
};

/** Kinds whose entries have additional members. @type {Record<string, string>} */
const ENTRIES = {
  data: 'DataEntry',
  model: 'ModelEntry',
  loss: 'LossEntry',
  metric: 'MetricEntry',
  calibrator: 'CalibratorEntry',
  view: 'ViewEntry',
  library: 'Library',
};

/** Every named form, in the order of the file, with its comment. @type {Record<string, string>} */
const COMMENTS = {
  Describe: 'Every registry of the engine: what `calib describe` prints.',
  Entry: 'An entry of a registry: an optimiser, schedule, penalty, augmentation, corruption, conformity score, layer or probe.',
  DataEntry: 'A data set; classes and shape are those of its defaults.',
  DataFiles: 'Files that a data set needs with these values of its parameters.',
  ModelEntry: 'A network; layers is its layer text, empty if the link gives it.',
  LossEntry:
    'A loss; sees_validation: it adapts to the validation set; reduces_from and reduces_to list the parameters that make it equal to another loss.',
  MetricEntry: 'A metric.',
  CalibratorEntry: 'A calibrator; top_only: it maps only the confidence of the predicted class.',
  ViewEntry: 'A table behind a picture.',
  Library: "Another program's metrics, as this engine computes them.",
  Parameter: 'A parameter of an entry or of a run: min and max of numbers, choices of words, kind of a choice within it.',
  Column: 'A column of a table.',
  Check: "A link's meaning and its run's needs.",
  Choices: 'The choices of a link, with every parameter: numbers as numbers, all else as in a link.',
  DataParams: 'Parameters of a data set; those listed here are common to all.',
  RunSettings: "A link's settings of the run itself.",
  InputShape: 'Classes, and channels, height and width of a sample.',
  Need: "A run's memory and saved state in bytes, and a sentence on the layer with the most memory.",
  NetworkShape: 'A network, layer by layer.',
  LayerShape: 'A layer; output is [c], [c, n] or [c, h, w].',
  Wanted: 'The files of a link, and those of an evaluation without training samples, or of the test set alone.',
  WantedBy: 'A link, and the names of its files.',
  Recovered: 'The readable parts of a damaged link: the link of its intact parts, the others, and the link as it was shared, if known.',
  Shared: 'A link: with its promise and its checksum, or with places of it changed.',
  PlaceRead: "The value at a place of a link: its canonical text, '' for none. given: true if it differs from the default.",
  ChoiceRead: 'A choice outside a link; given: the texts of the parameters that are not the defaults.',
  Compared: "A link's promise compared with a run's result.",
  Curve:
    "A loss of two classes by the probability of the true class: gradient -dL/dz_y, its ratio to cross-entropy's, and q of least risk.",
  Taken: 'A file was taken.',
  Loaded: 'The data of a link was loaded.',
  Measured: 'A link with the sizes that its files have.',
  Loading: 'Temporary memory of loading the data of a link, in bytes.',
  DataReport: 'Splits, classes and duplicates of a data set: what `calib data` prints.',
  SplitReport: 'Counts of the samples of a split, in all and by class. For multi-label data, by label, with the count of unknown ones.',
  Duplicates: 'Samples of one split that are also in another one, exactly or nearly.',
  SamplesAt: "Samples of a split; pixels, features, labels and posterior are addresses in the module's memory, or 0.",
  BlendsAt: "Blends in a picture, as samples; logits is the address of the network's logits, or 0.",
  OutputsAt: "Logits for the page's pictures, by address.",
  Evaluated: 'Metrics of logits.',
  Metrics: 'Metrics by id; the headline figures are always there, unless the request lists others.',
  Metric:
    'A metric. value: null if undefined or infinite; floor: its value by chance alone; draws: resampled values minus the value, in millionths.',
  Bin: 'A confidence bin; confidence and accuracy are null if it is empty; the interval is that of the accuracy.',
  Fitted: 'Temperatures that fit logits best.',
  FittedTemperatures: 'Temperatures, by the way of fitting.',
  FittedTemperature: 'A temperature, and the score over a grid.',
  Cubic: 'y = sum of coefficients[j] u^j, u = (x - center) / scale; nothing for fewer than four points.',
  Looked:
    'Contents of a file of outputs or labels. classes: null if it cannot be labels; farthest: the largest difference of a row sum from 1. For a binary task: the roles of columns, counted from 1, the names of all, their first rows, and the labels.',
  Unpacked: 'The arrays of a file of several.',
  ArrayAt: "The numbers of an array, at an address in the module's memory.",
  FilesReport: 'The output of `calib report`.',
  CalibratedAt: "Calibrated outputs, at an address in the module's memory; note: which rows have none.",
  Formatted: 'A report as a table, CSV, LaTeX or Markdown.',
  Chance: 'Numbers of draws behind floors and intervals.',
  Fit: "A calibrator's result by one way of fitting, and the metrics of the test set after it.",
  TemperatureFits: 'Temperature scaling, by its ways of fitting.',
  TemperatureFit: 'A fitted temperature, and the metrics of the test set after it.',
  Gap: 'Improvement of the scores of a set by their best Lipschitz map (Blasiok et al. 2023), and by temperature scaling.',
  TableAt: "A view's table; cells is the address of doubles [columns][rows], NaN for no number.",
  SetsFigures: 'Conformal sets of files: what `calib sets` prints.',
  SetsPart: 'The test samples whose sets have this size, and the coverage of these sets.',
  ProbeNeed: 'Memory of a probe.',
  ProbeTableAt: "A probe's table; each of the last `classes` columns belongs to one class.",
  NetworkLook: "A network's file, and whether it fits.",
  NetworkAbout: 'The network of a weights file, as recorded in it or given by a link.',
  Naming: "The match of a file's tensors to those of the network; torn names a module whose tensors went to several.",
  NamedTensor: 'A tensor of the network, and its source in the file; why: the reason if there is none.',
  BytesAt: "Bytes in the module's memory.",
  ReadyAt: "A run that is open; labels and posterior are addresses in the module's memory, or 0.",
  Resumed: 'The position at which a run resumes.',
  Report: 'The report of a run.',
  Ended: 'The end of a run, and its reason.',
  Kept: 'The epoch whose weights a run ends with, and the reason.',
  HistoryEntry: 'An epoch of a run.',
  EpochFigures: 'Figures of a set after an epoch, by metric.',
  LossState: 'The state that a loss has learned: a gamma, or one for each confidence bin between the edges.',
  EpochCurvature:
    'The Hessian of the validation loss: its trace with standard error, and its largest and smallest eigenvalue with residuals.',
  Diagnostics: 'Diagnostics of each epoch; gradient_edges are those of the histogram of gradient norms.',
  EpochDiagnostics: 'Diagnostics of an epoch.',
  SetDiagnostics: 'Right and wrong samples of a set, separately.',
  SideDiagnostics: 'Samples that are right, or wrong.',
  PlainBin: 'A confidence bin.',
  TrainingBin: 'Training samples binned by p_y: confidence is its mean, top that of the largest probability.',
  Learned: 'Training samples by the epoch in which they were learned (null: never), with quantiles of their largest logit.',
};

/** Figures of a group, or means over labels, by metric; groups side by side. */
const FIGURES = 'Record<string, { value: number | null; labels?: number; floor?: number; interval?: (number | null)[] }>';
const GROUPS = `{ by: string; groups: { name: string; n: number; rows?: number; prevalence: number | null; metrics?: ${FIGURES}; left_out?: string }[]; worst?: { name: string; metric: string; z: number; p_value: number; searched: number; draws: number; by_case: boolean }; macro?: ${FIGURES} }`;

/** The table of calibrators. */
const HELPS =
  '{ advice: string | null; score: string | null; tested: number; advised: { calibrator: string; way: string } | null; rows: { calibrator: string | null; way: string | null; best: boolean; parameters: number | null; recovered: number | null; metrics: Record<string, { value: number | null; floor?: number; difference?: number | null; interval?: [number, number]; within_noise?: boolean }> }[] }';

/** @type {import('./types/shape.mjs').Rules} */
const RULES = {
  named: {
    'Describe.run[]': 'Parameter',
    'DataEntry.files[]': 'DataFiles',
    'Entry.params[]': 'Parameter',
    'ViewEntry.columns[]': 'Column',
    'TableAt.columns[]': 'Column',
    'ProbeTableAt.columns[]': 'Column',
    'Check.choices': 'Choices',
    'Check.run': 'RunSettings',
    'Check.shape': 'InputShape',
    'Check.need': 'Need',
    'Check.net': 'NetworkShape',
    'NetworkShape.layers[]': 'LayerShape',
    'Wanted.evaluate': 'WantedBy',
    'Wanted.test': 'WantedBy',
    'DataReport.splits.train': 'SplitReport',
    'DataReport.splits.val': 'SplitReport',
    'DataReport.splits.test': 'SplitReport',
    'DataReport.duplicates.test_in_train': 'Duplicates',
    'DataReport.duplicates.val_in_train': 'Duplicates',
    'DataReport.duplicates.test_in_val': 'Duplicates',
    'Evaluated.metrics': 'Metrics',
    'Metrics.*': 'Metric',
    'Metric.bins[]': 'Bin',
    'Fitted.temperature': 'FittedTemperatures',
    'FittedTemperatures.*': 'FittedTemperature',
    'FilesReport.chance': 'Chance',
    'FilesReport.calibrated_chance': 'Chance',
    'FilesReport.metrics.*': 'Metric',
    'FilesReport.match.*.*': 'Metric',
    'FilesReport.post_processing_gap': 'Gap',
    'Report.chance': 'Chance',
    'Report.calibrated_chance': 'Chance',
    'Report.metrics': 'Metrics',
    'Report.post_processing_gap': 'Gap',
    'Report.history[]': 'HistoryEntry',
    'Report.ended': 'Ended',
    'Report.kept': 'Kept',
    'Report.diagnostics': 'Diagnostics',
    'TemperatureFits.*': 'TemperatureFit',
    'TemperatureFit.metrics.*': 'Metric',
    'Resumed.history[]': 'HistoryEntry',
    'HistoryEntry.train': 'EpochFigures',
    'HistoryEntry.val': 'EpochFigures',
    'HistoryEntry.test': 'EpochFigures',
    'HistoryEntry.loss_state': 'LossState',
    'HistoryEntry.curvature': 'EpochCurvature',
    'Diagnostics.epochs[]': 'EpochDiagnostics',
    'Diagnostics.learned[]': 'Learned',
    'EpochDiagnostics.train': 'SetDiagnostics',
    'EpochDiagnostics.val': 'SetDiagnostics',
    'EpochDiagnostics.test': 'SetDiagnostics',
    'EpochDiagnostics.bins.train[]': 'TrainingBin',
    'EpochDiagnostics.bins.val[]': 'PlainBin',
    'EpochDiagnostics.bins.train_common[]': 'TrainingBin',
    'SetDiagnostics.correct': 'SideDiagnostics',
    'SetDiagnostics.wrong': 'SideDiagnostics',
    'SetsFigures.sizes[]': 'SetsPart',
    'NetworkLook.about': 'NetworkAbout',
    'NetworkAbout.naming': 'Naming',
    'Naming.tensors[]': 'NamedTensor',
  },
  fixed: {
    'Describe.page[]': 'string',
    'DataFiles.with.*': 'string',
    'Check.page': 'Record<string, string>',
    'ChoiceRead.params': 'Record<string, number | string>',
    'ChoiceRead.given': 'Record<string, string>',
    'RunSettings.*': 'number | string',
    'DataParams.*': 'number | string',
    'Metric.interval': '[number | null, number | null]',
    'Metric.true_interval': '[number, number] | null',
    'Bin.interval': '[number | null, number | null]',
    'TableAt.facts.*': 'number | null',
    'ProbeTableAt.facts.*': 'number | null',
    'FilesReport.calibrators': 'Calibrators',
    'FilesReport.spec': 'null',
    'FilesReport.slices': GROUPS,
    'FilesReport.sample_groups': GROUPS,
    'FilesReport.against':
      '{ name: string; tested: number; metrics: Record<string, { value: number | null; difference: number | null; interval?: [number, number]; within_noise?: boolean; p_value?: number }> }',
    'FilesReport.calibrator_table': HELPS,
    'Report.calibrators': 'Calibrators',
    'Report.calibrator_table': HELPS,
    'EpochFigures.*': 'number | null',
    'HistoryEntry.unknown.*': 'Record<string, number | null>',
    'Fit.metrics': 'Record<string, Metric>',
  },
  words: [
    'Parameter.type',
    'MetricEntry.kind',
    'MetricEntry.needs',
    'ViewEntry.needs',
    'Looked.kind',
    'FilesReport.fitted_on',
    'Report.fitted_on',
    'Ended.why',
    'Kept.why',
    'Naming.order',
    'NetworkAbout.values',
    'ArrayAt.type',
  ],
  more: { Naming: ['torn?: string'], Metric: ['note?: string', 'left_out?: number'] },
  open: ['Metrics', 'DataParams', 'RunSettings', 'EpochFigures', 'TemperatureFits', 'FittedTemperatures'],
};

const WIDTH = 140;

/**
 * Declares a union of words, in several lines if it is long.
 * @param {string} name
 * @param {string} says
 * @param {string[]} words
 */
function declareUnion(name, says, words) {
  const whole = `export type ${name} = ${union(words)};`;
  const lines = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last && last.length + word.length + 6 < WIDTH) lines[lines.length - 1] = `${last} | '${word}'`;
    else lines.push(`  | '${word}'`);
  }
  return `${commented(says)}\n${whole.length <= WIDTH ? whole : `export type ${name} =\n${lines.join('\n')};`}\n`;
}

const capital = (/** @type {string} */ word) => word[0].toUpperCase() + word.slice(1);

/**
 * Declares the ids of each registry.
 * @param {any} describe
 * @param {string[]} kinds
 */
const ids = (describe, kinds) =>
  kinds.map((kind) =>
    declareUnion(
      `${capital(kind)}Id`,
      `Ids of ${kind === 'data' ? 'data sets' : `the ${kind} registry`}.`,
      describe[kind].map((/** @type {any} */ { id }) => id),
    ),
  );

/**
 * Names the fits of calibrators in reports: those of temperature scaling, and all.
 * @param {any[]} reports
 * @param {Names} names
 */
function fits(reports, names) {
  const all = reports.map(({ calibrators }) => calibrators);
  names.take('TemperatureFits', shapeOf(all.flatMap(({ temperature = [] }) => temperature)));
  const found = all.flatMap((one) => Object.values(one)).flatMap((ways) => Object.entries(ways));
  names.take('Fit', shapeOf(found.filter(([way]) => way !== 'left_out').map(([, fit]) => fit)));
}

/** Types of the options of a report, by kind in the engine's table. @type {Record<string, string>} */
const OPTIONS = { FLAG: 'boolean', TEXT: 'string', LINES: 'string', WHOLE: 'number', LIST: 'string[]' };

/** Declares the options of a report from the engine's table. */
function reportOptions() {
  const table = readFileSync(root('src/run/outputs/report_options.inc'), 'utf8');
  const rows = [...table.matchAll(/^OPTION_(\w+)\(\w+, \w+, \w+, "--([\w-]+)"/gm)].map(([, kind = '', name = '']) => ({ kind, name }));
  const files = rows.filter(({ kind }) => kind === 'FILE').map(({ name }) => name);
  const key = (/** @type {string} */ name) => (name.includes('-') ? `'${name}'` : name);
  const members = rows.flatMap(({ kind, name }) => (OPTIONS[kind] ? [`  ${key(name)}?: ${OPTIONS[kind]};\n`] : []));
  return `${declareUnion('ReportFile', 'Files of a report, by their options of `calib report`.', files)}
/** Options of a report, named as those of \`calib report\`, whose help explains them. */
export interface ReportOptions {\n${members.join('')}}\n`;
}

/** Declares forms that samples do not show completely. @param {string[]} kinds that a link chooses from */
const byHand = (kinds) => `/** The kinds of a link's choices. */
export type ChoiceKind = ${union(kinds)};

/** An entry with its parameters. */
export interface Choice<Id extends string = string, Params = Record<string, number | string>> {
  id: Id;
  params: Params;
}

/** A calibrator's results, by its way of fitting; left_out: why there is none. */
export interface Fits {
  left_out?: string;
  [way: string]: Fit | string | undefined;
}

/** Results of a report's calibrators, by id; empty if it had no set to fit on. */
export interface Calibrators {
  temperature?: TemperatureFits;
  [id: string]: Fits | TemperatureFits | undefined;
}
`;

/**
 * Completes the rules from the registries.
 * @param {any} describe
 * @param {string[]} kinds
 */
function rulesOf(describe, kinds) {
  const lists = Object.keys(describe).filter((key) => Array.isArray(describe[key]) && describe[key][0]?.id);
  const { named, fixed } = RULES;
  for (const kind of lists) {
    const entry = ENTRIES[kind] ?? 'Entry';
    named[`Describe.${kind}[]`] = entry;
    if (describe[kind][0].params) named[`${entry}.params[]`] = 'Parameter';
    if (ENTRIES[kind]) fixed[`${entry}.id`] = `${capital(kind)}Id`;
  }
  for (const kind of kinds) {
    fixed[`Describe.default.${kind}`] = `${capital(kind)}Id`;
    fixed[`Choices.${kind}`] = kind === 'data' ? 'Choice<DataId, DataParams>' : `Choice<${capital(kind)}Id>`;
  }
  return { rules: { ...RULES, named, fixed }, lists };
}

/** Returns the file's text. @param {Answers} all */
export function typesOf(all) {
  /** @type {any} */
  const describe = all.describe[0];
  const kinds = Object.keys(describe.default);
  const { rules, lists } = rulesOf(describe, kinds);
  const names = new Names(rules);
  for (const [call, values] of Object.entries(all)) {
    if (!CALLS[call]) throw new Error(`types: the answers of ${call} have no name`);
    names.take(CALLS[call], shapeOf(values));
  }
  names.take('DataParams', shapeOf(/** @type {any[]} */ (all.check).map(({ choices }) => choices.data.params)));
  fits(/** @type {any[]} */ ([...all.run_report, ...all.report]), names);
  for (const place of [...Object.keys(rules.named), ...Object.keys(rules.fixed), ...rules.words])
    if (!names.met.has(place)) throw new Error(`types: no value at ${place}`);
  const calls = Object.entries(CALLS).map(([call, name]) => `  ${call}: ${name};\n`);
  return [
    '// Made by make docs (web/tools/types.mjs) from `calib describe` and from answers of the module. Do not edit.\n',
    ...ids(describe, lists),
    byHand(kinds),
    reportOptions(),
    ...Object.entries(COMMENTS).map(([name, says]) => names.declare(name, says)),
    `/** The answer of each call of the module (wasm/api.h). */\nexport interface Answers {\n${calls.join('')}}\n`,
  ].join('\n');
}

/** Returns the file as it should be. */
export const types = async () => typesOf(await answers());

async function main() {
  const text = await types();
  if (text !== readFileSync(root(FILE), { encoding: 'utf8', flag: 'a+' })) {
    writeFileSync(root(FILE), text);
    console.log(FILE);
  }
  process.exit(0); // the modules keep the process alive
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main();
