// German texts of the views.
import { count, percent } from '../format.js';
import { samples } from './grammar.js';

/** @param {number} wrong */
const wrongOnes = (wrong) => `${count(wrong)} ${wrong === 1 ? 'ist' : 'sind'} falsch`;

/** @type {typeof import('../en/views.js').viewTexts} */
export const viewTexts = {
  curves: 'Kurven',
  curvesLead: 'Was jede Epoche bewirkt hat.',
  curvesSub: 'Durchgezogen: Testdaten. Gepunktet: Trainingsdaten. Die Linie markiert die gezeigte Epoche.',
  pictures: 'Bilder',
  sort: 'Reihenfolge',
  misleading: 'Irreführendste zuerst',
  confident: 'Höchste Konfidenz',
  highestLoss: 'Größter Verlust',
  which: 'Welche',
  all: 'Alle',
  wrongOnes: 'Falsche',
  picturesLead: (confidence, accuracy) => `Sagt ${percent(confidence, 0)}, hat zu ${percent(accuracy, 0)} recht.`,
  picturesBin: (n, wrong) => `${samples(n)} in diesem Bin; ${wrongOnes(wrong)}.`,
  picturesAll: (n, wrong) => `${samples(n)}; ${wrongOnes(wrong)}. Ein ausgewähltes Bin zeigt nur seine Beispiele.`,
  label: 'Label',
  allLabels: 'Alle Labels',
  picturesLabels: (n, wrong, bin) =>
    `${count(n)} Labels${bin ? ' in diesem Bin' : ''}; ${count(wrong)} auf der falschen Seite von 50 %.${bin ? '' : ' Ein ausgewähltes Bin zeigt nur seine Labels.'}`,
  labelIs: (present, right) => `${right ? '✓' : '✕'} ${present ? 'vorhanden' : 'nicht vorhanden'}`,
  labelUnknown: 'unbekannt',
  labelHead: 'Label',
  presentKey: 'vorhanden: bis zum rechten Ende',
  isRight: '✓ richtig',
  isWrong: (label) => `✕ falsch, Label ${label}`,
  afterT: (confidence) => `nach T: ${percent(confidence, 0)}`,
  more: (first, last, n) => `${count(first)}–${count(last)} von ${count(n)}`,
  previous: 'Zurück',
  next: 'Weiter',
  truthKey: 'wahre Wahrscheinlichkeit, genau bekannt',
  saysKey: 'was das Netz sagt',
  saysTKey: (t) => `was es bei T = ${t} sagt`,
  share: (part) => `Dieses Beispiel trägt ${percent(part, 2)} zum Kalibrierungsfehler bei.`,
  knows: (first, truth, says) => `Wahre Wahrscheinlichkeit: ${percent(truth, 0)} ${first}. Dieses Netz sagt ${percent(says, 0)}.`,
  klass: 'Klasse',
  logit: 'Logit',
  says: 'sagt',
  truth: 'Wahrheit',
  inPercent: 'in %',
  sampleNumber: (row) => `Beispiel ${count(row)} der Testdaten`,
  waiting: 'Wird berechnet',
  nothing: 'Zuerst ein Netz trainieren; hier erscheinen dann seine Ergebnisse.',
  firstEpoch: 'Die erste Epoche läuft; danach erscheinen hier ihre Ergebnisse.',
  firstPaused: 'Der Lauf pausiert in seiner ersten Epoche; danach erscheinen hier ihre Ergebnisse.',
  otherSettings:
    'Der gezeigte Lauf hat für diese Ansicht keine Ergebnisse. Dazu den Lauf mit den inzwischen gewählten Einstellungen starten.',
  asPicture: 'Als Bild zeigen',
  asTable: 'Als Tabelle zeigen',
  rowsLeft: (shown, all) => `${shown} von ${all} Zeilen; die CSV-Datei hat alle.`,
};
