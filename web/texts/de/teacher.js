// German: words of the teacher's page.
import { count } from '../format.js';
import { inUnit } from './exercises.js';
import { plural } from './grammar.js';

/** @param {number} value @param {string} unit */
const rounded = (value, unit) => (unit === '%' || unit === 'points' ? Math.round(value * 10) / 10 : value);

/** @type {typeof import('../en/teacher.js').teacherTexts} */
export const teacherTexts = {
  place: 'Für Lehrkräfte',
  lead: 'Wer was geantwortet hat, und welche Läufe wirklich trainiert wurden.',
  sub: 'Alles wird auf dieser Seite berechnet, auch ohne Netzverbindung. Keinem Code wird einfach geglaubt: Jeder Lauf wird hier einmal trainiert, und die Antworten werden damit verglichen.',
  back: 'Übungen',
  checkTitle: 'Antwortcodes prüfen',
  paste: 'Codes einfügen, beliebig viele, mit beliebigem Text dazwischen',
  none: 'In diesem Text steht weder ein Antwortcode noch ein Link mit einem Beleg. Ein Code beginnt mit CAL1-.',
  found: (n, bad) => `${plural(n, 'Code', 'Codes')}${bad ? `, davon ${count(bad)} abgelehnt` : ''}.`,
  running: (title, label, at, of) => `${title}: Lauf ${count(at)} von ${count(of)} wird trainiert, ${label}`,
  unknown: (id) =>
    id
      ? `Eine andere Fassung der Übung ${id} als die hiesige. Zum Prüfen dieser Codes ihre Datei hier ablegen.`
      : 'Eine Übung, die nicht hier ist. Ihre Datei hier ablegen oder ihren Link mit den Codes einfügen.',
  failed: 'Die Läufe dieser Übung konnten hier nicht trainiert werden:',
  name: 'Name',
  nobody: 'kein Name',
  runs: 'Läufe',
  code: 'Code',
  run: { made: '✓ trainiert', differs: '≠ weicht ab', missing: 'nicht trainiert', unknown: '…' },
  proof: {
    fits: '✓ unverändert',
    changed: '≠ nachträglich geändert: Name, Antworten und Läufe gehören nicht zusammen',
    differs: '≠ ein Lauf hat hier ein anderes Ergebnis',
    open: '…',
  },
  otherEngine: (theirs, mine) => `Erstellt mit Engine ${theirs}, hier läuft ${mine}: Schon deshalb können die Läufe abweichen.`,
  empty: 'nicht beantwortet',
  own: (spec) => `eigener Lauf: ${spec}`,
  right: 'richtig',
  wrong: 'falsch',
  save: 'Als CSV speichern',
  receipts: (n) => `${plural(n, 'Lauf', 'Läufe')} mit einem Beleg.`,
  pool: 'Diese Läufe vergleichen',
  showClass: 'Die Schätzungen im Bild zeigen',
  summary: {
    title: 'Was die Klasse geantwortet hat',
    answered: (n, of) => `${count(n)} von ${count(of)} haben geantwortet.`,
    guesses: (n, low, high, median, unit) =>
      n === 1
        ? `Eine Schätzung: ${inUnit(low, unit)}.`
        : `${count(n)} Schätzungen von ${inUnit(low, unit)} bis ${inUnit(high, unit)}, der Median ist ${inUnit(median, unit)}.`,
    near: (truth, near, n, within, unit) =>
      truth === Infinity
        ? 'Es geschieht nie.'
        : `Es sind ${inUnit(rounded(truth, unit), unit)}: ${count(near)} von ${count(n)} liegen richtig${within ? ` bis auf ${inUnit(within, unit === '%' ? 'points' : unit)}` : ''}.`,
    tick: (value, unit) => inUnit(value, unit === '%' ? '%' : ''),
    truth: 'der Lauf',
    of: (n, of) => `${count(n)} von ${count(of)}`,
    tried: (reached, n) => `${count(reached)} von ${count(n)} haben es erreicht.`,
    explained: (n) => (n === 1 ? 'Eine Erklärung' : `${count(n)} Erklärungen`),
  },
  refused: 'Abgelehnt',
  makeTitle: 'Eine Übung erstellen',
  makeNote: 'Lernende sehen sie, wie sie hier steht, von oben nach unten. Ein Lauf kann starten, wenn jede Frage darüber beantwortet ist.',
  title: 'Titel',
  learn: 'Was gelernt wird',
  minutes: 'Minuten',
  paper: 'Nach welcher Studie',
  runsTitle: 'Läufe',
  runLabel: 'Beschriftung der Schaltfläche',
  runLink: 'Link',
  addRun: 'Den Lauf der Werkbank',
  insert: 'Einfügen',
  insertFigure: 'Eine Zahl des Laufs',
  seenTitle: 'Was Lernende sehen werden',
  more: {
    predict: 'Einheit, Toleranz und Rückmeldung',
    choose: 'Rückmeldung nach der Antwort',
    exercise: 'Minuten, Studie, Bedienelemente',
  },
  noTitle: 'Noch zu schreiben: der Titel.',
  twoOptions: 'Noch zu schreiben: mindestens zwei Antworten zur Auswahl.',
  noneRight: 'Eine der Antworten muss richtig sein.',
  questionsTitle: 'Fragen',
  addQuestion: { predict: 'Eine Zahl vorhersagen', choose: 'Auswählen', explain: 'Erklären', try: 'Ausprobieren' },
  ask: {
    predict: 'Was soll vorhergesagt werden?',
    choose: 'Was soll ausgewählt werden?',
    explain: 'Was soll erklärt werden?',
    try: 'Was soll ausprobiert werden?',
  },
  figure: 'Zahl, die der Lauf ergibt',
  figureTyped: 'Wie eine Datei sie nennt, etwa ce.epoch(6).ece',
  otherFigure: 'eine andere',
  meanConfidence: 'Mittlere Konfidenz',
  meanGap: 'Konfidenz minus Genauigkeit',
  rightAt: 'Wie oft es richtigliegt, wo es 90 % sagt',
  fittedT: 'Angepasste Temperatur',
  eceAfterT: 'ECE nach der angepassten Temperatur',
  unit: 'Einheit (% für einen Anteil)',
  within: 'Richtig bis auf',
  option: (n) => `Antwort ${count(n)}`,
  isRight: 'Ist sie richtig?',
  rights: { no: 'nein', yes: 'ja', if: 'wenn der Lauf es ergibt' },
  rightIf: 'Richtig, wenn, etwa ce.ece > 0.05',
  optionAfter: 'Rückmeldung zu dieser Antwort',
  addOption: 'Noch eine Antwort',
  model: 'Eine Antwort zum Vergleich',
  goal: 'Erreicht, wenn',
  after: 'Wird nach der Antwort gezeigt',
  low: 'Rückmeldung, wenn die Vorhersage zu niedrig ist',
  high: 'Rückmeldung, wenn sie zu hoch ist',
  remove: 'Entfernen',
  text: 'Text, in Markdown',
  textNote:
    'Die Schaltflächen setzen eine Frage, einen Lauf oder eine Zahl dorthin, wo die Schreibmarke steht. [[name]] auf einer eigenen Zeile ist ihr Platz und lässt sich verschieben. Überschriften beginnen mit ##, Formeln stehen in $…$.',
  lock: 'Sichtbar, aber gesperrt',
  hide: 'Verborgen',
  controls: { run: 'Lauf', temperature: 'Temperatur', fork: 'Ab einer Epoche weitertrainieren' },
  notAsked: (id, kind) => `Noch zu schreiben: was die Frage ${id} fragt (${kind}).`,
  preview: 'Öffnen, wie Lernende sie sehen',
  good: 'Keine Fehler.',
  share: 'Teilen',
  copyLink: 'Den Link kopieren',
  saveFile: 'Als Datei speichern',
  openFile: 'Eine Datei öffnen',
  linkLength: (n, long) =>
    `${count(n)} Zeichen${long ? `: Chatprogramme kürzen manchmal Links mit mehr als ${count(4000)}, dann besser die Datei teilen` : ''}`,
  tooLong: (n) => `Als Link hätte sie mehr als ${count(n)} Zeichen: Bitte die Datei teilen.`,
  copied: 'Kopiert',
  startBody: 'Worum es geht.\n\n## Vorhersagen\n\n## Laufen lassen\n\n## Erklären\n',
  headings: { predict: 'Vorhersagen', run: 'Laufen lassen', explain: 'Erklären' },
};
