// German texts about the user's own networks, and about exported networks.
import { count, decimal, percent } from '../format.js';

/** @param {(string | number)[]} shape */
const sizes = (shape) => shape.map((size) => (typeof size === 'number' ? count(size) : size)).join(' × ') || 'eine einzelne Zahl';

/** @type {typeof import('../en/own-network.js').networkTexts} */
export const networkTexts = {
  title: 'Netz',
  reading: 'wird gelesen',
  remove: (name) => `${name} entfernen`,
  onnx: (nodes, producer) =>
    `ONNX, ${count(nodes)} Operatoren${producer ? `, geschrieben von ${producer}` : ''}; läuft hier in ONNX Runtime Web.`,
  shapes: (input, output) => `Nimmt ${sizes(input)}, gibt ${sizes(output)}.`,
  own: (model, parameters) => `${model}, ${count(parameters)} Parameter.`,
  matched: (matched, ignored) =>
    `Seine Namen sind nicht die des Labs: ${count(matched)} Tensoren wurden nach Reihenfolge und Form zugeordnet${ignored ? `, ${count(ignored)} Zähler sind ausgelassen` : ''}.`,
  unmatched: (missing, left) =>
    `Es passt nicht: ${count(missing)} Tensoren des Netzes fehlen darin, für ${count(left)} der eigenen gibt es keinen Platz.`,
  tensors: 'Welcher Tensor welcher ist',
  network: 'Netz',
  inFile: 'In der Datei',
  shape: 'Form',
  more: (n) => `und ${count(n)} weitere`,
  none: '–',
  data: 'Daten',
  dataHelp: 'Wie in einem Link, mit der Zahl der Bilder: cifar10:test=10000,val=0,mean=0.485/0.456/0.406,std=0.229/0.224/0.225',
  model: 'Modell',
  modelHelp: 'Wie in einem Link: resnet20:shortcut=pad',
  layout: 'Anordnung',
  layouts: {
    nchw: 'Kanäle, Zeilen, Spalten',
    nhwc: 'Zeilen, Spalten, Kanäle',
    flat: 'eine Zeile von Zahlen',
  },
  size: 'Größe',
  sizeHelp: 'Kanäle x Zeilen x Spalten eines Bildes; andere werden darauf skaliert',
  mean: 'Mittelwert',
  std: 'Standardabweichung',
  meanHelp: 'Wird von Pixeln von 0 bis 1 abgezogen; eine Zahl oder eine für jeden Kanal, mit / dazwischen',
  stdHelp: 'Wodurch sie danach geteilt werden',
  batch: 'Auf einmal',
  batchHelp: 'Wie viele Bilder das Netz auf einmal bekommt',
  fixed: 'Das Modell erlaubt keine andere Zahl.',
  normalisations: {
    unit: 'Pixeln von 0 bis 1',
    bytes: 'Pixeln von 0 bis 255',
    signed: 'Pixeln von −1 bis 1',
    cifar: 'Mittelwert und Standardabweichung von CIFAR-10',
    imagenet: 'Mittelwert und Standardabweichung von ImageNet',
    data: 'Mittelwert und Standardabweichung der Daten',
  },
  guessed: (id, right, of, next) =>
    `Geraten: Mit ${networkTexts.normalisations[id]} ist es bei ${count(right)} von ${count(of)} Bildern richtig${next === null ? '' : `; das nächstbeste kommt auf ${count(next)}`}.`,
  guessedBetween: (best, next, clear) =>
    `Die Datei sagt nicht, wie Pixel normiert werden. Geraten: Mit ${networkTexts.normalisations[best.id]} ist es bei ${count(best.right)} von ${count(best.of)} Bildern richtig, mit ${networkTexts.normalisations[next.id]} bei ${count(next.right)}${next.of === best.of ? '' : ` von ${count(next.of)}`}${clear ? '' : ', was zu knapp ist, um die beiden zu unterscheiden'}.`,
  normalisedBy: 'Wie die Datei oder die Daten oben es angeben.',
  normalisedByYou: 'Wie angegeben.',
  guessing: 'Normierungen der Pixel werden probiert',
  evaluate: 'Auswerten',
  guess: 'Neu raten',
  cancel: 'Abbrechen',
  running: (set, fraction) => `${set === 'val' ? 'Validierungsdaten' : 'Testdaten'}, ${percent(fraction, 0)}`,
  trainOn: 'Weitertrainieren',
  trainOnHelp: 'Ein Lauf, der mit diesen Gewichten beginnt',
  curvature: 'Krümmung',
  curved: (trace, error, most) =>
    `Hesse-Matrix des Validierungsverlusts: Spur ${decimal(trace, 1)} ± ${decimal(error, 1)}, größter Eigenwert ${decimal(most, 1)}.`,
  wanted: (names) => `Dafür fehlen hier noch Daten: ${names.join(', ')}. Auch ein Archiv damit genügt.`,
  chooseData: 'Die Dateien wählen',
  readingData: 'die Daten werden gelesen',
  canceled: 'Abgebrochen.',
  askData:
    'Auf welchen Daten soll es ausgewertet werden? Dazu die Dateien mit Testdaten hier ablegen, sie auswählen oder die Daten oben benennen.',
  noData: (names) => `${names.slice(0, 3).join(', ')}: Das sind keine Daten, auf denen sich das Netz auswerten lässt.`,
  alone: 'Hier sind nur die Testdaten: Es lässt sich kein Kalibrator anpassen.',
  here: 'Hier:',
  fits: (n) => (n === 1 ? 'Seine Tensoren passen zu' : 'Seine Tensoren passen zu jedem von diesen:'),
  fitsAlone: ' – und zu keiner anderen Vorlage.',
  notNumbers: (label) => `${label}: Nötig ist eine Zahl oder eine für jeden Kanal, etwa 0.5 oder 0.485/0.456/0.406.`,
  notSize: 'Die Größe muss wie 3x32x32 aussehen.',
  notBatch: 'Auf einmal: Nötig ist eine ganze Zahl von 1 bis 10\u202f000.',

  // Exporting.
  save: 'Speichern',
  saveRun: 'Diesen Lauf speichern',
  notSaved: 'Er wurde nicht gespeichert.',
  saveWeights: 'Gewichte (.safetensors)',
  saveOnnx: 'ONNX',
  saveScaled: 'ONNX, mit der gezeigten Temperatur',
  saveVector: 'ONNX, mit Vektorskalierung (Validierung)',
  saveLogits: 'Testlogits und Labels (.npy)',
  saveReport: 'Bericht, in mehreren Formaten',
  noState: 'Der Zustand dieser Epoche ist nicht mehr aufbewahrt; bitte neu trainieren.',
};
