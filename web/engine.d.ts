// Made by make docs (web/tools/types.mjs) from `calib describe` and from answers of the module. Do not edit.

/** Ids of data sets. */
export type DataId =
  | 'cifar10' | 'cifar100' | 'gaussians' | 'images' | 'mnist' | 'moons' | 'scenes' | 'shapes10' | 'svhn' | 'table' | 'tagged' | 'texts'
  | 'words';

/** Ids of the model registry. */
export type ModelId =
  | 'cnn-s' | 'densenet' | 'gpcnn' | 'layers' | 'lenet' | 'logistic' | 'mlp' | 'mobilenetv2' | 'resnet' | 'resnet110' | 'resnet18'
  | 'resnet20' | 'resnet50' | 'resnet56' | 'resnet8' | 'vgg16' | 'vgg19' | 'vgg8' | 'vit' | 'wrn';

/** Ids of the head registry. */
export type HeadId = 'sigmoid' | 'softmax';

/** Ids of the loss registry. */
export type LossId =
  | 'adafocal' | 'brier' | 'calfocal1' | 'calfocal2' | 'ce' | 'dualfocal' | 'entropy' | 'fcl' | 'fcl-l1' | 'flsd53' | 'flsd532' | 'focal'
  | 'focal-p0' | 'focal-schedule' | 'inv-focal' | 'l1norm' | 'ls' | 'mmce' | 'trace';

/** Ids of the penalty registry. */
export type PenaltyId = 'entropy' | 'l1norm' | 'none' | 'trace';

/** Ids of the optimizer registry. */
export type OptimizerId = 'adagrad' | 'adam' | 'adamw' | 'sgd';

/** Ids of the schedule registry. */
export type ScheduleId = 'constant' | 'cosine' | 'exponential' | 'one-cycle' | 'plateau' | 'polynomial' | 'step';

/** Ids of the augment registry. */
export type AugmentId = 'crop-flip' | 'none';

/** Ids of the metric registry. */
export type MetricId =
  | 'accuracy' | 'adaece' | 'auarc' | 'augrc' | 'aurc' | 'auroc' | 'average_precision' | 'binary_brier' | 'brier' | 'cdl' | 'citl'
  | 'corp' | 'corp_top' | 'cost' | 'coverage_at_risk' | 'cox_intercept' | 'cox_slope' | 'cwcorp' | 'cwece' | 'cwks' | 'cwkuiper' | 'e50'
  | 'e90' | 'ece' | 'ece_debias' | 'ece_debias_l1' | 'ece_sweep' | 'error' | 'hosmer_lemeshow' | 'ici' | 'ks' | 'kuiper' | 'mce' | 'mmce'
  | 'net_benefit' | 'nll' | 'refinement' | 'roc_auc' | 's99' | 'selective_accuracy' | 'smce' | 'smece' | 'spiegelhalter' | 'true_ce'
  | 'truth_gap' | 'truth_kl';

/** Ids of the calibrator registry. */
export type CalibratorId =
  | 'beta' | 'dirichlet' | 'ets' | 'focal-temperature' | 'histogram' | 'isotonic' | 'lipschitz' | 'matrix' | 'platt' | 'sms' | 'spline'
  | 'svs' | 'temperature' | 'vector' | 'venn-abers';

/** Ids of the corruption registry. */
export type CorruptionId = 'blur' | 'brightness' | 'contrast' | 'gaussian-noise' | 'pixelate';

/** Ids of the conformity registry. */
export type ConformityId = 'aps' | 'lac' | 'raps' | 'topk';

/** Ids of the layer registry. */
export type LayerId =
  | 'ap' | 'att' | 'bn' | 'c' | 'cat' | 'cls' | 'drop' | 'dw' | 'emb' | 'fc' | 'first' | 'gap' | 'gelu' | 'gmp' | 'ln' | 'lrelu' | 'mean'
  | 'mp' | 'pos' | 'r' | 'rc' | 'relu' | 'sigmoid' | 'silu' | 'tanh' | 'tokens';

/** Ids of the view registry. */
export type ViewId =
  | 'class_tests' | 'classwise' | 'confusion' | 'cost' | 'cumulative' | 'decision' | 'focal_map' | 'histogram' | 'reliability' | 'roc'
  | 'samples' | 'selective' | 'sets' | 'smooth' | 'temperature';

/** Ids of the probe registry. */
export type ProbeId = 'boundary' | 'curvature' | 'gradcam' | 'gradients' | 'landscape' | 'logits' | 'normalisation';

/** Ids of the library registry. */
export type LibraryId =
  | 'focal_calibration' | 'netcal' | 'torchmetrics' | 'caltrain' | 'relplot' | 'verified_calibration' | 'fcl' | 'torch_uncertainty'
  | 'pycalib';

/** The kinds of a link's choices. */
export type ChoiceKind = 'data' | 'model' | 'head' | 'loss' | 'penalty' | 'optimizer' | 'schedule' | 'augment';

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

/** Files of a report, by their options of `calib report`. */
export type ReportFile =
  | 'logits' | 'labels' | 'val-logits' | 'val-labels' | 'csv' | 'val-csv' | 'weights' | 'posterior' | 'calibrator-file' | 'against'
  | 'ood-logits';

/** Options of a report, named as those of `calib report`, whose help explains them. */
export interface ReportOptions {
  probs?: boolean;
  'as-logits'?: boolean;
  strict?: boolean;
  task?: string;
  columns?: string;
  normalise?: string;
  'label-names'?: string;
  metric?: string[];
  match?: string;
  calibrator?: string[];
  bins?: number;
  draws?: number;
  'fit-on-test'?: boolean;
  fit?: string;
}

/** Every registry of the engine: what `calib describe` prints. */
export interface Describe {
  version: number;
  engine: string;
  default: { data: DataId; model: ModelId; head: HeadId; loss: LossId; penalty: PenaltyId; optimizer: OptimizerId; schedule: ScheduleId; augment: AugmentId };
  data: DataEntry[];
  model: ModelEntry[];
  head: Entry[];
  loss: LossEntry[];
  penalty: Entry[];
  optimizer: Entry[];
  schedule: Entry[];
  augment: Entry[];
  metric: MetricEntry[];
  calibrator: CalibratorEntry[];
  corruption: Entry[];
  conformity: Entry[];
  layer: Entry[];
  view: ViewEntry[];
  probe: Entry[];
  library: Library[];
  run: Parameter[];
  page: string[];
}

/**
 * An entry of a registry: an optimiser, schedule, penalty, augmentation, corruption, conformity score, layer
 * or probe.
 */
export interface Entry {
  id: string;
  label: string;
  tex: string;
  source: string;
  help: string;
  params: Parameter[];
}

/** A data set; classes and shape are those of its defaults. */
export interface DataEntry {
  id: DataId;
  label: string;
  tex: string;
  source: string;
  help: string;
  params: Parameter[];
  classes: number;
  shape: number[];
  pixels: boolean;
  several: boolean;
  needs_files: boolean;
  files: DataFiles[];
}

/** Files that a data set needs with these values of its parameters. */
export interface DataFiles {
  with: Record<string, string>;
  files: string[];
}

/** A network; layers is its layer text, empty if the link gives it. */
export interface ModelEntry {
  id: ModelId;
  label: string;
  tex: string;
  source: string;
  help: string;
  params: Parameter[];
  layers: string;
}

/**
 * A loss; sees_validation: it adapts to the validation set; reduces_from and reduces_to list the parameters
 * that make it equal to another loss.
 */
export interface LossEntry {
  id: LossId;
  label: string;
  tex: string;
  source: string;
  help: string;
  params: Parameter[];
  proper: boolean;
  each_label: boolean;
  sees_validation: boolean;
  reduces_from: string | null;
  reduces_to: string | null;
}

/** A metric. */
export interface MetricEntry {
  id: MetricId;
  label: string;
  tex: string;
  source: string;
  help: string;
  params: Parameter[];
  unit: string;
  kind: 'calibration' | 'proportion' | 'score' | 'test';
  needs: 'binary' | 'elsewhere' | 'posterior' | 'rows' | 'top';
  headline: boolean;
  each_epoch: boolean;
  larger_is_better: boolean;
  two_sided: boolean;
}

/** A calibrator; top_only: it maps only the confidence of the predicted class. */
export interface CalibratorEntry {
  id: CalibratorId;
  label: string;
  tex: string;
  source: string;
  help: string;
  params: Parameter[];
  top_only: boolean;
}

/** A table behind a picture. */
export interface ViewEntry {
  id: ViewId;
  label: string;
  tex: string;
  source: string;
  help: string;
  params: Parameter[];
  needs: 'elsewhere' | 'logits';
  columns: Column[];
}

/** Another program's metrics, as this engine computes them. */
export interface Library {
  id: LibraryId;
  source: string;
  help: string;
  metrics: string[];
}

/**
 * A parameter of an entry or of a run: min and max of numbers, choices of words, kind of a choice within it.
 */
export interface Parameter {
  name: string;
  type: 'choice' | 'hex' | 'integer' | 'list' | 'real' | 'switch' | 'words';
  default: number | string;
  min: number | null;
  max: number | null;
  open_min?: boolean;
  whole?: boolean;
  unit: string;
  help: string;
  choices?: string[];
  kind?: string;
}

/** A column of a table. */
export interface Column {
  id: string;
  label: string;
  unit: string;
}

/** A link's meaning and its run's needs. */
export interface Check {
  spec: string;
  digest: string;
  from: string;
  receipt: string;
  address: string;
  promise: { engine?: string; data?: string; weights?: string; digest?: string; error?: number; nll?: number; brier?: number; ece?: number; mce?: number; fused?: boolean };
  group: string;
  choices: Choices;
  run: RunSettings;
  page: Record<string, string>;
  link: string;
  shape: InputShape;
  need: Need;
  net: NetworkShape;
  files: string[];
}

/** The choices of a link, with every parameter: numbers as numbers, all else as in a link. */
export interface Choices {
  data: Choice<DataId, DataParams>;
  model: Choice<ModelId>;
  head: Choice<HeadId>;
  loss: Choice<LossId>;
  penalty: Choice<PenaltyId>;
  optimizer: Choice<OptimizerId>;
  schedule: Choice<ScheduleId>;
  augment: Choice<AugmentId>;
}

/** Parameters of a data set; those listed here are common to all. */
export interface DataParams {
  train: number;
  val: number;
  test: number;
  seed: number;
  [name: string]: number | string;
}

/** A link's settings of the run itself. */
export interface RunSettings {
  epochs: number;
  batch: number;
  seed: number;
  switch: string;
  init: string;
  reduction: string;
  clip: number;
  sam: number;
  by: string;
  patience: number;
  keep: string;
  bins: number;
  curvature: number;
  curvature_at: string;
  diagnostics: string;
  [name: string]: number | string;
}

/** Classes, and channels, height and width of a sample. */
export interface InputShape {
  k: number;
  c: number;
  h: number;
  w: number;
}

/** A run's memory and saved state in bytes, and a sentence on the layer with the most memory. */
export interface Need {
  bytes: number;
  largest: string;
  state: number;
  parameters: number;
  multiply_adds: number;
  steps_per_epoch: number;
  steps: number;
}

/** A network, layer by layer. */
export interface NetworkShape {
  text: string;
  parameters: number;
  multiply_adds: number;
  input: number[];
  layers: LayerShape[];
}

/** A layer; output is [c], [c, n] or [c, h, w]. */
export interface LayerShape {
  path: string;
  token: string;
  output: number[];
  parameters: number;
  multiply_adds: number;
  activation_bytes: number;
}

/** The files of a link, and those of an evaluation without training samples, or of the test set alone. */
export interface Wanted {
  files: string[];
  hash: string;
  evaluate: WantedBy;
  test: WantedBy;
}

/** A link, and the names of its files. */
export interface WantedBy {
  link: string;
  files: string[];
}

/**
 * The readable parts of a damaged link: the link of its intact parts, the others, and the link as it was
 * shared, if known.
 */
export interface Recovered {
  parts: { text: string; why: string }[];
  missing: number;
  link: string;
  mended: string;
}

/** A link: with its promise and its checksum, or with places of it changed. */
export interface Shared {
  link: string;
}

/**
 * The value at a place of a link: its canonical text, '' for none. given: true if it differs from the
 * default.
 */
export interface PlaceRead {
  value: string;
  given: boolean;
}

/** A choice outside a link; given: the texts of the parameters that are not the defaults. */
export interface ChoiceRead {
  id: string;
  params: Record<string, number | string>;
  given: Record<string, string>;
}

/** A link's promise compared with a run's result. */
export interface Compared {
  rows: { what: string; promised: number | string; got: number | string; same: boolean; within?: number }[];
  same: boolean;
  close: boolean;
}

/**
 * A loss of two classes by the probability of the true class: gradient -dL/dz_y, its ratio to
 * cross-entropy's, and q of least risk.
 */
export interface Curve {
  p: number[];
  loss: number[];
  gradient: number[];
  factor: number[];
  optimal?: number[];
}

/** A file was taken. */
export type Taken = Record<string, never>;

/** The data of a link was loaded. */
export interface Loaded {
  hash: string;
}

/** A link with the sizes that its files have. */
export interface Measured {
  spec: string;
}

/** Temporary memory of loading the data of a link, in bytes. */
export interface Loading {
  bytes: number;
}

/** Splits, classes and duplicates of a data set: what `calib data` prints. */
export interface DataReport {
  data: string;
  hash: string;
  k: number;
  c: number;
  h: number;
  w: number;
  classes: string[];
  splits: { train: SplitReport; val: SplitReport; test: SplitReport };
  near: number;
  duplicates: { test_in_train: Duplicates; val_in_train: Duplicates; test_in_val: Duplicates };
}

/**
 * Counts of the samples of a split, in all and by class. For multi-label data, by label, with the count of
 * unknown ones.
 */
export interface SplitReport {
  n: number;
  counts: number[];
  unknown?: number[];
}

/** Samples of one split that are also in another one, exactly or nearly. */
export interface Duplicates {
  exact: number;
  near: number;
  other_label: number;
}

/** Samples of a split; pixels, features, labels and posterior are addresses in the module's memory, or 0. */
export interface SamplesAt {
  n: number;
  count: number;
  c: number;
  h: number;
  w: number;
  k: number;
  pixels: number;
  features: number;
  several: boolean;
  labels: number;
  posterior: number;
  classNames: string[];
}

/** Blends in a picture, as samples; logits is the address of the network's logits, or 0. */
export interface BlendsAt {
  n: number;
  count: number;
  c: number;
  h: number;
  w: number;
  k: number;
  pixels: number;
  features: number;
  several: boolean;
  labels: number;
  posterior: number;
  classNames: string[];
  logits: number;
}

/** Logits for the page's pictures, by address. */
export interface OutputsAt {
  k: number;
  logits: number;
}

/** Metrics of logits. */
export interface Evaluated {
  metrics: Metrics;
}

/** Metrics by id; the headline figures are always there, unless the request lists others. */
export interface Metrics {
  accuracy: Metric;
  adaece: Metric;
  brier: Metric;
  ece: Metric;
  error: Metric;
  mce: Metric;
  nll: Metric;
  [name: string]: Metric;
}

/**
 * A metric. value: null if undefined or infinite; floor: its value by chance alone; draws: resampled values
 * minus the value, in millionths.
 */
export interface Metric {
  text: string;
  value: number | null;
  outside?: number;
  bins?: Bin[];
  floor?: number;
  calibration?: number;
  refinement?: number;
  within?: number;
  signed_square?: number;
  signed?: number;
  chosen_bins?: number;
  p_value?: number | null;
  critical?: number;
  detectable?: number;
  count?: number;
  accuracy?: number | null;
  sigma?: number;
  interval?: [number | null, number | null];
  draws?: number[];
  true_interval?: [number, number] | null;
  note?: string;
  impossible?: number;
  confidence?: number;
  energy?: number;
  logit?: number;
  curve?: { false_positives?: number[]; true_positives?: number[]; probability?: number[]; rate?: number[] };
  reliability?: number;
  resolution?: number;
  uncertainty?: number;
  expected?: number;
  observed?: number;
  discrimination?: number;
  band?: { probability: number[]; low: number[]; high: number[] };
  degrees?: number;
  largest?: number;
  answered?: number;
  always_answer?: number;
  always_ask?: number;
  temperature?: number;
  note?: string;
  left_out?: number;
}

/**
 * A confidence bin; confidence and accuracy are null if it is empty; the interval is that of the accuracy.
 */
export interface Bin {
  low: number;
  high: number;
  count: number;
  confidence: number | null;
  accuracy: number | null;
  interval?: [number | null, number | null];
  weight?: number;
}

/** Temperatures that fit logits best. */
export interface Fitted {
  temperature: FittedTemperatures;
}

/** Temperatures, by the way of fitting. */
export interface FittedTemperatures {
  by_ece: FittedTemperature;
  by_adaece: FittedTemperature;
  by_nll_grid: FittedTemperature;
  by_nll: FittedTemperature;
  [name: string]: FittedTemperature;
}

/** A temperature, and the score over a grid. */
export interface FittedTemperature {
  T: number;
  at_bound: boolean;
  curve?: { at: number[]; score: number[] };
}

/** y = sum of coefficients[j] u^j, u = (x - center) / scale; nothing for fewer than four points. */
export interface Cubic {
  coefficients?: number[];
  center?: number;
  scale?: number;
  residual?: number;
  r2?: number;
}

/**
 * Contents of a file of outputs or labels. classes: null if it cannot be labels; farthest: the largest
 * difference of a row sum from 1. For a binary task: the roles of columns, counted from 1, the names of all,
 * their first rows, and the labels.
 */
export interface Looked {
  kind: 'csv' | 'npy';
  type?: string;
  shape?: number[];
  least?: number | null;
  most?: number | null;
  rows_sum_to_1?: boolean;
  classes?: number;
  one_hot?: boolean;
  farthest?: number;
  rows?: number;
  columns?: string[];
  start?: (string[])[];
  task?: string;
  positive?: string;
  odds?: boolean;
  words?: string[];
  label?: number;
  p?: number;
  groups?: number[];
  case?: number;
  why?: string;
  labels?: number;
  weight?: number;
  options?: number;
  normalise?: string[];
  readings?: { label: number; class: number[]; accuracy: number; pred?: number; conf?: number; p?: number; positive?: string }[];
}

/** The arrays of a file of several. */
export interface Unpacked {
  arrays: string[];
}

/** The numbers of an array, at an address in the module's memory. */
export interface ArrayAt {
  type: 'f4' | 'i4';
  shape: number[];
  at: number;
}

/** The output of `calib report`. */
export interface FilesReport {
  schema: number;
  spec: null;
  n: number;
  k: number | null;
  chance?: Chance;
  metrics: Record<string, Metric>;
  fitted_on: 'test' | 'validation' | null;
  calibrators: Calibrators;
  calibrated_chance?: Chance;
  calibrator_table?: { advice: string | null; score: string | null; tested: number; advised: { calibrator: string; way: string } | null; rows: { calibrator: string | null; way: string | null; best: boolean; parameters: number | null; recovered: number | null; metrics: Record<string, { value: number | null; floor?: number; difference?: number | null; interval?: [number, number]; within_noise?: boolean }> }[] };
  post_processing_gap?: Gap;
  match?: string | Record<string, Record<string, Metric>>;
  notes?: string[];
  read?: { label: string; predicted?: string; confidence?: string; kind: string; outputs?: string[]; not_read?: string[]; rows_left_out?: number; first_line_left_out?: number };
  left_out?: string[];
  task?: string;
  positive?: string;
  prevalence?: number;
  slices?: { by: string; groups: { name: string; n: number; rows?: number; prevalence: number | null; metrics?: Record<string, { value: number | null; labels?: number; floor?: number; interval?: (number | null)[] }>; left_out?: string }[]; worst?: { name: string; metric: string; z: number; p_value: number; searched: number; draws: number; by_case: boolean }; macro?: Record<string, { value: number | null; labels?: number; floor?: number; interval?: (number | null)[] }> };
  against?: { name: string; tested: number; metrics: Record<string, { value: number | null; difference: number | null; interval?: [number, number]; within_noise?: boolean; p_value?: number }> };
  rows?: number;
  labels?: number;
  sample_groups?: { by: string; groups: { name: string; n: number; rows?: number; prevalence: number | null; metrics?: Record<string, { value: number | null; labels?: number; floor?: number; interval?: (number | null)[] }>; left_out?: string }[]; worst?: { name: string; metric: string; z: number; p_value: number; searched: number; draws: number; by_case: boolean }; macro?: Record<string, { value: number | null; labels?: number; floor?: number; interval?: (number | null)[] }> };
  weights?: { name: string; effective: number };
}

/** Calibrated outputs, at an address in the module's memory; note: which rows have none. */
export interface CalibratedAt {
  at: number;
  size: number;
  note: string | null;
}

/** A report as a table, CSV, LaTeX or Markdown. */
export interface Formatted {
  text: string;
}

/** Numbers of draws behind floors and intervals. */
export interface Chance {
  floor_draws: number;
  interval_draws: number;
  level: number;
  refits?: number;
}

/** A calibrator's result by one way of fitting, and the metrics of the test set after it. */
export interface Fit {
  T?: number;
  weights?: number[];
  at_bound: boolean;
  changed: number;
  metrics: Record<string, Metric>;
  gamma?: number;
  note?: string;
  bins?: number;
  shares?: (number | null)[];
  levels?: number[];
  matrix?: number[];
  shift?: number[];
  uniform?: number;
  steps?: number | number[];
  gradient?: number;
  values?: number[];
  second_derivatives?: number[];
  scale?: number[];
  curve?: { at: number[]; score: number[] };
  a?: number;
  b?: number;
  c?: number;
  slope?: number;
  intercept?: number;
}

/** Temperature scaling, by its ways of fitting. */
export interface TemperatureFits {
  by_ece: TemperatureFit;
  by_adaece: TemperatureFit;
  by_nll_grid: TemperatureFit;
  by_nll: TemperatureFit;
  [name: string]: TemperatureFit;
}

/** A fitted temperature, and the metrics of the test set after it. */
export interface TemperatureFit {
  T: number;
  at_bound: boolean;
  curve?: { at: number[]; score: number[] };
  changed: number;
  metrics: Record<string, Metric>;
}

/**
 * Improvement of the scores of a set by their best Lipschitz map (Blasiok et al. 2023), and by temperature
 * scaling.
 */
export interface Gap {
  value: number;
  fitted: number;
  temperature: { T: number; ece: number; smce: number; adaece: number; cwece: number };
}

/** A view's table; cells is the address of doubles [columns][rows], NaN for no number. */
export interface TableAt {
  view: string;
  rows: number;
  columns: Column[];
  facts: Record<string, number | null>;
  cells: number;
}

/** Conformal sets of files: what `calib sets` prints. */
export interface SetsFigures {
  score: string;
  alpha: number;
  target: number;
  seed: number;
  by: string | null;
  empty: string;
  calibrator: string | null;
  way: string | null;
  calibrator_file: null;
  temperature: number;
  penalty: { lambda: number; kreg: number; chosen: boolean } | null;
  validation: { n: number; first_half: number };
  n: number;
  k: number;
  coverage: number;
  quantiles: { name: string | null; validation: number; rank: number; quantile: number; n: number; coverage: number; expected: number; band: number[] }[];
  size: { mean: number; median: number; empty: number; single: number; single_right: number | null };
  sizes: SetsPart[];
  classes: { class: number; name: null; n: number; coverage: number; size: number }[];
  sscv: number;
  covgap: number;
  difficulty: { from: number; to: number; n: number; coverage: number; size: number }[];
  truth: { coverage: number; smallest_size: number } | null;
  warnings: string[];
}

/** The test samples whose sets have this size, and the coverage of these sets. */
export interface SetsPart {
  size: number;
  n: number;
  coverage: number;
}

/** Memory of a probe. */
export interface ProbeNeed {
  bytes: number;
  largest: string;
}

/** A probe's table; each of the last `classes` columns belongs to one class. */
export interface ProbeTableAt {
  probe: string;
  epoch: number;
  rows: number;
  columns: Column[];
  facts: Record<string, number | null>;
  classes: number;
  cells: number;
}

/** A network's file, and whether it fits. */
export interface NetworkLook {
  fits: boolean;
  why: string;
  evaluate: string;
  proposals: string[];
  guesses: boolean;
  about: NetworkAbout;
}

/** The network of a weights file, as recorded in it or given by a link. */
export interface NetworkAbout {
  model: string;
  layers: string;
  parameters: number;
  input: number[];
  values: 'features' | 'pixels';
  classes: number;
  naming: Naming;
  mean?: number[];
  std?: number[];
  link?: string;
  data_hash?: string;
}

/**
 * The match of a file's tensors to those of the network; torn names a module whose tensors went to several.
 */
export interface Naming {
  order: 'file' | 'name' | 'sorted names';
  matched: number;
  missing: number;
  left: number;
  ignored: number;
  tensors: NamedTensor[];
  torn?: string;
}

/** A tensor of the network, and its source in the file; why: the reason if there is none. */
export interface NamedTensor {
  name?: string;
  shape?: number[];
  from: string;
  from_shape: number[];
  why?: string;
}

/** Bytes in the module's memory. */
export interface BytesAt {
  at: number;
  size: number;
}

/** A run that is open; labels and posterior are addresses in the module's memory, or 0. */
export interface ReadyAt {
  spec: string;
  hash: string;
  threads: number;
  fused: boolean;
  n_test: number;
  n_val: number;
  k: number;
  labelling: number;
  testLabels: number;
  valLabels: number;
  testPosterior: number;
  classNames: string[];
}

/** The position at which a run resumes. */
export interface Resumed {
  step: number;
  over: boolean;
  fused: boolean;
  history: HistoryEntry[];
}

/** The report of a run. */
export interface Report {
  schema: number;
  spec: string;
  n: number;
  k: number;
  chance: Chance;
  metrics: Metrics;
  fitted_on: 'validation' | null;
  calibrated_chance?: Chance;
  calibrators: Calibrators;
  calibrator_table?: { advice: string | null; score: string | null; tested: number; advised: { calibrator: string; way: string } | null; rows: { calibrator: string | null; way: string | null; best: boolean; parameters: number | null; recovered: number | null; metrics: Record<string, { value: number | null; floor?: number; difference?: number | null; interval?: [number, number]; within_noise?: boolean }> }[] };
  post_processing_gap?: Gap;
  digest: string;
  fused: boolean;
  data_hash: string;
  parameters: number;
  ended: Ended;
  kept: Kept | null;
  history: HistoryEntry[];
  diagnostics?: Diagnostics;
  link?: string;
}

/** The end of a run, and its reason. */
export interface Ended {
  epoch: number;
  step: number;
  why: 'epochs' | 'patience' | 'paused';
}

/** The epoch whose weights a run ends with, and the reason. */
export interface Kept {
  epoch: number;
  why: 'best' | 'last';
  by?: string;
  value?: number;
}

/** An epoch of a run. */
export interface HistoryEntry {
  epoch: number;
  rate: number;
  train: EpochFigures;
  val?: EpochFigures;
  test: EpochFigures;
  curvature?: EpochCurvature;
  penalty_trace?: number;
  loss_state?: LossState;
  unknown?: Record<string, Record<string, number | null>>;
}

/** Figures of a set after an epoch, by metric. */
export interface EpochFigures {
  loss: number;
  confidence: number;
  accuracy: number;
  adaece: number;
  brier: number | null;
  ece: number;
  error: number;
  mce: number;
  nll: number;
  [name: string]: number | null;
}

/** The state that a loss has learned: a gamma, or one for each confidence bin between the edges. */
export interface LossState {
  edges?: number[];
  gammas?: number[];
  confidences?: (number | null)[];
  accuracies?: (number | null)[];
  gamma?: number;
}

/**
 * The Hessian of the validation loss: its trace with standard error, and its largest and smallest eigenvalue
 * with residuals.
 */
export interface EpochCurvature {
  trace: number;
  trace_se: number;
  eig_max: number;
  residual_max: number;
  eig_min: number;
  residual_min: number;
  gradient_norm: number;
}

/** Diagnostics of each epoch; gradient_edges are those of the histogram of gradient norms. */
export interface Diagnostics {
  gradient_edges: number[];
  epochs: EpochDiagnostics[];
  learned?: Learned[];
}

/** Diagnostics of an epoch. */
export interface EpochDiagnostics {
  epoch: number;
  train: SetDiagnostics;
  val?: SetDiagnostics;
  test: SetDiagnostics;
  weight_norm: number;
  gradient_mean: number;
  gradients: number[];
  bins: { val?: PlainBin[]; train_common?: TrainingBin[]; train: TrainingBin[] };
}

/** Right and wrong samples of a set, separately. */
export interface SetDiagnostics {
  correct: SideDiagnostics;
  wrong: SideDiagnostics;
  logit_norm: number;
  largest_logit: number;
}

/** Samples that are right, or wrong. */
export interface SideDiagnostics {
  count: number;
  nll: number | null;
  entropy: number | null;
  p_label: number | null;
}

/** A confidence bin. */
export interface PlainBin {
  low: number;
  high: number;
  count: number;
  confidence: number | null;
  accuracy: number | null;
}

/** Training samples binned by p_y: confidence is its mean, top that of the largest probability. */
export interface TrainingBin {
  low: number;
  high: number;
  count: number;
  confidence: number | null;
  accuracy: number | null;
  top: number | null;
}

/**
 * Training samples by the epoch in which they were learned (null: never), with quantiles of their largest
 * logit.
 */
export interface Learned {
  epoch: number | null;
  count: number;
  mean: number;
  quantiles: number[];
}

/** The answer of each call of the module (wasm/api.h). */
export interface Answers {
  describe: Describe;
  check: Check;
  wanted: Wanted;
  recover: Recovered;
  share: Shared;
  compare: Compared;
  link_set: Shared;
  link_remove: Shared;
  link_read: PlaceRead;
  choice: ChoiceRead;
  curve: Curve;
  file: Taken;
  load: Loaded;
  measure: Measured;
  loading: Loading;
  data: DataReport;
  samples: SamplesAt;
  blend: BlendsAt;
  blend_network: Taken;
  evaluate: Evaluated;
  fit: Fitted;
  cubic: Cubic;
  look: Looked;
  array: ArrayAt;
  unpack: Unpacked;
  unpacked: BytesAt;
  report: FilesReport;
  apply_open: Taken;
  apply_bytes: CalibratedAt;
  report_format: Formatted;
  view: TableAt;
  view_files: TableAt;
  sets: SetsFigures;
  sets_csv: BytesAt;
  probe_need: ProbeNeed;
  outputs: OutputsAt;
  probe: ProbeTableAt;
  network: NetworkLook;
  network_save: BytesAt;
  run_open: ReadyAt;
  run_save: BytesAt;
  run_resume: Resumed;
  run_epoch: HistoryEntry;
  run_report: Report;
}
