// German for the engine's messages about questions with their own options, as harnesses save them.
/** @type {Record<string, string>} */
export const questions = {
  '%s: one question has %d options, far more than the others': '%s: eine Frage hat %d Antworten, viel mehr als die anderen',
  "%.200s: its options' numbers are from 0 to 1, and those of a question do not sum to 1: neither log likelihoods nor probabilities; %s if they are log likelihoods all the same":
    '%.200s: die Zahlen der Antworten liegen zwischen 0 und 1, und die einer Frage haben nicht die Summe 1: weder Log-Likelihoods noch Wahrscheinlichkeiten; %s, wenn es trotzdem Log-Likelihoods sind',
  '%.100s: %s %s: its options have probabilities, not log likelihoods':
    '%.100s: %s %s: die Antworten haben Wahrscheinlichkeiten, keine Log-Likelihoods',
  "%.100s: line %d: the answer is one option's number and another one's text; give the numbers as numbers, not as texts":
    '%.100s: Zeile %d: die richtige Antwort ist die Nummer einer Antwort und der Text einer anderen; Nummern bitte als Zahlen angeben, nicht als Texte',
  "%.100s: log likelihoods are divided by the options' numbers of %s%s%s: accuracy is %.1f %%; by the sums it is %.1f %%":
    '%.100s: Log-Likelihoods sind durch die Zahl der %S jeder Antwort geteilt%S%s: die Trefferquote ist %.1f %%; nach den Summen ist sie %.1f %%',
  "%.100s: log likelihoods are not divided by lengths%s%s: accuracy is %.1f %%; divided by the options' numbers of %s it is %.1f %%":
    '%.100s: Log-Likelihoods sind nicht durch Längen geteilt%S%s: die Trefferquote ist %.1f %%; geteilt durch die Zahl der %S jeder Antwort ist sie %.1f %%',
  ', as for its ': ', wie für ihr ',
  characters: 'Zeichen',
  bytes: 'Bytes',
  tokens: 'Tokens',
  '%.100s: line %d has no %s of its options, each at least 1, for %s %s':
    '%.100s: Zeile %d hat keine %S der Antworten, je mindestens 1, für %s %s',
  'numbers of tokens': 'Zahlen der Tokens',
  texts: 'Texte',
  '%.100s: its acc agrees with the most probable option in %d of %d questions':
    '%.100s: ihr acc stimmt bei %d von %d Fragen mit der wahrscheinlichsten Antwort überein',
  '%.100s: its %s agrees with the most probable option in %d of %d questions: the answers or the numbers are not what they look like; %s none reads them all the same':
    '%.100s: ihr %s stimmt bei %d von %d Fragen mit der wahrscheinlichsten Antwort überein: die richtigen Antworten oder die Zahlen sind nicht, wonach sie aussehen; %s none liest sie trotzdem',
  '%.100s: its %s is that of the log likelihoods as they are, which are not divided by lengths':
    '%.100s: ihr %s ist das der Log-Likelihoods, wie sie sind; sie werden nicht durch Längen geteilt',
  '%.100s: its %s is not of the sums of log likelihoods, which agree in %d of %d questions, and line %d has no texts of its options to divide by; %s none takes the sums all the same':
    '%.100s: ihr %s ist nicht das der Summen von Log-Likelihoods, die bei %d von %d Fragen übereinstimmen, und Zeile %d hat keine Texte der Antworten, durch deren Längen geteilt würde; %s none nimmt trotzdem die Summen',
  "%.100s: its %s agrees with log likelihoods divided by the options' numbers of %s in %d of %d questions, and with their sums in %d; choose %s %s or %s none":
    '%.100s: ihr %s stimmt bei Log-Likelihoods, geteilt durch die Zahl der %S jeder Antwort, in %d von %d Fragen überein, bei ihren Summen in %d; bitte wählen: %s %s oder %s none',
  '%.100s: are its log likelihoods divided by the lengths of the texts? By their sums accuracy is %.1f %%, divided by the number of characters %.1f %%; choose %s none or %s characters':
    '%.100s: werden die Log-Likelihoods durch die Längen der Texte geteilt? Nach den Summen ist die Trefferquote %.1f %%, geteilt durch die Zahl der Zeichen %.1f %%; bitte wählen: %s none oder %s characters',
  '%.100s: read as %d questions of %d to %d options, each with %s; the chosen option is the most probable one':
    '%.100s: gelesen als %d Fragen mit %d bis %d Antworten, jede mit %S; gewählt ist die wahrscheinlichste',
  '%.100s: read as %d questions of %d options, each with %s; the chosen option is the most probable one':
    '%.100s: gelesen als %d Fragen mit je %d Antworten, jede mit %S; gewählt ist die wahrscheinlichste',
  "%.100s: %s is the right answer, and %s to %s are the options' numbers":
    '%.100s: %s ist die richtige Antwort, und %s bis %s sind die Zahlen der Antworten',
  "%.120s: line %d: %s is '%.*s', which is not a letter from A to %c": '%.120s: Zeile %d: %s ist „%.*s“, also kein Buchstabe von A bis %c',
  '%.120s: several columns have letters from A to %c; say columns label=NAME for the right answer':
    '%.120s: mehrere Spalten haben Buchstaben von A bis %c; die mit der richtigen Antwort bitte mit columns label=NAME nennen',
  '%.120s: %s and %s begin two sets of options; leave the columns of one of them out':
    '%.120s: mit %s und %s beginnen zwei Sätze von Antworten; bitte die Spalten eines davon weglassen',
  "%.120s: with the answers of %s, %s is the most probable option's in %d of %d rows; say columns label=NAME if another column has the answers":
    '%.120s: mit den Antworten von %s passt %s in %d von %d Zeilen zur wahrscheinlichsten Antwort; bitte columns label=NAME angeben, wenn eine andere Spalte die Antworten hat',
  '%s: line %d has two different answers, one as %.*s; leave out what is not the right one':
    '%s: Zeile %d hat zwei verschiedene Antworten, eine davon als %.*s; bitte weglassen, was nicht die richtige ist',
  '%.100s: its %s is neither 0 nor 1 in %d of %d questions, so more than one answer may be right; %s none takes the one that is given all the same':
    '%.100s: ihr %s ist in %d von %d Fragen weder 0 noch 1, also können mehrere Antworten richtig sein; %s none nimmt trotzdem die angegebene',
  'log likelihoods, whose softmax over its options is its distribution':
    'Log-Likelihoods, deren Softmax über die Antworten die Verteilung ist',
  'the probabilities of its options': 'den Wahrscheinlichkeiten der Antworten',
};
