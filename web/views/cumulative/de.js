// German words of the view of cumulative differences.
import { plural } from '../../texts/de/grammar.js';
import { decimal, percent } from '../../texts/format.js';

const p = (/** @type {number} */ value) => (value < 0.001 ? `p unter ${decimal(0.001, 3)}` : `p = ${decimal(value, 3)}`);

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Mehr als Zufall',
  question: 'Liegt es weiter daneben, als Zufall erklärt?',
  axis: '% der Beispiele, die unsichersten zuerst',
  bandKey: 'Zufall allein bleibt in 95 von 100 Testmengen hier',
  parts: 'Brier-Score der Treffer',
  partsBinary: 'Brier-Score jedes Labels',
  uncertainty: 'Unsicherheit der Ausgänge',
  discrimination: 'Unterscheidung',
  miscalibration: 'Fehlkalibrierung',
  score: 'Score: je kleiner, desto besser',

  lead: (value, probability, critical) =>
    !Number.isFinite(probability)
      ? `Die größte kumulierte Lücke ist ${percent(value)}.`
      : probability < 0.05
        ? `Mehr als Zufall: Die größte kumulierte Lücke ist ${percent(value)}, ${p(probability)}.`
        : `Zufall kann es erklären: Die größte kumulierte Lücke ist ${percent(value)}, und Zufall allein erreicht ${percent(critical)} in 5 von 100 Testmengen.`,
  sub: (n, detectable) =>
    `Mit ${plural(n, 'Beispiel', 'Beispielen')} wird eine wahre Lücke von ${percent(detectable)} oder mehr in mindestens 95 von 100 Testmengen gefunden; eine kleinere kann übersehen werden.`,
  dependent: 'Einen p-Wert gibt es nicht, denn mehrere Labels eines Beispiels sind nicht unabhängig.',
  concludes: (ks, range, kuiper) =>
    Number.isFinite(ks)
      ? `Kolmogorov-Smirnov: ${p(ks)}. Kuiper, vom tiefsten zum höchsten Punkt, ${percent(range)}: ${p(kuiper)}.`
      : `Vom tiefsten zum höchsten Punkt der Kurve: ${percent(range)}.`,
  furthest: (share, confidence, difference) =>
    `Nach den ${percent(share, 0)} der Beispiele mit einer Konfidenz von höchstens ${percent(confidence)} ist die Summe am weitesten von 0 entfernt: ${percent(difference)}.`,
  method: 'Die p-Werte sind die eines Netzes, dessen Konfidenzen alle stimmen. Ein großer zeigt nicht, dass sie stimmen.',
  decomposition: (score, miscalibration, discrimination) =>
    `Von seinem Brier-Score ${decimal(score, 3)} könnte Rekalibrierung ${decimal(miscalibration, 3)} wegnehmen; Richtig und Falsch zu unterscheiden spart schon ${decimal(discrimination, 3)}.`,
  fit: `Die rekalibrierten Wahrscheinlichkeiten sind ein isotoner Fit an dieselben Beispiele (CORP), also ist die Fehlkalibrierung auch durch Zufall über 0.`,
  next: {
    reliability: 'Ansehen, bei welchen Konfidenzen es daneben liegt',
    cool: 'Temperatur auf 2 setzen: Liegt es immer noch daneben?',
  },
};
