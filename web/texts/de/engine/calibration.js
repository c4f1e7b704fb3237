// German for the engine's messages about fitted calibrators: files of them, and their application to outputs.
/** @type {Record<string, string>} */
export const calibration = {
  // Files of calibrators.
  '%.100s: "%s" is missing, or is not as calib fit writes it': '%.100s: „%s“ fehlt oder ist nicht so, wie calib fit es schreibt',
  '%.100s: not a calibrator that calib fit wrote': '%.100s: kein Kalibrator, den calib fit geschrieben hat',
  '%.100s: written by a newer calib, in version %d of the format; this one reads version %d':
    '%.100s: von einem neueren calib geschrieben, in Version %d des Formats; dieses liest Version %d',
  '%.100s: %zu bytes are too many for a calibrator': '%.100s: %zu Bytes sind zu viele für einen Kalibrator',
  '%.100s: not a JSON object, or cut short': '%.100s: kein JSON-Objekt, oder abgeschnitten',

  // Fitting.
  'calibrators need the outputs of all classes, not a confidence alone':
    'Kalibratoren brauchen die Ausgaben aller Klassen, nicht nur eine Konfidenz',
  'the options of questions differ from question to question: calib report measures calibrators of them, but keeps none':
    'die Antworten sind von Frage zu Frage andere: calib report misst Kalibratoren dafür, behält aber keinen',
  'calibrator %s: %s': 'Kalibrator %s: %S',
  'calibrator %s needs a class for each sample, not soft labels; fitted on these are %s':
    'Kalibrator %s braucht für jedes Beispiel eine Klasse, keine weichen Labels; an diese angepasst werden %s',
  'calibrator %s is fitted on %s, and a network gives logits of classes':
    'Kalibrator %s ist an %S angepasst, ein Netz ergibt aber Logits von Klassen',
  'a binary task': 'eine binäre Aufgabe',
  'calibrator %s is fitted on %d classes, and the network has %d': 'Kalibrator %s ist an %d Klassen angepasst, das Netz hat aber %d',
  "calibrator %s cannot be a part of the model: temperature and vector can; calib apply applies it to the model's outputs":
    'Kalibrator %s kann kein Teil des Modells sein, nur temperature und vector; calib apply wendet ihn auf die Ausgaben des Modells an',
  '%s: its weights are in a second file, which is not given': '%s: die Gewichte sind in einer zweiten Datei, die fehlt',
  "%.200s: its second file is called '%.*s'; only a file next to the model is read, by its name without folders":
    '%.200s: die zweite Datei heißt „%.*s“; gelesen wird nur eine Datei neben dem Modell, mit ihrem Namen ohne Ordner',
  '%.200s: its weights are in several files, %.48s and %.*s; only one is read':
    '%.200s: die Gewichte sind in mehreren Dateien, %.48s und %.*s; gelesen wird nur eine',
  '%.200s: its numbers are beyond the end of %.200s, which has %zu bytes':
    '%.200s: die Zahlen liegen hinter dem Ende von %.200s; die Datei hat %zu Bytes',
  '%s: its logits are scaled and shifted for each class by vector scaling, which calib does not read; take the network that it was exported from, or drop it on the page under Evaluate':
    '%s: die Logits sind durch Vektorskalierung für jede Klasse skaliert und verschoben, was calib nicht liest; bitte das ursprüngliche Netz nehmen oder die Datei auf der Seite unter Auswerten ablegen',
  'it needs a class for each sample, not soft labels': 'er braucht für jedes Beispiel eine Klasse, keine weichen Labels',
  'soft labels leave only the fit by=nll': 'weiche Labels lassen nur die Anpassung by=nll zu',
  'calibrator %s: %d samples are too few to fit it on': 'Kalibrator %s: %d Beispiele reichen für die Anpassung nicht',
  'row %d: calibrator %s gives it no finite probability': 'Zeile %d: Kalibrator %s ergibt dort keine endliche Wahrscheinlichkeit',

  // Outputs that do not fit the calibrator.
  '%.100s: the calibrator was fitted on probabilities, and is not applied to logits':
    '%.100s: der Kalibrator wurde an Wahrscheinlichkeiten angepasst und wird nicht auf Logits angewandt',
  '%.100s: the calibrator was fitted on logits, and is not applied to probabilities':
    '%.100s: der Kalibrator wurde an Logits angepasst und wird nicht auf Wahrscheinlichkeiten angewandt',
  '%.100s: its numbers look like probabilities, but the calibrator was fitted on logits: give logits, or say %s if they are':
    '%.100s: die Zahlen sehen wie Wahrscheinlichkeiten aus, aber der Kalibrator wurde an Logits angepasst: bitte Logits nehmen, oder %s angeben, wenn es welche sind',
  '%.100s: row %.0f, column %d is not a number': '%.100s: Zeile %.0f, Spalte %d ist keine Zahl',
  '%.100s: row %.0f does not hold probabilities, on which the calibrator was fitted: it is not applied to logits':
    '%.100s: Zeile %.0f enthält keine Wahrscheinlichkeiten, an denen der Kalibrator angepasst wurde: auf Logits wird er nicht angewandt',
  '%.100s: more than 2 GB at once': '%.100s: mehr als 2 GB auf einmal',
  '%.100s: outputs are floating-point numbers': '%.100s: Ausgaben sind Gleitkommazahlen',
  '%.100s: outputs are an array [samples, %d]': '%.100s: Ausgaben sind ein Feld [samples, %d]',
  '%.100s: rows have %d outputs, but the calibrator was fitted on rows of %d':
    '%.100s: die Zeilen haben %d Ausgaben, aber der Kalibrator wurde an Zeilen mit %d angepasst',
  '%.100s: its rows and columns are in Fortran order; save it after numpy.ascontiguousarray':
    '%.100s: Zeilen und Spalten haben Fortran-Reihenfolge; bitte nach numpy.ascontiguousarray speichern',
  'calibrator %s maps the confidence of the predicted class alone: write a .csv, with the columns predicted and confidence':
    'Kalibrator %s bildet nur die Konfidenz der vorhergesagten Klasse ab: bitte eine .csv schreiben, mit den Spalten predicted und confidence',
  '%.100s: intervals are columns of a table: write a .csv': '%.100s: Intervalle sind Spalten einer Tabelle: bitte eine .csv schreiben',
  '%.100s: an .npz has at most 4 GB; write an .npy': '%.100s: eine .npz hat höchstens 4 GB; bitte eine .npy schreiben',
  '%.100s: ends after %.0f of %d rows': '%.100s: endet nach %.0f von %d Zeilen',
  '%.100s: goes on after its %d rows': '%.100s: geht nach den %d Zeilen weiter',

  '%.100s: the calibrator was fitted for another task than that of the outputs':
    '%.100s: der Kalibrator wurde für eine andere Aufgabe als die der Ausgaben angepasst',

  // Groups.
  'the calibrator corrects groups of %.100s: it is applied to a table with these columns':
    'der Kalibrator korrigiert Gruppen von %.100s: er wird auf eine Tabelle mit diesen Spalten angewandt',
  '%.100s: the calibrator corrects groups of %.100s: name these columns of the table, columns group=NAME':
    '%.100s: der Kalibrator korrigiert Gruppen von %.100s: bitte diese Spalten der Tabelle nennen, columns group=NAME',
  '%.100s: the calibrator corrects groups, which out-of-distribution outputs lack: report without them':
    '%.100s: der Kalibrator korrigiert Gruppen, die bei Ausgaben außerhalb der Verteilung fehlen: bitte ohne diese Ausgaben messen',
  'calibrator %s maps the confidence of the predicted class alone: it has no groups':
    'Kalibrator %s bildet nur die Konfidenz der vorhergesagten Klasse ab: er hat keine Gruppen',
  'groups need a class for each sample, not soft labels': 'Gruppen brauchen für jedes Beispiel eine Klasse, keine weichen Labels',
  'groups are a column of a table: give the validation outputs, or their labels, as a table':
    'Gruppen sind eine Spalte einer Tabelle: bitte die Validierungsausgaben oder ihre Labels als Tabelle geben',
  'a column of groups has more than 100 different ones: give a coarser column':
    'eine Spalte von Gruppen hat mehr als 100 verschiedene: bitte eine gröbere Spalte nehmen',
  'two groups have the same shortened name %.60s: rename one': 'zwei Gruppen haben denselben gekürzten Namen %.60s: bitte eine umbenennen',
  'all samples are in one group: its calibrator is the one without groups':
    'alle Beispiele sind in einer Gruppe: ihr Kalibrator ist der ohne Gruppen',
  'groups of %.100s: %d of %d are corrected (steps: %d, passes: %d, at most %d); the others keep the map of all samples':
    'Gruppen von %.100s: %d von %d sind korrigiert (Schritte: %d, Durchgänge: %d, höchstens %d); die anderen behalten die Abbildung aller Beispiele',
  'the largest remaining error of a group is that of %.60s: outcomes minus probabilities are %.4f on average, 95 %% interval %.4f to %.4f (%d rows, by maps that have not seen them)':
    'der größte verbleibende Fehler einer Gruppe ist der von %.60s: Ergebnis minus Wahrscheinlichkeit ist im Mittel %.4f, 95-%%-Intervall %.4f bis %.4f (%d Zeilen, mit Abbildungen, die sie nicht gesehen haben)',
  '%.100s: the calibrator corrects groups of %.100s: give a table with these columns, or --groups for an array':
    '%.100s: der Kalibrator korrigiert Gruppen von %.100s: bitte eine Tabelle mit diesen Spalten nehmen, oder --groups für ein Feld',
  '%.100s: not a table of 1 to %d columns': '%.100s: keine Tabelle mit 1 bis %d Spalten',
  '%.100s: groups of %d rows, but %.100s has %d rows': '%.100s: Gruppen von %d Zeilen, aber %.100s hat %d Zeilen',
  '%.100s: a table has its groups in its columns; --groups goes with arrays':
    '%.100s: eine Tabelle hat die Gruppen in ihren Spalten; --groups gehört zu Feldern',
  '%.100s: the calibrator corrects no groups': '%.100s: der Kalibrator korrigiert keine Gruppen',
  'a calibrator with groups has no intervals': 'ein Kalibrator mit Gruppen hat keine Intervalle',
  'a calibrator with groups cannot be a part of the model, which does not see them':
    'ein Kalibrator mit Gruppen kann kein Teil des Modells sein, das sie nicht sieht',
  '%.100s: it corrects groups; sets take a calibrator without them':
    '%.100s: er korrigiert Gruppen; Mengen nehmen einen Kalibrator ohne Gruppen',
  '%.100s: no column is named %.60s, whose groups the calibrator corrects: add it':
    '%.100s: keine Spalte heißt %.60s, deren Gruppen der Kalibrator korrigiert: bitte ergänzen',
  '%.100s: %.0f rows of unknown groups have the map of all samples; the first is in line %.0f':
    '%.100s: %.0f Zeilen unbekannter Gruppen haben die Abbildung aller Beispiele; die erste ist Zeile %.0f',
  '%.100s: %.0f rows lack an output and have no calibrated probability; the first is in line %.0f; %.0f rows of unknown groups have the map of all samples; the first is in line %.0f':
    '%.100s: %.0f Zeilen fehlt eine Ausgabe, sie haben keine kalibrierte Wahrscheinlichkeit; die erste ist Zeile %.0f; %.0f Zeilen unbekannter Gruppen haben die Abbildung aller Beispiele; die erste ist Zeile %.0f',

  // Tables.
  '%.100s: columns: give p= or logit=, the column of the outputs': '%.100s: columns: bitte p= oder logit= angeben, die Spalte der Ausgaben',
  '%.100s: columns: the calibrator was fitted on probabilities; give p=':
    '%.100s: columns: der Kalibrator wurde an Wahrscheinlichkeiten angepasst; bitte p= angeben',
  '%.100s: columns: the calibrator was fitted on log odds; give logit=':
    '%.100s: columns: der Kalibrator wurde an Log-Odds angepasst; bitte logit= angeben',
  '%.100s: columns: %d classes, but the calibrator was fitted on %d':
    '%.100s: columns: %d Klassen, aber der Kalibrator wurde an %d angepasst',
  '%.100s: the calibrator was fitted on arrays: say which columns hold its outputs, --columns %s':
    '%.100s: der Kalibrator wurde an Feldern angepasst: bitte sagen, welche Spalten die Ausgaben enthalten, --columns %s',
  '%.100s: %d columns are named %.60s': '%.100s: %d Spalten heißen %.60s',
  '%.100s: no column is named %.60s, as where the calibrator was fitted: say which columns hold its outputs, --columns %s':
    '%.100s: keine Spalte heißt %.60s wie bei der Anpassung des Kalibrators: bitte sagen, welche Spalten die Ausgaben enthalten, --columns %s',
  '%.100s: it already has a column %.*s: rename that': '%.100s: eine Spalte %.*s gibt es schon: bitte umbenennen',
  '%.100s: probabilities are added to JSON lines, an object a line, not to a list':
    '%.100s: Wahrscheinlichkeiten werden in JSON-Zeilen ergänzt, mit einem Objekt je Zeile, nicht in einer Liste',
  '%.100s: not a table of 1 to %d columns; give an array': '%.100s: keine Tabelle mit 1 bis %d Spalten; bitte ein Feld nehmen',
  "%.100s: line %d: '%.*s' is not a number": '%.100s: Zeile %d: „%.*s“ ist keine Zahl',
  '%.100s: line %d: %d fields, but the table has %d columns': '%.100s: Zeile %d: %d Felder, aber die Tabelle hat %d Spalten',
  '%.100s: %.0f rows lack an output and have no calibrated probability; the first is in line %.0f':
    '%.100s: %.0f Zeilen fehlt eine Ausgabe, sie haben keine kalibrierte Wahrscheinlichkeit; die erste ist Zeile %.0f',
};
