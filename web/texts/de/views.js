// German texts that several views share; the others are in the views' folders.
import { count, decimal, percent } from '../format.js';
import { share } from './grammar.js';

/** @type {[RegExp, string][]} */
const refusals = [
  [
    /^probe gradcam: model/,
    'Dieses Netz hat keine Faltungsschicht, die sich zeigen ließe. Bitte eines wählen, das eine hat, etwa cnn-s oder ein ResNet, und es laufen lassen.',
  ],
  [
    /^probe gradients: model/,
    'Diese Ansicht zeigt die Gradienten einer letzten linearen Schicht, und dieses Netz endet nicht mit einer. Bitte ein anderes wählen und laufen lassen.',
  ],
  [
    /^probe \w+: on=\w+ has no samples/,
    'Diese Ansicht braucht Validierungsbeispiele, und der Lauf hat keine. Dazu unter Daten val größer als 0 setzen und neu laufen lassen.',
  ],
];

/** @type {typeof import('../en/views.js').viewTexts} */
export const viewTexts = {
  // Cards of samples and labels.
  label: 'Label',
  labelIs: (present, right) => `${right ? '✓' : '✕'} ${present ? 'vorhanden' : 'nicht vorhanden'}`,
  labelUnknown: 'unbekannt',
  labelHead: 'Label',
  afterT: (confidence) => `nach T: ${percent(confidence, 0)}`,
  more: (first, last, n) => `${count(first)}–${count(last)} von ${count(n)}`,
  previous: 'Zurück',
  next: 'Weiter',
  says: 'sagt',
  truth: 'Wahrheit',
  sampleNumber: (row) => `Beispiel ${count(row)} der Testdaten`,

  // The stage and its menu.
  waiting: 'Wird berechnet',
  nothing: 'Zuerst ein Netz trainieren; hier erscheinen dann seine Ergebnisse.',
  firstEpoch: 'Die erste Epoche läuft; danach erscheinen hier ihre Ergebnisse.',
  firstPaused: 'Der Lauf pausiert in seiner ersten Epoche; danach erscheinen hier ihre Ergebnisse.',
  otherSettings:
    'Der gezeigte Lauf hat für diese Ansicht keine Ergebnisse. Dazu den Lauf mit den inzwischen gewählten Einstellungen starten.',
  asPicture: 'Als Bild zeigen',
  asTable: 'Als Tabelle zeigen',
  rowsLeft: (shown, all) => `${shown} von ${all} Zeilen; die CSV-Datei hat alle.`,
  before: (/** @type {string} */ letter) => `Gestrichelt: Lauf ${letter}, der davor.`,
  oneLabel: (others) =>
    `Diese Ansicht ist für Beispiele mit einem Label aus mehreren Klassen; dieser Lauf hat mehrere Labels je Beispiel (seine Ausgaben sind Sigmoide). Was sie zeigt: ${others.join(', ')}.`,
  rightOnes: 'richtig',
  wrongOnes: 'falsch',
  plainly: (error) => refusals.find(([kind]) => kind.test(error))?.[1] ?? error,
  example: 'Ein Beispiel, von einem anderen Lauf:',
  noState: 'Die Gewichte dieser Epoche sind nicht mehr aufbewahrt; bitte eine andere Epoche wählen oder neu laufen lassen.',

  // Data other than the run's, and scores that tell them apart.
  otherLink: 'Andere Daten, wie ein Link sie nennt',
  otherFiles: (names) => `Ihre Dateien wählen: ${names.join(', ')}`,
  otherKept: (names) => `In diesem Browser: ${names.join(', ')}`,
  rocScore: 'Maß',
  scores: {
    entropy: 'Entropie',
    confidence: 'Konfidenz',
    energy: 'Energie',
    logit: 'Größtes Logit',
  },

  // Diagnostics of a run.
  diagnosticsWait: 'Die Diagnosewerte sind da, wenn der Lauf fertig ist.',
  quantileColumns: ['q05', 'q25', 'q50', 'q75', 'q95'],
  learnedNever: 'nie',
  learnedAxis: 'Epoche, seit der es richtig ist',
  learnedSays: (groups) =>
    groups
      .map(
        ({ epoch, count: n, quantiles }) =>
          `${epoch === null ? 'nie' : `Epoche ${epoch}`} ${count(n)}, Median ${decimal(quantiles[2] ?? NaN, 1)}`,
      )
      .join('; '),
  partNames: {
    nll: 'NLL',
    entropy: 'Entropie',
    p_label: 'Wahrscheinlichkeit des Labels',
    count: 'Beispiele',
    logit_norm: 'Norm der Logits',
    largest_logit: 'Größtes Logit',
    weight_norm: 'Norm der letzten Schicht',
    gradient_mean: 'Mittlere Norm der Gradienten',
  },

  /** Decisions of dropped outputs. */
  decide: {
    title: 'Von der Konfidenz zur Entscheidung',
    alone: 'Allein beantwortet',
    figures: {
      selective_accuracy: (coverage) => `Trefferquote der sichersten ${coverage}`,
      coverage_at_risk: (risk) => `Beantwortet mit höchstens ${risk} Fehler`,
    },
    eachGroup: 'Eines je Gruppe',
    saveSets: 'Mengen als CSV speichern',
    uncalibrated: 'Keiner',
    half: (label) => `${label}, angepasst an einer Hälfte der Validierungsbeispiele`,
    withInterval: (value, interval) => `${value}, ${percent(0.95, 0)}-Intervall ${share(interval, 1)}`,
    quantile: (quantile, rank, validation) =>
      `Die Schwelle ist ${quantile}, der Score auf Rang ${count(rank)} von ${count(validation)} Validierungsbeispielen.`,
  },
};
