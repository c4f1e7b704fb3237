// German words of the classwise view.
import { about, ofBins } from '../../texts/de/grammar.js';
import { count, percent, points } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Klasse für Klasse',
  question: 'Ist jede Klasse kalibriert?',
  lead: (name, error) => `Am schlechtesten kalibriert bei ${name}: ${points(error)} Punkte daneben.`,
  sub: (mean) =>
    `Die Wahrscheinlichkeit jeder Klasse gegen die Häufigkeit, mit der es diese Klasse ist. Klassenweiser ECE ${percent(mean)}.`,
  labelsSub: (mean) =>
    `Die Wahrscheinlichkeit jedes Labels gegen die Häufigkeit, mit der es da ist. Mittlerer ECE der Labels ${percent(mean)}.`,
  worst: (shown, all) => `Die ${count(shown)} am schlechtesten kalibrierten von ${count(all)} Klassen.`,

  concludes: (off, all, expected) =>
    off
      ? `In ${count(off)} ${ofBins(all)} der Klassen daneben, außerhalb ihrer 95-%-Intervalle; ein kalibriertes Netz wäre es in ${about(expected)}.`
      : `Keines ${ofBins(all)} der Klassen liegt weiter daneben, als sein 95-%-Intervall offenlässt.`,
  why: (name, off, all) => `${name}: ${count(off)} ${ofBins(all)}.`,
  method:
    'Intervalle der Häufigkeit nach Wilson. Wie viele ein kalibriertes Netz verfehlen würde, folgt aus der Binomialverteilung jedes Bins. Von der am schlechtesten kalibrierten Klasse an:',
  next: {
    confused: (name) => `Ansehen, wofür es ${name} hält`,
  },
};
