// German texts for the next student at a shared computer.
import { plural, runs } from './grammar.js';

/** @type {typeof import('../en/student.js').studentTexts} */
export const studentTexts = {
  button: 'Nächste Person',
  note: 'An einem gemeinsamen Computer: löscht Name, Antworten, Läufe und Daten aus diesem Browser.',
  deletes: 'Das löscht endgültig aus diesem Browser:',
  nothing: 'In diesem Browser sind weder Name noch Antworten, Läufe oder Daten. Die Seite beginnt nur von vorn.',
  names: (names) => `${names.length === 1 ? 'den Namen' : 'die Namen'} ${names.join(', ')}`,
  answers: (n, exercises) => `${plural(n, 'Antwort', 'Antworten')} zu ${plural(exercises, 'Übung', 'Übungen')}`,
  ratings: (n) => `${plural(n, 'Einschätzung', 'Einschätzungen')} vom ersten Besuch`,
  draft: 'den Entwurf einer Übung',
  runs: (n) => (n === 1 ? 'einen Lauf' : runs(n)),
  files: (names) => `${plural(names.length, 'Datei', 'Dateien')} mit Daten: ${names.join(', ')}`,
  tabs: 'Auch andere offene Tabs dieser Seite beginnen von vorn. Vorher den Antwortcode abgeben.',
  go: 'Löschen und von vorn beginnen',
  goEmpty: 'Von vorn beginnen',
  cancel: 'Abbrechen',
  failed: 'Nicht alles konnte gelöscht werden.',
  begins: 'Hier beginnt die nächste Person.',
  beginsNote: 'Name, Antworten, Läufe und Daten der vorigen Person sind aus diesem Browser gelöscht.',
};
