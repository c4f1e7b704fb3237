// German for errors in an exercise, its numbers, or an answer code.
/** @type {Record<string, string>} */
export const exercises = {
  'an answer code begins with %s': 'ein Antwortcode beginnt mit %s',
  'This code is refused: %s.': 'Dieser Code wird abgelehnt: %S.',
  'This code is refused: it is whole, but not an answer code of this lab.':
    'Dieser Code wird abgelehnt: er ist vollständig, aber kein Antwortcode dieses Labs.',
  'what is packed in it is damaged': 'was darin gepackt ist, ist beschädigt',
  'it expands to more than %s bytes': 'ausgepackt hat er mehr als %s Bytes',
  'it is cut off, or not whole': 'er ist abgeschnitten oder nicht vollständig',
  'its checksum does not fit: a character was changed or lost': 'die Prüfsumme passt nicht: ein Zeichen wurde geändert oder ging verloren',
  'a character of this code is wrong or missing: its check characters do not fit':
    'ein Zeichen dieses Codes ist falsch oder fehlt: die Prüfzeichen passen nicht',

  // Numbers and expressions.
  '"%s" cannot be read from "%s" on': '"%s" ist ab "%s" nicht lesbar',
  '"%s" has a bracket that is not closed': '"%s" hat eine Klammer, die nicht geschlossen ist',
  'a figure of %s characters is longer than %s': 'eine Kennzahl mit %s Zeichen ist länger als %s',
  '"%s": %s': '"%s": %S',
  'too many brackets': 'zu viele Klammern',
  'a bracket is not closed': 'eine Klammer ist nicht geschlossen',
  'something is missing at the end': 'am Ende fehlt etwas',
  '"%s" is not expected': '"%s" ist nicht erwartet',
  'a name is missing after a dot': 'nach einem Punkt fehlt ein Name',
  'there is no figure %s: %s': 'es gibt keine Kennzahl %s: %S',
  'the run has no such number': 'der Lauf hat keine solche Zahl',
  'it needs a confidence from 0 to 1': 'sie braucht eine Konfidenz von 0 bis 1',
  'a figure of the set is named after a dot, as in val.nll': 'eine Kennzahl der Menge steht nach einem Punkt, wie in val.nll',
  'which figure of the epoch': 'welche Kennzahl der Epoche',
  'the loss has no gammas': 'der Verlust hat keine Gammas',
  'which figure of the run': 'welche Kennzahl des Laufs',
  'the run has no such epoch': 'der Lauf hat keine solche Epoche',
  'the report has none of this name': 'der Bericht hat keine dieses Namens',

  // The text of an exercise.
  'a formula has %s characters; at most %s are allowed': 'eine Formel hat %s Zeichen; erlaubt sind höchstens %s',
  'a formula has the command \\%s; definitions are not allowed in formulas':
    'eine Formel hat den Befehl \\%s; Definitionen sind in Formeln nicht erlaubt',
  'the exercise has %s formulas; at most %s are allowed: make two exercises of it':
    'die Übung hat %s Formeln; erlaubt sind höchstens %s: bitte zwei Übungen daraus machen',
  'the text has lists, quotes or emphasis nested more than twelve deep; at most %s are allowed':
    'der Text hat Listen, Zitate oder Hervorhebungen, die mehr als zwölf tief ineinander stehen; erlaubt sind höchstens %s',
  'a paragraph has %s characters; at most %s are allowed: split it with an empty line':
    'ein Absatz hat %s Zeichen; erlaubt sind höchstens %s: bitte mit einer leeren Zeile teilen',
  'a paragraph has %s of the marks *, _ and ~; at most %s are allowed':
    'ein Absatz hat %s der Zeichen *, _ und ~; erlaubt sind höchstens %s',
  '"%s" is not as in #pictures=ce&corruption=blur:severity=1/blur:severity=3, a run and at most %s corruptions':
    '"%s" ist nicht wie in #pictures=ce&corruption=blur:severity=1/blur:severity=3, ein Lauf und höchstens %s Störungen',
  '%s (line %s)': '%S (Zeile %s)',
  'question %s': 'Frage %S',
  'run %s': 'Lauf %s',
  'a heading': 'eine Überschrift',
  'the text': 'der Text',
  'front matter': 'Kopfdaten',
  '%s: a text is missing': '%S: ein Text fehlt',
  '%s: %s characters are more than %s': '%S: %s Zeichen sind mehr als %s',
  '%s: not a number from %s to %s': '%S: keine Zahl von %s bis %s',
  '%s: names with values are missing': '%S: Namen mit Werten fehlen',
  '%s: there is no "%s"; there are %s': '%S: es gibt kein "%s"; es gibt %s',
  '%s: not a list of at most %s': '%S: keine Liste von höchstens %s',
  '%s: more than %s': '%S: mehr als %s',
  '%s: "%s" is not allowed as a name; allowed are at most 24 small letters, digits and _, a letter first, except %s':
    '%S: "%s" ist als Name nicht erlaubt; erlaubt sind höchstens 24 Kleinbuchstaben, Ziffern und _, zuerst ein Buchstabe, außer %s',
  'there is no run %s': 'es gibt keinen Lauf %s',
  '%s: right is neither true nor false': '%S: right ist weder true noch false',
  '%s: its kind is missing; allowed are %s, each with its question, as in "explain: Why is that so?"':
    '%S: die Art fehlt; erlaubt sind %s, jede mit ihrer Frage, wie in "explain: Warum ist das so?"',
  '%s: it has %s, and a question has one kind; write a separate question for each':
    '%S: sie hat %s, und eine Frage hat eine Art; bitte für jede eine eigene Frage schreiben',
  '%s: it needs at least two options, and one that is right': '%S: sie braucht mindestens zwei Optionen, und eine richtige',
  '%s: its link is missing, or longer than 2,000': '%S: der Link fehlt oder ist länger als 2000',
  '[[%s]] stands in the text twice': '[[%s]] steht zweimal im Text',
  '[[%s]] is neither a question nor a run; there are %s': '[[%s]] ist weder eine Frage noch ein Lauf; es gibt %S',
  'none in the front matter': 'keine in den Kopfdaten',
  'there is no run %s, whose pictures are shown': 'es gibt keinen Lauf %s, dessen Bilder gezeigt werden',
  '"%s" has no place in the text: write [[%s]] on a line of its own':
    '"%s" hat keinen Platz im Text: bitte [[%s]] in eine eigene Zeile schreiben',
  'the exercise has %s characters; at most %s are allowed: shorten its texts, or make two exercises of it':
    'die Aufgabe hat %s Zeichen; erlaubt sind höchstens %s: bitte die Texte kürzen oder zwei Aufgaben daraus machen',
  'an exercise begins with front matter between two lines of ---': 'eine Aufgabe beginnt mit Kopfdaten zwischen zwei Zeilen aus ---',
  'lists or names stand too deep in one another': 'Listen oder Namen stehen zu tief ineinander',
  'front matter: %s': 'Kopfdaten: %S',
  '"%s" names a run and a question': '"%s" benennt einen Lauf und eine Frage',
};
