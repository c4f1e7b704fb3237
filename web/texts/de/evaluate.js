// German texts of the place where files are evaluated.
import { count, decimal, firstFew, percent } from '../format.js';
import { nbsp, plural } from './grammar.js';

/** @param {number[]} shape */
const sizes = (shape) => shape.map(count).join(` ×${nbsp}`);
const lines = (/** @type {number} */ n) => plural(n, 'Zeile', 'Zeilen');
/** @type {Record<string, string>} */
const outputKinds = { logits: 'Logits', probabilities: 'Wahrscheinlichkeiten', 'log odds': 'Log-Odds', confidence: 'Konfidenzen' };
const classes = (/** @type {number} */ n) => plural(n, 'Klasse', 'Klassen');

/** @type {typeof import('../en/evaluate.js').evaluateTexts} */
export const evaluateTexts = {
  title: 'Auswerten',
  hero: 'Ist seine Konfidenz berechtigt?',
  heroNote:
    'Die Ausgaben eines Netzes und die Labels hier ablegen, und der ganze Bericht erscheint. Nichts wird trainiert, und nichts verlässt diesen Computer.',

  bring: [
    [
      'test_logits.npy',
      'die Ausgaben des Netzes: eine Zeile pro Beispiel, eine Spalte pro Klasse, vor dem Softmax (oder danach: das lässt sich angeben)',
    ],
    ['test_labels.npy', 'die Labels: die Nummer der Klasse für jede Zeile'],
    ['val_logits.npy, val_labels.npy', 'wenn vorhanden: Daran werden die Kalibratoren angepasst'],
    ['ood_logits.npy', 'wenn vorhanden: Ausgaben für fremde Beispiele, um zu sehen, wie gut sie erkannt werden'],
    ['outputs.csv', 'oder eine Tabelle mit beidem: eine Spalte pro Klasse und eine namens label'],
    ['risks.csv', 'oder bei zwei Klassen ein Label und seine Wahrscheinlichkeit: label, p. Auch als JSON-Zeilen'],
    [
      'chest.csv',
      'oder mehrere Labels pro Zeile, jedes mit seiner Wahrscheinlichkeit: edema, edema_prob, fracture, fracture_prob; −1 oder nichts, wo ein Label fehlt',
    ],
    [
      'samples.jsonl',
      'oder Fragen mit eigener Zahl von Antworten: logprobs und die richtige Antwort, wie Testprogramme für Sprachmodelle sie schreiben',
    ],
    ['predictions.csv', 'oder nur label, pred, conf: die wahre Klasse, die vorhergesagte und deren Konfidenz'],
    [
      'vector.json',
      'ein Kalibrator, der hier oder von calib fit gespeichert wurde, mit neuen Ausgaben: gibt deren kalibrierte Wahrscheinlichkeiten',
    ],
    ['model.onnx, weights.safetensors', 'oder das Netz selbst, das dann auf Daten ausgewertet wird, die das Lab lesen kann'],
  ],
  bringNote:
    'Jeder Dateiname ist recht: Was eine Datei ist, lässt sich einstellen. In Python schreibt sie numpy.save; auch .npz, .json und .pt von torch.save mit solchen Arrays werden gelesen, und Tabellen als .parquet. Ausgaben mehrerer Modelle werden verglichen.',

  // Files.
  drop: 'Logits und Labels oder ein Netz hier ablegen',
  dropTypes: '.npy, .npz, .pt, .csv, .tsv, .json, .jsonl, .parquet; .onnx, .safetensors',
  private: 'Nichts verlässt diesen Computer.',
  dropNow: 'Irgendwo ablegen',
  trained: {
    lead: 'Oder die Ausgaben eines trainierten Netzes öffnen:',
    open: 'Ausgaben öffnen',
    note: 'Logits und Labels der Test- und der Validierungsdaten. Gewichte und Link stehen unter „Netze“.',
  },
  useRun: (letter) => `${letter ? `Lauf ${letter}` : 'Den gezeigten Lauf'} verwenden`,
  thisRun: 'Diesen Lauf auswerten: Intervalle, alle Kalibratoren, Konventionen anderer Bibliotheken',
  runNote: (epoch) => `seine Logits nach Epoche ${count(epoch)}`,
  fraction: 'Fortschritt',
  elapsed: (seconds, fraction) => `${fraction === null ? '' : `${percent(fraction, 0)}, `}${count(Math.round(seconds))}\u202fs`,
  read: 'Dateien',
  reading: (fraction) => `wird gelesen, ${percent(fraction, 0)}`,
  remove: (name) => `${name} entfernen`,
  clear: 'Alle entfernen',
  roleOf: (name) => `Was ${name} ist`,
  roles: {
    logits: 'Testausgaben',
    labels: 'Testlabels',
    'val-logits': 'Validierungsausgaben',
    'val-labels': 'Validierungslabels',
    'ood-logits': 'Ausgaben für fremde Beispiele',
    csv: 'Tabelle der Testdaten',
    'val-csv': 'Tabelle der Validierungsdaten',
    weights: 'Gewichte der Testdaten',
    posterior: 'Wahre Wahrscheinlichkeiten der Testdaten',
    none: 'Nicht verwendet',
  },
  types: { f2: 'float16', f4: 'float32', f8: 'float64', b1: 'bool' },
  array: (shape, type) => `${sizes(shape)}, ${type}`,
  labels: (shape, k, oneHot = false) => `${sizes(shape)}, ${classes(k)}${oneHot ? ', one-hot' : ''}`,
  notLabels: (shape, type) => `${sizes(shape)}, ${type}; keine Klassen`,
  table: (rows) => `${lines(rows)} mit Vorhersagen`,
  binaryTable: (rows) => `${lines(rows)}: ein Label und seine Wahrscheinlichkeit`,
  sayColumns: (why) => `${why} Oder hier angeben, was jede Spalte ist.`,
  ofPredictions: (rows) => `${lines(rows)} mit Vorhersagen, Labels aus einer anderen Tabelle`,
  ofLabels: (rows) => `${lines(rows)} mit Labels, für die Ausgaben in einer anderen Datei`,
  labelsTable: (rows, labels) => `${lines(rows)} mit ${plural(labels, 'Label', 'Labels')}, jedes mit eigener Wahrscheinlichkeit`,
  manyLabels: (n, labels) => `${count(n)}, je ${plural(labels, 'Label', 'Labels')}`,
  questions: (rows, most) => `${plural(rows, 'Frage', 'Fragen')} mit bis zu ${count(most)} Antworten`,
  columnsOf: {
    of: (column, file) => `Was die Spalte ${column} von ${file} ist`,
    none: 'nicht verwendet',
    asRead: 'wie gelesen',
    kinds: {
      label: 'Label',
      p: 'Wahrscheinlichkeit',
      class: 'Klasse',
      pred: 'vorhergesagte Klasse',
      conf: 'Konfidenz',
      group: 'Gruppe',
      case: 'Fall',
      weight: 'Gewicht',
      score: 'Sicherheit',
    },
    classAt: (j) => `Klasse ${j}`,
    readings: (n) => (n > 1 ? 'Welche Lesart ist gemeint?' : 'Eine Lesart ergibt Sinn:'),
    asClasses: (label, classes) => `${label} ist das Label, Klassen ${classes.join(', ')}`,
    asBinary: (label, p, positive) => `${p} ist die Wahrscheinlichkeit, dass ${label} ${positive} ist`,
    asPredictions: (label, predicted, confidence) =>
      `${label} ist das Label, ${predicted} die vorhergesagte Klasse, ${confidence} ihre Konfidenz`,
    accuracy: (value) => `Genauigkeit ${value}`,
    positive: 'Die Wahrscheinlichkeit gilt für',
    start: (file) => `Die ersten Zeilen von ${file}`,
  },
  readAs: ({ label, outputs, kind, predicted, confidence, not_read = [], rows_left_out = 0, first_line_left_out = 0 }) =>
    [
      `Gelesen: ${label} ist das Label`,
      outputs
        ? `${outputKinds[kind] ?? kind} in ${firstFew(outputs)}`
        : `${predicted} ist die vorhergesagte Klasse, ${confidence} ihre Konfidenz`,
      ...(not_read.length ? [`nicht gelesen: ${firstFew(not_read)}`] : []),
      ...(rows_left_out ? [`${lines(rows_left_out)} ausgelassen, ab Zeile ${first_line_left_out}`] : []),
    ].join('; '),
  outputsTable: (shape) => `${sizes(shape)}, mit Labels`,
  taken: 'bereit',
  refused: 'nicht gelesen',

  // Missing inputs.
  wanted: {
    both: 'Es braucht Ausgaben und Labels von Testdaten.',
    labels: (name) => `Zu ${name} fehlen die Labels.`,
    shape: (name, shape) =>
      `${name} ist ${shape.length ? sizes(shape) : 'eine Zahl'}, aber Ausgaben haben eine Zeile pro Beispiel und eine Spalte pro Klasse.`,
    logits: (name) => `Zu ${name} fehlen die Ausgaben.`,
    rows: (a, n, b, m) => `${a} hat ${lines(n)}, ${b} aber ${count(m)}.`,
    classes: (a, k, b, l) => `${a} hat ${plural(k, 'Spalte', 'Spalten')}, ${b} aber ${count(l)}.`,
    beyond: (name, label, k) => `${name} hat das Label ${count(label)}, es gibt aber nur ${count(k)} Klassen, 0 bis ${count(k - 1)}.`,
    task: (a, b) => `${a} und ${b} müssen dasselbe enthalten: in beiden ein Label und seine Wahrscheinlichkeit oder in keiner.`,
    columns: (name) =>
      `Bitte in den Listen über den ersten Zeilen wählen, was die Spalten von ${name} sind. Nötig sind ein Label und dazu seine Wahrscheinlichkeit, die Ausgaben jeder Klasse oder eine vorhergesagte Klasse und ihre Konfidenz.`,
    instead: (name) => `${name} heißt wie Validierungsdaten. Gemessen wird darauf, weil es keine Testdaten gibt.`,
    validation: 'Zur Validierung gehören Ausgaben und Labels; sie wird ausgelassen.',
  },
  ask: 'Sind das Logits oder Wahrscheinlichkeiten?',
  askNote: (names, farthest) =>
    `Die Zeilen von ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''} ergeben in der Summe 1${
      farthest > 1e-5 ? ` (die am weitesten entfernte weicht um ${decimal(farthest, farthest < 1e-3 ? 5 : 3)} ab)` : ''
    }, wie Wahrscheinlichkeiten. Sobald das feststeht, beginnt der Bericht.`,
  outputs: 'Ausgaben',
  kinds: { logits: 'Logits', probabilities: 'Wahrscheinlichkeiten' },
  mustBeLogits: 'Die Zeilen ergeben in der Summe nicht 1, es sind also keine Wahrscheinlichkeiten.',
  computedLogits: 'Das Lab hat diese Ausgaben berechnet: Es sind Logits, vor dem Softmax.',
  readAsLogits: 'Gelesen als Ausgaben vor dem Softmax.',
  readAsProbabilities: 'Gelesen wie angegeben; gerundete Zeilen werden durch ihre Summe geteilt.',

  // Options.
  options: 'Bericht',
  bins: 'Bins',
  binsHelp: 'Gruppen der Konfidenz, 1 bis 1000.',
  inSample: 'Die Kalibratoren wurden an die Testmenge selbst angepasst, darum ist keine Zeile als beste markiert.',
  bold: 'Fett ist das Beste, wenn das 95-%-Intervall seiner Differenz zu jeder anderen Zeile die 0 ausschließt.',
  draws: 'Ziehungen',
  drawsHelp:
    'Neue Stichproben für jedes Intervall, und halb so viele für jedes Zufallsniveau. Bei 0 gibt es beides nicht, und keine Zeile gilt als die beste.',
  crossFit: 'Kalibratoren kreuzweise anpassen',
  crossFitNote:
    'Jedes Beispiel wird durch eine Abbildung kalibriert, die ohne sein Fünftel der Beispiele angepasst wurde; keine hat gesehen, woran sie gemessen wird.',
  notWhole: (name, most, least) => `${name}: nötig ist eine ganze Zahl von ${count(least)} bis ${count(most)}.`,

  // Libraries.
  library: 'Wie Bibliothek',
  own: 'eigene des Labs',
  becomes: (label, ours, theirs) => (ours === theirs ? `${label} bleibt ${ours}.` : `${label} ${ours} wird ${theirs}.`),
  figure: 'Zahl',
  comparing: 'Wird verglichen',

  // Progress.
  measuring: 'Wird gemessen',
  oneOf: (name, at, of) => `${name}, ${count(at)} von ${count(of)}.`,
  rest: 'Intervalle und Kalibratoren werden berechnet.',
  cancel: 'Abbrechen',
  cancelled: 'Abgebrochen.',
  again: 'Noch einmal messen',

  // Several models.
  modelSays: (name, says) => `${name}: ${says.charAt(0).toLowerCase()}${says.slice(1)}`,
  models: 'Modelle im Vergleich',
  model: 'Modell',
  showModel: (name) => `Den Bericht über ${name} zeigen`,
  modelsNote: (fittedOn) =>
    [
      'Fett ist das Beste, wenn das 95-%-Intervall seiner Differenz zu jeder anderen Zeile die 0 ausschließt.',
      ...fittedOn.map((where) => `T ist nach NLL an ${where} angepasst.`),
    ].join(' '),
  modelsBelow: 'Der Bericht unten gilt dem markierten Modell.',
  overlay: 'Die Zuverlässigkeit aller Modelle',
  overlayOf: (names) => `Zuverlässigkeitskurven von ${names.join(', ')}`,
  afterTable: (label) => `${label} nach T`,

  // The stage.
  asGiven: 'Wie gegeben',
  afterT: (t) => `Nach T${nbsp}=${nbsp}${decimal(t, 2)}`,
  ece: (value, digits = 1) => `ECE ${percent(value, digits)}`,
  noValidation: 'Mit Ausgaben und Labels zur Validierung werden Kalibratoren daran angepasst und hier gemessen.',
  noneForTables: 'Eine Tabelle von Vorhersagen hat keine Ausgaben, die ein Kalibrator ändern könnte.',
  calibrator: (where) => `Kalibrator, angepasst an ${where}`,
  fittedOn: { validation: 'Validierungsdaten', test: 'die Testdaten selbst', 'cross:5': 'die anderen Faltungen' },
  none: 'Keiner',
  changes: 'Ändert Vorhersagen?',
  changesNo: 'nein',
  changesYes: (changed, n) => `ja, ${count(changed)} von ${count(n)}`,
  atBound: 'hielt an seiner Grenze',
  ways: {
    by_nll: 'nach NLL',
    by_ece: 'nach ECE',
    by_adaece: 'nach adaptivem ECE',
    by_nll_grid: 'nach NLL auf dem Gitter',
    by_smoothed_nll: 'nach NLL, Labels geglättet',
  },
  helps: {
    title: 'Unterschiede zu keinem Kalibrator',
    name: 'Kalibrator',
    columns: { brier: 'Brier', binary_brier: 'Brier', nll: 'NLL', ece: 'ECE', smce: 'smCE', accuracy: 'Genauigkeit' },
    head: (name, percent, floor) => `${name}${percent ? ', %' : ''}${floor ? ' (Rauschen)' : ''}`,
    recovered: 'Zurückgewonnen, %',
    parameters: 'Parameter',
    seconds: 'Sekunden',
    secondsNote: 'Sekunden: zum Anpassen eines Kalibrators in diesem Browser, für alle seine Zeilen zusammen.',
    best: (name) => `${name}, am besten`,
    note: (fits) =>
      `An denselben Beispielen, mit 95-%-Intervallen. Fette Unterschiede sind größer als Rauschen, auch nach Holms Korrektur für ${plural(fits, 'Anpassung', 'Anpassungen')}. Zurückgewonnen: von dem, was isotone Regression an diesen Beispielen gewänne.`,
  },
  impossibleOf: (label, n) => `${count(n)} (${label})`,
  infinite: (those, n) => `NLL ist unendlich, wo ein Label die Wahrscheinlichkeit 0 hat. Solche Beispiele, von ${count(n)}: ${those}.`,
  moreWays: (n) => `${plural(n, 'weitere Art', 'weitere Arten')}, T zu wählen`,
  fewerWays: 'weniger Arten',
  columns: {
    ece: 'ECE',
    true_ce: 'Wahrer',
    ece_debias_l1: 'Entzerrt',
    adaece: 'Adaptiv',
    smece: 'Glatt',
    cwece: 'Klassenweise',
    nll: 'NLL',
    error: 'Fehlerquote',
    ici: 'ICI',
    citl: 'Im Großen',
    cox_slope: 'Steigung',
    binary_brier: 'Brier',
    roc_auc: 'AUROC',
  },
  task: 'Aufgabe',
  tasks: {
    '': 'Wie die Dateien aussehen',
    binary: 'Binär: die Wahrscheinlichkeit einer Klasse',
    multilabel: 'Mehrere Labels, jedes für sich',
    classes: 'Klassen',
  },
  normalise: 'Log-Likelihoods',
  divisors: {
    '': 'wie die Datei wertet',
    none: 'Summen',
    characters: 'je Zeichen',
    bytes: 'je Byte',
    tokens: 'je Token',
  },
  groups: {
    title: 'Gruppen',
    picture: (label) => `${label}; grau: der Zufall allein`,
    labels: 'Labels',
    label: 'Label',
    ofSamples: 'Gruppen, je mit Mitteln über die Labels',
    some: (n, of) => `${count(n)} von ${count(of)} Labels`,
    mean: 'Mittel über die Labels',
    rows: 'Zeilen',
    rate: 'Anteil',
    interval: (low, high) => `${low} bis\u00a0${high}`,
    worst: (name, p, of, byCase) =>
      `Der ECE von ${name} liegt am weitesten über seinem Zufallsniveau, ${p < 0.05 ? 'mehr' : 'nicht mehr'}, als der Zufall erklärt (p ${
        p < 0.001 ? `unter ${decimal(0.001, 3)}` : decimal(p, 3)
      }, korrigiert für die Suche über ${count(of)} Gruppen${byCase ? '; Zeilen eines Falls zählen als eine Ziehung' : ''}).`,
    worstMean: (name, p, of, byCase) =>
      `Der mittlere ECE von ${name} liegt am weitesten über seinem Zufallsniveau, ${p < 0.05 ? 'mehr' : 'nicht mehr'}, als der Zufall erklärt (p ${
        p < 0.001 ? `unter ${decimal(0.001, 3)}` : decimal(p, 3)
      }, korrigiert für die Suche über ${count(of)} Gruppen${byCase ? '; Zeilen eines Falls zählen als eine Ziehung' : ''}).`,
  },
  versus: {
    title: 'Vergleichen mit',
    none: 'keinem anderen Modell',
    note: (tested) =>
      `Differenzen auf denselben Beispielen, mit 95-%-Intervallen, die beide Modelle auf gleiche Weise neu ziehen. Die der Kalibrierungsfehler berücksichtigen das Rauschen, das beide Zahlen zu groß macht. Mehr als Zufall: Das Intervall lässt 0 aus, auch nach Holms Korrektur für ${count(tested)} Zahlen. p: wie oft zufällige Vorzeichen der Differenzen einzelner Beispiele ein ebenso großes Mittel ergeben, für jede Zahl allein.`,
    heads: (mine, other) => ['Zahl', mine, other, 'Differenz', '95-%-Intervall', '', 'p'],
    p: (p) => (p < 0.001 ? '< 0,001' : decimal(p, 3)),
    labels: (mine, other) =>
      `Die Labels von ${mine} sind nicht die von ${other}; Modelle werden auf denselben Beispielen verglichen, in derselben Reihenfolge.`,
    interval: (low, high) => `${low} bis ${high}`,
    within: 'im Rahmen des Zufalls',
    beyond: 'mehr als Zufall',
  },
  gap: (value) =>
    `Nachbearbeitungslücke ${decimal(value, 5)}: um so viel senkt die beste 1-Lipschitz-Korrektur den mittleren quadratischen Fehler der Konfidenz.`,
  ood: {
    better: (auroc) =>
      `Fremde Beispiele werden in ${percent(auroc)} der Paare erkannt (AUROC nach Entropie; ${percent(0.5, 0)} ist Raten).`,
    chance: (auroc) =>
      `Fremde Beispiele werden nicht besser erkannt als durch Raten (AUROC nach Entropie ${percent(auroc)}; ${percent(0.5, 0)} ist Raten).`,
    worse: (auroc) =>
      `Fremde Beispiele bekommen weniger Entropie als die Testbeispiele: AUROC nach Entropie ${percent(auroc)}, unter den ${percent(0.5, 0)} des Ratens.`,
  },
  oodOthers: (by, auroc) => `${percent(auroc)} nach ${by}`,
  scores: { confidence: 'Konfidenz', energy: 'Energie', logit: 'größtem Logit' },

  calibrated: {
    title: 'Kalibrierte Vorhersagen',
    choose: 'Kalibrator',
    predictions: 'Kalibrierte Vorhersagen speichern',
    calibrator: 'Diesen Kalibrator speichern',
    of: (file) =>
      `Wahrscheinlichkeiten zu ${file}. Die Datei des Kalibrators passt zu neuen Ausgaben: hier zusammen mit ihnen ablegen, oder calib apply geben.`,
    noOutputs: 'Ausgaben ablegen, um diesen Kalibrator darauf anzuwenden; Labels sind nicht nötig.',
    saved: (name) => `Gespeichert als ${name}.`,
    named: (label) => `${label}, angepasst beim Speichern`,
    dropped: (name, calibrator, n) => `${name}: ${calibrator}, angepasst an ${plural(n, 'Beispiel', 'Beispiele')}`,
  },

  // Saving.
  save: 'Den Bericht speichern',
  formats: [
    ['json', 'JSON'],
    ['csv', 'CSV'],
    ['markdown', 'Markdown'],
    ['latex', 'LaTeX'],
    ['html', 'Eine Seite'],
  ],
  conventions: 'Konventionen',
  lab: 'das Lab',
  saving: 'Wird in diesen Konventionen berechnet',

  // The one-page report.
  pageTitle: 'Kalibrierungsbericht',
  pageFiles: 'Dateien',
  pageNumbers: 'Zahlen',
  pageCalibrators: 'Nach der Kalibrierung',
  pageValue: 'Wert',
  pageFloor: 'Zufall allein',
  pageTruth: 'wahrer Wert, 95 %',
  pageSpread: 'Streuung dieser Schätzung, 95 %',
  pageConstant: 'keine: jede Ziehung ergibt denselben Wert',
  pageText: 'Metrik',
  pageMade: 'Erstellt vom Calibration Lab in einem Browser. Der Bericht selbst steht als JSON in dieser Datei.',

  // Definitions.
  about: (label) => `Was ist ${label}?`,
};
