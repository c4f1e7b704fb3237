// German for the engine's messages about runs: losses, models, memory, resuming.
/** @type {Record<string, string>} */
export const run = {
  // Memory and threads.
  'memory for %s was refused': 'der Speicher reicht nicht (%s)',
  '%s: memory for %s was refused': '%s: der Speicher reicht nicht (%s)',
  'memory was refused': 'der Speicher reicht nicht',
  '%.1f MB of memory were refused': '%.1f MB Speicher waren nicht zu haben',
  'memory for the run was refused: take a smaller batch, network or data set':
    'für den Lauf reicht der Speicher nicht: bitte einen kleineren Batch, ein kleineres Netz oder weniger Daten nehmen',
  'a step would need %.1f GB of memory, more than there can be here: take a smaller batch or a smaller network':
    'ein Schritt bräuchte %.1f GB Speicher, mehr als es hier geben kann: bitte einen kleineren Batch oder ein kleineres Netz nehmen',
  'a matrix of %lld rows is too large: take a smaller batch or network':
    'eine Matrix mit %lld Zeilen ist zu groß: bitte einen kleineren Batch oder ein kleineres Netz nehmen',
  'threads: %d is above %d': 'threads: %d ist mehr als %d',
  'threads: only %d of %d could be started': 'threads: nur %d von %d konnten gestartet werden',

  // Losses, penalties and models.
  'loss adafocal: keep=yes goes on with the edges and gammas that there are: leave edges and gammas out':
    'loss adafocal: keep=yes macht mit den Grenzen und Gammas weiter, die es gibt: bitte edges und gammas weglassen',
  'loss calfocal2: %d confidences but %d accuracies; each bin needs both':
    'loss calfocal2: %d Konfidenzen, aber %d Trefferquoten; jedes Bin braucht beides',
  'loss focal-schedule: at must ascend, but %.10g follows %.10g': 'loss focal-schedule: at muss ansteigen, aber %.10g folgt auf %.10g',
  'loss focal-schedule: %d gammas for %d changes (at); give one gamma more than changes':
    'loss focal-schedule: %d Gammas bei %d Wechseln (at); nötig ist ein Gamma mehr als Wechsel',
  'loss mmce: a batch of %d samples; at most %d are compared with each other':
    'loss mmce: ein Batch von %d Beispielen; miteinander verglichen werden höchstens %d',
  'loss %s: edges has one number; give at least two': 'loss %s: edges hat eine Zahl; nötig sind mindestens zwei',
  'loss %s: edges must ascend, but %.10g follows %.10g': 'loss %s: edges muss ansteigen, aber %.10g folgt auf %.10g',
  'loss %s: %s has %d number%s for %d bin%s': 'loss %1$s: %2$s hat Zahlen: %3$d, und Bins: %5$d',
  'model resnet: depth=%d is not 6 n + 2, as 8, 14 and 20 are': 'model resnet: depth=%d ist nicht 6 n + 2, wie 8, 14 und 20',
  'model vit: dim=%d is not a multiple of heads=%d': 'model vit: dim=%d ist kein Vielfaches von heads=%d',
  'model wrn: depth=%d is not 6 n + %s': 'model wrn: depth=%d ist nicht 6 n + %S',
  '2, as 14, 20 and 26 are': '2, wie 14, 20 und 26',
  '4, as 10, 16 and 28 are': '4, wie 10, 16 und 28',
  'model wrn: drop needs order=pre': 'model wrn: drop braucht order=pre',
  '%s %s has no value from logits alone: it depends on the weights of a network; train with it':
    '%s %s hat aus Logits allein keinen Wert: Es hängt von den Gewichten eines Netzes ab; bitte damit trainieren',
  'corruption %s: the data has no pictures': 'corruption %s: die Daten haben keine Bilder',
  'loss %s couples the samples of a batch: it has no value for a single output':
    'loss %s koppelt die Beispiele eines Batches: Für eine einzelne Ausgabe gibt es keinen Wert',
  'loss %s has no multi-label form (head=sigmoid): take one of %s':
    'loss %s gibt es nicht für Labels jedes für sich (head=sigmoid): zur Wahl stehen %S',
  'the others': 'die anderen',
  'loss %s needs a validation set, but data %s has val=0: set val above 0':
    'loss %s braucht Validierungsdaten, aber data %s hat val=0: bitte val über 0 setzen',
  'loss %s: keep=yes goes on with what a loss has learned before a switch, and before this one there is none: write it in switch=':
    'loss %s: keep=yes macht mit dem weiter, was ein Verlust vor einem Wechsel gelernt hat, und vor diesem gibt es keinen: es gehört in switch=',
  'switch: %s:keep=yes goes on with a loss %s, but the loss before is %s':
    'switch: %s:keep=yes macht mit einem Verlust %s weiter, aber der Verlust davor ist %s',
  'switch: %s:keep=yes goes on with the bins of the loss before, which are %d, not %d':
    'switch: %s:keep=yes macht mit den Bins des Verlusts davor weiter, und das sind %d, nicht %d',
  'switch=%d: a run of one epoch cannot switch: take more epochs':
    'switch=%d: ein Lauf mit einer Epoche kann nicht wechseln: bitte mehr Epochen nehmen',
  'switch=%d is not a whole number from 1 to %d, as the run has %d epochs':
    'switch=%d ist keine ganze Zahl von 1 bis %d, denn der Lauf hat %d Epochen',

  // Training, and its requirements.
  'the loss is no longer finite at step %d of epoch %d: try a smaller learning rate':
    'der Verlust ist bei Schritt %d von Epoche %d nicht mehr endlich: bitte eine kleinere Lernrate versuchen',
  'validation set: %s: try a smaller learning rate': 'Validierungsdaten: %S: bitte eine kleinere Lernrate versuchen',
  '%s set: %s: try a smaller learning rate': '%S: %S: bitte eine kleinere Lernrate versuchen',
  '%s set: %s': '%S: %S',
  training: 'Trainingsdaten',
  validation: 'Validierungsdaten',
  test: 'Testdaten',
  'curvature=1 gives no standard error: take at least 2': 'curvature=1 gibt keinen Standardfehler: bitte mindestens 2 nehmen',
  'curvature needs a validation set, but data %s has val=0: set val above 0, or take curvature=0':
    'curvature braucht Validierungsdaten, aber data %s hat val=0: bitte val über 0 setzen oder curvature=0 nehmen',
  'the loss or its curvature is not finite at these weights: take weights of an earlier epoch':
    'der Verlust oder seine Krümmung ist bei diesen Gewichten nicht endlich: bitte Gewichte einer früheren Epoche nehmen',
  'the curvature is not finite at these weights: take weights of an earlier epoch':
    'die Krümmung ist bei diesen Gewichten nicht endlich: bitte Gewichte einer früheren Epoche nehmen',
  'the network has %zu parameters; the whole Hessian is computed for at most %d':
    'das Netz hat %zu Parameter; die ganze Hesse-Matrix wird für höchstens %d berechnet',
  'the eigenvalues did not converge': 'die Eigenwerte sind nicht konvergiert',
  '%s: by=%s is of classes, and the labels of head=sigmoid are none: take by=nll':
    '%s: by=%s gilt für Klassen, und die Labels von head=sigmoid sind keine: bitte by=nll nehmen',
  'data %s is multi-label: take head=sigmoid': 'data %s hat mehrere Labels pro Beispiel: bitte head=sigmoid nehmen',
  'diagnostics=yes tells samples that are right from those that are wrong, and multi-label samples (head=sigmoid) are neither: take diagnostics=no':
    'diagnostics=yes trennt richtige Beispiele von falschen, und mit head=sigmoid hat ein Beispiel mehrere Labels: bitte diagnostics=no nehmen',
  'data %s: every label of the %s set is unknown: take more samples':
    'data %s: alle Labels sind unbekannt (%S): bitte mehr Beispiele nehmen',
  'data %s: train=0 leaves nothing to train on: say train=1 at least':
    'data %s: mit train=0 bleibt nichts zum Trainieren: nötig ist mindestens train=1',
  'augment %s needs pictures, and data %s has none: take augment=none':
    'augment %s braucht Bilder, und data %s hat keine: bitte augment=none nehmen',
  "data %s: its words have numbers up to %d, but the network's embedding has %d words: set vocabulary=%d in the data, or a larger vocabulary in the model":
    'data %s: die Nummern der Wörter gehen bis %d, aber die Einbettung des Netzes hat %d Wörter: bitte vocabulary=%d bei den Daten setzen oder ein größeres beim Modell',
  'data %s: its vectors have %d numbers, but the network %s: set dim=%d in the model':
    'data %s: die Vektoren haben %d Zahlen, aber das Netz %S: bitte dim=%d beim Modell setzen',
  'has an embedding of another width': 'hat eine Einbettung anderer Breite',
  'does not begin with an embedding': 'beginnt nicht mit einer Einbettung',
  'from=%s: this run starts from the weights of the file whose SHA-256 begins so, but they were not given':
    'from=%s: dieser Lauf beginnt mit den Gewichten der Datei, deren SHA-256 so anfängt, und sie fehlen',
  '%s needs a validation set, but data %s has val=0: %s': '%s braucht Validierungsdaten, aber data %s hat val=0: %S',
  '%s: by=loss would compare two different losses in a run with switch=%d: take by=nll':
    '%s: by=loss würde in einem Lauf mit switch=%d zwei verschiedene Verluste vergleichen: bitte by=nll nehmen',
  '%s: by=%s needs the true probabilities, which data %s does not know':
    '%s: by=%s braucht die wahren Wahrscheinlichkeiten, die data %s nicht kennt',
  '%s: by=%s needs an out-of-distribution set, which a run does not have': '%s: by=%s braucht fremde Beispiele, die ein Lauf nicht hat',

  // Saved runs.
  "%s: its figures name '%.*s', which is no metric's id: 1 to %d letters, digits, '_', '-' and '.'":
    '%s: unter seinen Zahlen heißt eine „%.*s“, was keine Metrik heißen kann: 1 bis %d Buchstaben, Ziffern, „_“, „-“ und „.“',
  "%s: its figures name '%.*s' twice": '%s: unter seinen Zahlen steht „%.*s“ zweimal',
  '%s: its figures have more names than its history has columns, %d%s': '%s: seine Zahlen haben mehr Namen als sein Verlauf Spalten, %d%S',
  ', or than are read, 4096': ', oder als gelesen werden, 4096',
  '%s: this run looks at %s, which its history does not have': '%s: dieser Lauf achtet auf %s, was in seinem Verlauf fehlt',
  '%s: its history has rows of %d numbers; a row is %d numbers and %d for each figure':
    '%s: sein Verlauf hat Zeilen mit %d Zahlen; eine Zeile hat %d Zahlen und %d für jede Metrik',
  '%s: its format is %.40s, of another version of this program; this one reads %s: resume it with the program that saved it, or train its link anew':
    '%s: sein Format ist %.40s, das einer anderen Version des Programms; diese liest %s: bitte mit dem Programm fortsetzen, das ihn gespeichert hat, oder seinen Link neu trainieren',
  '%s: not the saved state of a run: it has no %s': '%s: kein gespeicherter Stand eines Laufs: darin fehlt %s',
  "%s: its %s is %.150s, and this run's is %.150s": '%s: %s ist dort %.150S und bei diesem Lauf %.150s',
  '%s: its step is %.40s, and the run has steps 0 to %d': '%s: sein Schritt ist %.40s, und der Lauf hat die Schritte 0 bis %d',
  missing: 'nicht da',
  '%s: its link cannot be read: %s': '%s: sein Link ist nicht zu lesen: %S',
  '%s: its arithmetic is %.40s, and this program knows fused alone': '%s: gerechnet wurde mit %.40s, und dieses Programm kennt nur fused',
  '%s: tensor %s is not of the type that was saved': '%s: der Tensor %s hat nicht den gespeicherten Typ',
  '%s: damaged: its numbers are not those that were saved': '%s: beschädigt: die Zahlen sind nicht die gespeicherten',
  '%s: by its history the run is over after epoch %d, before step %d':
    '%s: nach seinem Verlauf ist der Lauf nach Epoche %d zu Ende, vor Schritt %d',
  '%s: not the saved state of a run: it has no figures': '%s: kein gespeicherter Stand eines Laufs: er hat keine Zahlen',
};
