// All texts of the page in German. Types require the same shape as the English texts. Catalog texts are in
// describe/.

import * as view from '../../../build/gen/views/de.js';
import { count, decimal, duration, percent, points } from '../format.js';
import { compareTexts } from './compare.js';
import { dataTexts } from './data.js';
import { describe } from './describe/index.js';
import { endingTexts } from './endings.js';
import { evaluateTexts } from './evaluate.js';
import { exerciseTexts } from './exercises.js';
import { gatheredTexts } from './gathered.js';
import { bins, nbsp, plural, samples, shapes } from './grammar.js';
import { guideTexts } from './guide.js';
import { keptTexts } from './kept.js';
import { noEngineTexts, receiptTexts, recoverTexts, shareTexts } from './links.js';
import { zooTexts } from './networks.js';
import { networkTexts } from './own-network.js';
import { papersTexts } from './papers.js';
import { presetTexts } from './presets.js';
import { studentTexts } from './student.js';
import { teacherTexts } from './teacher.js';
import { viewTexts } from './views.js';

/** Class names of the data sets that are included. @type {Record<string, Record<string, string>>} */
const classes = {
  moons: { upper: 'oben', lower: 'unten' },
  gaussians: { left: 'links', right: 'rechts' },
  cifar10: {
    ...{ airplane: 'Flugzeug', automobile: 'Auto', bird: 'Vogel', cat: 'Katze', deer: 'Hirsch' },
    ...{ dog: 'Hund', frog: 'Frosch', horse: 'Pferd', ship: 'Schiff', truck: 'Lastwagen' },
  },
};

/** Catalog texts of the engine. */
export const registries = describe;

/** @type {typeof import('../en/english.js').texts} */
export const texts = {
  brand: 'Calibration Lab',
  description: 'Ein kleines neuronales Netz in dieser Seite trainieren und sehen, ob seiner Konfidenz zu trauen ist.',
  toStart: 'Zurück zum Anfang',

  // Places.
  places: 'Ansichten',
  workbench: 'Werkbank',
  moreViews: 'Ansichten',
  needsRun: 'braucht einen anderen Lauf',
  noSuchView: (view) => `Es gibt keine Ansicht namens ${view.slice(0, 48)}; hier ist die Werkbank.`,
  views: viewTexts,
  view: { ...view },
  ends: endingTexts,
  compare: compareTexts,
  zoo: 'Netze',
  trained: zooTexts,
  papers: papersTexts,
  camera: 'Eigene Kamera',
  presets: presetTexts,
  evaluate: evaluateTexts,
  network: networkTexts,
  exercise: exerciseTexts,
  teacher: teacherTexts,
  data: dataTexts,
  receipt: receiptTexts,
  sharing: shareTexts,
  gathered: gatheredTexts,
  kept: keptTexts,
  student: studentTexts,
  recover: recoverTexts,
  noEngine: noEngineTexts,

  // The page's main sentence.
  says: (confidence, accuracy, digits = 1) =>
    `Sagt${nbsp}${percent(confidence, digits)}, hat${nbsp}zu${nbsp}${percent(accuracy, digits)}${nbsp}recht.`,
  saysBin: (confidence, accuracy) => [`Sagt ${percent(confidence, 0)},`, `hat zu ${percent(accuracy, 0)} recht`],
  over: (gap) => `Um ${points(gap)} Punkte zu sicher.`,
  under: (gap) => `Um ${points(gap)} Punkte zu unsicher.`,
  calibrated: 'Im Mittel kalibriert.',
  noGap: 'Lücke im Rahmen des Zufalls.',
  noGapBin: 'im Rahmen des Zufalls',
  // For binary tasks: the probability of the positive class, and its frequency.
  binary: {
    says: (p, rate, digits = 1) =>
      `Sagt im Mittel${nbsp}${percent(p, digits)} voraus, und es${nbsp}geschieht${nbsp}in${nbsp}${percent(rate, digits)} der Fälle.`,
    saysBin: (p, rate) => [`Sagt ${percent(p, 0)} voraus,`, `geschieht zu ${percent(rate, 0)}`],
    noGap: 'Im Mittel keine Lücke über den Zufall hinaus.',
    over: (gap) => `Im Mittel um ${points(gap)} Punkte zu hoch.`,
    under: (gap) => `Im Mittel um ${points(gap)} Punkte zu niedrig.`,
    part: (p, rate) => `sagt ${percent(p, 0)} voraus, geschieht zu ${percent(rate, 0)}`,
    scrubber: 'vorhergesagt − geschehen über die Epochen',
    axisSays: 'vorhergesagte Wahrscheinlichkeit',
    axisRight: 'wie oft es geschieht',
  },
  chance: (ece, alone, t) =>
    `ECE ${percent(ece)}${t === 1 ? '' : ` bei T${nbsp}=${nbsp}${decimal(t, 2)}`}; der Zufall allein gibt ${percent(alone)}.`,
  binNote: (n, low, high) => `${samples(n)}, 95-%-Intervall ${points(low, 0)} bis ${points(high, 0)}`,
  seeBin: (n) => (n === 1 ? 'Sein Beispiel ansehen' : `Seine ${count(n)} Beispiele ansehen`),
  binNoteShort: (n) => samples(n),

  // Diagram.
  corp: ['Linie: isotone Anpassung (CORP)', 'grau: 90 % der kalibrierten'],
  diagram: 'Zuverlässigkeitsdiagramm',
  perfectLine: 'ideal',
  before: (letter) => `Lauf ${letter}`,
  axisSays: 'sagt (Konfidenz)',
  saysTooMuch: 'sagt zu viel',
  saysTooLittle: 'sagt zu wenig',
  axisRight: 'hat recht',
  afterT: 'nach T',
  howMany: ['wie', 'viele'],
  band: ['der Zufall allein bleibt', 'zwischen den Punkten'],
  arrows: 'Die Pfeiltasten links und rechts gehen durch die Bins.',
  noBins: 'Noch wurde nichts trainiert.',

  // Curves and scrubber.
  test: 'Test',
  train: 'Training',
  scrubber: 'Konfidenz − Trefferquote über die Epochen',
  epochLabel: 'Epoche',
  epoch: (epoch) => `Epoche ${count(epoch)}`,
  of: (epochs) => `von ${count(epochs)}`,
  live: 'live',
  last: 'zuletzt',
  fork: 'Von hier abzweigen',
  noFork: 'Hier kann kein Lauf beginnen.',
  switchedTo: (label, epoch) => `Ab Epoche ${count(epoch + 1)}: ${label}`,
  forkNote: 'Ab dieser Epoche weitertrainieren, mit diesem Verlust:',
  toLast: 'Zurück zur letzten Epoche',

  // Run bar.
  run: 'Start',
  pause: 'Pause',
  resume: 'Fortsetzen',
  step: 'Eine Epoche weiter',
  stepOne: 'Einen Mini-Batch weiter',
  stop: 'Stopp',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  atOnce: 'Sofort trainieren, wo es schnell geht',
  again: 'Von vorn',
  left: (seconds) => `noch ${duration(seconds)}`,
  loading: 'Wird vorbereitet',
  paused: 'pausiert',
  ended: 'fertig',
  measuring: 'misst noch',
  stopped: 'gestoppt',
  failed: 'fehlgeschlagen',
  ready: 'Bereit',
  share: 'Teilen',
  copied: 'Link kopiert',
  copyByHand: 'Diesen Link kopieren',
  theme: { light: 'Hell', dark: 'Dunkel', contrast: 'Hoher Kontrast' },
  themeLabel: (name) => `Farben: ${name}`,
  threads: (n) => plural(n, 'Thread', 'Threads'),
  fast: {
    threads: (n) => `${plural(n, 'Thread', 'Threads')}, schnell`,
    offer: 'Klicken, um schneller zu trainieren, mit Fused Multiply-Add: Ergebnisse sind dann bis auf Rundung gleich, nicht Bit für Bit.',
    isOn: 'Läufe, die jetzt starten, verwenden Fused Multiply-Add. Klicken für dieselben Bits wie überall.',
    unavailable: (why) => `Keine schnellere Arithmetik: ${why}.`,
    on: 'Die schnelle Arithmetik ist an.',
    onNote:
      'Läufe, die jetzt starten, verwenden Fused Multiply-Add, das einmal rundet, wo andere zweimal runden. Ihre Zahlen sind bis auf Rundung gleich denen desselben Links anderswo, nicht Bit für Bit, und ihre Links sagen das.',
    off: 'Läufe, die jetzt starten, geben dieselben Bits wie überall.',
    not: 'Die schnelle Arithmetik gibt es hier nicht.',
    mark: 'Fused Multiply-Add',
  },
  opening: 'Die Engine wird geöffnet',

  // Rail.
  rail: 'Der Lauf',
  startFrom: 'Beginnen mit',
  starts: { trust: 'Zu große Sicherheit', losses: 'Andere Verluste', inside: 'Im Inneren des Netzes' },
  kinds: {
    data: 'Daten',
    model: 'Modell',
    head: 'Ausgaben',
    loss: 'Verlust',
    penalty: 'Strafterm',
    optimizer: 'Optimierer',
    schedule: 'Zeitplan',
    augment: 'Augmentierung',
  },
  training: 'Training',
  more: (n) => `${n} weitere`,
  fewer: 'weniger',
  source: 'Quelle: ',
  reference: 'Seine Varianten, im Nachschlagewerk (englisch)',
  layers: 'Schichten',
  lossFamilies: { entropy: 'Kreuzentropie', focal: 'Fokale Verluste', others: 'Weitere' },
  editLayers: 'Die Schichten ändern, für ein eigenes Netz',
  need: (parameters, memory) => `${parameters} Parameter, ${memory}`,
  about: (time) => `etwa ${time}`,
  fromTo: (from, to) => `${from} bis ${to}`,
  steps: (steps) => plural(steps, 'Schritt', 'Schritte'),
  lossOfP: 'Verlust',
  gradientOfP: 'Gradient',
  optimalOfP: 'Optimum',
  lossCurves:
    'Über der Wahrscheinlichkeit p der wahren Klasse: der Verlust, sein Gradient im Verhältnis zur Kreuzentropie und die Vorhersage, die ihn minimiert, wenn p die wahre Wahrscheinlichkeit ist. Gepunktet: Kreuzentropie.',
  p: 'p',
  bounds: (min, max, unit) => `${min} bis ${max}${unit ? ` ${unit}` : ''}`,
  changed: 'Der gezeigte Lauf wurde mit anderen Einstellungen trainiert.',
  shownRun: (settings) => `Gezeigt: ${settings.join('; ')}.`,
  runThese: 'Mit diesen laufen lassen',
  runTheseSettings: 'So trainieren',
  takeBack: 'Rückgängig',
  dragNumber: 'Seitlich ziehen, oder die Pfeiltasten im Feld; Umschalt: zehn Schritte',
  pictures: 'Beispiele der Testdaten',

  // Files.
  filesNeeded: (names) => `Braucht ${names.join(', ')}. Nichts wird hochgeladen: Die Dateien bleiben in diesem Browser.`,
  chooseFiles: 'Dateien wählen',
  chooseFolder: 'Einen Ordner wählen',
  orDrop: 'oder irgendwo auf der Seite ablegen, wie heruntergeladen: Archive werden geöffnet.',
  filesHere: 'Seine Dateien sind in diesem Browser.',
  fileAddress: 'Oder eine Adresse auf dieser Website',
  openAddress: 'Öffnen',
  filesReading: 'Die Dateien werden gelesen',
  filesStill: (names) => `Es fehlt noch: ${names.join(', ')}.`,
  filesUntilClosed:
    'Diese Dateien sind nur hier, bis die Seite geschlossen wird: Der Browser erlaubt nicht mehr, oder die Dateien, die er für diese Seite behält, nehmen schon 2 GB ein. Wer einige davon entfernt, schafft Platz.',
  dropHere: 'Die Datendateien hier ablegen',

  // Numbers.
  numbers: 'Zahlen',
  testSet: (n, k) => `Test: ${samples(n)}, ${bins(k)}`,
  testLabels: (n, k) => `Test: ${plural(n, 'Label', 'Labels')}, ${bins(k)}`,
  calibration: 'Kalibrierungsfehler',
  chanceKey: 'Zufall allein',
  truthKey: 'wahr, 95 %',
  truthSays:
    'Ein Intervall für den wahren Fehler, aus diesen Beispielen geschätzt: Bei vielen Testdatensätzen enthalten 95 % solcher Intervalle ihn.',
  intervals: (truth, spread, unit) =>
    `${truth ? `95-%-Intervall des wahren Fehlers: ${truth}${unit}.` : 'Ein Intervall des wahren Fehlers ist nicht bekannt.'} Streuung dieser Schätzung über solche Testdaten: ${spread}${unit}.`,
  noInterval: 'kein Intervall: jede Ziehung ergibt denselben Wert',
  allNumbers: 'Alle Zahlen',
  impossible: (n) => `${plural(n, 'Label', 'Labels')} hatte${n === 1 ? '' : 'n'} die Wahrscheinlichkeit 0`,
  leftOut: (n) => `${plural(n, 'Zeile', 'Zeilen')} mit p = 0 oder 1 ${n === 1 ? 'ist' : 'sind'} ausgelassen.`,
  tested: (p, found, reach) =>
    [
      `p ${p < 0.001 ? `unter ${decimal(0.001, 3)}` : `= ${decimal(p, 3)}`}: ${p < 0.05 ? 'durch Zufall allein selten, wenn alle Wahrscheinlichkeiten stimmen.' : 'im Rahmen des Zufalls.'}`,
      reach &&
        p >= 0.05 &&
        (found
          ? `Ein wahrer Wert ab ${found} wird in mindestens 95 von 100 Datensätzen dieser Größe gefunden, ein kleinerer bleibt vielleicht unbemerkt.`
          : 'Dieser Datensatz ist zu klein, um irgendeinen Fehler sicher zu finden.'),
    ]
      .filter(Boolean)
      .join(' '),
  chanceNote: (floor) => `Zufall ${floor}`,
  digest: 'Prüfsumme',

  // Temperature.
  temperature: 'Temperatur',
  curve: 'NLL auf Validierungsdaten',
  setTo: (t) => `Auf ${t} stellen`,
  best: ', wo die NLL minimal ist',
  isBest: 'Die kleinste NLL auf den Validierungsdaten.',
  atBound: 'Die Anpassung hielt am Ende ihres Bereichs.',
  noValidation: 'Keine Validierungsbeispiele, daher keine angepasste Temperatur.',

  heroPlain: ['Ein Netz sagt, wie sicher es ist.', 'Kann man ihm glauben?'],
  guide: guideTexts,

  // Errors.
  badLink: 'Dieser Link kann nicht geöffnet werden.',
  badLinkNote: 'Nichts wurde ausgeführt. Der Link lässt sich hier berichtigen, oder es geht mit einem Beispiel los.',
  linkLabel: 'Der Link, nach dem #',
  tryAgain: 'Diesen Link versuchen',
  dismiss: 'Schließen',
  enginePanic: 'Die Engine ist nicht gestartet.',
  runFailed: 'Der Lauf endete vorzeitig.',
  notFetched: 'Dieser Teil der Seite konnte nicht geladen werden.',
  badFormula: 'Diese Formel hat einen Fehler. Gezeigt wird ihr TeX.',
  notFetchedNote:
    'Vielleicht gibt es auf der Website inzwischen eine neuere Seite, oder sie ist nicht erreichbar. Aufbewahrte Läufe sind nach einem Neuladen wieder da.',
  reload: 'Neu laden',
  fixFirst: 'Dieser Lauf kann nicht starten.',
  needsWeights: 'Dieser Lauf beginnt mit Gewichten, die nicht in seinem Link stehen.',
  needsWeightsNote: (from) => `Sie stehen in einer .safetensors-Datei, deren SHA-256 mit ${from} anfängt.`,
  chooseWeights: 'Diese Datei wählen',
  otherWeights: (file, name, from) => `${file} ist eine andere Datei: Ihr SHA-256 fängt mit ${name} an, nicht mit ${from}.`,
  resumeFrom: (epoch) => `Ab Epoche ${count(epoch)} fortsetzen`,
  interrupted: (epoch, epochs) => `Ein Lauf wurde nach Epoche ${count(epoch)} von ${count(epochs)} unterbrochen.`,
  silent: (seconds) => `Seit ${duration(seconds)} keine Antwort von der Engine.`,
  silentNote:
    'Vielleicht ist sie in einem langen Schritt, vielleicht hängt sie. Eine neue Engine macht nach der letzten Epoche weiter, mit demselben Ergebnis.',

  // Keys.
  help: 'Hilfe',
  keys: 'Tastatur',
  keysOn: 'Kürzel mit einer Taste',
  free: 'Das Lab ist freie Software.',
  licenses: 'Lizenzen von allem, was enthalten ist',
  close: 'Schließen',
  keyList: [
    ['Leertaste', 'starten, anhalten, fortsetzen'],
    ['.', 'eine Epoche weiter'],
    [',', 'einen Mini-Batch weiter'],
    ['[  ]', 'vorige Epoche, nächste Epoche'],
    ['←  →', 'Bin oder Epoche, wo der Fokus ist'],
    ['T', 'Temperatur'],
    ['Strg Z', 'eine Änderung der Einstellungen rückgängig machen; mit Umschalt wiederholen'],
    ['P', 'vorführen: nur die Zeichnung, groß; Pfeile gehen von Ansicht zu Ansicht'],
    ['Esc', 'das Bin abwählen'],
    ['?', 'diese Hilfe'],
  ],

  // Saving.
  menu: 'Speichern und Tabelle',
  saveSvg: 'Als SVG speichern',
  savePng: 'Als PNG speichern',
  noPicture: 'Das Bild konnte nicht erstellt werden.',
  saveCsv: 'Zahlen als CSV speichern',

  tabs: [
    ['diagram', 'Diagramm'],
    ['curves', 'Kurven'],
    ['numbers', 'Zahlen'],
    ['settings', 'Einstellungen'],
  ],
  nbsp,
  className: (data, name) => {
    if (data === 'shapes10') return shapes[name]?.[1] ?? name;
    if (data === 'words') return name.replace(/^topic/, 'Thema');
    return classes[data]?.[name] ?? name;
  },
  /** Returns a label for use within a sentence: German nouns keep their capital. */
  within: (label) => label,
};
