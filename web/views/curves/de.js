// German words of the curves view.
import { numbers, plural } from '../../texts/de/grammar.js';
import { count, decimal } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Kurven',
  question: 'Wie hat es gelernt?',
  lead: 'Was jede Epoche bewirkt hat.',
  sub: 'Durchgezogen: Testdaten. Gepunktet: Trainingsdaten. Die Linie markiert die gezeigte Epoche.',
  show: 'Welche Kurven',
  metrics: 'Metriken',
  parts: 'Richtig und falsch',
  partsSub: 'Durchgezogen: richtige Beispiele. Gepunktet: falsche Beispiele. Testdaten.',
  partsWait: 'Ein Lauf mit Diagnosewerten zeigt richtige und falsche Beispiele getrennt.',
  partWords: { test: 'Test', train: 'Training', right: 'richtig', wrong: 'falsch' },

  concludes: (nll, interval, epoch, least, side) =>
    side === 'best'
      ? `Keine Epoche hat eine kleinere Test-NLL: ${decimal(nll, 3)} (95-%-Intervall ${numbers(interval, 3)}).`
      : side === 'past'
        ? `Über das Beste hinaus: Die Test-NLL war ${decimal(least, 3)} in Epoche ${count(epoch)}, unter dem heutigen 95-%-Intervall, ${numbers(interval, 3)}.`
        : `Etwa so gut wie je: Die kleinste Test-NLL, ${decimal(least, 3)} in Epoche ${count(epoch)}, liegt im heutigen 95-%-Intervall, ${numbers(interval, 3)}.`,
  why: (nll, n) => [
    `NLL ${decimal(nll, 3)} über ${plural(n, 'Testbeispiel', 'Testbeispiele')}; das Intervall ist das Mittel ± ${decimal(1.96, 2)} Standardfehler.`,
    'Es gilt für eine Epoche allein. Die Beispiele sind in allen Epochen dieselben, daher trennt zwei Epochen weniger Zufall, als es zeigt.',
  ],
  next: {
    epoch: (epoch) => `Zu Epoche ${count(epoch)} gehen`,
    training: 'Mit den Trainingsdaten vergleichen',
  },
};
