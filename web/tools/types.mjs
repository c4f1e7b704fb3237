// make docs: web/engine.d.ts, the types of what the engine says of itself (`calib describe`) and of what each call of its module answers
// (wasm/api.h), taken from answers of the module (types/answers.mjs). A call that is new is asked there, and has its name here.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { root } from '../tests/support/paths.mjs';
import { answers } from './types/answers.mjs';
import { Names, shapeOf, union } from './types/shape.mjs';

export const FILE = 'web/engine.d.ts';

/** @typedef {import('./types/answers.mjs').Answers} Answers */

/** What each call answers. @type {Record<string, string>} */
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
  report: 'FilesReport',
  report_format: 'Formatted',
  view: 'TableAt',
  probe_need: 'ProbeNeed',
  probe: 'ProbeTableAt',
  network: 'NetworkLook',
  network_save: 'BytesAt',
  run_open: 'ReadyAt',
  run_save: 'BytesAt',
  run_resume: 'Resumed',
  run_epoch: 'HistoryEntry',
  run_report: 'Report',
};

/** Kinds whose entries have members of their own. @type {Record<string, string>} */
const ENTRIES = { data: 'DataEntry', model: 'ModelEntry', loss: 'LossEntry', metric: 'MetricEntry', view: 'ViewEntry', library: 'Library' };

/** Every form that has a name, in the order of the file, with what it is. @type {Record<string, string>} */
const SAYS = {
  Describe: 'Every registry of the engine: what `calib describe` prints.',
  Entry: 'An entry of a registry: an optimiser, a schedule, a penalty, an augmentation, a calibrator, a corruption, a layer or a probe.',
  DataEntry: 'A data set; classes and shape are those of its defaults.',
  DataFiles: 'Files that a data set needs with these values of its parameters.',
  ModelEntry: 'A network; layers is its layer text, empty for the one whose text the link gives.',
  LossEntry: 'A loss; reduces_from and reduces_to say which parameters make it which other loss.',
  MetricEntry: 'A metric.',
  ViewEntry: 'A table behind a picture.',
  Library: "Another program's metrics, as this engine computes them.",
  Parameter: 'A parameter of an entry or of a run: min and max of numbers, choices of words, kind of a choice within it.',
  Column: 'A column of a table.',
  Check: 'What a link means and needs.',
  Choices: 'What a link chooses, with every parameter: numbers as numbers, all else as it stands in a link.',
  DataParams: 'Parameters of a data set; these are those that every one has.',
  RunSettings: 'What a link says of the run itself.',
  InputShape: 'Classes, and channels, height and width of a sample.',
  Need: 'What a run takes: bytes of memory, bytes of a saved state, and the layer that takes most of them.',
  NetworkShape: 'A network, layer by layer.',
  LayerShape: 'A layer; output is [c], [c, n] or [c, h, w].',
  Wanted: 'The files of a link, and those of an evaluation without training samples, or of the test set alone.',
  WantedBy: 'A link, and the names of its files.',
  Recovered: 'What can be read of a damaged link: the link of all that is whole, the parts that are not, and the link as it was shared, where that is known.',
  Shared: 'A link: with its promise and its checksum, or with places of it changed.',
  PlaceRead: "What stands at a place of a link: its canonical text, '' for none; given: whether it is no default.",
  ChoiceRead: 'A choice that stands alone; given: the texts of the parameters that are not the defaults.',
  Compared: 'What a link promises beside what a run of it gave.',
  Curve: "A loss of two classes over the probability of the true class: gradient -dL/dz_y, factor over cross-entropy's, optimal the q of least risk.",
  Taken: 'A file was taken.',
  Loaded: 'The data of a link was loaded.',
  Measured: 'A link with the sizes that its files have.',
  Loading: 'Bytes that loading the data of a link takes for a while.',
  DataReport: 'Splits, classes and duplicates of a data set: what `calib data` prints.',
  SplitReport: 'How many samples a split has, in all and of each class; of several labels how many have each, and of how many it is unknown.',
  Duplicates: 'Samples of one split that are, exactly or nearly, in another one.',
  SamplesAt: "Samples of a split; pixels, features, labels and posterior are addresses in the module's memory, 0 where there are none.",
  BlendsAt: "Blends in a picture, as samples; logits is the address of what the network says about them, 0 where there is none.",
  Evaluated: 'Metrics of logits.',
  Metrics: 'Metrics by id; the headline figures are always there, unless others were asked for.',
  Metric: 'A metric: value is null where it is none or infinite, floor is what chance alone gives, draws are resampled values minus the value, in millionths.',
  Bin: 'A confidence bin; confidence and accuracy are null where it is empty, the interval is that of the accuracy.',
  Fitted: 'Temperatures that fit logits best.',
  FittedTemperatures: 'Temperatures, by the way of fitting.',
  FittedTemperature: 'A temperature, and the score that was tried over a grid.',
  Cubic: 'y = sum of coefficients[j] u^j, u = (x - center) / scale; nothing for fewer than four points.',
  Looked: 'What a file of outputs or labels holds; classes is null where it can hold no labels, farthest is by how much a row is off a sum of 1. Of a binary task: the columns that are what, from 1, the names of all and their first rows, and the labels.',
  ArrayAt: "The numbers of an array, at an address in the module's memory.",
  FilesReport: 'What `calib report` prints.',
  Formatted: 'A report as a table, CSV, LaTeX or Markdown.',
  Chance: 'How many draws are behind floors and intervals.',
  Fit: 'What a calibrator found by one way of fitting, and the metrics of the test set after it.',
  TemperatureFits: 'Temperature scaling, by its ways of fitting.',
  TemperatureFit: 'A fitted temperature, and the metrics of the test set after it.',
  Gap: 'How much better the scores of a set become by the best Lipschitz map of them (Blasiok et al. 2023), and by temperature scaling.',
  TableAt: "A view's table; cells is the address of doubles [columns][rows], NaN where there is no number.",
  ProbeNeed: 'Bytes that a probe takes.',
  ProbeTableAt: "A probe's table; classes says how many of the last columns belong to one class each.",
  NetworkLook: "What a network's file holds, and how it fits.",
  NetworkAbout: 'What a file of weights says of its network, or a link said for it.',
  Naming: 'How the tensors of a file are those of the network; torn names a module whose tensors went to several.',
  NamedTensor: 'A tensor of the network, and the one of the file that it comes from; why: there is no such one.',
  BytesAt: "Bytes in the module's memory.",
  ReadyAt: "A run that is open; labels and posterior are addresses in the module's memory, 0 where there are none.",
  Resumed: 'Where a run goes on.',
  Report: 'The report of a run.',
  Ended: 'When a run ended, and why.',
  Kept: "Which epoch's weights a run ends with, and why.",
  HistoryEntry: 'An epoch of a run.',
  EpochFigures: 'Figures of a set after an epoch, by metric.',
  LossState: 'What a loss has learned: a gamma, or one for each confidence bin between the edges.',
  EpochCurvature: "The Hessian of the validation loss: trace with its standard error, and the largest and the smallest eigenvalue with their residuals.",
  Diagnostics: 'Diagnostics of each epoch; gradient_edges are those of the histogram of gradient norms.',
  EpochDiagnostics: 'Diagnostics of an epoch.',
  SetDiagnostics: 'Right and wrong samples of a set apart.',
  SideDiagnostics: 'Samples that are right, or wrong.',
  PlainBin: 'A confidence bin.',
  TrainingBin: 'Training samples binned by p_y: confidence is its mean, top that of the largest probability.',
  Learned: 'Training samples by the epoch in which they were learned (null: never), with quantiles of their largest logit.',
};

/** Figures of a group, or means over labels, by metric; groups side by side. */
const FIGURES = 'Record<string, { value: number | null; labels?: number; floor?: number; interval?: (number | null)[] }>';
const GROUPS = `{ by: string; groups: { name: string; n: number; rows?: number; prevalence: number | null; metrics?: ${FIGURES}; left_out?: string }[]; worst?: { name: string; metric: string; z: number; p_value: number; searched: number; draws: number; by_case: boolean }; macro?: ${FIGURES} }`;

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
    'Report.calibrators': 'Calibrators',
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

/** A union of words, broken where it is long. @param {string} name @param {string} says @param {string[]} words */
function declareUnion(name, says, words) {
  const whole = `export type ${name} = ${union(words)};`;
  const lines = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last && last.length + word.length + 6 < WIDTH) lines[lines.length - 1] = `${last} | '${word}'`;
    else lines.push(`  | '${word}'`);
  }
  return `/** ${says} */\n${whole.length <= WIDTH ? whole : `export type ${name} =\n${lines.join('\n')};`}\n`;
}

const capital = (/** @type {string} */ word) => word[0].toUpperCase() + word.slice(1);

/** The ids of each registry. @param {any} describe @param {string[]} kinds */
const ids = (describe, kinds) =>
  kinds.map((kind) =>
    declareUnion(
      `${capital(kind)}Id`,
      `Ids of ${kind === 'data' ? 'data sets' : `the ${kind} registry`}.`,
      describe[kind].map((/** @type {any} */ { id }) => id),
    ),
  );

/** What calibrators found in reports: those of temperature scaling, and all. @param {any[]} reports @param {Names} names */
function fits(reports, names) {
  const all = reports.map(({ calibrators }) => calibrators);
  names.take('TemperatureFits', shapeOf(all.flatMap(({ temperature = [] }) => temperature)));
  const found = all.flatMap((one) => Object.values(one)).flatMap((ways) => Object.entries(ways));
  names.take('Fit', shapeOf(found.filter(([way]) => way !== 'left_out').map(([, fit]) => fit)));
}

/** Forms that no sample shows as they are meant. @param {string[]} kinds that a link chooses from */
const byHand = (kinds) => `/** What a link can choose. */
export type ChoiceKind = ${union(kinds)};

/** An entry with its parameters. */
export interface Choice<Id extends string = string, Params = Record<string, number | string>> {
  id: Id;
  params: Params;
}

/** What a calibrator found, by its way of fitting; left_out: why it found nothing. */
export interface Fits {
  left_out?: string;
  [way: string]: Fit | string | undefined;
}

/** What the calibrators of a report found, by their ids; nothing where there was no set to fit on. */
export interface Calibrators {
  temperature?: TemperatureFits;
  [id: string]: Fits | TemperatureFits | undefined;
}
`;

/** The rules, with what follows from the registries. @param {any} describe @param {string[]} kinds */
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

/** The file's text. @param {Answers} all */
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
  names.take(
    'DataParams',
    shapeOf(/** @type {any[]} */ (all.check).map(({ choices }) => choices.data.params)),
  );
  fits(/** @type {any[]} */ ([...all.run_report, ...all.report]), names);
  for (const place of [...Object.keys(rules.named), ...Object.keys(rules.fixed), ...rules.words])
    if (!names.met.has(place)) throw new Error(`types: nothing stands at ${place}`);
  const calls = Object.entries(CALLS).map(([call, name]) => `  ${call}: ${name};\n`);
  return [
    '// Made by make docs (src/types.mjs) from what the engine says of itself and from what its calls answer. Not edited by hand.\n',
    ...ids(describe, lists),
    byHand(kinds),
    ...Object.entries(SAYS).map(([name, says]) => names.declare(name, says)),
    `/** What each call of the module answers (wasm/api.h). */\nexport interface Answers {\n${calls.join('')}}\n`,
  ].join('\n');
}

/** The file as it should be. */
export const types = async () => typesOf(await answers());

async function main() {
  const text = await types();
  if (text !== readFileSync(root(FILE), { encoding: 'utf8', flag: 'a+' })) {
    writeFileSync(root(FILE), text);
    console.log(FILE);
  }
  process.exit(0); // the modules would keep it
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main();
