// German words of the ROC view.
import { plural, share } from '../../texts/de/grammar.js';
import { decimal, percent } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Fremde Daten',
  question: 'Bemerkt es ungewohnte Bilder?',
  need: 'Nur Bilder lassen sich stören, und keine anderen Daten hier haben solche Beispiele.',
  by: 'Was unterschieden werden soll',
  other: 'Andere Daten',
  severity: 'Stärke',
  lead: {
    better: (fraction) => `Unterscheidet gestörte Bilder von sauberen in ${percent(fraction, 0)} der Paare.`,
    chance: () => 'Unterscheidet gestörte Bilder von sauberen nicht besser als eine Münze.',
    worse: () => 'Schlechter als eine Münze: Saubere Bilder bekommen die höheren Werte.',
  },
  otherLead: {
    better: (fraction) => `Unterscheidet die anderen Daten von den eigenen in ${percent(fraction, 0)} der Paare.`,
    chance: () => 'Unterscheidet die anderen Daten von den eigenen nicht besser als eine Münze.',
    worse: () => 'Schlechter als eine Münze: Die eigenen Testbeispiele bekommen die höheren Werte.',
  },
  sub: (name, score, fraction) => `${name}; nach: ${score}. AUROC ${percent(fraction)}; eine Münze kommt auf ${percent(0.5, 0)}.`,
  x: (other) => (other ? 'eigene Testbeispiele gemeldet' : 'saubere Bilder gemeldet'),
  y: (other) => (other ? 'Beispiele der anderen Daten gemeldet' : 'gestörte Bilder gemeldet'),
  coin: 'eine Münze',
  pairs: (other) => (other ? 'Die ersten davon, und was das Netz sagt' : 'Die ersten Testbilder, sauber und gestört'),

  concludes: (side, coin, area) =>
    side === 'chance'
      ? `Im Rahmen des Zufalls: 95 % der Münzen kommen auf ${share(coin, 1)}, und dieses Maß kommt auf ${percent(area)}.`
      : `Über den Zufall hinaus: 95 % der Münzen kommen auf ${share(coin, 1)}, und dieses Maß kommt auf ${percent(area)}.`,
  why: (n, m, other) => [
    `${
      other
        ? `${plural(n, 'Testbeispiel', 'Testbeispiele')} und ${plural(m, 'fremdes', 'fremde')}`
        : `${plural(n, 'sauberes Bild', 'saubere Bilder')} und ${plural(m, 'gestörtes', 'gestörte')}`
    }. Ohne jeden Unterschied beträgt die Fläche 50 %, plus oder minus ${decimal(1.96, 2)} Standardabweichungen (Mann und Whitney 1947).`,
  ],
  next: {
    severity: (severity) => `Stärker stören: Stärke ${severity}`,
    score: (name) => `Ein anderes Maß versuchen: ${name}`,
  },
};
