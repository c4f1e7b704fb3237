// German texts of the place with the trained networks.
import { bytes, count, decimal, duration, percent } from '../format.js';
import { plural } from './grammar.js';

/** Training error below which a network counts as over-fitted. */
const OVERFITTED = 0.05;

/** @type {typeof import('../en/networks.js').zooTexts} */
export const zooTexts = {
  lead: (n) => `${plural(n, 'Netz', 'Netze')}, trainiert und bereit zum Untersuchen.`,
  sub: 'Berichte, Diagramme und Vergleiche kommen aus gespeicherten Logits: Nichts wird trainiert, und Daten sind nicht nötig. Ein geöffnetes Netz lässt sich samt Gewichten untersuchen, auf Daten auswerten oder weitertrainieren.',
  reading: 'Die Karten werden gelesen',
  none: 'In dieser Kopie des Labs gibt es keine trainierten Netze.',

  family: (name, data) => `${name} auf ${data}`,
  familyNote: (parameters, train, test) =>
    `${count(parameters)} Parameter, trainiert mit ${count(train)} Bildern, getestet mit ${count(test)}.`,
  fit: (error) =>
    error < OVERFITTED
      ? `Kreuzentropie passt sich zu sehr an: Bei ${percent(error)} ihrer Trainingsbilder noch falsch, erhöht sie die Konfidenz immer weiter.`
      : `Mit Kreuzentropie sind noch ${percent(error, 0)} der Trainingsbilder falsch.`,
  focal: {
    better: (ce, focal) => `Dort hilft Focal Loss: ein ECE von ${percent(focal)} statt ${percent(ce)}.`,
    worse: (ce, focal) => `Dort verliert Focal Loss: Das Netz wird zu unsicher, mit einem ECE von ${percent(focal)} statt ${percent(ce)}.`,
  },
  alike: 'Die Verluste sind verschieden, die Anfangsgewichte und die Batches nicht.',
  all: 'Alle wählen',
  choose: (name) => `${name} wählen`,
  columns: {
    loss: 'Verlust',
    says: 'sagt %',
    right: 'hat recht %',
    ece: 'ECE %',
    after: 'nach T',
    nll: 'NLL',
    T: 'T',
  },
  note: (chance) =>
    `Fett ist das Beste seiner Spalte, und sei es noch so knapp: Welche Unterschiede mehr als Zufall sind, zeigt der Vergleich. T hat die niedrigste NLL auf den Validierungsdaten, wie beim Auswerten und im Vergleich; das T nach ECE, wie es Studien angeben, steht auf der Karte eines Netzes. Der Zufall allein gibt einem perfekt kalibrierten Netz einen ECE von etwa ${percent(chance)}.`,

  compare: (n) => (n ? `${n === 1 ? 'Das gewählte' : `Die ${count(n)} gewählten`} vergleichen` : 'Vergleichen'),
  compareNote: 'Gewählte Netze erscheinen nebeneinander.',
  measuring: (at, of) => `${count(at)} von ${count(of)} wird gemessen`,
  report: 'Bericht',
  reportOf: (name) => `Bericht über ${name}`,
  bench: 'In der Werkbank öffnen',
  benchHelp: 'Seine Kurven und Diagramme sowie Proben des Netzes: Landschaft, Krümmung, Grad-CAM, gestörte Bilder',
  evaluate: 'Auf Daten auswerten',
  evaluateHelp: 'Seine Ausgaben auf den Daten seines Links oder auf anderen Daten',
  trainOn: 'Weitertrainieren',
  trainOnHelp: 'Ein Lauf, der mit diesen Gewichten beginnt',
  again: 'Hier noch einmal trainieren',
  againFiles: 'Bilder, Proben des Netzes und Training brauchen die Dateien von CIFAR-10, nach denen die Seite dann fragt.',

  card: {
    loss: 'Verlust',
    link: 'Link',
    digest: 'Prüfsumme',
    data: 'Hash der Daten',
    trained: 'Trainiert',
    limits: 'Grenzen',
    byEce: 'T nach ECE',
    files: 'Dateien',
  },
  byEce: (T, ece) =>
    `${decimal(T, 1)}, der niedrigste ECE auf den Validierungsdaten, auf einem Gitter; der ECE der Testdaten ist danach ${percent(ece, 2)}`,
  trained: (seconds, machine) => `in ${duration(seconds)}, ${machine}`,
  fileNames: {
    weights: 'Gewichte',
    logits: 'Testlogits',
    labels: 'Testlabels',
    'val-logits': 'Validierungslogits',
    'val-labels': 'Validierungslabels',
  },
  size: (size) => bytes(size),
};
