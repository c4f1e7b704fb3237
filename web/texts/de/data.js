// German texts about the user's own data.
import { bytes, count, momentOfYear, percent } from '../format.js';
import { nbsp, plural } from './grammar.js';

/** @param {string[]} names @param {number} most */
const some = (names, most) => (names.length > most ? [...names.slice(0, most), `${count(names.length - most)} weitere`] : names).join(', ');

/** @type {typeof import('../en/data.js').dataTexts} */
export const dataTexts = {
  own: 'Eigene Daten',
  drop: 'Dateien oder einen Ordner hier ablegen',
  dropTypes:
    'Bilder in einem Ordner pro Klasse oder mit einer CSV-Datei aus ihren Namen und einer Klasse oder mehreren Labels pro Bild, .npy oder .npz, CIFAR, MNIST und SVHN wie heruntergeladen, Tabellen und Texte als CSV. Archive (.zip, .tar.gz, .gz) werden hier geöffnet.',
  private: 'Nichts wird hochgeladen.',
  reading: (file, fraction) => `${file || 'Die Dateien'} einlesen${fraction ? `, ${percent(fraction, 0)}` : ''}`,
  nothing: 'Keine dieser Dateien enthält Daten, die sich verwenden lassen.',
  close: 'Schließen',
  stop: 'Stopp',
  forms: {
    python: 'aus Python',
    pictures: 'von diesem Browser dekodiert',
    folders: 'die Namen der Ordner',
    names: 'die Namen der Dateien',
    texts: 'als Tabelle',
  },
  find: ({ from, name, form, shape }) => {
    const source = from.join(', ').split('/').pop() ?? '';
    const words = [
      source === name ? '' : source,
      dataTexts.forms[form] ?? '',
      shape && form === 'npy' ? shape.map(count).join(` ×${nbsp}`) : '',
    ];
    return words.filter(Boolean).join(', ');
  },
  labelHeads: ['Label', 'vorhanden', 'nicht vorhanden', 'unbekannt'],
  labelsNote: 'Unbekannt ist, was die Tabelle unsicher nennt (−1) oder leer lässt (fehlend): Es wird weder trainiert noch gezählt.',
  missing: (names) => `Es fehlt noch: ${names.join(', ')}.`,
  size: 'Größe',
  sizeNote: 'Pixel pro Seite: Die kürzere Seite wird darauf skaliert, die Mitte bleibt',
  sizeWrong: 'Die Größe muss eine ganze Zahl von 4 bis 256 sein.',
  corruption: 'Störung',
  use: 'Diese verwenden',
  save: 'Als Dateien speichern',
  saveNote: 'für calib --data auf der Kommandozeile',
  making: (name, fraction) => `${name} wird geschrieben, ${percent(fraction, 0)}`,
  checking: 'Der Inhalt wird geprüft',
  used: 'Der Lauf verwendet jetzt diese Daten.',
  untilClosed:
    'Diese Dateien sind nur hier, bis die Seite geschlossen wird: Der Browser erlaubt nicht mehr, oder die Dateien, die er für diese Seite behält, nehmen schon 2 GB ein. Wer einige davon entfernt, schafft Platz.',
  moreProblems: (n) => `und ${count(n)} weitere dieser Art`,
  unused: (names) => `Nicht verwendet: ${some(names, 3)}.`,
  undecodable: (names) =>
    `Nicht verwendet: ${some(names, 3)}. Solche Formate lesen Browser nicht (HEIC, TIFF, Rohdaten): bitte als JPEG oder PNG speichern.`,

  // Columns of a table.
  columns: {
    title: 'Label',
    choose: 'Spalte wählen',
    preview: 'Die ersten Zeilen der Tabelle',
    read: (name) => `${name} lesen`,
    ask: 'Welche Spalte ist das Label? Keine heißt so, und mehrere kommen in Frage.',
    none: 'Bitte eine Spalte ankreuzen, aus der gelernt wird.',
    tooMany: 'Höchstens 32 Spalten können ausgelassen werden: bitte die übrigen aus der Tabelle entfernen.',
    label: (name) => `Das Label ist ${name}.`,
    omitted: {
      id: (names) => `Ausgelassen: ${some(names, 5)}, ${names.length === 1 ? 'denn die Spalte zählt' : 'denn sie zählen'} die Zeilen.`,
      words: (names) => `Ausgelassen: ${some(names, 5)}, ${names.length === 1 ? 'denn die Spalte enthält' : 'denn sie enthalten'} Wörter.`,
      gaps: (names) => `Ausgelassen: ${some(names, 5)}, denn es gibt leere Felder.`,
    },
  },

  // Contents of the run's data.
  counts: 'Klassen und Beinahe-Duplikate zählen',
  counting: 'Es wird gezählt',
  splits: { train: 'Training', val: 'Validierung', test: 'Test' },
  heads: ['', 'Beispiele', 'kleinste Klasse', 'größte Klasse'],
  labelCounts: ['', 'Beispiele', 'seltenstes Label', 'häufigstes Label', 'unbekannte Labels'],
  duplicates: {
    test_in_train: 'aus den Testdaten in den Trainingsdaten',
    val_in_train: 'aus den Validierungsdaten in den Trainingsdaten',
    test_in_val: 'aus den Testdaten in den Validierungsdaten',
  },
  duplicate: ({ exact, near, other_label }, where) => {
    const kinds = [exact ? plural(exact, 'Kopie', 'Kopien') : '', near ? plural(near, 'Beinahe-Kopie', 'Beinahe-Kopien') : ''].filter(
      Boolean,
    );
    return `${kinds.join(' und ')} ${where}${other_label ? `, davon ${count(other_label)} mit anderem Label` : ''}.`;
  },
  noDuplicates: 'Kein Beispiel steht in zwei der Datensätze.',

  // Kept data that nobody picked in this tab.
  consent: {
    title: (n) => (n === 1 ? 'Eine Datei aus diesem Browser verwenden?' : 'Dateien aus diesem Browser verwenden?'),
    file: (name, size, at) => `${name}, ${bytes(size)}, ${at === null ? 'von früher' : `vom ${momentOfYear(at)}`}`,
    why: (n) =>
      n === 1
        ? 'Der Link nimmt diese Datei, und in diesem Tab hat niemand sie ausgewählt. An einem gemeinsamen Computer kann sie jemand anderem gehören.'
        : 'Der Link nimmt diese Dateien, und in diesem Tab hat niemand sie ausgewählt. An einem gemeinsamen Computer können sie jemand anderem gehören.',
    note: 'Die Antwort gilt in diesem Tab. Vergessene Dateien sind endgültig aus diesem Browser gelöscht.',
    use: (n) => (n === 1 ? 'Sie verwenden' : 'Alle verwenden'),
    choose: (n) => (n === 1 ? 'Andere Datei wählen' : 'Andere Dateien wählen'),
    forget: (n) => (n === 1 ? 'Sie vergessen' : 'Alle vergessen'),
    cancel: 'Abbrechen',
    other: 'Der Link nennt seine Daten mit einem Hash, und die gewählte Datei hat anderen Inhalt.',
    held: (lines) => `In diesem Browser: ${lines.join('; ')}. In diesem Tab hat niemand das ausgewählt; ein Lauf fragt deshalb zuerst.`,
    decide: 'Jetzt entscheiden',
  },

  // Data stored in this browser.
  kept: 'In diesem Browser',
  keptNone: 'keine Dateien',
  keptTotal: (n, size) => `${plural(n, 'Datei', 'Dateien')}, ${bytes(size)}`,
  quota: (used, quota) => `Diese Seite belegt ${bytes(used)} von den ${bytes(quota)}, die der Browser ihr einräumt.`,
  remove: (name) => `${name} entfernen`,
  loading: (name, fraction) => `${name} wird geladen, ${percent(fraction, 0)}`,
  site: (label, size) => `${label} von dieser Website laden (${bytes(size)})`,
};
