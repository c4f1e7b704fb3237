// German texts of a sweep that was computed elsewhere and opened as a file.
import { count, percent } from '../format.js';
import { plural } from './grammar.js';

const points = (/** @type {number} */ n) => plural(n, 'Punkt', 'Punkte');

/** @type {typeof import('../en/gathered.js').gatheredTexts} */
export const gatheredTexts = {
  title: (name) => `Anderswo berechnet: ${name}`,
  titlePasted: (name) => `Eingefügte Links: ${name}`,
  receipts: (n) => plural(n, 'Beleg', 'Belege'),
  close: 'Diese Datei schließen',
  closePasted: 'Diese Links entfernen',
  reading: (name, fraction) => `${name}: Die Links werden geprüft, ${percent(fraction, 0)}`,
  lowest: (before, after) =>
    before && before === after
      ? `${before} hat den kleinsten ECE, vor und nach T.`
      : [before && `${before} hat so, wie trainiert, den kleinsten ECE.`, after && `${after} hat nach T den kleinsten ECE.`]
          .filter(Boolean)
          .join(' ') || 'Keine Zeile hat sicher den kleinsten ECE.',
  size: (n, total, rows) =>
    `${n === total ? points(total) : `${count(n)} von ${plural(total, 'Punkt', 'Punkten')}`} in ${plural(rows, 'Zeile', 'Zeilen')}.`,
  verified: (same, different, all) =>
    !same && !different
      ? 'Geprüft wurde keiner: calib verify trainiert einige davon noch einmal.'
      : `Geprüft und gleich: ${count(same)}${different ? `, geprüft, anders und in keinem Mittel: ${count(different)}` : ''}; nicht geprüft: ${count(all - same - different)}.`,
  verifiedPasted: 'Das sind die Zahlen, die die Links versprechen. Hier wurde noch keiner trainiert.',
  others: (n, engine, here) =>
    `${points(n)} ${n === 1 ? 'wurde' : 'wurden'} von Engine ${engine} berechnet, diese hier ist ${here}: Hier trainiert, können sie anders herauskommen.`,
  note: 'Mittel über die Startwerte, ± die Hälfte des 95-%-Intervalls (Students t); es gilt für andere Startwerte auf denselben Testdaten, nicht für andere Daten. T hat auf den Validierungsdaten den kleinsten ECE. Fett: besser als jede andere Zeile, nach dem 95-%-Intervall der nach Startwerten gepaarten Differenzen. Die Seite behält nichts von dieser Datei.',
  notePasted:
    'Mittel über die Startwerte, ± die Hälfte des 95-%-Intervalls (Students t). Fett: besser als jede andere Zeile, nach dem 95-%-Intervall der nach Startwerten gepaarten Differenzen. Die Seite behält nichts von diesen Links.',
  seedsNote: 'Ein Kreis ist ein Startwert. Der Punkt ist das Mittel, die Linie sein 95-%-Intervall (Students t).',
  meanOf: (mean, half, n) => `Mittel ${mean} ± ${half} von ${count(n)} Startwerten.`,
  table: 'Anderswo berechnete Punkte',
  metric: 'Metrik',
  one: 'Einen zufälligen hier nachtrainieren',
  train: 'Hier trainieren und vergleichen',
  open: 'An der Werkbank öffnen',
  training: 'wird hier trainiert',
  waiting: 'wartet darauf, hier trainiert zu werden',
  failedHere: (why) => `kann hier nicht trainiert werden: ${why}`,
  status: (verified) => (verified === null ? 'nicht geprüft' : verified ? 'geprüft' : 'kam bei der Prüfung anders heraus'),
  equal: (figures) =>
    `Gleich: Hier trainiert, stimmen der Digest und ${plural(figures, 'Kennzahl', 'Kennzahlen')} bis auf das letzte Bit überein.`,
  differs: (what, was, is) =>
    `Verschieden: ${what} ist in der Datei ${String(was).slice(0, 24)} und hier trainiert ${String(is).slice(0, 24)}.`,
  differsPasted: (what, was, is) =>
    `Verschieden: ${what} ist im Link ${String(was).slice(0, 24)} und hier trainiert ${String(is).slice(0, 24)}.`,
  allEqual: (n) => (n === 1 ? 'Der hier trainierte kam gleich heraus.' : `Alle ${count(n)} hier trainierten kamen gleich heraus.`),
  someDiffer: (n, all) => `${count(n)} von ${count(all)} hier trainierten kamen anders heraus.`,
  fused: 'Hier mit Fused Multiply-Add trainiert, das andere Bits ergibt: bitte ohne trainieren.',
  missing: (n, total) => `${count(n)} von ${plural(total, 'Punkt', 'Punkten')} ${n === 1 ? 'fehlt' : 'fehlen'}`,
  missingOne: (number, name) => `Nummer ${count(number)}${name && ` (${name})`}`,
  otherEngine: (engine) => `: ausgelassen, da Engine ${engine} ihn berechnet hat`,
  overflowed: (n) => `${points(n)} ${n === 1 ? 'ist' : 'sind'} fehlgeschlagen`,
  problems: (n) => `${points(n)} der Datei ${n === 1 ? 'wird' : 'werden'} nicht gelesen`,
  problemsPasted: (n) => `${plural(n, 'Link wird', 'Links werden')} ausgelassen`,
  noLink: (number, why) => `Punkt ${count(number)} wird ausgelassen: Sein Link ist nicht zu lesen: ${why}`,
  twice: (number) => `Punkt ${count(number)} wird ausgelassen: Sein Link ist der eines Punktes davor`,
  more: (n) => `und ${count(n)} weitere`,
  rows: (shown, all) => `Die ersten ${count(shown)} von ${plural(all, 'Zeile', 'Zeilen')}.`,
  all: 'Alle Zeilen zeigen',
  tooMany: (most) => `Höchstens ${count(most)} gesammelte Sweeps sind zugleich offen; bitte einen schließen.`,
};
