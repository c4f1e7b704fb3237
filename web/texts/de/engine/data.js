// German for the engine's messages about data sets and their files.
/** @type {Record<string, string>} */
export const data = {
  // The data of a link.
  'data %s: %s was given twice': 'data %s: %s ist zweimal da',
  'data %s: %s is missing; this link needs %s': 'data %s: %s fehlt; dieser Link braucht %s',
  'data %s: %s is empty': 'data %s: %s ist leer',
  'data %s: the chosen samples have hash %.16s, but the link asks for %s':
    'data %s: die gewählten Beispiele haben die Prüfsumme %.16s, aber der Link verlangt %s',
  'data %s: only has %d after %d; name each class once, in ascending order':
    'data %s: in only steht %d nach %d; jede Klasse einmal, in aufsteigender Folge',
  'data %s: only=%d leaves one class; at least two are needed': 'data %s: only=%d lässt eine Klasse übrig; nötig sind mindestens zwei',
  'data %s: %s has %d numbers; give 1 or %d (one per channel)': 'data %s: %s hat %d Zahlen; nötig ist 1, oder %d (eine pro Kanal)',
  'data %s: among %d samples a class is too rare for imbalance=%g':
    'data %s: unter %d Beispielen ist eine Klasse zu selten für imbalance=%g',
  'data %s: imbalance sets the sizes of classes, which take=balanced makes equal':
    'data %s: imbalance bestimmt die Größen der Klassen, und take=balanced macht sie gleich',
  'data %s: its samples blend no two classes': 'data %s: die Beispiele mischen nicht je zwei Klassen',
  'data %s: %d and %d are not two different classes from 0 to %d': 'data %s: %d und %d sind nicht zwei verschiedene Klassen von 0 bis %d',
  'data %s: there is no sample %d': 'data %s: das Beispiel %d gibt es nicht',
  'data %s: %d blends are not from 1 to %d': 'data %s: %d Mischungen sind nicht von 1 bis %d',
  'data %s: blend %g is not from 0 to 1': 'data %s: die Mischung %g ist nicht von 0 bis 1',
  'data scenes: rates has %d numbers, and there are %d labels; give one number for all or one for each':
    'data scenes: rates hat %d Zahlen, und es gibt %d Labels; nötig ist eine Zahl für alle oder eine für jedes',
  'data shapes10: classes=%d and only both choose shapes; give only one of them':
    'data shapes10: classes=%d und only wählen beide Formen aus; bitte nur eines angeben',
  '%s: the link asks for %d samples, but %d are left': '%s: der Link verlangt %d Beispiele, aber es sind nur noch %d da',
  '%s: %d samples with %s class sizes need %d of class %s, but %d are left':
    '%1$s: %2$d Beispiele mit %3$S Klassengrößen brauchen %4$d der Klasse %5$s, aber es sind nur noch %6$d da',
  these: 'diesen',
  equal: 'gleichen',
  '%s: %d sample, but a training set and a test set need one each: add samples, or say test_from=file':
    '%s: %d Beispiel, aber Trainings- und Testdaten brauchen je eines: bitte Beispiele hinzufügen oder test_from=file angeben',

  // CIFAR and SVHN.
  'data cifar10: batches has %d after %d; name each batch once, in ascending order':
    'data cifar10: in batches steht %d nach %d; jede Datei einmal, in aufsteigender Folge',
  'data cifar10: posterior=cifar10h is about test_batch.bin, and test_from takes another test set':
    'data cifar10: posterior=cifar10h gilt für test_batch.bin, und test_from nimmt andere Testdaten',
  'data cifar100: only has class %g; coarse classes are 0 to %d': 'data cifar100: in only steht die Klasse %g; grobe Klassen sind 0 bis %d',
  'data %s: %s has %zu bytes, data beyond byte offset %zu, where %zu records end':
    'data %s: %s hat %zu Bytes, also mehr als bis Byte %zu, wo %zu Datensätze enden',
  'data %s: %s is truncated at byte offset %zu: the record that begins at byte offset %zu has %zu of %zu bytes':
    'data %s: %s ist bei Byte %zu abgeschnitten: Der Datensatz ab Byte %zu hat %zu von %zu Bytes',
  'data %s: %s has label %d at byte offset %zu, above %d': 'data %s: %s hat das Label %d bei Byte %zu, mehr als %d',
  '%s: not bytes of shape [n, 32, 32, 3] with n at most %d%s': '%s: keine Bytes der Form [n, 32, 32, 3] mit n höchstens %d%S',
  ', equally many of each of the five severities': ', gleich viele von jeder der fünf Stärken',
  '%s: not of shape [50000, 6]: clean, aggregate, random 1 to 3, worse':
    '%s: nicht von der Form [50000, 6]: clean, aggregate, random 1 bis 3, worse',
  '%s: row %d, column %d has label %d, not 0 to 9': '%s: Zeile %d, Spalte %d hat das Label %d, nicht 0 bis 9',
  "%s: row %d has %d in its clean column, and the batches' record of that number has label %d: not labels of these pictures in this order":
    '%s: Zeile %d hat in der Spalte clean %d, und das Bild dieser Nummer hat das Label %d: keine Labels dieser Bilder in dieser Folge',
  '%s: not of shape [10000, 10], one row per test picture': '%s: nicht von der Form [10000, 10], eine Zeile pro Testbild',
  '%s: row %d does not hold probabilities that sum to 1': '%s: in Zeile %d stehen keine Wahrscheinlichkeiten mit der Summe 1',
  '%s: X is not an array of bytes of shape [32, 32, 3, n]': '%s: X ist kein Array von Bytes der Form [32, 32, 3, n]',
  '%s: y does not have one label for each of %d pictures': '%s: y hat nicht ein Label für jedes von %d Bildern',
  '%s: row %d of y has the label %g, not 1 to 10': '%s: Zeile %d von y hat das Label %g, nicht 1 bis 10',

  // IDX files.
  '%s: byte 0: not an IDX file%s': '%s: Byte 0: keine IDX-Datei%S',
  ', but gzip; unpack it first': ', sondern gzip; bitte zuerst auspacken',
  '%s: byte 2: numbers of type 0x%02x; only bytes, 0x08, are read': '%s: Byte 2: Zahlen vom Typ 0x%02x; gelesen werden nur Bytes, 0x08',
  '%s: byte 3: %d dimensions, not %d': '%s: Byte 3: %d Dimensionen, nicht %d',
  '%s: byte %zu: the file ends within its sizes': '%s: Byte %zu: die Datei endet mitten in ihren Größen',
  '%s: byte %d: size %u is not 1 to %u': '%s: Byte %d: die Größe %u ist nicht 1 bis %u',
  '%s: byte %zu: its sizes need %llu bytes, but %zu follow': '%s: Byte %zu: die Größen brauchen %llu Bytes, aber es folgen %zu',
  '%s: %u labels for the %u pictures of %s': '%s: %u Labels für die %u Bilder von %s',

  // The user's own pictures.
  '%s: pictures of %d channels, but the link says channels=%d': '%s: Bilder mit %d Kanälen, aber im Link steht channels=%d',
  '%s: pictures of %dx%d, but the link says size %dx%d: say size=%d/%d or resize=yes':
    '%s: Bilder von %dx%d, aber im Link steht die Größe %dx%d: richtig wäre size=%d/%d oder resize=yes',
  '%s: not one label for each of the %d pictures of %s': '%s: nicht ein Label für jedes der %d Bilder von %s',
  '%s: %d labels for each picture, which data=tagged:labels_from=npy takes, with head=sigmoid':
    '%s: %d Labels für jedes Bild, die data=tagged:labels_from=npy mit head=sigmoid nimmt',
  '%s: row %d has label %d, not 0 to %d': '%s: Zeile %d hat das Label %d, nicht 0 bis %d',
  '%s: picture %zu has the value %g; values must be 0 to 1 or 0 to 255, not standardised':
    '%s: Bild %zu hat den Wert %g; Werte müssen von 0 bis 1 oder von 0 bis 255 sein, nicht standardisiert',
  '%s: an array of %d dimensions; it must have shape [n, h, w], [n, c, h, w] or [n, h, w, c]':
    '%s: ein Array mit %d Dimensionen; es muss die Form [n, h, w], [n, c, h, w] oder [n, h, w, c] haben',
  '%s: dimension %d of its shape is %d, not 1 to %d': '%s: Dimension %d der Form ist %d, nicht 1 bis %d',
  '%s: its numbers are %s; pictures must be uint8 or floats': '%s: die Zahlen sind %s; Bilder müssen uint8 oder Gleitkommazahlen sein',
  '%s: its shape is [%d, %d, %d, %d], where the channels may be the second or the last axis; say layout=chw or layout=hwc':
    '%s: die Form ist [%d, %d, %d, %d], die Kanäle können also die zweite oder die letzte Achse sein; bitte layout=chw oder layout=hwc angeben',
  '%s: its shape is [%d, %d, %d, %d]; pictures must have 1 to 4 channels':
    '%s: die Form ist [%d, %d, %d, %d]; Bilder müssen 1 bis 4 Kanäle haben',
  'data %s: size has %d numbers; give one, or height and width': 'data %s: size hat %d Zahlen; nötig ist eine, oder Höhe und Breite',
  '%s: line %d %s, but the link says classes=%d': '%s: Zeile %d %S, aber im Link steht classes=%d',
  'is empty': 'ist leer',
  'is one name too many': 'ist ein Name zu viel',
  '%s: %d names, but the link says classes=%d': '%s: %d Namen, aber im Link steht classes=%d',

  // Multi-label pictures.
  '%s: %d labels a picture, not %d to %d': '%s: %d Labels pro Bild, nicht %d bis %d',
  '%s: %d labels a picture, but the link says labels=%d': '%s: %d Labels pro Bild, aber im Link steht labels=%d',
  "%s: label %d is '%.*s', but that of the training pictures is '%.*s'": '%s: Label %d ist „%.*s“, aber das der Trainingsbilder ist „%.*s“',
  '%s: column %d has no name in the first line': '%s: Spalte %d hat in der ersten Zeile keinen Namen',
  "%s: the first line has '%.*s' where the name of a label belongs: begin the table with a line of names":
    '%s: in der ersten Zeile steht „%.*s“, wo der Name eines Labels hingehört: bitte die Tabelle mit einer Zeile von Namen beginnen',
  "%s: columns %d and %d are both named '%.*s'": '%s: die Spalten %d und %d heißen beide „%.*s“',
  "%s: line %d, label '%.*s': '%.*s' is not 1 (present), 0 (absent), -1 or empty (unknown)":
    '%s: Zeile %d, Label „%.*s“: „%.*s“ ist nicht 1 (vorhanden), 0 (nicht vorhanden), -1 oder leer (unbekannt)',
  '%s: %d rows of labels, but there are %d pictures': '%s: %d Zeilen mit Labels, aber es gibt %d Bilder',
  '%s: not of shape [%d, labels], one row of labels for each picture':
    '%s: nicht von der Form [%d, labels], eine Zeile Labels für jedes Bild',
  '%s: row %d, column %d is %d, not 1 (present), 0 (absent) or -1 (unknown)':
    '%s: Zeile %d, Spalte %d ist %d, nicht 1 (vorhanden), 0 (nicht vorhanden) oder -1 (unbekannt)',

  // Tables.
  "%s: line %d, column %d: '%.*s' is not a number; omit=%d in the link leaves the column out":
    '%s: Zeile %d, Spalte %d: „%.*s“ ist keine Zahl; omit=%d im Link lässt die Spalte aus',
  '%s: no column is named label, and several could be: say which in the link, %s':
    '%s: keine Spalte heißt label, und mehrere kommen in Frage: bitte im Link sagen, welche, %s',
  '%s: column %d does not have 2 to %d different labels': '%s: Spalte %d hat nicht 2 bis %d verschiedene Labels',
  '%s: %d columns, but the link says omit=%d: name columns other than the label once each, in ascending order':
    '%s: %d Spalten, aber im Link steht omit=%d: bitte andere Spalten als das Label je einmal nennen, aufsteigend',
  '%s: line %d: %s': '%s: Zeile %d: %S',
  'a quote is not closed': 'ein Anführungszeichen ist nicht geschlossen',
  'text after the quote that ends a field': 'Text nach dem Anführungszeichen am Ende eines Felds',
  'a field is longer than a gigabyte': 'ein Feld ist länger als ein Gigabyte',
  '%s: line %d: more than %d fields': '%s: Zeile %d: mehr als %d Felder',
  '%s: more lines than there can be samples': '%s: mehr Zeilen, als es Beispiele geben kann',
  '%s: %d columns, but the link says label=%d': '%s: %d Spalten, aber im Link steht label=%d',
  '%s: line %d: %d fields, but the first row has %d': '%s: Zeile %d: %d Felder, aber die erste Zeile hat %d',
  '%s: more than %d lines': '%s: mehr als %d Zeilen',
  '%s: no rows': '%s: keine Zeilen',
  '%s: no column has 2 to %d different labels that rows share':
    '%s: keine Spalte hat 2 bis %d verschiedene Labels, die mehrere Zeilen gemeinsam haben',
  '%s: rows without a label in column %d: %d of %d, the first in line %d; remove them':
    '%s: Zeilen ohne Label in Spalte %d: %d von %d, die erste in Zeile %d; bitte entfernen',
  "%s: line %d: label '%.*s' is not in the training table": '%s: Zeile %d: das Label „%.*s“ kommt in der Trainingstabelle nicht vor',
  '%s: %d columns, but %s has %d': '%s: %d Spalten, aber %s hat %d',
  '%s: more than %d different labels in column %d': '%s: mehr als %d verschiedene Labels in Spalte %d',
  '%s: %d different labels in column %d, but the link says classes=%d':
    '%s: %d verschiedene Labels in Spalte %d, aber im Link steht classes=%d',
  '%s: %d columns, one of them the label, but the link says features=%d':
    '%s: %d Spalten, eine davon das Label, aber im Link steht features=%d',

  // Word vectors.
  '%s: line %d is not a word followed by numbers': '%s: Zeile %d ist kein Wort mit Zahlen danach',
  '%s: line 1 has %d numbers; a vector may have at most %d': '%s: Zeile 1 hat %d Zahlen; ein Vektor darf höchstens %d haben',
  '%s: line %d: number %d is not a number, or the line does not have %d of them':
    '%s: Zeile %d: Zahl %d ist keine, oder die Zeile hat nicht %d davon',
  '%s: no vectors': '%s: keine Vektoren',
};
