// Texts of the place where the papers' claims are tested.
import { count, decimal, inWords, percent, points, signedPoints } from '../format.js';

/**
 * A metric's label and format; unit %: the value is a fraction.
 * @typedef {{label: string, unit: '%' | '', digits: number}} FigureWords
 */
const fraction = (/** @type {string} */ label) => /** @type {FigureWords} */ ({ label, unit: '%', digits: 1 });
const plain = (/** @type {string} */ label, digits = 2) => /** @type {FigureWords} */ ({ label, unit: '', digits });

/** @type {Record<string, FigureWords>} */
const figures = {
  over: fraction('confidence less accuracy'),
  nll_rise: plain('NLL at the end, less its lowest'),
  mean_ece: fraction('mean ECE over the epochs'),
  T: plain('temperature'),
  'before.ece': fraction('ECE'),
  'after.ece': fraction('ECE after T'),
  'before.adaece': fraction('AdaECE'),
  'after.adaece': fraction('AdaECE after T'),
  'before.error': fraction('error'),
  'train.error': fraction('error on training data'),
  'before.nll': plain('NLL'),
  'before.ece_debias': fraction('ECE-debias'),
  'before.ece_sweep': fraction('ECE-sweep'),
  ets: fraction('ECE after ensemble temperature scaling'),
  spline: fraction('ECE after splines'),
  'before.smce': fraction('smCE'),
  'before.s99': fraction('S99'),
  'after.s99': fraction('S99 after T'),
  gammas: plain('γ', 1),
  gap: plain('post-processing gap', 3),
  gap_ece: fraction('ECE that a temperature removes'),
  gamma_fall: plain('gamma of low bins, less that of the highest'),
  'curvature.trace': plain('trace of the Hessian', 0),
  'curvature.eig_max': plain('largest eigenvalue', 1),
  'ce_curvature.eig_max': plain('largest eigenvalue, of cross-entropy', 1),
  'fisher.eig_max': plain('largest eigenvalue, of the Fisher information', 1),
  'diagnostics.wrong_nll': plain('NLL of wrong samples'),
  'diagnostics.wrong_entropy': plain('entropy of wrong samples'),
  'diagnostics.wrong_p': plain('probability of the label, of wrong samples', 3),
  'diagnostics.correct_p': plain('probability of the label, of correct samples', 3),
  'diagnostics.weight_norm': plain('norm of the last weights'),
  'diagnostics.train_logit_norm': plain('norm of the logits in training'),
  'cifar100.auroc': plain('AUROC against CIFAR-100', 3),
  'gaussian-noise.auroc': plain('AUROC against Gaussian noise', 3),
};

/** @param {string} id */
const figureOf = (id) => figures[id] ?? plain(id, 3);

/** @param {number} value @param {FigureWords} how */
const formatted = (value, { unit, digits }) => (unit === '%' ? percent(value, digits) : decimal(value, digits));

/** @param {number} value @param {FigureWords} how */
const difference = (value, { unit, digits }) =>
  unit === '%' ? signedPoints(value) : `${value < 0 ? '\u2212' : '+'}${decimal(Math.abs(value), digits)}`;

/**
 * Returns how a test's value is written: a rank correlation has no unit, a share is a percentage.
 * @param {{figure: string, kind?: 'slope' | 'spearman' | 'share'}} test
 * @returns {FigureWords}
 */
const unitOf = ({ figure, kind }) => (kind === 'spearman' ? plain('') : kind === 'share' ? fraction('') : figureOf(figure));

/**
 * Writes a difference without a sign, in points or in the figure's unit.
 * @param {number} value
 * @param {FigureWords} how
 */
const amount = (value, { unit, digits }) => (unit === '%' ? `${points(value, digits)} points` : decimal(value, digits));

/** Writes a range of fractions, or one if its ends are equal. @param {[number, number]} ends */
function between(ends) {
  const [low, high] = ends.map((end) => decimal(100 * end, 1));
  return low === high ? percent(ends[0]) : `${low} to ${percent(ends[1])}`;
}

/** @param {number} p */
const chance = (p) => (p < 0.0001 ? `< ${decimal(0.0001, 4)}` : decimal(p, p < 0.1 ? 4 : 2));

/** @type {Record<import('../../core/papers.js').Tested['outcome'], string>} */
const outcomes = { held: 'held', failed: 'failed', open: 'open', 'one seed': 'undecided' };

/** @typedef {import('../../core/papers.js').Verdict} Verdict */
/** @type {Verdict[]} */
const order = ['held', 'held where decided', 'failed', 'failed where decided', 'depends', 'open', 'not tried'];

export const papersTexts = {
  place: 'Papers',
  lead: 'Five papers, tried.',
  sub: 'What they claim, each tried on small networks and real data. A verdict is computed: the 95 % interval over the seeds lies where the claim says (held), elsewhere (failed), or across (open). If one value of a claim held and another failed, it depends; if some are open, it held or failed where decided. Several values of one claim are corrected for their number (Holm). Every run opens by its link, and trains to the same bits.',
  scale:
    'The papers train networks of 20 million weights on 45,000 pictures; what holds at this scale may fail at theirs, and the other way round. Where an experiment draws its data by the seed, the intervals cover the noise of data and training; elsewhere the seeds change weights and batches only, and so do the intervals.',
  reading: 'Reading the results',
  none: 'There are no results in this copy of the lab.',
  /** The counts are those of the values that are decided, and of all. */
  verdict: (/** @type {Verdict} */ verdict, /** @type {number} */ decided, /** @type {number} */ of) =>
    verdict.endsWith('decided') ? `${verdict} (${count(decided)} of ${count(of)})` : verdict,
  /** @param {Verdict[]} all */
  tally: (all) =>
    order
      .map((verdict) => [all.filter((one) => one === verdict).length, verdict])
      .filter(([many]) => many)
      .map(([many, verdict]) => `${count(Number(many))} ${verdict}`)
      .join(', '),
  paper: (/** @type {string} */ shows) => `In the paper: ${shows}.`,
  why: (/** @type {string} */ why) => `Not tried: ${why}.`,
  figure: (/** @type {string} */ id) => figureOf(id).label,
  value: (/** @type {string} */ id, /** @type {number} */ value) => formatted(value, figureOf(id)),
  /**
   * Mean and half of the interval, in percentage points or in the metric's unit.
   * @param {import('../../core/papers.js').Tested} test
   */
  result({ figure, kind, less, mean, interval, n }) {
    const how = unitOf({ figure, kind });
    const middle = kind !== 'share' && (less || kind) ? difference(mean, how) : formatted(mean, how);
    if (!interval) return `${middle}, one seed`;
    const half = (interval[1] - interval[0]) / 2;
    return `${middle} ± ${how.unit === '%' ? points(half, how.digits) : decimal(half, how.digits)}, ${count(n)} seeds`;
  },
  less: 'less',
  share: (/** @type {string} */ of, /** @type {string} */ whole) => `share with ${of} that is left of that with ${whole}`,
  /** Names of a trend's two values; per: the unit of the slope. */
  trends: {
    slope: (/** @type {string} */ figure, /** @type {string} */ of, /** @type {number} */ per) =>
      `${figure}, slope per ${per === 1 ? '' : `${decimal(per)} of `}${of}`,
    spearman: (/** @type {string} */ figure, /** @type {string} */ of) => `${figure}, rank correlation with ${of} (Spearman)`,
  },
  // Short names of cells' choices, by kind and id.
  cells: /** @type {Record<string, string>} */ ({
    'loss ce': 'cross-entropy',
    'loss ls': 'label smoothing',
    'loss brier': 'Brier loss',
    'loss mmce': 'MMCE',
    'loss l1norm': 'L1 norm of the logits',
    'loss entropy': 'entropy bonus',
    'loss focal': 'focal loss',
    'loss focal-schedule': 'scheduled focal loss',
    'loss flsd53': 'FLSD-53',
    'loss dualfocal': 'dual focal loss',
    'loss fcl': 'FCL',
    'loss fcl-l1': 'FCL, absolute',
    'loss adafocal': 'AdaFocal',
    'model mlp': 'MLP',
    'model resnet8': 'ResNet-8',
    'penalty none': 'no penalty',
    'penalty trace': 'trace penalty',
  }),
  // Parameters whose names say too little next to a value.
  values: /** @type {Record<string, (value: string) => string>} */ ({
    gamma_max: (value) => (value === '1e17' ? 'no largest γ' : `largest γ ${inWords(value)}`),
    every: (value) => `updated every ${inWords(value)} steps`,
    bins: (value) => `${inWords(value)} bins`,
  }),
  kinds: /** @type {Record<string, string>} */ ({ lr: 'learning rate', gamma: 'γ', bin: 'bin' }),
  matrix: 'Claims by experiments',
  matrixColumns: ['Claim', 'Verdict'],
  matrixNote: (/** @type {string} */ held, /** @type {string} */ failed, /** @type {string} */ open, /** @type {string} */ waiting) =>
    `${held} held, ${failed} failed, ${open} open; the number is how many of a claim’s values did. ${waiting} no vote yet: some of the planned seeds are not trained. An empty cell: not tried there. A claim opens with its values.`,
  untried: 'not tried there',
  waiting: 'no vote yet',
  measured: (/** @type {number} */ n) => (n === 1 ? 'The measured value' : `The ${count(n)} measured values`),
  columns: ['Figure', '', 'Measured', 'p-value', ''],
  region:
    'The grey band is where the claim says the value lies; its ends belong to it, but for zero as a direction. “Detectable”: the difference that an open test would find in four of five repetitions. A difference of two errors is judged by its interval over pairs of runs; the noise floor belongs to a single error and marks no difference.',
  outcomes,
  /**
   * Says an outcome, what the interval alone would have decided, the difference that an open test would find,
   * and whether it counts.
   * @param {import('../../core/papers.js').Tested} test
   */
  outcomeOf: ({ figure, kind, outcome, alone, counted, detectable, missing }) =>
    [
      outcomes[outcome],
      ...(alone ? [`alone: ${outcomes[alone]}`] : []),
      ...(detectable ? [`detectable from ${amount(detectable, unitOf({ figure, kind }))}`] : []),
      ...(counted === false ? ['without a vote'] : []),
      ...(missing ? [`${count(missing)} of the planned seeds ${missing === 1 ? 'is' : 'are'} not trained`] : []),
    ].join('; '),
  /**
   * Says a test's p-value, and the one corrected for the claim's tests: "p 0.028, corrected 0.11".
   * @param {import('../../core/papers.js').Tested} test
   */
  chance: ({ p, p_holm }) =>
    p === undefined ? '' : p_holm === undefined || p === p_holm ? `p ${chance(p)}` : `p ${chance(p)}, corrected ${chance(p_holm)}`,
  /**
   * Summarises an experiment's values: "Held 3 of 5, open 2."
   * @param {import('../../core/papers.js').Tested[]} all
   */
  outcome(all) {
    const tests = all.filter(({ counted }) => counted !== false);
    if (tests.length < 2) return '';
    const parts = Object.entries(outcomes).flatMap(([id, name]) => {
      const many = tests.filter(({ outcome }) => outcome === id).length;
      return many ? [`${name} ${many}`] : [];
    });
    return `Of ${tests.length} values: ${parts.join(', ')}.`;
  },
  /**
   * Says where tests of one outcome were decided: "failed 3 on memorised MLP (E1): 58.0 % wrong".
   * @param {import('../../core/papers.js').Condition} condition
   */
  condition: ({ in: where, model, data, outcome, tests, error, train_error, memorised }) =>
    `${outcomes[outcome]} ${count(tests)} on ${memorised ? 'memorised ' : ''}${model} (${where}: ${data}): ${between(error)} of the test data wrong, ${between(train_error)} of the training data.`,
  unit: (/** @type {string} */ id) => figureOf(id).unit,
  // The papers' own figures, drawn from the runs.
  drawn: {
    summary: 'The paper’s own figures, from these runs',
    note: 'Means over the seeds, with 95 % intervals as bars; a single seed has none. A point lists its runs.',
    titles: /** @type {Record<string, string>} */ ({
      'short-1': 'Fig. 1: ECE over the epochs',
      'geometry-2': 'Fig. 2: largest eigenvalue and ECE over γ',
      'geometry-3': 'Fig. 3: ECE over the trace of the Hessian, with a cubic',
      'geometry-4': 'Fig. 4: ECE over the trace of the Hessian, for each τ',
      'adafocal-4': 'Fig. 4: ECE over the epochs',
      'adafocal-5': 'Fig. 5: γ by bin, after the last epoch',
      'adafocal-5-epochs': 'Fig. 5: γ of four bins over the epochs',
      'fcl-6': 'Fig. 6: ECE over λ, for each γ',
    }),
    notes: /** @type {Record<string, string>} */ ({
      'geometry-3': 'The number at a point is its γ; those between 0 and 1 are in Fig. 2. The cubic is fitted to the means.',
      'geometry-4': 'The number at a point is 1,000 times its τ.',
      'adafocal-4': 'This experiment has no vote until all its planned seeds are trained.',
      'adafocal-5': 'Bin 1 is the least confident.',
      'fcl-6': 'λ 0 is focal loss.',
    }),
    axes: /** @type {Record<string, string>} */ ({ epoch: 'epoch', bin: 'bin', tau: '1,000 τ' }),
    point: (
      /** @type {string} */ figure,
      /** @type {string} */ axis,
      /** @type {string | number} */ at,
      /** @type {number} */ value,
      /** @type {number | undefined} */ error,
    ) => {
      const how = figureOf(figure);
      const half = error === undefined ? '' : ` ± ${how.unit === '%' ? points(error, how.digits) : decimal(error, how.digits)}`;
      return `${axis} ${inWords(String(at))}: ${how.label} ${formatted(value, how)}${half}`;
    },
    table: 'The points and their runs',
    seed: (/** @type {number} */ seed) => `Seed ${seed}`,
  },
  runs: 'All runs',
  runColumns: ['Network', 'Seed', 'Value', ''],
  save: { html: 'Save as one page', tex: 'Save as LaTeX' },
  savedColumns: ['Network', 'Seed', 'Value', 'Link'],
  texColumns: ['Claim', 'Verdict', 'Measured'],
  open: 'Open',
  openRun: (/** @type {string} */ cell, /** @type {number} */ seed) => `Open ${cell}, seed ${seed}`,
  needs: 'Training one here needs the files of its data, which the page asks for.',
  wrong: (/** @type {number} */ many) =>
    many === 1 ? 'One place where the text is wrong' : `${count(many)} places where the text is wrong`,
  instead: 'Rather',
  /** Says what a command of theory prints. @param {import('../../core/papers.js').Check} check */
  check: ({ figure, at, value }) => `${figure} is ${inWords(String(value))} at ${inWords(String(at))}.`,
};
