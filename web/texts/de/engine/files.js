// German for the engine's messages about files of outputs and labels: their recognised format, or why they
// are refused.
/** @type {Record<string, string>} */
export const files = {
  'column %d': 'Spalte %d',
  'label %d': 'Label %d',
  '%s, from %.4g to %.4g': '%S, von %.4g bis %.4g',

  // Binary tasks.
  "%s: line %d: %s is '%.*s'; %s": '%s: Zeile %d: %s ist „%.*s“; %S',
  'leave out rows without a label': 'Zeilen ohne Label bitte weglassen',
  'a binary task has two different labels, and this is the third; for more classes give a column of probabilities for each, or for soft labels .npy files':
    'eine binäre Aufgabe hat zwei verschiedene Labels, und dies ist das dritte; bei mehr Klassen bitte für jede eine Spalte mit Wahrscheinlichkeiten, oder bei weichen Labels .npy-Dateien',
  '%s: no rows of predictions': '%s: keine Zeilen mit Vorhersagen',
  '%.120s: positive=%.*s is not one of its labels, which are %.*s%s%.*s':
    '%.120s: positive=%.*s ist kein Label darin; die Labels sind %.*s%S%.*s',
  ' and ': ' und ',
  '%s: every label is %.*s; say with positive=%.*s that this is the class which p is of':
    '%s: jedes Label ist %.*s; mit positive=%.*s lässt sich sagen, dass p für diese Klasse gilt',
  ', the larger of its two labels': ', das größere der beiden Labels',
  '%s: every label is %.*s; say with positive= which class p is the probability of':
    '%s: jedes Label ist %.*s; mit positive= bitte sagen, für welche Klasse p gilt',
  ', which its name says': ', wie der Name sagt',
  ', where it is larger': ', wo sie größer ist',
  '%.200s: %s holds the outputs; not read: %s%s%s': '%.200s: %s enthält die Ausgaben; nicht gelesen: %s%s%s',
  '%.200s: line %d: its answer has no top_logprobs; ask for them with logprobs=true and top_logprobs=20':
    '%.200s: Zeile %d: die Antwort hat keine top_logprobs; sie kommen mit logprobs=true und top_logprobs=20',
  '%.200s: read as predictions of Weka: actual is the label, and its distribution has the %d probabilities':
    '%.200s: gelesen als Vorhersagen von Weka: actual ist das Label, und die Verteilung enthält die %d Wahrscheinlichkeiten',
  '%.80s: more than one set of %d classes, as two models have; choose one: %s; or: %s':
    '%.80s: mehr als ein Satz von %d Klassen, wie ihn zwei Modelle haben; bitte einen wählen: %s; oder: %s',
  '%.80s: which of %.40s and %.40s is the label, and which the predicted class? %s; or: %s':
    '%.80s: was ist das Label und was die vorhergesagte Klasse, %.40s oder %.40s? %s; oder: %s',
  '%.80s: predictions of several models; choose one: %.380s': '%.80s: Vorhersagen mehrerer Modelle; bitte eines wählen: %.380s',
  '%.80s: more than one column could be the label; choose one: %.380s':
    '%.80s: mehr als eine Spalte könnte das Label sein; bitte eine wählen: %.380s',
  '%.80s: more than one column could be the probability; choose one: %.380s':
    '%.80s: mehr als eine Spalte könnte die Wahrscheinlichkeit sein; bitte eine wählen: %.380s',
  '%s%s%.150s': '%s%S%.150s',
  '; or: ': '; oder: ',
  '%.60s: is %.40s the probability that %.40s is %.*s (its mean is %.3g there) or %.*s (%.3g)? First: %.130s; second: %.130s':
    '%.60s: ist %.40s die Wahrscheinlichkeit, dass %.40s den Wert %.*s hat (ihr Mittel ist dort %.3g) oder %.*s (%.3g)? Das Erste: %.130s; das Zweite: %.130s',
  '%.60s: every %.40s is %.*s; is %.40s the probability of %.*s or of %.*s? First: %.130s; second: %.130s':
    '%.60s: %.40s ist immer %.*s; ist %.40s die Wahrscheinlichkeit von %.*s oder von %.*s? Das Erste: %.130s; das Zweite: %.130s',
  '%.200s: the names of the columns are repeated, and these lines are skipped, %d of them':
    '%.200s: die Namen der Spalten wiederholen sich, und diese Zeilen werden übersprungen, %d Stück',
  '%.200s: %s runs from %.4g to %.4g, and is read as percent': '%.200s: %s geht von %.4g bis %.4g und wird als Prozent gelesen',
  '%s: %s runs from %.6g to %.6g: confidences are from 0 to 1, or all in percent':
    '%s: %s geht von %.6g bis %.6g: Konfidenzen liegen zwischen 0 und 1 oder alle in Prozent vor',
  ', since it has the larger mean; positive= says otherwise': ', da dort das Mittel größer ist; mit positive= lässt sich das ändern',
  'it must be a number; leave out rows without one': 'nötig ist eine Zahl; Zeilen ohne eine bitte weglassen',
  'a probability is from 0 to 1': 'eine Wahrscheinlichkeit ist von 0 bis 1',
  '%s: %s runs from %.6g to %.6g: no probabilities, which are from 0 to 1, and without a number below 0 no log odds either; divide percent by 100, or say logit=%s if they are log odds':
    '%s: %s geht von %.6g bis %.6g: keine Wahrscheinlichkeiten, die von 0 bis 1 gehen, und ohne eine Zahl unter 0 auch keine Log-Odds; Prozent bitte durch 100 teilen, oder logit=%s angeben, wenn es Log-Odds sind',
  'log odds': 'Log-Odds',
  percent: 'Prozent',
  probabilities: 'Wahrscheinlichkeiten',
  '%.100s: read as a binary task: %s is the label, %s the probability that it is %s%s (%s; %d of %d rows are %s)':
    '%.100s: gelesen als binäre Aufgabe: %s ist das Label, %s die Wahrscheinlichkeit, dass es %s ist%P (%S; von den Zeilen sind %d von %d %s)',
  '%.200s: every probability is exactly 0 or 1, as of predicted classes: there is no confidence to check, and calibration errors repeat the error':
    '%.200s: jede Wahrscheinlichkeit ist genau 0 oder 1, wie bei vorhergesagten Klassen: es gibt keine Konfidenz zu prüfen, und Kalibrierungsfehler wiederholen die Fehlerquote',
  '%.80s: %.48s is 0 or 1 in every row, as predicted classes are: give probabilities, or say that these are: %s':
    '%.80s: %.48s ist in jeder Zeile 0 oder 1, wie vorhergesagte Klassen: bitte Wahrscheinlichkeiten angeben, oder sagen, dass es welche sind: %s',
  '%.100s: %.4g %% of the answers are correct; accuracy and error judge the claim that an answer with p below 0.5 is wrong':
    '%.100s: %.4g %% der Antworten sind richtig; Genauigkeit und Fehler beurteilen die Aussage, dass eine Antwort mit p unter 0,5 falsch ist',
  '%.100s: %s is the group, %s the case, whose rows stay together': '%.100s: %s ist die Gruppe, %s der Fall, dessen Zeilen zusammenbleiben',
  '%.100s: %s is the group': '%.100s: %s ist die Gruppe',
  '%.100s: %s weighs the rows; calibrators are fitted without weights':
    '%.100s: %s gewichtet die Zeilen; Kalibratoren werden ohne Gewichte angepasst',
  '%s: row %d: a weight is %g; weights are above 0: leave out rows that do not count':
    '%s: Zeile %d: ein Gewicht ist %g; Gewichte sind über 0: Zeilen, die nicht zählen, bitte weglassen',
  '%s: its weights are too large': '%s: die Gewichte sind zu groß',
  '%.120s: columns: no column is named %.*s; it has %d, from %s to %s':
    '%.120s: columns: keine Spalte heißt %.*s; es gibt %d, von %s bis %s',
  "columns: '%.*s' is not label=, p=, logit=, class=, classes=, pred=, conf=, group=, case=, weight=, score= or positive=, each with a name or a number from 1, joined by commas: label=died,p=risk":
    'columns: „%.*s“ ist nicht label=, p=, logit=, class=, classes=, pred=, conf=, group=, case=, weight=, score= oder positive=, jedes mit einem Namen oder einer Zahl ab 1, mit Kommas dazwischen: label=died,p=risk',
  '%.120s: columns: classes=%.*s names no columns with numbers from 0 or 1 without a gap':
    '%.120s: columns: classes=%.*s nennt keine Spalten mit Nummern ab 0 oder 1 ohne Lücke',
  '%.120s: columns: class=%.*s is given twice': '%.120s: columns: class=%.*s steht zweimal da',
  '%.120s: columns: give classes= or class= for each class, or pred= and conf=, or p=':
    '%.120s: columns: bitte classes= oder class= für jede Klasse angeben, oder pred= und conf=, oder p=',
  '%.120s: columns: say which column is the label, label=name': '%.120s: columns: bitte sagen, welche Spalte das Label ist, label=name',
  '%.120s: columns: %s has two roles': '%.120s: columns: %s hat zwei Rollen',
  '%.120s: columns: label and p are the same column': '%.120s: columns: label und p sind dieselbe Spalte',
  '%.120s: columns: say which column is the %s, %s=name': '%.120s: columns: bitte angeben, welche Spalte was ist (%S), %s=name',
  label: 'Label',
  probability: 'Wahrscheinlichkeit',

  // Several arrays in one file.
  '%s: it holds more than %d arrays': '%s: darin sind mehr als %d Arrays',
  '%s: its tensors have %.0f numbers, far more than the file': '%s: die Tensoren haben %.0f Zahlen, viel mehr als die Datei',
  '%s: no tensors of floats': '%s: keine Tensoren aus Gleitkommazahlen',
  "%.160s; convert it in Python: import torch; from safetensors.torch import save_file; d = torch.load('%.60s', weights_only=True); save_file({k: v.contiguous() for k, v in d.get('state_dict', d).items()}, 'model.safetensors')":
    "%.160S; bitte in Python umwandeln: import torch; from safetensors.torch import save_file; d = torch.load('%.60s', weights_only=True); save_file({k: v.contiguous() for k, v in d.get('state_dict', d).items()}, 'model.safetensors')",
  '%s: there is no array in the archive': '%s: im Archiv ist kein Array',
  "%s: the tensor '%s' %s": '%s: der Tensor „%s“ %S',
  'has no numbers in the file': 'hat in der Datei keine Zahlen',
  'has characters in place of bytes': 'hat Zeichen statt Bytes',
  'needs more numbers than there are': 'braucht mehr Zahlen, als da sind',
  'repeats numbers (expand) and takes more than 64 MB; save it with .contiguous()':
    'wiederholt Zahlen (expand) und nimmt mehr als 64 MB ein; bitte mit .contiguous() speichern',
  '%s: its numbers are big-endian; little-endian is read': '%s: die Zahlen sind Big-Endian; gelesen wird Little-Endian',
  '%.80s: %s of its arrays %s %s: %s; give that one as .npy': '%.80s: %S von den Arrays %S %S: %s; bitte dieses als .npy angeben',
  several: 'mehrere',
  none: 'keines',
  'could be the': 'könnten es sein, als',
  'is named as the': 'heißt so, als',
  '%s: a pickle of Python, which may run code when it is opened: save arrays with numpy.savez, or tensors with torch.save of PyTorch 1.6 or newer':
    '%s: ein Pickle von Python, der beim Öffnen Code ausführen kann: bitte Arrays mit numpy.savez speichern, oder Tensoren mit torch.save von PyTorch 1.6 oder neuer',
  labels: 'Labels',
  logits: 'Logits',
  'validation logits': 'Validierungs-Logits',
  'validation labels': 'Validierungs-Labels',
  'out-of-distribution logits': 'Logits fremder Beispiele',

  // Tables of predictions, or with a column per class.
  '%s: line %d: more than one column is named %s': '%s: Zeile %d: mehr als eine Spalte heißt %s',
  '%s: line %d: no column is named label (or true_label, target, class, y); name it, and give a column for each class or columns named pred and conf; or say columns label=NAME,p=NAME':
    '%s: Zeile %d: keine Spalte heißt label (oder true_label, target, class, y); bitte so benennen, dazu eine Spalte für jede Klasse oder Spalten namens pred und conf; oder columns label=NAME,p=NAME sagen',
  '%s: line %d: too few columns: give a label and outputs of at least two classes, or a label, a predicted class and its confidence':
    '%s: Zeile %d: zu wenige Spalten: nötig sind ein Label und Ausgaben mindestens zweier Klassen, oder ein Label, eine vorhergesagte Klasse und ihre Konfidenz',
  '%s: line %d: %.*s=%.*s is not %s': '%s: Zeile %d: %.*s=%.*s ist nicht: %S',
  "%s: line %d: column %d: '%.*s' is not a number": '%s: Zeile %d: Spalte %d: „%.*s“ ist keine Zahl',
  'a number; a column of groups is named by columns, group=NAME': 'eine Zahl; eine Spalte mit Gruppen wird mit columns, group=NAME benannt',
  'a number from 0 to 1': 'eine Zahl von 0 bis 1',
  'a class, a whole number from 0': 'eine Klasse, eine ganze Zahl ab 0',
  '%s: line %d: %d columns, but the first line has %d': '%s: Zeile %d: %d Spalten, aber die erste Zeile hat %d',
  'a weight, a number above 0': 'ein Gewicht, eine Zahl über 0',
  '%s: no rows of %s': '%s: keine Zeilen (%S)',
  predictions: 'Vorhersagen',
  outputs: 'Ausgaben',
  '%.200s: read as predictions: %s is the label, %s the predicted class, %s its confidence':
    '%.200s: gelesen als Vorhersagen: %s ist das Label, %s die vorhergesagte Klasse, %s ihre Konfidenz',
  '%.200s: %s is below 0.5 exactly where class 0 is predicted: read as the probability of class 1, and converted to that of the predicted class':
    '%.200s: %s ist genau dort unter 0,5, wo Klasse 0 vorhergesagt ist: gelesen als Wahrscheinlichkeit von Klasse 1 und in die der vorhergesagten Klasse umgerechnet',
  '%.200s: read as the outputs of %d classes; the columns of predicted classes and of confidences beside them are ignored':
    '%.200s: gelesen als Ausgaben von %d Klassen; die Spalten mit vorhergesagten Klassen und Konfidenzen daneben zählen nicht',
  '%.120s: columns: group=%s goes with a column for each class, or with a label and its probability':
    '%.120s: columns: group=%s gehört zu einer Spalte für jede Klasse oder zu einem Label und seiner Wahrscheinlichkeit',
  '%.120s: the column %s holds words, which would be groups; those go with a column for each class, or with a label and its probability: leave it out':
    '%.120s: in der Spalte %s stehen Wörter, das wären Gruppen; die gehören zu einer Spalte für jede Klasse oder zu einem Label und seiner Wahrscheinlichkeit: bitte weglassen',
  '%.100s: %s is another group': '%.100s: %s ist eine weitere Gruppe',
  'columns: more than %d columns of groups': 'columns: mehr als %d Spalten mit Gruppen',
  '%.100s: %s is the case, whose rows stay together': '%.100s: %s ist der Fall, dessen Zeilen zusammenbleiben',
  '%.100s: %s groups the rows': '%.100s: %s teilt die Zeilen in Gruppen',
  '%.120s: columns: groups, cases and weights are read of tables of up to %d columns':
    '%.120s: columns: Gruppen, Fälle und Gewichte werden aus Tabellen mit bis zu %d Spalten gelesen',
  '%.80s: %s of its first and last column could be the labels; say which: %s; or: %s':
    '%.80s: von erster und letzter Spalte könnten %S die Labels sein; welche, sagt: %s; oder: %s',
  both: 'beide',
  '%s: row %d: label %g is not one of the classes 0 to %d': '%s: Zeile %d: das Label %g ist keine der Klassen 0 bis %d',
  '%.80s: %.48s holds whole numbers, as predicted classes are, and the other outputs do not; leave it out: %s; or take it as a class: %s':
    '%.80s: in %.48s stehen ganze Zahlen wie bei vorhergesagten Klassen, in den anderen Ausgaben nicht; weglassen: %s; oder als Klasse nehmen: %s',
  '%.80s: not among its numbered classes %.*s%d to %.*s%d: %.160s; leave them out: %s':
    '%.80s: nicht unter den nummerierten Klassen %.*s%d bis %.*s%d: %.160s; weglassen: %s',
  '%.120s: its %d classes are numbered from %.*s%d to %.*s%d: number them from 0 to %d without gaps':
    '%.120s: die %d Klassen sind von %.*s%d bis %.*s%d nummeriert: bitte ohne Lücken von 0 bis %d nummerieren',
  '%s: two columns have the same name': '%s: zwei Spalten heißen gleich',
  '%.80s: no classes by their names: %.160s; leave them out: %s': '%.80s: den Namen nach keine Klassen: %.160s; weglassen: %s',
  '%.80s: is label 1 %.40s or %.40s? %.40s: %s; %.40s: %s': '%.80s: ist Label 1 %.40s oder %.40s? %.40s: %s; %.40s: %s',
  '%.80s: %.48s is no class: the other columns are probabilities that sum to 1 without it; leave it out: %s':
    '%.80s: %.48s ist keine Klasse: die anderen Spalten sind Wahrscheinlichkeiten, deren Summe ohne sie 1 ist; weglassen: %s',
  '%.200s: its columns of classes are numbered, and read in the order of their numbers':
    '%.200s: die Spalten der Klassen sind nummeriert und nach ihren Nummern geordnet gelesen',
  '%.200s: its outputs are from 0 to 1, and rows do not sum to 1: neither logits nor probabilities of classes; leave out other columns; %s if they are logits all the same':
    '%.200s: die Ausgaben sind von 0 bis 1, und die Summe der Zeilen ist nicht 1: weder Logits noch Wahrscheinlichkeiten von Klassen; bitte andere Spalten weglassen; %s, wenn es trotzdem Logits sind',
  '%.80s: %.48s is not the class of the largest of the other columns, so these may not be the outputs of classes; name a confidence conf in the first line, or leave %.48s out: %s':
    '%.80s: %.48s ist nicht die Klasse der größten der anderen Spalten, also sind diese vielleicht keine Ausgaben von Klassen; bitte eine Konfidenz in der ersten Zeile conf nennen, oder %.48s weglassen: %s',
  '%s: too few columns: give a label and outputs of at least two classes, or a label, a predicted class and its confidence (label,pred,conf in a first line)':
    '%s: zu wenige Spalten: nötig sind ein Label und Ausgaben mindestens zweier Klassen, oder ein Label, eine vorhergesagte Klasse und ihre Konfidenz (label,pred,conf in einer ersten Zeile)',
  '%.80s: %.48s and %.48s could be a predicted class and its confidence: %s; or the outputs of two classes: %s':
    '%.80s: %.48s und %.48s könnten eine vorhergesagte Klasse und ihre Konfidenz sein: %s; oder die Ausgaben zweier Klassen: %s',

  // Text and JSON.
  '%s: this is %s': '%s: dies ist %S',
  'a Parquet file: save it as CSV, in Python with pandas.read_parquet(...).to_csv(..., index=False)':
    'eine Parquet-Datei: bitte als CSV speichern, in Python mit pandas.read_parquet(...).to_csv(..., index=False)',
  'an archive or an Excel workbook: save the sheet as CSV': 'ein Archiv oder eine Excel-Mappe: bitte das Blatt als CSV speichern',
  "a file of torch.save, not a table: give outputs in it with --logits and labels with --labels; a network's weights go to calib evaluate":
    'eine Datei von torch.save, keine Tabelle: bitte Ausgaben darin mit --logits und Labels mit --labels angeben; Gewichte eines Netzes liest calib evaluate',
  'an archive of NumPy, not a table: give it with --logits': 'ein Archiv von NumPy, keine Tabelle: bitte mit --logits angeben',
  'a pickle of Python, which may run code when it is opened: save the table as CSV, with to_csv':
    'ein Pickle von Python, der beim Öffnen Code ausführen kann: bitte die Tabelle mit to_csv als CSV speichern',
  'text in UTF-16: save it as CSV in UTF-8': 'Text in UTF-16: bitte als CSV in UTF-8 speichern',
  'an old Excel workbook: save the sheet as CSV': 'eine alte Excel-Mappe: bitte das Blatt als CSV speichern',
  'compressed with gzip: unpack it; if R made it with saveRDS, save the table with write.csv':
    'mit gzip gepackt: bitte auspacken; wenn R es mit saveRDS gemacht hat, die Tabelle mit write.csv speichern',
  'a file of SPSS: save the table as CSV': 'eine Datei von SPSS: bitte die Tabelle als CSV speichern',
  'a file of Stata: save the table as CSV, with export delimited':
    'eine Datei von Stata: bitte die Tabelle als CSV speichern, mit export delimited',
  'a file of R: save the table with write.csv': 'eine Datei von R: bitte die Tabelle mit write.csv speichern',
  'an HDF5 file: save the table as CSV': 'eine HDF5-Datei: bitte die Tabelle als CSV speichern',
  'a NumPy array, not a table: give its outputs with --logits and the labels with --labels':
    'ein Array von NumPy, keine Tabelle: bitte Ausgaben mit --logits und Labels mit --labels angeben',
  'a picture: give the table or the arrays of outputs and labels':
    'ein Bild: nötig sind die Tabelle oder die Arrays mit Ausgaben und Labels',
  'a PDF document: save the table in it as CSV': 'ein PDF-Dokument: bitte die Tabelle darin als CSV speichern',
  'a page of the web: download the table itself, as CSV': 'eine Seite aus dem Netz: bitte die Tabelle selbst herunterladen, als CSV',
  "%s: this is not a text file: give a table (CSV, TSV or JSON lines, such as pandas' to_csv writes) or arrays (.npy, such as numpy.save writes)":
    '%s: dies ist kein Text: nötig ist eine Tabelle (CSV, TSV oder JSON-Zeilen, wie to_csv von pandas sie schreibt) oder Arrays (.npy, wie numpy.save sie schreibt)',
  '%s: line %d: more than %d values a line; save the outputs as .npy, or as CSV with a column for each class':
    '%s: Zeile %d: mehr als %d Werte in einer Zeile; bitte die Ausgaben als .npy speichern, oder als CSV mit einer Spalte für jede Klasse',
  '%s: line %d: its objects hold no plain values; give an object a line such as {"label": 1, "p": 0.8} (in pandas, to_json with orient=\'records\' and lines=True)':
    '%s: Zeile %d: in den Objekten stehen keine einfachen Werte; nötig ist ein Objekt pro Zeile wie {"label": 1, "p": 0.8} (in pandas to_json mit orient=\'records\' und lines=True)',
  "%s: line %d: %.*s has %d values, but the first line %d; rows with different numbers of options are not read: give the label's and the chosen option's probability as label, pred and conf":
    '%s: Zeile %d: %.*s hat %d Werte, aber die erste Zeile %d; Zeilen mit verschieden vielen Antworten werden nicht gelesen: bitte label, pred und conf angeben',
  '%s: line %d is not a JSON object on one line, such as {"label": 1, "p": 0.8}; NaN and Infinity are not JSON':
    '%s: Zeile %d ist kein JSON-Objekt in einer Zeile wie {"label": 1, "p": 0.8}; NaN und Infinity sind kein JSON',
  '%s: more than 1 GB of JSON': '%s: mehr als 1 GB JSON',
  '%s: no objects': '%s: keine Objekte',
  "%s: line %d: the label '%.*s' is not a number, and no column has that name; name the columns as the labels, or give labels as whole numbers from 0":
    '%s: Zeile %d: das Label „%.*s“ ist keine Zahl, und keine Spalte heißt so; bitte die Spalten wie die Labels nennen oder Labels als ganze Zahlen ab 0 angeben',

  // Labels.
  '%s: row %zu is not one-hot; labels are whole numbers, [samples], or rows of zeros with a single 1':
    '%s: Zeile %zu ist nicht one-hot; Labels sind ganze Zahlen, [samples], oder Zeilen aus Nullen mit einer einzigen 1',
  '%s: labels have 1 dimension, [samples], or 2 if they are one-hot; these have %d':
    '%s: Labels haben 1 Dimension, [samples], oder 2, wenn sie one-hot sind; diese haben %d',
  '%.200s: its labels run from %d to %d, so they count the %d classes from 1: 1 was subtracted from each':
    '%.200s: die Labels gehen von %d bis %d, sie zählen die %d Klassen also ab 1: von jedem wurde 1 abgezogen',
  '%.200s: no label is 0, and the labels seem to count the classes from 1: with 1 subtracted, %d of %d predictions would be right, without it %d; if so, subtract 1 from each label':
    '%.200s: kein Label ist 0, und die Labels zählen die Klassen wohl ab 1: Mit 1 weniger wären von den Vorhersagen %d von %d richtig, so sind es %d; wenn das stimmt, bitte von jedem Label 1 abziehen',
  '%.200s: no answer is 0, and the answers seem to count the options from 1: with 1 subtracted, the chosen option would be right in %d of %d questions, without it in %d; if so, subtract 1 from each answer':
    '%.200s: keine Antwort ist 0, und die Antworten zählen die Optionen wohl ab 1: Mit 1 weniger wäre die gewählte Option in %d von %d Fragen richtig, so in %d; wenn das stimmt, bitte von jeder Antwort 1 abziehen',
  '%.200s: its labels are -1 and 1, read as the classes 0 and 1': '%.200s: die Labels sind -1 und 1, gelesen als die Klassen 0 und 1',
  '%.200s: %d of %d labels are %s, which marks rows to ignore, since there is no such class: these rows are left out':
    '%.200s: von den Labels sind %d von %d %s, womit Zeilen als nicht zu zählen markiert sind, denn eine solche Klasse gibt es nicht: Diese Zeilen bleiben weg',
  '%.200s: no label is %d, and the labels seem not to count a first class, such as background: with 1 added, %d of %d predictions would be right, without it %d; if so, add 1 to each label':
    '%.200s: kein Label ist %d, und die Labels zählen wohl eine erste Klasse nicht mit, etwa den Hintergrund: Mit 1 mehr wären von den Vorhersagen %d von %d richtig, so sind es %d; wenn das stimmt, bitte zu jedem Label 1 addieren',
  '%.200s: only %d of %d predictions are right, and %d would be with the two classes in the other order: check which column belongs to label 1':
    '%.200s: nur %d von %d Vorhersagen sind richtig, und mit den beiden Klassen in der anderen Reihenfolge wären es %d: bitte prüfen, welche Spalte zum Label 1 gehört',
  '%.200s: only %d of %d predictions are right, and always answering class %d would be right for %d: check that labels and outputs belong together':
    '%.200s: nur %d von %d Vorhersagen sind richtig, und wer immer mit Klasse %d antwortet, hätte %d richtig: bitte prüfen, ob Labels und Ausgaben zusammengehören',
  '%.200s: the probability of %.60s is lower where %.60s is the label (mean %.3g) than elsewhere (%.3g): check whether it is the probability of the other class':
    '%.200s: die Wahrscheinlichkeit von %.60s ist dort kleiner, wo %.60s das Label ist (im Mittel %.3g), als sonst (%.3g): bitte prüfen, ob es die Wahrscheinlichkeit der anderen Klasse ist',
  '%.200s: rounding left %zu probabilities below 0, by at most 0.0001; they are read as 0':
    '%.200s: durch Rundung sind %zu Wahrscheinlichkeiten kleiner als 0, um höchstens 0,0001; sie gelten als 0',
  '%.200s: rounding left %d of %d probabilities outside 0 to 1, by at most 0.0001; they are clipped':
    '%.200s: durch Rundung liegen %d von %d Wahrscheinlichkeiten außerhalb von 0 bis 1, um höchstens 0,0001; sie werden auf 0 oder 1 gesetzt',
  '%.100s: not read, since the numbered columns are the outputs of classes: %.200s%s':
    '%.100s: nicht gelesen, denn die nummerierten Spalten sind die Ausgaben der Klassen: %.200s%s',
  '%.80s: is %.60s a class? No label names it, and rows do not sum to 1; if so: %s; else: %s':
    '%.80s: ist %.60s eine Klasse? Kein Label heißt so, und die Zeilen ergeben in der Summe nicht 1; wenn ja: %s; sonst: %s',
  '%s label=NAME,class=NAME,... with class=NAME for each class': '%s label=NAME,class=NAME,... mit class=NAME für jede Klasse',
  '%.200s: its columns of classes are numbered from 1, so a label is the number of a column':
    '%.200s: die Spalten der Klassen sind ab 1 nummeriert, ein Label ist also die Nummer einer Spalte',
  ' and others': ' und weitere',
  '%.100s has the shape %s: its classes may be the second or the last axis; save it as [samples, classes], with labels [samples]':
    '%.100s hat die Form %s: die Klassen können die zweite oder die letzte Achse sein; bitte als [samples, classes] speichern, mit Labels [samples]',
  '%.100s has the shape %s, but %.100s %s: outputs of tokens are [n, tokens, classes], of pixels [n, classes, height, width], with labels of the same positions':
    '%.100s hat die Form %s, %.100s aber %s: Ausgaben von Token sind [n, tokens, classes], von Pixeln [n, classes, height, width], mit Labels derselben Positionen',
  '%s: from 1 to 2147483647 positions are read': '%s: gelesen werden 1 bis 2147483647 Positionen',
  '%.100s: each of the %zu positions of its %zu samples has a label; those of a sample stay together':
    '%.100s: jede der %zu Positionen der %zu Beispiele hat ein Label; die eines Beispiels bleiben zusammen',
  '%s: %d of %d rows have a missing label, output or weight, the first in line %d; %s refuses them':
    '%s: in %d von %d Zeilen fehlt ein Label, eine Ausgabe oder ein Gewicht, zuerst in Zeile %d; %s weist sie zurück',
  '%.200s: %d of %d labels are %s, which marks rows to ignore; %s refuses them':
    '%.200s: %d von %d Labels sind %s, was Zeilen zum Auslassen markiert; %s weist sie zurück',
  '%s: every row has a missing label or output': '%s: in jeder Zeile fehlt ein Label oder eine Ausgabe',
  '%s: %d of %d rows have a missing label or output, the first is row %d; %s refuses them':
    '%s: in %d von %d Zeilen fehlt ein Label oder eine Ausgabe, zuerst in Zeile %d; %s weist sie zurück',
  '%.200s: %d of %d rows have a missing label or output and are left out, the first is row %d':
    '%.200s: %d von %d Zeilen bleiben weg, da ein Label oder eine Ausgabe fehlt, die erste ist Zeile %d',
  '%.200s: no row has more than one 1, as in one-hot labels, and %d of %d rows have none: if the labels are classes, %s classes leaves those rows out':
    '%.200s: keine Zeile hat mehr als eine 1, wie bei One-hot-Labels, und %d von %d Zeilen haben keine: sind die Labels Klassen, lässt %s classes diese Zeilen weg',
  '%s: every row has a missing label or output, from line %d on': '%s: in jeder Zeile fehlt ein Label oder eine Ausgabe, ab Zeile %d',
  '%.200s: %d of %d rows have a missing label, output or weight and are left out, the first in line %d':
    '%.200s: %d von %d Zeilen bleiben weg, da ein Label, eine Ausgabe oder ein Gewicht fehlt, die erste in Zeile %d',
  '%.200s: the title above the names of the columns is skipped': '%.200s: der Titel über den Namen der Spalten wird übersprungen',
  '%.200s: lines without any value are skipped, %d of them': '%.200s: Zeilen ohne jeden Wert werden übersprungen, %d Stück',
  'labels: row %d is %d, which is not one of the classes 0 to %d': 'labels: Zeile %d ist %d, und das ist keine der Klassen 0 bis %d',
  '%.200s: soft labels: the label is the class with the largest share, and the shares are taken for the true probabilities':
    '%.200s: weiche Labels: Das Label ist die Klasse mit dem größten Anteil, und die Anteile gelten als wahre Wahrscheinlichkeiten',
  '%.200s: one-hot labels of %d classes': '%.200s: One-hot-Labels von %d Klassen',

  // Multi-label data.
  '%s: its outputs run from %.6g to %.6g: no probabilities, which are from 0 to 1, and without a number below 0 no log odds either (this is multi-label data, since the labels are not one-hot); say %s if they are log odds':
    '%s: die Ausgaben gehen von %.6g bis %.6g: keine Wahrscheinlichkeiten, die von 0 bis 1 gehen, und ohne eine Zahl unter 0 auch keine Log-Odds (es sind mehrere Labels pro Beispiel, denn die Labels sind nicht one-hot); wenn es Log-Odds sind, bitte %s angeben',
  '%s: row %zu: %s is %.6g; multi-label values are 0, 1 or -1 (missing), and shares of classes sum to 1 in every row':
    '%s: Zeile %zu: %s ist %.6g; mehrere Labels pro Beispiel sind 0, 1 oder -1 (fehlt), und Anteile von Klassen haben in jeder Zeile die Summe 1',
  '%s: every label is missing': '%s: alle Labels fehlen',
  '%s: more than %d labels': '%s: mehr als %d Labels',
  '%.100s: read as %d labels a sample, each with its own probability (%s; of %zu labels %zu are missing)':
    '%.100s: gelesen als %d Labels pro Beispiel, jedes mit eigener Wahrscheinlichkeit (%S; von %zu Labels fehlen %zu)',
  "%s: line %d: %s is '%.*s'; a label is 0, 1, or -1 or nothing where it is missing":
    '%s: Zeile %d: %s ist „%.*s“; ein Label ist 0, 1, oder -1 oder nichts, wo es fehlt',
  "%s: line %d: %s is '%.*s'; a weight is a number above 0": '%s: Zeile %d: %s ist „%.*s“; ein Gewicht ist eine Zahl über 0',
  "%s: line %d: %.*s is '%.*s'; it must be a number": '%s: Zeile %d: %.*s ist „%.*s“; nötig ist eine Zahl',
  '%.200s and %.200s must both be [samples, labels], of the same size':
    '%.200s und %.200s müssen beide [samples, labels] sein, von gleicher Größe',
  'labels: every label is unknown': 'labels: alle Labels sind unbekannt',
  'labels: more than %d in all': 'labels: insgesamt mehr als %d',
  '%s: row %zu, column %zu is no number': '%s: Zeile %zu, Spalte %zu ist keine Zahl',
  '%s: row %zu is no label': '%s: Zeile %zu ist kein Label',
  '%s: row %zu is %.6g; a binary task has two different labels, here %.6g and %.6g; for more classes the outputs are [samples, classes]':
    '%s: Zeile %zu ist %.6g; eine binäre Aufgabe hat zwei verschiedene Labels, hier %.6g und %.6g; bei mehr Klassen sind die Ausgaben [samples, classes]',
  '%s: whole numbers are labels; probabilities are floating-point numbers':
    '%s: ganze Zahlen sind Labels; Wahrscheinlichkeiten sind Gleitkommazahlen',
  '%s: the outputs of a binary task are [samples], or [samples, 2]':
    '%s: die Ausgaben einer binären Aufgabe sind [samples] oder [samples, 2]',
  '%.200s has %zu rows, but %.200s has %zu labels': '%.200s hat %zu Zeilen, aber %.200s hat %zu Labels',
  '%s: row %zu is no number': '%s: Zeile %zu ist keine Zahl',
  '%s: its outputs run from %.6g to %.6g: no probabilities%s, and without a number below 0 no log odds either; say %s if they are':
    '%s: die Ausgaben gehen von %.6g bis %.6g: keine Wahrscheinlichkeiten%S, und ohne eine Zahl unter 0 auch keine Log-Odds; wenn es welche sind, bitte %s angeben',
  ' that sum to 1': ' mit der Summe 1',
  ', which are from 0 to 1': ', die von 0 bis 1 gehen',
  '%.100s: read as a binary task: the %s that the label is %s (%d of %zu rows are %s)':
    '%.100s: gelesen als binäre Aufgabe: %S, dass das Label %s ist (von den Zeilen sind %d von %zu %s)',

  // Labels and predictions in two tables.
  '%s: tables of predictions and of labels are joined where they have up to %d columns; give outputs of more classes as .npy':
    '%s: Tabellen mit Vorhersagen und mit Labels werden verbunden, wenn sie bis zu %d Spalten haben; Ausgaben von mehr Klassen bitte als .npy geben',
  '%.100s and %.100s do not match: %s=%.*s is in %.100s alone; both need the same rows: leave out those without a partner':
    '%.100s und %.100s passen nicht zusammen: %s=%.*s steht nur in %.100s; beide brauchen dieselben Zeilen: bitte die ohne Gegenstück weglassen',
  '%.100s has %d rows, but %.100s has %d, and no column that both have tells which belong together; give both a column of the same name with a different value in each row, such as id':
    '%.100s hat %d Zeilen, aber %.100s hat %d, und keine gemeinsame Spalte sagt, welche zusammengehören; beide brauchen eine Spalte mit gleichem Namen und in jeder Zeile anderem Wert, etwa id',
  '%.100s holds nothing that %.100s does not: give the table of labels':
    '%.100s enthält nichts, was %.100s nicht auch enthält: bitte die Tabelle mit den Labels geben',
  '%.100s: its labels are those of %.100s, row by row (%d rows in both)':
    '%.100s: die Labels sind die von %.100s, Zeile für Zeile (%d Zeilen in beiden)',
  '%.100s: its labels are those of %.100s with the same %s (%d rows in both)':
    '%.100s: die Labels sind die von %.100s mit gleichem Wert in %s (%d Zeilen in beiden)',
  // Tables with the labels of arrays.
  '%.100s: its rows go with those of %.100s in their order (%d in both)':
    '%.100s: die Zeilen gehören der Reihe nach zu denen von %.100s (%d in beiden)',
  '%.100s: its labels are words: class %s%s': '%.100s: die Labels sind Wörter: Klasse %s%S',
  ', and so on by the alphabet': ', und so weiter nach dem Alphabet',
  '%s: its labels are %d different words, but the outputs are of %d classes: give labels as whole numbers from 0':
    '%s: die Labels sind %d verschiedene Wörter, die Ausgaben aber die von %d Klassen: bitte Labels als ganze Zahlen ab 0 angeben',
  '%s: columns: which of %.*s and %.*s are the outputs of? say positive=':
    '%s: columns: für welches von %.*s und %.*s gelten die Ausgaben? bitte positive= angeben',
  '%.120s: which of its %d columns, %s to %s, is the label? name it label, or say columns label=NAME; multi-label labels are %d columns of 0 and 1':
    '%.120s: welche der %d Spalten, %s bis %s, ist das Label? bitte label nennen, oder columns label=NAME sagen; mehrere Labels pro Beispiel sind %d Spalten mit 0 und 1',
  '%s: a table of labels has up to %d columns': '%s: eine Tabelle mit Labels hat bis zu %d Spalten',
  'report: %s goes with %s here; give both': 'report: %s gehört hier zu %s; bitte beide geben',

  // Logits and probabilities.
  '%s: logits must have 2 dimensions, [samples, classes], not %d': '%s: Logits müssen 2 Dimensionen haben, [samples, classes], nicht %d',
  '%.200s: its rows are from 0 to 1 and sum to 1, like probabilities: %s if that is what they are; %s if they are logits all the same':
    '%.200s: die Zeilen gehen von 0 bis 1 und haben die Summe 1, wie Wahrscheinlichkeiten: %s, wenn sie das sind; %s, wenn es trotzdem Logits sind',
  '%.200s: its rows are from 0 to 1 and sum to 1, like probabilities: %s; %s if they are logits all the same':
    '%.200s: die Zeilen gehen von 0 bis 1 und haben die Summe 1, wie Wahrscheinlichkeiten: %S; %s, wenn es trotzdem Logits sind',
  '%.200s: read as probabilities, not logits, since its rows are from 0 to 1 and sum to 1':
    '%.200s: gelesen als Wahrscheinlichkeiten, nicht als Logits, weil die Zeilen von 0 bis 1 gehen und die Summe 1 haben',
  '%.200s has %d classes, but %.200s has one-hot labels of %d': '%.200s hat %d Klassen, aber %.200s hat One-hot-Labels von %d',
  '%.200s has %d rows, but %.200s has %d labels': '%.200s hat %d Zeilen, aber %.200s hat %d Labels',
  '%s: probabilities: row %zu, column %zu is %g, not from 0 to 1':
    '%s: Wahrscheinlichkeiten: Zeile %zu, Spalte %zu ist %g, nicht von 0 bis 1',
  '%s: probabilities: row %zu sums to %.6g; it must be 1, within %g':
    '%s: Wahrscheinlichkeiten: Zeile %zu hat die Summe %.6g; nötig ist 1, bis auf %g',
  '%.200s: %zu of %zu rows do not sum to 1 exactly, as after rounding, and were divided by their sums; the farthest is row %zu with %.6g':
    '%.200s: von den Zeilen haben %zu von %zu nicht genau die Summe 1, wie nach dem Runden, und wurden durch ihre Summe geteilt; am weitesten weg ist Zeile %zu mit %.6g',
  'logits: no rows; at least one is needed': 'Logits: keine Zeilen; nötig ist mindestens eine',
  'logits: %d column; at least 2 classes are needed': 'Logits: %d Spalte; nötig sind mindestens 2 Klassen',
  'logits: row %d, column %d is %s': 'Logits: Zeile %d, Spalte %d ist %S',
  'not a number': 'keine Zahl',
  infinite: 'unendlich',
  'probabilities: no rows; at least one is needed': 'Wahrscheinlichkeiten: keine Zeilen; nötig ist mindestens eine',
  'probabilities: %d column; at least 2 classes are needed': 'Wahrscheinlichkeiten: %d Spalte; nötig sind mindestens 2 Klassen',
  'probabilities: row %d, column %d is %g, not from 0 to 1': 'Wahrscheinlichkeiten: Zeile %d, Spalte %d ist %g, nicht von 0 bis 1',
  'probabilities: row %d sums to %.9g, not to 1': 'Wahrscheinlichkeiten: Zeile %d hat die Summe %.9g, nicht 1',
  '%s: sigma=%.10g is neither 0 nor at least %g': '%s: sigma=%.10g ist weder 0 noch mindestens %g',

  // Questions with answer options.
  "%s: line %d has no list of its options' numbers (logprobs, probs or filtered_resps), as the first line has; NaN and Infinity are not JSON":
    '%s: Zeile %d hat keine Liste mit den Zahlen der Antworten (logprobs, probs oder filtered_resps), wie die erste Zeile; NaN und Infinity sind kein JSON',
  "%s: line %d: the answer '%.*s' is none of its %d options: a number from 0, a letter from A, or an option's name":
    '%s: Zeile %d: „%.*s“ ist keine der %d Antworten: nötig ist eine Zahl ab 0, ein Buchstabe ab A oder der Name einer Antwort',
  '%.200s: %s is the label, whose %d words name the columns of their outputs':
    '%.200s: %s ist das Label; seine %d Wörter nennen die Spalten ihrer Ausgaben',
  '%.200s: its labels are words, %d different ones: equal words are the same class':
    '%.200s: die Labels sind Wörter, %d verschiedene: gleiche Wörter sind dieselbe Klasse',
  "%s: line %d: '%.*s' is %s": '%s: Zeile %d: „%.*s“ ist %S',
  'one label more than the 4096 that are read': 'ein Label mehr als die 4096, die gelesen werden',
  'no label; leave out rows without one': 'kein Label; bitte Zeilen ohne Label weglassen',
};
