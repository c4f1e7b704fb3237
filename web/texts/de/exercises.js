// German texts of the exercises.
import { count, decimal, percent } from '../format.js';

/**
 * Singular and plural of units, which are in English in the exercises' files.
 * @type {Record<string, [string, string]>}
 */
const units = { points: ['Punkt', 'Punkte'], epochs: ['Epoche', 'Epochen'], samples: ['Beispiel', 'Beispiele'], times: ['mal', 'mal'] };
const unitOf = (/** @type {string} */ unit, one = false) => units[unit]?.[one ? 0 : 1] ?? unit;

/** @param {number} value */
const amount = (value) =>
  Number.isInteger(value) ? count(value) : decimal(value, Number.isInteger(10 * value) ? 1 : Math.abs(value) < 0.1 ? 3 : 2);

/** Formats a typed number with its unit. @param {number} value @param {string} unit */
export const inUnit = (value, unit) => {
  if (unit === '%') return percent(value / 100, Number.isInteger(value) ? 0 : 1);
  const number = unit === 'points' && !Number.isInteger(value) ? decimal(value, 1) : amount(value);
  return unit ? `${number} ${unitOf(unit, value === 1)}` : number;
};

/**
 * Formats the words after "um": "2 Punkte".
 * @param {number} by
 * @param {string} unit
 * @param {string} number
 */
const by = (by, unit, number) =>
  `${number} ${unit === '%' || unit === 'points' ? unitOf('points', by === 1) : unitOf(unit, by === 1)}`.trimEnd();

/** @type {typeof import('../en/exercises.js').exerciseTexts} */
export const exerciseTexts = {
  place: 'Übungen',
  lead: 'Erst vorhersagen. Dann laufen lassen und sehen, wer recht hatte.',
  sub: 'Jede dauert zehn bis fünfzehn Minuten, findet auf dieser Seite statt und endet mit einem Code zum Abgeben.',
  answer: (value, unit) => inUnit(value, unit),
  minutes: (n) => `${count(n)} Min.`,
  follows: (paper) => `Nach ${paper}`,
  done: 'fertig',
  begun: 'begonnen',
  listFailed: 'Die Liste der Übungen konnte nicht gelesen werden.',
  teachers: 'Für Lehrkräfte: Antworten prüfen, eine Übung erstellen',
  drop: 'Gibt es eine Übung als Datei? Hier ablegen oder ',
  choose: 'auswählen',
  none: (id) => `es gibt keine Übung namens ${id.slice(0, 48)}`,
  badRun: (name, error) => `der Lauf ${name} dieser Übung kann nicht starten: ${error}`,
  noLogits: 'die Ausgaben dieses Laufs sind nicht mehr aufbewahrt; bitte neu laufen lassen',
  clear: 'Klar',
  corrupted: (label, severity) => `${label}, Stärke ${severity}`,
  noPictures: (error) => `Die Bilder können nicht gezeigt werden: ${error}`,
  cannotOpen: 'Diese Übung kann nicht geöffnet werden.',
  column: 'Übung',
  table: 'Tabelle',
  leave: 'Alle Übungen',
  again: 'Von vorn',
  sureAgain: 'Das löscht die Antworten und die Läufe dieser Übung. Noch einmal drücken, um von vorn zu beginnen.',
  yourGuess: (value, unit) => `Ihre Schätzung ${inUnit(value, unit)}`,
  ofClass: (n) => (n === 1 ? '1 Schätzung' : `${count(n)} Schätzungen`),
  guess: 'Ihre Schätzung',
  lock: 'Festlegen',
  lockNote: 'Danach ist sie nicht mehr zu ändern.',
  lockFirst: 'Zuerst die Vorhersage festlegen; dann kann der Lauf starten.',
  notANumber: 'Diese Schätzung ist keine Zahl. Nötig ist eine wie 85 oder 2,5.',
  yourAnswer: 'Ihre Antwort',
  guessed: (value, unit) => `Ihre Schätzung war ${inUnit(value, unit)}.`,
  itIs: (value, unit) =>
    value === Infinity
      ? 'Es kommt nie vor.'
      : `Es ${value === 1 || unit === '%' || !unit ? 'ist' : 'sind'} ${inUnit(unit === '%' || unit === 'points' ? Math.round(value * 10) / 10 : value, unit)}.`,
  near: (within, unit) => `Das stimmt bis auf ${by(within, unit, amount(within))}.`,
  off: (distance, unit) =>
    `Das liegt um ${by(distance, unit, unit === '%' || unit === 'points' ? decimal(distance, distance < 10 ? 1 : 0) : amount(distance))} daneben.`,
  guessCode: 'QR-Code dieser Schätzung',
  guessCodeNote: 'Für die Kamera der Lehrkraft: ohne Ihren Namen',
  guessCodes: 'Ihre Vorhersagen allein, für die Wand der Klasse: kurze Codes ohne Namen.',
  waits: 'Der Lauf wird es zeigen.',
  answerIt: 'Antworten',
  right: 'Das ist richtig.',
  wrong: (text) => `Richtig ist: ${text}`,
  compare: 'Mit einer Antwort vergleichen',
  compared: 'Eine Antwort zum Vergleich',
  writeMore: (n) => `Bitte zuerst einen Satz schreiben: noch ${count(n)} Zeichen.`,
  run: (label) => `Laufen lassen: ${label}`,
  look: (label) => `Ansehen: ${label}`,
  runDone: (label, epochs) => `${label}: ${count(epochs)} Epochen`,
  running: (epoch, epochs) => `Epoche ${count(epoch)} von ${count(epochs)}`,
  about: (time) => `etwa ${time}`,
  measuring: 'Die Zahlen werden berechnet',
  runOwn: 'So trainieren',
  attempts: 'Ihre Läufe',
  attempt: (settings, ece) => `${settings.join('; ')}: ECE ${percent(ece)}`,
  giveUp: 'Ohne das weitermachen',
  gaveUp: 'Nicht erreicht; es ging ohne das weiter.',
  reached: 'Erreicht.',
  tried: 'Noch nicht. Etwas ändern und neu laufen lassen.',
  tryHint: 'Die Einstellungen unten ändern und laufen lassen.',
  stays: (list) => `Von der Lehrkraft festgelegt: ${list}.`,
  end: 'Fertig',
  handIn: 'Ihr Antwortcode',
  codeNote:
    'Kopieren und abgeben, oder der Lehrkraft den QR-Code zeigen. Er enthält den Namen, die Antworten und welche Läufe trainiert wurden; von hier wird nichts gesendet.',
  name: 'Ihr Name',
  copy: 'Kopieren',
  copied: 'Kopiert',
  tooLong: 'Für einen QR-Code ist dieser Code zu lang: bitte kopieren.',
  send: (origin) => `An ${origin} senden`,
  sent: 'Gesendet',
  code: 'Antwortcode',
  unit: (unit) => unitOf(unit),
  figure(value, format) {
    if (value === Infinity) return 'nie';
    if (format === '%') return percent(value, 1);
    return format ? decimal(value, Number(format)) : amount(value);
  },
};
