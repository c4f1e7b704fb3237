// German texts of the place where the papers' claims are tested.
import { count, decimal, inWords, percent, points, signedPoints } from '../format.js';

/**
 * A metric's label and format; unit %: the value is a fraction.
 * @typedef {{label: string, unit: '%' | '', digits: number}} FigureWords
 */
const fraction = (/** @type {string} */ label) => /** @type {FigureWords} */ ({ label, unit: '%', digits: 1 });
const plain = (/** @type {string} */ label, digits = 2) => /** @type {FigureWords} */ ({ label, unit: '', digits });

/** @type {Record<string, FigureWords>} */
const figures = {
  over: fraction('Konfidenz minus Trefferquote'),
  nll_rise: plain('NLL am Ende minus ihr Tiefststand'),
  mean_ece: fraction('mittlerer ECE über die Epochen'),
  T: plain('Temperatur'),
  'before.ece': fraction('ECE'),
  'after.ece': fraction('ECE nach T'),
  'before.adaece': fraction('AdaECE'),
  'after.adaece': fraction('AdaECE nach T'),
  'before.error': fraction('Fehlerquote'),
  'train.error': fraction('Fehlerquote der Trainingsdaten'),
  'before.nll': plain('NLL'),
  'before.ece_debias': fraction('ECE-debias'),
  'before.ece_sweep': fraction('ECE-sweep'),
  ets: fraction('ECE nach Ensemble-Temperaturskalierung'),
  spline: fraction('ECE nach Splines'),
  'before.smce': fraction('smCE'),
  'before.s99': fraction('S99'),
  'after.s99': fraction('S99 nach T'),
  gammas: plain('γ', 1),
  gap: plain('Nachbearbeitungslücke', 3),
  gap_ece: fraction('ECE, den eine Temperatur beseitigt'),
  gamma_fall: plain('Gamma der unteren Bins minus das des obersten'),
  'curvature.trace': plain('Spur der Hesse-Matrix', 0),
  'curvature.eig_max': plain('größter Eigenwert', 1),
  'ce_curvature.eig_max': plain('größter Eigenwert, der Kreuzentropie', 1),
  'fisher.eig_max': plain('größter Eigenwert, der Fisher-Information', 1),
  'diagnostics.wrong_nll': plain('NLL der falschen Beispiele'),
  'diagnostics.wrong_entropy': plain('Entropie der falschen Beispiele'),
  'diagnostics.wrong_p': plain('Wahrscheinlichkeit des Labels, falsche Beispiele', 3),
  'diagnostics.correct_p': plain('Wahrscheinlichkeit des Labels, richtige Beispiele', 3),
  'diagnostics.weight_norm': plain('Norm der letzten Gewichte'),
  'diagnostics.train_logit_norm': plain('Norm der Logits im Training'),
  'cifar100.auroc': plain('AUROC gegen CIFAR-100', 3),
  'gaussian-noise.auroc': plain('AUROC gegen Gaußsches Rauschen', 3),
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
const amount = (value, { unit, digits }) => (unit === '%' ? `${points(value, digits)} Punkten` : decimal(value, digits));

/** Writes a range of fractions, or one if its ends are equal. @param {[number, number]} ends */
function between(ends) {
  const [low, high] = ends.map((end) => decimal(100 * end, 1));
  return low === high ? percent(ends[0]) : `${low} bis ${percent(ends[1])}`;
}

/** @param {number} p */
const chance = (p) => (p < 0.0001 ? `< ${decimal(0.0001, 4)}` : decimal(p, p < 0.1 ? 4 : 2));

/** @type {Record<import('../../core/papers.js').Tested['outcome'], string>} */
const outcomes = { held: 'bestätigt', failed: 'widerlegt', open: 'offen', 'one seed': 'unentschieden' };

/** @typedef {import('../../core/papers.js').Verdict} Verdict */
/** @type {Record<Verdict, string>} */
const verdicts = {
  held: 'bestätigt',
  'held where decided': 'bestätigt, wo entschieden',
  failed: 'widerlegt',
  'failed where decided': 'widerlegt, wo entschieden',
  depends: 'kommt darauf an',
  open: 'offen',
  'not tried': 'nicht geprüft',
};
const order = /** @type {Verdict[]} */ (Object.keys(verdicts));

/** @type {typeof import('../en/papers.js').papersTexts} */
export const papersTexts = {
  place: 'Studien',
  lead: 'Fünf Studien, nachgeprüft.',
  sub: 'Was sie behaupten, jeweils an kleinen Netzen und echten Daten geprüft. Das Urteil wird berechnet: Das 95-%-Intervall über die Startwerte liegt dort, wo die Behauptung es sagt (bestätigt), anderswo (widerlegt) oder darüber hinweg (offen). Ist ein Wert einer Behauptung bestätigt und ein anderer widerlegt, kommt es darauf an; sind manche offen, gilt das Urteil, wo entschieden. Mehrere Werte einer Behauptung werden für ihre Zahl korrigiert (Holm). Jeder Lauf öffnet sich mit seinem Link und trainiert zu denselben Bits.',
  scale:
    'Die Studien trainieren Netze mit 20 Millionen Gewichten an 45\u202f000 Bildern; was bei dieser Größe gilt, kann bei ihrer anders sein, und umgekehrt. Wo ein Experiment die Daten mit dem Startwert zieht, enthalten die Intervalle das Rauschen von Daten und Training; sonst ändern die Startwerte nur Gewichte und Batches, und nur deren Rauschen steckt in den Intervallen.',
  reading: 'Die Ergebnisse werden gelesen',
  none: 'In dieser Kopie des Labs gibt es keine Ergebnisse.',
  verdict: (verdict, decided, of) =>
    verdict.endsWith('decided') ? `${verdicts[verdict]} (${count(decided)} von ${count(of)})` : verdicts[verdict],
  tally: (all) =>
    order
      .map((verdict) => ({ many: all.filter((one) => one === verdict).length, verdict }))
      .filter(({ many }) => many)
      .map(({ many, verdict }) => (verdict === 'depends' ? `bei ${count(many)} kommt es darauf an` : `${count(many)} ${verdicts[verdict]}`))
      .join(', '),
  paper: (shows) => `In der Studie: ${shows}.`,
  why: (why) => `Nicht geprüft: ${why}.`,
  figure: (id) => figureOf(id).label,
  value: (id, value) => formatted(value, figureOf(id)),
  result({ figure, kind, less, mean, interval, n }) {
    const how = unitOf({ figure, kind });
    const middle = kind !== 'share' && (less || kind) ? difference(mean, how) : formatted(mean, how);
    if (!interval) return `${middle}, ein Startwert`;
    const half = (interval[1] - interval[0]) / 2;
    return `${middle} ± ${how.unit === '%' ? points(half, how.digits) : decimal(half, how.digits)}, ${count(n)} Startwerte`;
  },
  less: 'minus',
  share: (of, whole) => `Anteil mit ${of}, der von dem mit ${whole} bleibt`,
  trends: {
    slope: (figure, of, per) => `${figure}, Steigung je ${per === 1 ? '' : `${decimal(per)} `}${of}`,
    spearman: (figure, of) => `${figure}, Rangkorrelation mit ${of} (Spearman)`,
  },
  // Short names of cells' choices, by kind and id.
  cells: {
    'loss ce': 'Kreuzentropie',
    'loss ls': 'Label Smoothing',
    'loss brier': 'Brier-Verlust',
    'loss mmce': 'MMCE',
    'loss l1norm': 'L1-Norm der Logits',
    'loss entropy': 'Entropiebonus',
    'loss focal': 'Focal Loss',
    'loss focal-schedule': 'Focal Loss nach Plan',
    'loss flsd53': 'FLSD-53',
    'loss dualfocal': 'Dual Focal Loss',
    'loss fcl': 'FCL',
    'loss fcl-l1': 'FCL, absolut',
    'loss adafocal': 'AdaFocal',
    'model mlp': 'MLP',
    'model resnet8': 'ResNet-8',
    'penalty none': 'ohne Strafterm',
    'penalty trace': 'Spur-Strafterm',
  },
  values: {
    gamma_max: (value) => (value === '1e17' ? 'ohne größtes γ' : `größtes γ ${inWords(value)}`),
    every: (value) => `alle ${inWords(value)} Schritte angepasst`,
    bins: (value) => `${inWords(value)} Bins`,
  },
  kinds: { lr: 'Lernrate', gamma: 'γ', bin: 'Bin' },
  matrix: 'Behauptungen nach Experimenten',
  matrixColumns: ['Behauptung', 'Urteil'],
  matrixNote: (held, failed, open, waiting) =>
    `${held} bestätigt, ${failed} widerlegt, ${open} offen; die Zahl gibt an, wie viele Werte einer Behauptung. ${waiting} noch ohne Stimme: manche der geplanten Startwerte sind nicht trainiert. Leeres Feld: dort nicht versucht. Eine Behauptung öffnet sich mit ihren Werten.`,
  untried: 'dort nicht versucht',
  waiting: 'noch ohne Stimme',
  measured: (n) => (n === 1 ? 'Der gemessene Wert' : `Die ${count(n)} gemessenen Werte`),
  columns: ['Zahl', '', 'Gemessen', 'p-Wert', ''],
  region:
    'Das graue Band ist dort, wo der Wert nach der Behauptung liegt; seine Enden gehören dazu, nur null als Richtung nicht. „Erkennbar“: die Differenz, die ein offener Test in vier von fünf Wiederholungen fände. Über eine Differenz zweier Fehler entscheidet ihr Intervall über Paare von Läufen; das Zufallsniveau gehört zu einem einzelnen Fehler und misst keine Differenz.',
  outcomes,
  outcomeOf: ({ figure, kind, outcome, alone, counted, detectable, missing }) =>
    [
      outcomes[outcome],
      ...(alone ? [`allein: ${outcomes[alone]}`] : []),
      ...(detectable ? [`erkennbar ab ${amount(detectable, unitOf({ figure, kind }))}`] : []),
      ...(counted === false ? ['ohne Stimme'] : []),
      ...(missing ? [`${count(missing)} der geplanten Startwerte ${missing === 1 ? 'ist' : 'sind'} nicht trainiert`] : []),
    ].join('; '),
  chance: ({ p, p_holm }) =>
    p === undefined ? '' : p_holm === undefined || p === p_holm ? `p ${chance(p)}` : `p ${chance(p)}, korrigiert ${chance(p_holm)}`,
  outcome(all) {
    const tests = all.filter(({ counted }) => counted !== false);
    if (tests.length < 2) return '';
    const parts = Object.entries(outcomes).flatMap(([id, name]) => {
      const many = tests.filter(({ outcome }) => outcome === id).length;
      return many ? [`${name} ${many}`] : [];
    });
    return `Von ${tests.length} Werten: ${parts.join(', ')}.`;
  },
  condition: ({ in: where, model, data, outcome, tests, error, train_error, memorised }) =>
    `${outcomes[outcome]} ${count(tests)} an ${model} (${where}: ${data}${memorised ? '; auswendig gelernt' : ''}): ${between(error)} der Testdaten falsch, ${between(train_error)} der Trainingsdaten.`,
  unit: (id) => figureOf(id).unit,
  drawn: {
    summary: 'Die Abbildungen der Studie, aus diesen Läufen',
    note: 'Mittelwerte über die Startwerte, mit 95-%-Intervallen als Balken; ein einzelner Startwert hat keinen. Ein Punkt nennt seine Läufe.',
    titles: {
      'short-1': 'Fig. 1: ECE über die Epochen',
      'geometry-2': 'Fig. 2: größter Eigenwert und ECE über γ',
      'geometry-3': 'Fig. 3: ECE über die Spur der Hesse-Matrix, mit einem kubischen Polynom',
      'geometry-4': 'Fig. 4: ECE über die Spur der Hesse-Matrix, für jedes τ',
      'adafocal-4': 'Fig. 4: ECE über die Epochen',
      'adafocal-5': 'Fig. 5: γ nach Bins, nach der letzten Epoche',
      'adafocal-5-epochs': 'Fig. 5: γ von vier Bins über die Epochen',
      'fcl-6': 'Fig. 6: ECE über λ, für jedes γ',
    },
    notes: {
      'geometry-3':
        'Die Zahl an einem Punkt ist sein γ; die zwischen 0 und 1 stehen in Fig. 2. Das Polynom ist an die Mittelwerte angepasst.',
      'geometry-4': 'Die Zahl an einem Punkt ist das 1000-fache seines τ.',
      'adafocal-4': 'Dieses Experiment hat keine Stimme, bis alle geplanten Startwerte trainiert sind.',
      'adafocal-5': 'Bin 1 ist das unsicherste.',
      'fcl-6': 'λ 0 ist Focal Loss.',
    },
    axes: { epoch: 'Epoche', bin: 'Bin', tau: '1000 τ' },
    point: (figure, axis, at, value, error) => {
      const how = figureOf(figure);
      const half = error === undefined ? '' : ` ± ${how.unit === '%' ? points(error, how.digits) : decimal(error, how.digits)}`;
      return `${axis} ${inWords(String(at))}: ${how.label} ${formatted(value, how)}${half}`;
    },
    table: 'Die Punkte und ihre Läufe',
    seed: (seed) => `Startwert ${seed}`,
  },
  runs: 'Alle Läufe',
  runColumns: ['Netz', 'Startwert', 'Wert', ''],
  save: { html: 'Als eine Seite speichern', tex: 'Als LaTeX speichern' },
  savedColumns: ['Netz', 'Startwert', 'Wert', 'Link'],
  texColumns: ['Behauptung', 'Urteil', 'Gemessen'],
  open: 'Öffnen',
  openRun: (cell, seed) => `${cell} öffnen, Startwert ${seed}`,
  needs: 'Um hier eines zu trainieren, braucht es die Dateien seiner Daten, nach denen die Seite fragt.',
  wrong: (many) => (many === 1 ? 'Eine Stelle, an der der Text falsch ist' : `${count(many)} Stellen, an denen der Text falsch ist`),
  instead: 'Richtig wäre',
  check: ({ figure, at, value }) => `${figure} ist ${inWords(String(value))} bei ${inWords(String(at))}.`,
};
