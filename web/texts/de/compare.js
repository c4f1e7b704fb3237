// German texts of the place where runs are compared, of the queue and of sweeps.
import { count, decimal, duration, inPercent, inWords, percent, points } from '../format.js';
import { and, capital, nbsp } from './grammar.js';

const numbers = ['null', 'ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn'];

/**
 * A number and its noun: "ein Lauf", "eine Zeile", "drei Zeilen".
 * @param {number} n
 * @param {string} one with its article
 * @param {string} many
 */
const some = (n, one, many) => (n === 1 ? one : `${n === 0 ? 'keine' : (numbers[n] ?? count(n))} ${many}`);
const rows = (/** @type {number} */ n) => some(n, 'eine Zeile', 'Zeilen');
const runs = (/** @type {number} */ n) => some(n, 'ein Lauf', 'Läufe');

/** @type {Record<string, string>} */
const symbols = { gamma: 'γ', lambda: 'λ', tau: 'τ', eps: 'ε', alpha: 'α' };

/** @type {Record<string, string>} */
const ways = { by_nll: 'NLL', by_nll_grid: 'NLL, auf einem Gitter', by_ece: 'ECE', by_adaece: 'adaptivem ECE' };

/** @type {typeof import('../en/compare.js').compareTexts} */
export const compareTexts = {
  place: 'Vergleich',

  // A choice as shown in tables: "Focal Loss, γ = 3".
  symbol: (name) => symbols[name] ?? name.replaceAll('_', ' '),
  choice: (label, params) =>
    [
      label,
      ...Object.entries(params).map(([name, value]) => `${symbols[name] ?? name.replaceAll('_', ' ')}${nbsp}=${nbsp}${inWords(value)}`),
    ].join(', '),

  // The conclusion.
  nothing: 'Noch ist nichts zu vergleichen.',
  nothingNote: 'Hier erscheinen Läufe nebeneinander, sobald sie fertig sind.',
  classics: (n) => `${capital(some(n, 'einen Verlust', 'Verluste'))} nacheinander trainieren`,
  shortStudy: 'Die vier Verluste der kurzen Studie',
  shortStudyAbout:
    'Kreuzentropie, eine L1-Norm der Logits, ein Entropie-Bonus und Focal Loss: Ihr ECE über die Epochen ist dort Abbildung 1.',
  single: 'Eine Zeile ist noch kein Vergleich.',
  same: (name) => `${name} hat den niedrigsten ECE, vor und nach T.`,
  plain: (name) => `${name} hat den niedrigsten ECE.`,
  both: (before, after) => `${before} hat vor T den niedrigsten ECE, ${after} nach T.`,
  asTrained: (name) => `${name} hat vor T den niedrigsten ECE; nach T ist es zu knapp.`,
  helped: (name, before, after) => `Die Temperatur hilft ${name} am meisten: von ${decimal(before * 100, 1)} auf ${percent(after)}.`,
  rowOf: (letter) => `Zeile ${letter}`,
  ofHash: (data, hash) => `${data}, Beispiele ${hash}`,
  onData: (name, data) => `${name}, ${data}`,
  onSets: (n, sets) => `${capital(rows(n))} auf ${some(sets, 'einem Datensatz', 'Datensätzen')}.`,
  within: 'Verglichen wird innerhalb eines Datensatzes.',
  noRow: 'Keine Zeile enthält diese Wörter.',
  noRowNote: (all) => `Der Filter verbirgt ${all === 1 ? 'die einzige Zeile' : `alle ${numbers[all] ?? count(all)} Zeilen`}.`,
  filter: 'Zeilen filtern',
  pin: (name) => `${name} im Blick behalten`,
  sortBy: 'Nach dieser Spalte sortieren',
  firstRows: (drawn, all) => `Unten gezeichnet: die ersten ${count(drawn)} von ${count(all)} Zeilen.`,
  drawAll: 'Alle zeichnen',
  close: 'Zu knapp, um zu entscheiden.',
  closeWhy: (first, second, size, low, high, after) =>
    `Die beiden niedrigsten ECEs${after ? ' nach T' : ''}, von ${first} und ${second}, liegen ${points(size)} Punkte auseinander: Das 95-%-Intervall dieses Unterschieds, abzüglich dessen, was der Zufall zum größeren beiträgt, reicht von ${decimal(100 * low, 1)} bis ${decimal(100 * high, 1)} und enthält die 0.`,
  closeUnknown: (first, second, size, after) =>
    `Die beiden niedrigsten ECEs${after ? ' nach T' : ''}, von ${first} und ${second}, liegen ${points(size)} Punkte auseinander, und ihre Berichte haben keine neu gezogenen Werte für ein Intervall dieses Unterschieds.`,
  size: (n, seeds) => {
    const [least, most] = [Math.min(...seeds), Math.max(...seeds)];
    const each =
      least === most
        ? least === 1
          ? ''
          : `, je ${some(least, 'ein Startwert', 'Startwerte')}`
        : `, je ${count(least)} bis ${count(most)} Startwerte`;
    return `${capital(rows(n))}${each}.`;
  },
  fair: 'Mit denselben Anfangsgewichten und denselben Batches.',
  unfair: (names) => `Nicht mit denselben Anfangsgewichten und Batches: ${and(names)} sind verschieden.`,
  kinds: {
    data: 'Daten',
    model: 'Modelle',
    batch: 'Batchgrößen',
    init: 'Anfangsgewichte',
    seed: 'Startwerte',
  },
  fitted: (way) => `T nach ${ways[way] ?? way.replace(/^by_/, '')} auf den Validierungsdaten angepasst, auf den Testdaten gemessen.`,
  tHead: (way) => (way === 'by_nll' ? 'T' : `T nach ${ways[way] ?? way.replace(/^by_/, '')}`),
  way: 'T nach',
  wayName: (way) => ways[way] ?? way.replace(/^by_/, ''),
  columns: 'Spalten',

  // The table.
  table: 'Läufe im Vergleich',
  row: 'Lauf',
  before: 'vor T',
  after: 'nach T',
  percentHead: (label) => inPercent(label, ' '),
  short: (id, label) =>
    /** @type {Record<string, string>} */ ({
      ece: 'ECE',
      nll: 'NLL',
      adaece: 'Adaptiver ECE',
      brier: 'Brier',
      cwece: 'Klassenweiser ECE',
      mce: 'MCE',
    })[id] ?? label,
  dumbbell: (label) => `${label} vor ● und nach T ○`,
  note: (seeds, floor) =>
    `${seeds ? 'Mittelwert über die Startwerte, ± das halbe 95-%-Intervall (Students t). ' : ''}Fett ist das Beste, wenn das 95-%-Intervall seiner Differenz zu jeder anderen Zeile die 0 ausschließt. Grau: was der Zufall allein einem perfekt kalibrierten Netz gibt${Number.isFinite(floor) ? ` (${percent(floor)})` : ''}.`,
  unfinished: 'Läufe, die nicht fertig wurden',
  leftOut: (letter, epoch, epochs) =>
    `${letter} endete vorzeitig, bei Epoche ${count(epoch)} von ${count(epochs)}, und hat keinen Bericht.`,
  seed: (seed) => `Startwert ${seed}`,
  open: 'In der Werkbank öffnen',
  drop: 'Entfernen',
  copy: 'Kopieren als',
  copied: (format) => `Als ${format} kopiert.`,
  copyHere: 'Hier kopieren:',
  formats: { markdown: 'Markdown', latex: 'LaTeX', csv: 'CSV' },

  // Charts.
  diagrams: 'Zuverlässigkeit',
  diagramsHint: 'Die Pfeiltasten links und rechts gehen durch die Bins aller Diagramme.',
  diagramOf: (name, gap) => `Zuverlässigkeitsdiagramm von ${name}, ${gap}`,
  over: (gap) => `▲${nbsp}${points(gap)} zu sicher`,
  under: (gap) => `▽${nbsp}${points(gap)} zu unsicher`,
  calibrated: 'im Mittel kalibriert',
  noGap: 'im Rahmen des Zufalls',
  gap: ({ says, right, side }) =>
    side === 'none' ? compareTexts.noGap : Math.abs(says - right) < 0.0005 ? compareTexts.calibrated : compareTexts[side](says - right),
  beforeT: 'vor T',
  saysBin: (says, right) => `sagt ${percent(says, 0)}, hat zu ${percent(right, 0)} recht`,
  noBin: 'hier liegen keine Beispiele',
  curves: 'Über die Epochen',
  seriesGroups: {
    metrics: 'Metriken',
    losses: 'Verlust, relativ zum Anfang',
    wrong: 'Falsche Beispiele',
    correct: 'Richtige Beispiele',
    norms: 'Normen',
    gradients: 'Gradienten',
    learned: 'Wann gelernt',
  },
  seriesNotes: {
    metrics: 'Auf den Testdaten, nach jeder Epoche.',
    losses:
      'Der eigene Verlust jedes Laufs, geteilt durch seinen Wert nach der ersten Epoche: So passen Verluste verschiedener Größe auf eine Skala.',
    wrong: 'Mittelwerte über die Testbeispiele, die falsch klassifiziert werden.',
    correct: 'Mittelwerte über die Testbeispiele, die richtig klassifiziert werden.',
    norms:
      'Mittlere Norm der Logits der Testdaten, Norm der Gewichte der letzten Schicht und mittlere Norm ihrer Gradienten für einzelne Trainingsbeispiele.',
    gradients: 'Trainingsbeispiele nach der Norm ihres Gradienten der letzten Schicht. Das unterste Bin enthält alle unter 10⁻⁸.',
    learned:
      'Größte Logits nach dem Training, von den Trainingsbeispielen, die seit der jeweiligen Epoche richtig sind: Median, Quartile, 5-%- und 95-%-Quantile, Mittelwerte als Punkte; darunter die Anzahl.',
  },
  testLoss: 'Testverlust, nach der ersten Epoche 1',
  trainLoss: 'Trainingsverlust, nach der ersten Epoche 1',
  gradientHistogram: 'Normen der Gradienten einzelner Trainingsbeispiele',
  gradientAxis: 'Norm des Gradienten eines Trainingsbeispiels',
  lacksDiagnostics: (n, all) =>
    `${n === all ? (all === 1 ? 'Dieser Lauf hat' : 'Diese Läufe haben') : `${capital(some(n, 'einer der Läufe hat', 'der Läufe haben'))}`} keine Diagnosewerte, aus denen dieses Bild gezeichnet wird.`,
  recordAll: 'Mit Diagnosewerten neu trainieren',

  // The same samples.
  paired: 'Differenzen auf denselben Beispielen',
  pairedPick: { mine: 'Erste Zeile', other: 'Zweite Zeile' },
  pairedWith: 'weniger',
  pairedGo: 'Berechnen',
  pairedBusy: 'Gepaarte Differenzen werden berechnet …',
  alike: 'Dieselben Beispiele',
  alikeNote: 'Wofür jedes Netz ein Testbeispiel hält, mit seiner Konfidenz vor und nach T.',
  alikeKinds: {
    right: (n) => `Alle richtig: ${count(n)}`,
    wrong: (n) => `Alle falsch: ${count(n)}`,
    differ: (n) => `Verschieden: ${count(n)}`,
  },
  alikeLabel: (name) => `Label ${name}`,
  alikeNone: 'Ein solches Beispiel gibt es nicht.',

  // Out-of-distribution data.
  elsewhere: 'Andere Daten',
  elsewhereNote:
    'Wie gut jedes Netz die Testdaten anderer Daten von seinen eigenen unterscheidet: der Anteil der Paare aus je einem Beispiel, in denen das fremde den höheren Wert bekommt (AUROC). Eine Münze kommt auf 50 %.',
  elsewhereGo: 'Daran vergleichen',
  elsewhereBusy: (done, all) => `Die Netze werden befragt: ${count(done)} von ${count(all)}`,
  elsewhereLeft: (n) =>
    `${capital(some(n, 'ein Lauf fehlt', 'Läufe fehlen'))}: ${n === 1 ? 'Seine' : 'Ihre'} Gewichte sind nicht mehr aufbewahrt.`,
  elsewhereBefore: 'AUROC',
  elsewhereAfter: 'nach T',

  // Adding.
  add: 'Hinzufügen',
  addLoss: 'Den Lauf der Werkbank hinzufügen mit',
  addSeed: 'Ein weiterer Startwert für jede Zeile',
  more: 'Verluste × Startwerte × Werte',
  losses: 'Verluste',
  seeds: 'Startwerte',
  values: (symbol) => `${symbol}, wo ein Verlust es hat`,
  listHint: 'Mehrere, durch Schrägstriche getrennt: 1/2/3',
  queueRuns: (n) => `${n === 1 ? 'Einen Lauf' : `${count(n)} Läufe`} einreihen`,
  tooMany: (n, most) => `${count(n)} Läufe sind mehr als ${count(most)}.`,
  badSeeds: 'Startwerte sind ganze Zahlen: 1/2/3.',
  nothingChosen: 'Bitte einen Verlust wählen.',

  // The queue.
  queue: 'Warteschlange',
  queueAt: (at, total) => `Lauf ${at} von ${total}`,
  runOf: (at) => `Lauf ${at}`,
  queueDone: (done, failed) => `${capital(runs(done))} fertig${failed ? `, ${runs(failed)} fehlgeschlagen` : ''}.`,
  left: (seconds) => `noch ${duration(seconds)}`,
  waits: 'wartet auf den Lauf, der gerade gestartet wurde',
  held: 'pausiert',
  pause: 'Pause',
  resume: 'Fortsetzen',
  stop: 'Alle stoppen',
  show: (n) => `${n} in der Liste`,
  states: { waiting: 'wartet', running: 'wird trainiert', done: 'fertig', failed: 'fehlgeschlagen' },
  removeOf: (name) => `${name} entfernen`,
  stopped: 'er wurde gestoppt',
  notify: 'Benachrichtigen, wenn alles fertig ist',
  notifyDenied: 'Dieser Browser erlaubt der Seite keine Benachrichtigungen.',
  notified: (n) => `${capital(runs(n))} fertig.`,
  titleAt: (at, total, fraction) => `${at} von ${total}, ${percent(fraction, 0)}`,
  titleRun: (fraction) => percent(fraction, 0),
  titleDone: '✓ Fertig',

  // Sweeps.
  sweeps: 'Reihen',
  sweepNote: 'Der Lauf der Werkbank mit anderen Werten eines Verlusts, alle mit denselben Anfangsgewichten.',
  sweepOf: (list, loss) => `${and(list)} von ${loss}`,
  sweepDone: (done, total) => (done < total ? `${count(done)} von ${count(total)} trainiert` : `${count(total)} Läufe`),
  sweepMetric: 'Metrik',
  sweepSeeds: 'Startwerte für jeden Punkt',
  sweepBars: (n) => `Mittelwerte über ${some(n, 'einen Startwert', 'Startwerte')}; Balken: die Standardabweichung nach beiden Seiten.`,
  against: (name, symbol) => `${name} über ${symbol}`,
  curved: { trace: 'Spur(H)', eig_max: 'λ max', gradient_norm: 'Norm des Gradienten' },
  eceTrace: 'ECE über Spur(H), auf den Validierungsdaten',
  traceAxis: 'Spur(H) des Validierungsverlusts',
  cubicNote: (r2) => `kubisch, R² ${decimal(r2, 2)}`,
  cubicFew: 'eine kubische Kurve braucht vier Läufe',
  heatBefore: 'vor T',
  heatAfter: 'nach T',
  heatNote: (best, name) => `Am niedrigsten: ${best}. Dunkleres Grau: größerer Wert (${name}).`,
  sweepTable: 'Zahlen',
  sweepHeads: { ece: 'ECE', after: 'nach T', val: 'Validierungs-ECE', trace: 'Spur(H)', error: '±', link: 'Link' },
  waiting: 'wartet',
  removeSweep: 'Diese Reihe entfernen',

  // Sweeps that were computed elsewhere.
  gathered: 'Anderswo berechnete Sweeps',
  gatheredNote: 'Was calib sweep --gather als JSON, als JSON-Zeilen oder als CSV geschrieben hat; irgendwo auf der Seite ablegen.',
  gatheredOpen: 'Einen gesammelten Sweep öffnen…',
};
