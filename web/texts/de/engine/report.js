// German for the engine's messages about reports, views and probes.
/** @type {Record<string, string>} */
export const report = {
  // Reasons why a metric or a fit has no value.
  'no p value, since rows of one case are not independent': 'kein p-Wert, weil Zeilen eines Falls nicht unabhängig sind',
  'by the largest variance that rows of one case can have together, so that p is at most this':
    'mit der größten Varianz, die Zeilen eines Falls zusammen haben können, sodass p höchstens so groß ist',
  'it needs the outputs of every sample, not sums over them': 'dafür sind die Ausgaben jedes Beispiels nötig, nicht Summen darüber',
  'no row has a p between 0 and 1': 'keine Zeile hat ein p zwischen 0 und 1',
  'all rows have the same outcome: the likelihood has no finite maximum':
    'alle Zeilen haben denselben Ausgang: die Likelihood hat kein endliches Maximum',
  'all rows have the same p': 'alle Zeilen haben dasselbe p',
  'p separates the outcomes: the likelihood has no finite maximum': 'p trennt die Ausgänge: die Likelihood hat kein endliches Maximum',
  'the likelihood has no unique finite maximum': 'die Likelihood hat kein eindeutiges endliches Maximum',
  'it is fitted only if named': 'er wird nur angepasst, wenn er genannt ist',
  'the set it is fitted on has more than %d probabilities': 'die Menge, an die angepasst wird, hat mehr als %d Wahrscheinlichkeiten',
  'the set it is fitted on has too few samples': 'die Menge, an die angepasst wird, hat zu wenige Beispiele',
  'it has at most %d classes, and these outputs have %d': 'er hat höchstens %d Klassen, und diese Ausgaben haben %d',
  'by_nll: %s': 'by_nll: %S',
  'a fold has too few samples for a fit on all others': 'für eine Anpassung an alle anderen Faltungen sind es zu wenige Beispiele',
  // Advice: which calibrator to use.
  'Use %s %s: the %s falls by %.*f (95 %%: %.*f to %.*f), surely more than by any other one.':
    'Nimm %s %s: %S sinkt um %f (95 %%: %f bis %f), sicher mehr als durch jeden anderen.',
  'Use %s %s: the %s falls by %.*f (95 %%: %.*f to %.*f); nothing else is surely better.':
    'Nimm %s %s: %S sinkt um %f (95 %%: %f bis %f); sicher besser ist nichts sonst.',
  'Use %s %s: the %s falls by %.*f (95 %%: %.*f to %.*f). No other calibrator was compared.':
    'Nimm %s %s: %S sinkt um %f (95 %%: %f bis %f). Kein anderer Kalibrator wurde verglichen.',
  'Use no calibrator: none surely lowers the %s.': 'Nimm keinen Kalibrator: %S sinkt durch keinen sicher.',
  'log loss': 'der Log-Loss',
  'Brier score': 'der Brier-Score',
  'Calibrators look better than they are on the samples that they are fitted on, so nothing here says which one helps.':
    'An die gemessenen Beispiele selbst angepasst, wirken Kalibratoren besser, als sie sind; daher sagt hier nichts, welcher hilft.',
  // Combinations.
  '%d folds need at least as many %s; there are %d': '%d Faltungen brauchen mindestens so viele %S; es sind %d',
  cases: 'Fälle',
  samples: 'Beispiele',
  'report: %s %.48s is not cross: and a number of folds from 2 to %d':
    'report: %s %.48s ist nicht cross: und eine Zahl von Faltungen von 2 bis %d',
  'metric %s needs %s': 'Metrik %s braucht: %S',
  'metric %s is given twice': 'Metrik %s ist zweimal angegeben',
  'samples that count alike: it has no weighted form': 'Beispiele, die gleich viel zählen: eine gewichtete Form gibt es nicht',
  'the probabilities of all classes': 'die Wahrscheinlichkeiten aller Klassen',
  'a predicted class, and no binary task': 'eine vorhergesagte Klasse, und keine binäre Aufgabe',
  'the isotonic fit has levels of 0 or 1, whose log score on other data may be infinite':
    'die isotone Anpassung hat Stufen bei 0 oder 1, deren Log-Score auf anderen Daten unendlich sein kann',
  'the probabilities of all classes, and no binary task': 'die Wahrscheinlichkeiten aller Klassen, und keine binäre Aufgabe',
  'a binary task: a label and the probability of one class': 'eine binäre Aufgabe: ein Label und die Wahrscheinlichkeit einer Klasse',
  'outputs of out-of-distribution samples': 'Ausgaben für fremde Beispiele',
  'the true probabilities: of the data of a run, or soft labels':
    'die wahren Wahrscheinlichkeiten: der Daten eines Laufs, oder weiche Labels',
  '%s: out-of-distribution outputs must be [samples, %d], like the others':
    '%s: Ausgaben für fremde Beispiele müssen [samples, %d] sein, wie die anderen',
  '%.100s: models are compared by the probabilities of classes, not by label, pred and conf':
    '%.100s: Modelle werden nach den Wahrscheinlichkeiten der Klassen verglichen, nicht nach label, pred und conf',
  '%.100s and %.100s are not about the same questions': '%.100s und %.100s gelten nicht denselben Fragen',
  '%.100s and %.100s are not about the same classes': '%.100s und %.100s gelten nicht denselben Klassen',
  'report: %s and %s exclude each other; give one': 'report: %s und %s schließen einander aus; bitte eines angeben',
  'report: %s goes with arrays; a table has a column named weight':
    'report: %s gehört zu Arrays; eine Tabelle hat eine Spalte namens weight',
  'report: %s goes with arrays': 'report: %s gehört zu Arrays',
  "report: %s goes with arrays; a table's columns name its labels":
    'report: %s gehört zu Arrays; in einer Tabelle nennen die Spalten ihre Labels',
  'report: %s needs multi-label data': 'report: %s gehört zu mehreren Labels pro Beispiel',
  'report: %s does not go with a binary task': 'report: zu einer binären Aufgabe gehört kein %s',
  'report: soft labels and %s exclude each other; give one': 'report: weiche Labels und %s schließen einander aus; bitte eines angeben',
  '%s: %d rows of %d true probabilities, but the outputs are %d of %d':
    '%s: %d Zeilen mit %d wahren Wahrscheinlichkeiten, aber die Ausgaben sind %d mit %d',
  '%s: true probabilities of %d labels of %d samples are [%d, %d]':
    '%s: die wahren Wahrscheinlichkeiten von %d Labels bei %d Beispielen sind [%d, %d]',
  '%s: row %d, column %d is %g, not between 0 and 1': '%s: Zeile %d, Spalte %d ist %g, nicht zwischen 0 und 1',
  'label names: label %d of %d has none; give one name a line':
    'Namen der Labels: Label %d von %d hat keinen; bitte in jede Zeile einen Namen schreiben',
  "label names: labels %d and %d are both called '%s'": "Namen der Labels: die Labels %d und %d heißen beide '%s'",
  'label names: more than the %d labels of %s': 'Namen der Labels: mehr als die %d Labels von %s',
  'report: a binary task does not allow %s': 'report: zu einer binären Aufgabe gehört kein %s',
  'report: %s of predictions does not allow %s': 'report: zu %s mit Vorhersagen gehört kein %s',
  '%s: read as predictions, but fitting calibrators needs the outputs of all classes':
    '%s: gelesen als Vorhersagen, aber zum Anpassen von Kalibratoren braucht es die Ausgaben aller Klassen',
  '%.100s and %.100s must both hold questions with their options, or none':
    'in %.100s und %.100s müssen beide Male Fragen mit Antworten stehen, oder keine',
  'calibrator %s is given twice': 'Kalibrator %s ist zweimal angegeben',
  'report: %s %.48s is not one of none, characters, bytes and tokens': 'report: %s %.48s ist nicht none, characters, bytes oder tokens',
  'report: %s goes with a table of questions and their options': 'report: %s gehört zu einer Tabelle von Fragen und ihren Antworten',
  'report: %s %.48s is not one of binary, classes and multilabel': 'report: %s %.48s ist nicht binary, classes oder multilabel',
  '%s %.48s is not a whole number from %d to %d': '%s %.48s ist keine ganze Zahl von %d bis %d',
  'bins=%d is not a whole number from 1 to 1000': 'bins=%d ist keine ganze Zahl von 1 bis 1000',
  'draws=%d is more than %d': 'draws=%d ist mehr als %d',
  'report: %s and %s both choose the metrics; give one': 'report: %s und %s wählen beide die Metriken; bitte eines angeben',
  '%s %.48s is not one of focal_calibration, netcal, torchmetrics, caltrain, relplot, verified_calibration, fcl, torch_uncertainty, pycalib or all':
    '%s %.48s ist nicht focal_calibration, netcal, torchmetrics, caltrain, relplot, verified_calibration, fcl, torch_uncertainty, pycalib oder all',
  'calibrator %s is fitted for each class, and the options of questions are no classes':
    'Kalibrator %s wird für jede Klasse angepasst, und die Antworten auf Fragen sind keine Klassen',
  'calibrator %s %s': 'Kalibrator %s %S',
  'needs a binary task: a label and the probability of one class':
    'braucht eine binäre Aufgabe: ein Label und die Wahrscheinlichkeit einer Klasse',
  'maps the confidence of the predicted class, which a binary task does not have':
    'bildet die Konfidenz der vorhergesagten Klasse ab, die eine binäre Aufgabe nicht hat',
  'the validation logits are the test logits: give other logits, or %s to measure calibrators on the set they were fitted on':
    'die Validierungs-Logits sind die Test-Logits: bitte andere angeben, oder %s, um Kalibratoren dort zu messen, wo sie angepasst wurden',
  'report: give either %s or validation outputs': 'report: bitte %s oder Validierungsausgaben angeben, nicht beides',
  'validation logits have %d classes, but test logits have %d': 'Validierungs-Logits haben %d Klassen, aber Test-Logits haben %d',
  '%.100s is a binary task, but %.100s is not: give a label and the probability there, too':
    '%.100s ist eine binäre Aufgabe, aber %.100s nicht: bitte auch dort ein Label und die Wahrscheinlichkeit angeben',
  'the validation probabilities are the test probabilities: give others, or %s to measure calibrators on the set they were fitted on':
    'die Validierungs-Wahrscheinlichkeiten sind die des Tests: bitte andere angeben, oder %s, um Kalibratoren dort zu messen, wo sie angepasst wurden',
  '%.100s: %s holds more than %d different groups, so that no figures of groups are given':
    '%.100s: in %s stehen mehr als %d verschiedene Gruppen, daher gibt es keine Zahlen zu Gruppen',
  '%.100s has %d rows, but %.100s %d; models are compared on the same samples':
    '%.100s hat %d Zeilen, aber %.100s %d; Modelle werden an denselben Beispielen verglichen',
  '%.100s and %.100s have different labels in row %d; models are compared on the same samples, in the same order':
    '%.100s und %.100s haben verschiedene Labels in Zeile %d; Modelle werden an denselben Beispielen verglichen, in derselben Folge',
  '%s: weights are an array of %d numbers, one a sample': '%s: Gewichte sind ein Array mit %d Zahlen, eine pro Beispiel',
  '%.200s weighs the samples; calibrators are fitted without weights':
    '%.200s gewichtet die Beispiele; Kalibratoren werden ohne Gewichte angepasst',
  'report: %s and %s belong together; %s is missing': 'report: %s und %s gehören zusammen; %s fehlt',
  'report: %s needs %s': 'report: %s braucht %s',
  '%s is missing': '%s fehlt',
  'report: %s and the column %s of the labels both weigh the samples; give one, or columns weight=none':
    'report: %s und die Spalte %s der Labels gewichten beide die Beispiele; bitte eines angeben, oder columns weight=none',
  '%.100s has %d classes, but %.100s %d; models are compared on the same labels':
    '%.100s hat %d Klassen, aber %.100s %d; Modelle werden an denselben Labels verglichen',
  'out-of-distribution %s': 'fremde Beispiele: %S',
  'validation %s': 'Validierung: %S',
  'this text is not a report': 'dieser Text ist kein Bericht',

  // Views and probes.
  'view %s: metric %s needs %s': 'Ansicht %s: Metrik %s braucht: %S',
  'a column of the table for score=column: columns score=NAME': 'eine Spalte der Tabelle für score=column: columns score=NAME',
  'a second set': 'eine zweite Menge',
  'view %s: metric %s has no bins': 'Ansicht %s: Metrik %s hat keine Bins',
  'temperature %g is not a positive number': 'die Temperatur %g ist keine positive Zahl',
  'view %s needs a second set of logits, of out-of-distribution samples':
    'Ansicht %s braucht eine zweite Menge von Logits, fremder Beispiele',
  'probe boundary: the samples of data %s are not points of a plane':
    'probe boundary: die Beispiele von data %s sind keine Punkte einer Ebene',
  'probe curvature: vectors=1 gives no standard error: take at least 2':
    'probe curvature: vectors=1 gibt keinen Standardfehler: bitte mindestens 2 nehmen',
  'probe gradcam: model %s has no feature map of a convolution': 'probe gradcam: model %s hat keine Merkmalskarte einer Faltung',
  "probe gradcam: sample=%d is not one of the set's samples 0 to %d": 'probe gradcam: sample=%d ist keines der Beispiele 0 bis %d',
  'probe gradcam: class=%d is not one of the classes 0 to %d, or -1 for the predicted one':
    'probe gradcam: class=%d ist keine der Klassen 0 bis %d, oder -1 für die vorhergesagte',
  'probe gradients: model %s does not end with a linear layer': 'probe gradients: model %s endet nicht mit einer linearen Schicht',
  'probe logits: other data has a test set alone, as it is: leave out on= and corruption=':
    'probe logits: andere Daten sind nur Testdaten, wie sie sind: bitte on= und corruption= weglassen',
  'probe logits: data %s has no pictures that could be corrupted': 'probe logits: data %s hat keine Bilder, die sich stören ließen',
  'probe normalisation: data %s has no pixels': 'probe normalisation: data %s hat keine Pixel',
  'probe %s: it takes no other data; probe logits does': 'probe %s: nimmt keine anderen Daten; probe logits tut es',
  'probe %s: it is about samples with one label of several classes, and with head=sigmoid each label is by itself':
    'probe %s: gilt für Beispiele mit einem Label aus mehreren Klassen, und mit head=sigmoid steht jedes Label für sich',
  'probe %s: on=%s has no samples, since data %s has %s=0: choose another set':
    'probe %s: on=%s hat keine Beispiele, denn data %s hat %s=0: bitte eine andere Menge wählen',
};
