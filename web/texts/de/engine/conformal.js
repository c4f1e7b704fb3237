// German for the engine's messages about conformal sets and other decisions.
/** @type {Record<string, string>} */
export const conformal = {
  'the weights of the samples are not used: coverage counts each sample once':
    'die Gewichte der Beispiele werden nicht benutzt: die Abdeckung zählt jedes Beispiel einmal',
  "samples of one case are not independent, which the coverage's band assumes":
    'Beispiele eines Falls sind nicht unabhängig, was das Band der Abdeckung annimmt',
  'sets need the outputs of all classes, not a confidence alone': 'Mengen brauchen die Ausgaben aller Klassen, nicht nur eine Konfidenz',
  'sets are of classes; multi-label outputs have none yet': 'Mengen gibt es für Klassen; für mehrere Labels noch nicht',
  'the options of questions are not classes: leave out by=class': 'die Antworten von Fragen sind keine Klassen: bitte by=class weglassen',
  'by=group needs a column of groups in both sets, for example columns group=sex':
    'by=group braucht in beiden Sätzen eine Spalte mit Gruppen, zum Beispiel columns group=sex',
  'by=group takes one column of groups; name it with columns group=':
    'by=group nimmt eine Spalte mit Gruppen; bitte mit columns group= nennen',
  'sets need a validation set, which gives the quantile': 'Mengen brauchen eine Validierung, die das Quantil ergibt',
  'alpha=%g is not from 0.0001 to 0.9999': 'alpha=%g liegt nicht zwischen 0.0001 und 0.9999',
  'temperature=%g is not from 0.01 to 100': 'temperature=%g liegt nicht zwischen 0.01 und 100',
  'give either a calibrator or a temperature, not both': 'bitte entweder einen Kalibrator oder eine Temperatur angeben, nicht beide',
  'calibrator %s maps the top confidence only, but sets need all classes':
    'Kalibrator %s bildet nur die höchste Konfidenz ab, aber Mengen brauchen alle Klassen',
  'the validation set has %d sample: at least 2 are needed': 'die Validierung hat %d Beispiel: mindestens 2 sind nötig',
  'class %d has %d validation samples, too few for sets at alpha %g: at least %d are needed':
    'Klasse %d hat %d Validierungsbeispiele, zu wenige für Mengen bei alpha %g: mindestens %d sind nötig',
  'group %.80s has %d validation samples, too few for sets at alpha %g: at least %d are needed':
    'Gruppe %.80s hat %d Validierungsbeispiele, zu wenige für Mengen bei alpha %g: mindestens %d sind nötig',
  'half of the validation set, %d samples, is too small for sets at alpha %g: at least %d samples are needed':
    'die Hälfte der Validierung, %d Beispiele, ist zu klein für Mengen bei alpha %g: mindestens %d Beispiele sind nötig',
  '%d validation samples are too few for sets at alpha %g: at least %d are needed':
    '%d Validierungsbeispiele sind zu wenige für Mengen bei alpha %g: mindestens %d sind nötig',
  'sets: %s and %s exclude each other; give one': 'sets: %s und %s schließen einander aus; bitte eines angeben',
  '%.100s was fitted on these validation samples, so that the promise would not hold: give others, or %s, which is fitted on one half of them':
    '%.100s wurde auf diesen Validierungsbeispielen angepasst, sodass das Versprechen nicht gälte: bitte andere angeben, oder %s, angepasst auf einer Hälfte davon',
  '%.100s was fitted on these test samples, so that the promise would not hold for others: give test samples that it has not seen':
    '%.100s wurde auf diesen Testbeispielen angepasst, sodass das Versprechen nicht für andere gälte: bitte Testbeispiele angeben, die es nicht gesehen hat',
  'the promise holds only if %.100s was fitted on no validation sample':
    'das Versprechen gilt nur, wenn %.100s auf keinem Validierungsbeispiel angepasst wurde',
  '%d samples are too few to choose lambda and kreg at alpha %g: at least %d are needed':
    '%d Beispiele sind zu wenige, um lambda und kreg bei alpha %g zu wählen: mindestens %d sind nötig',
  'view selective: score=energy needs logits': 'Ansicht selective: score=energy braucht Logits',
  "%s: line %d: %s is '%.*s'; a score is a finite number": '%s: Zeile %d: %s ist „%.*s“; ein Score ist eine endliche Zahl',
  'columns: score= is read of classes, predictions and binary tasks':
    'columns: score= gibt es für Klassen, Vorhersagen und binäre Aufgaben',
  '%.100s: %s is the score of each row, larger for more certain ones': '%.100s: %s ist der Score jeder Zeile, größer für sicherere',
  'view selective: score=column needs a column: columns score=NAME':
    'Ansicht selective: score=column braucht eine Spalte: columns score=NAME',
  'view selective: a confidence alone has only score=confidence and score=column':
    'Ansicht selective: eine Konfidenz allein hat nur score=confidence und score=column',
  'view decision: class=%d is not from 0 to %d': 'Ansicht decision: class=%d liegt nicht zwischen 0 und %d',
  'view decision: label %d is known of no sample': 'Ansicht decision: Label %d ist bei keinem Beispiel bekannt',
  'view %s is of classes; multi-label outputs have none': 'Ansicht %s ist für Klassen; mehrere Labels haben keine',
  'view %s does not compare two models; leave out %s': 'Ansicht %s vergleicht keine zwei Modelle; bitte %s weglassen',
  'view %s has no weighted form; leave out the weights': 'Ansicht %s hat keine gewichtete Form; bitte die Gewichte weglassen',
  'view %s: metric %s has no weighted form; leave out the weights':
    'Ansicht %s: Metrik %s hat keine gewichtete Form; bitte die Gewichte weglassen',
  'view %s is made of arrays: give logits and ood-logits': 'Ansicht %s entsteht aus Arrays: bitte logits und ood-logits angeben',
  'view %s needs the outputs of all classes, not a confidence alone':
    'Ansicht %s braucht die Ausgaben aller Klassen, nicht nur eine Konfidenz',
  'view %s is of classes; the options of questions are none': 'Ansicht %s ist für Klassen; die Antworten von Fragen sind keine',
  'view: a temperature goes with arrays of logits alone': 'view: eine Temperatur geht nur mit Arrays von Logits',
  'sets are written as .npy or .csv, not as %.40s': 'Mengen werden als .npy oder .csv geschrieben, nicht als %.40s',
};
