// German for the data sets.
import { pixels } from './shared.js';

const samples = (/** @type {string} */ help) => ({ help, unit: 'Beispiele' });
const words = (/** @type {string} */ help) => ({ help, unit: 'Wörter' });

const val = samples('Umfang der Validierungsdaten, an die Kalibratoren angepasst werden');
const test = samples('Umfang der Testdaten');
const sets = { train: samples('Umfang der Trainingsdaten'), val, test };
const filedSets = { train: samples('Umfang der Trainingsdaten; 0 für eine Auswertung, die keine braucht'), val, test };

const labels = {
  label_noise: {
    help: 'Label-Rauschen: Anteil der Labels, die durch eine andere Klasse ersetzt sind; bekannte wahre Wahrscheinlichkeiten sind dann die der verrauschten Labels',
  },
  label_noise_kind: {
    help: 'Wie Labels ersetzt werden: durch jede andere Klasse mit gleicher Wahrscheinlichkeit oder immer durch die nächste (nach der letzten durch die erste)',
  },
  label_noise_on: { help: 'Welche Labels ersetzt werden: die der Trainingsdaten oder aller drei Mengen' },
  imbalance: {
    help: 'Ungleichgewicht: Trainingsbeispiele der größten Klasse, geteilt durch die der kleinsten; 1 lässt die Klassen, wie sie sind',
  },
  imbalance_kind: {
    help: 'Langer Auslauf (long-tail): Jede Klasse ist um denselben Faktor kleiner als die vorige; Stufe (step): Die zweite Hälfte der Klassen ist klein',
  },
};
const take = {
  help: 'Wie die Mengen gezogen werden: zufällig mit gleich vielen Beispielen jeder Klasse, zufällig oder die ersten Einträge der Dateien',
};
const hash = {
  help: 'Erste Ziffern des SHA-256, den die ausgewählten Beispiele haben müssen, damit ein Link seine Daten eindeutig bestimmt',
};
const scaling = {
  mean: { help: 'Mittelwert, der von jedem Farbkanal abgezogen wird (0 bis 1); eine Zahl für alle oder eine für jeden' },
  std: { help: 'Standardabweichung, durch die danach jeder Farbkanal geteilt wird; eine Zahl für alle oder eine für jeden' },
};
const size = pixels(
  'Höhe und Breite der Bilder, wie das Netz sie sieht, eine Zahl für beide oder zwei: Bilder anderer Größe werden umgerechnet, beim Verkleinern nach Fläche, beim Vergrößern bilinear',
);
const pictures = {
  channels: { help: '1 für Grau, 3 für Rot, Grün und Blau' },
  size: pixels(
    'Höhe und Breite der Bilder, wie das Netz sie sieht, eine Zahl für beide oder zwei: die der Dateien oder mit resize=yes jede andere',
  ),
  resize: {
    help: 'Ob Bilder eine andere Größe haben dürfen: Bilder anderer Größe werden umgerechnet, beim Verkleinern nach Fläche, beim Vergrößern bilinear',
  },
  layout: { help: 'Ob die Kanäle vor oder nach Höhe und Breite kommen; auto entscheidet nach ihrer Anzahl' },
};
const recordSeed = { help: 'Startwert der gezogenen Einträge und der ersetzten Labels' };
const classes = { help: 'Anzahl der Klassen; Labels zählen ab 0' };
const label = { help: 'Spalte des Labels, gezählt ab 1; 0 ist die letzte' };
const omit = { help: 'Spalten, die nicht gelesen werden, gezählt ab 1, aufsteigend; 0: keine, auch wenn eine die Zeilen zählt' };
const header = { help: 'Ob die erste Zeile die Spalten benennt; auto: ja, wenn keine andere Zeile ihr Label hat' };
const only = (/** @type {string} */ example) => ({ help: `Nur diese Klassen, nach Nummer ab 0, aufsteigend: ${example}` });
const testFrom = (/** @type {string} */ file) => ({
  help: `Ob die Testdaten von denselben Beispielen abgeteilt werden, vor den anderen Mengen, oder aus ${file} gelesen werden`,
});
const plane = {
  ...sets,
  noise: { help: 'Standardabweichung des Gauß-Rauschens, in beiden Koordinaten' },
  flip: { help: 'Anteil der Labels, die mit der anderen Klasse vertauscht sind' },
  ...labels,
  seed: { help: 'Startwert der Punkte: Beispiel i hängt nur vom Startwert und von i ab' },
};

export const data = {
  cifar10: {
    help: '60 000 kleine Fotos in zehn Klassen; bringen Sie die offiziellen Binärdateien mit',
    params: {
      ...filedSets,
      batches: { help: 'Trainingsdateien, aus denen gezogen wird: 1/2 bedeutet data_batch_1.bin und data_batch_2.bin' },
      labels: {
        help: 'Labels der Trainingsdaten: die veröffentlichten oder die von Menschen (CIFAR-10N): die der Mehrheit, die einer von drei Personen oder das schlechteste der drei; label_noise_on=all nimmt sie auch für die Validierung',
      },
      posterior: {
        help: 'Wahre Klassenwahrscheinlichkeiten der Testdaten: unbekannt oder die Antworten von etwa fünfzig Menschen je Bild (CIFAR-10H)',
      },
      test_from: {
        help: 'Testbilder: die offiziellen, neu gesammelte (CIFAR-10.1) oder die offiziellen, verfälscht (CIFAR-10-C)',
      },
      corruption: { help: 'Verfälschung aus CIFAR-10-C, benannt wie ihre Dateien' },
      severity: { help: 'Stärke der Verfälschung, von 1, am schwächsten, bis 5' },
      only: only('3/5 sind Katzen und Hunde'),
      take,
      ...labels,
      seed: recordSeed,
      skip: { help: 'Trainingseinträge, die wegbleiben, nach Nummer: Eintrag i von Datei b ist 10000 (b - 1) + i' },
      skip_test: { help: 'Testeinträge, die wegbleiben, nach Nummer ab 0' },
      size,
      ...scaling,
      hash,
    },
  },
  cifar100: {
    help: '60 000 kleine Fotos in hundert Klassen oder in zwanzig; bringen Sie die offiziellen Binärdateien mit',
    params: {
      ...filedSets,
      labels: { help: '100 feine Klassen oder die 20 groben, zu denen sie gehören' },
      only: only('0/51 sind Äpfel und Pilze'),
      take,
      ...labels,
      seed: recordSeed,
      size,
      ...scaling,
      hash,
    },
  },
  gaussians: {
    label: 'Vier Punktwolken',
    source:
      'Mukhoti et al. 2020, Calibrating Deep Neural Networks using Focal Loss, Anhang über Focal Loss und Kreuzentropie bei einem linearen Modell; die Standardabweichung ist dort nicht angegeben',
    help: 'Vier normalverteilte Punktwolken auf den Ecken eines Quadrats, zwei je Klasse, mit vertauschten Labels',
    params: plane,
  },
  images: {
    label: 'Ihre Bilder',
    source: 'Arrays, wie numpy sie speichert: Bytes oder Gleitkommazahlen von 0 bis 1 oder von 0 bis 255',
    help: 'Ihre eigenen Bilder und Labels als zwei .npy-Dateien',
    params: {
      ...filedSets,
      classes,
      ...pictures,
      test_from: testFrom('images-test.npy'),
      names: { help: 'Ob images-classes.txt die Klassen benennt, eine je Zeile' },
      take,
      ...labels,
      seed: recordSeed,
      ...scaling,
      hash,
    },
  },
  mnist: {
    label: 'MNIST und seinesgleichen',
    help: 'Graue Bilder von Ziffern, Kleidung oder Buchstaben; bringen Sie die vier IDX-Dateien mit, entpackt',
    params: { ...filedSets, classes, size, take, ...labels, seed: recordSeed, ...scaling, hash },
  },
  moons: {
    label: 'Zwei Monde',
    source: 'Die üblichen zwei Halbkreise (make_moons aus scikit-learn), um den Ursprung zentriert',
    help: 'Zwei ineinandergreifende Halbkreise mit Gauß-Rauschen',
    params: plane,
  },
  shapes10: {
    label: 'Gemischte Formen',
    source: 'Hier gemacht: vorzeichenbehaftete Abstandsfunktionen von zehn Formen, paarweise gemischt',
    help: 'Bilder gemischter Formen, deren Labels aus einem bekannten Posterior gezogen sind, sodass auch der wahre Kalibrierungsfehler bekannt ist',
    params: {
      ...sets,
      ambiguity: { help: 'Anteil der Bilder, die zwei Formen mischen; die anderen zeigen eine Form und haben ein sicheres Label' },
      clutter: { help: 'Kleine Gegenstände, hinter der Form verstreut', unit: 'je Bild' },
      noise: {
        help: 'Standardabweichung des Gauß-Rauschens auf jedem Pixel (1 ist volle Helligkeit). Über 0 werden Labels weiterhin aus dem bekannten Posterior gezogen, doch allein aus dem Bild gilt er nur näherungsweise: bei 0,05 um bis zu 0,006 daneben',
      },
      classes: { help: 'Anzahl der Formen, in ihrer Reihenfolge' },
      only: only('2/5 mischt diese beiden Formen'),
      ...labels,
      seed: { help: 'Startwert der Bilder: Beispiel i hängt nur vom Startwert und von i ab' },
      ...scaling,
    },
  },
  svhn: {
    label: 'Hausnummern (SVHN)',
    help: 'Fotos von Ziffern an Häusern; bringen Sie die zugeschnittenen Bilder als MATLAB-Dateien mit',
    params: { ...filedSets, size, take, ...labels, seed: recordSeed, ...scaling, hash },
  },
  table: {
    label: 'Ihre Tabelle',
    source: 'Durch Kommas getrennte Werte (RFC 4180), auch durch Semikolons oder Tabulatoren',
    help: 'Ihre eigenen Zeilen aus Zahlen mit Labels als .csv-Datei',
    params: {
      ...sets,
      classes,
      features: { help: 'Anzahl der Spalten ohne das Label und die ausgelassenen' },
      label,
      omit,
      header,
      scale: { help: 'Ob jedes Merkmal über die Trainingsdaten auf Mittelwert 0 und Standardabweichung 1 standardisiert wird' },
      test_from: testFrom('table-test.csv'),
      take,
      ...labels,
      seed: { help: 'Startwert der gezogenen Zeilen und der ersetzten Labels' },
      hash,
    },
  },
  texts: {
    label: 'Ihre Texte',
    source:
      'Durch Kommas oder Tabulatoren getrennt, wie AG News (Zhang et al. 2015) und SST-2 (Socher et al. 2013) vorliegen; Vektoren: Pennington et al. 2014, GloVe',
    help: 'Ihre eigenen Texte und Labels als .csv- oder .tsv-Datei; für Netze, die mit einer Einbettung beginnen, etwa gpcnn',
    params: {
      ...sets,
      classes,
      label,
      omit,
      header,
      length: words('Anzahl der Wörter, die von jedem Text gelesen werden; kürzere Texte werden aufgefüllt'),
      vocabulary: words(
        'Größter Umfang des Wortschatzes, mit Auffüllung und unbekanntem Wort; die Einbettung des Netzes muss denselben Umfang haben',
      ),
      vectors: { help: 'Einbettung am Anfang: zufällige Vektoren oder die aus glove.txt für die Wörter, die dort stehen' },
      test_from: testFrom('texts-test.csv'),
      take,
      ...labels,
      seed: { help: 'Startwert der gezogenen Texte und der ersetzten Labels' },
      hash,
    },
  },
  scenes: {
    label: 'Szenen mit mehreren Labels',
    source: 'Hier gemacht: vorzeichenbehaftete Abstandsfunktionen von bis zu neun Formen, jede schwach oder stark',
    help: 'Bilder aus mehreren kleinen Formen. Jede Form ist ein Label für sich, gezogen aus einer bekannten Wahrscheinlichkeit, die damit wächst, wie stark die Form gemalt ist',
    params: {
      ...sets,
      labels: { help: 'Anzahl der Labels, deren jedes eine Form ist, in ihrer Reihenfolge' },
      rates: {
        help: 'Wie oft jede Form überhaupt gezeichnet wird, schwach oder stark; halb so oft sagt ihr Label, dass sie da ist. Eine Zahl für alle oder eine für jede',
      },
      noise: {
        help: 'Standardabweichung des Gauß-Rauschens auf jedem Pixel (1 ist volle Helligkeit). Über 0 werden Labels weiter aus den bekannten Wahrscheinlichkeiten gezogen, doch gegeben das Bild allein gelten diese nur ungefähr',
      },
      flip: { help: 'Anteil der Labels, die das Gegenteil sagen, in allen Mengen; die bekannten Wahrscheinlichkeiten berücksichtigen das' },
      missing: { help: 'Anteil der unbekannten Labels, in allen Mengen: Sie werden weder trainiert noch gezählt' },
      seed: { help: 'Startwert der Bilder: Beispiel i hängt nur vom Startwert und von i ab' },
      ...scaling,
    },
  },
  tagged: {
    label: 'Ihre Bilder mit mehreren Labels',
    source:
      'Tabellen wie die von Röntgenbildern der Brust: Wang et al. 2017 (ChestX-ray14), Irvin et al. 2019 (CheXpert), deren -1 unsicher heißt',
    help: 'Ihre eigenen Bilder als .npy-Datei und eine Tabelle von Labels, von denen ein Bild beliebig viele hat. Unbekannte werden weder trainiert noch gezählt',
    params: {
      ...filedSets,
      labels: { help: 'Anzahl der Labels, deren jedes ein Bild hat oder nicht hat' },
      labels_from: {
        help: 'Ob die Labels eine Tabelle mit einer Zeile von Namen sind oder ein Array [n, Labels]: 1 vorhanden, 0 nicht vorhanden, -1 (in einer Tabelle leer) unbekannt',
      },
      ...pictures,
      test_from: testFrom('images-test.npy'),
      take: { help: 'Wie die Mengen gezogen werden: zufällig oder die ersten Einträge der Dateien' },
      seed: { help: 'Startwert der gezogenen Einträge' },
      ...scaling,
      hash,
    },
  },
  words: {
    label: 'Texte bekannter Themen',
    source: 'Hier gemacht: Mischungen einzelner Wörter nach dem Zipfschen Gesetz, für die naives Bayes exakt ist (McCallum and Nigam 1998)',
    help: 'Zufällige Texte, deren Wörter aus dem ganzen Wortschatz oder aus dem Thema des Textes stammen; für Netze, die mit einer Einbettung beginnen',
    params: {
      ...sets,
      length: words('Wörter je Text'),
      vocabulary: words('Umfang des Wortschatzes; die Trainingsdaten zeigen nur wenige der seltenen Wörter'),
      common: {
        help: 'Anteil der Wörter eines Textes, die aus dem ganzen Wortschatz statt aus seinem Thema gezogen sind: je größer, desto schwerer die Aufgabe',
      },
      classes: { help: 'Anzahl der Themen' },
      ...labels,
      seed: { help: 'Startwert der Texte: Beispiel i hängt nur vom Startwert und von i ab' },
    },
  },
};
