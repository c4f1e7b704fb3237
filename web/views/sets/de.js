// German words of the view of conformal sets.
import { plural, share } from '../../texts/de/grammar.js';
import { count, decimal, percent } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Mögliche Antworten',
  question: 'Welche Antworten sind noch möglich?',
  promised: 'Versprechen',
  score: 'Mengen',
  by: 'Versprochen für',
  all: 'Ein Versprechen für alle',
  eachClass: 'Eines je Klasse',
  empty: 'Leere Mengen',
  allow: 'Leere Mengen erlaubt',
  top: 'Keine leer',
  sort: 'Reihenfolge',
  orders: { largest: 'Größte Mengen zuerst', missed: 'Fehlende zuerst', smallest: 'Kleinste Mengen zuerst' },
  lead: (promise, coverage) => `Versprochen: ${percent(promise, 0)} der Mengen enthalten die richtige Klasse. ${percent(coverage)} tun es.`,
  sub: (size, single) => `Im Mittel ${decimal(size, 1)} Klassen; ${percent(single, 0)} der Mengen nennen nur eine.`,
  few: (n, byClass) =>
    byClass
      ? `Zu wenige Beispiele für dieses Versprechen: Eine Klasse hat nur ${plural(n, 'Validierungsbeispiel', 'Validierungsbeispiele')}.`
      : `Zu wenige Beispiele für dieses Versprechen: nur ${plural(n, 'Validierungsbeispiel', 'Validierungsbeispiele')}.`,
  least: (least, promise) => `Für ${percent(promise, promise > 0.99 ? 1 : 0)} sind mindestens ${count(least)} nötig.`,
  rest: (n) => `und ${count(n)} weitere`,
  none: 'gar keine Klasse',
  coverage: 'Mengen mit der richtigen Klasse',
  sizes: 'Mengen nach Zahl der Klassen',
  difficulty: 'Nach Schwierigkeit',
  classes: 'Klassen',
  easiest: 'leichteste',
  hardest: 'schwerste',
  promiseKey: 'das Versprechen',
  bandKey: 'Zufall der Aufteilung, 95 %',
  coveredKey: 'die richtige Klasse ist enthalten',
  missedKey: 'die richtige Klasse fehlt',

  concludes: (verdict, coverage, band, exact) =>
    `${{ kept: 'Das Versprechen gilt', less: 'Weniger als versprochen', more: 'Mehr als versprochen' }[verdict]}: ${percent(coverage)} der Mengen enthalten die richtige Klasse; ${exact ? `95 % der Aufteilungen ergeben ${share(band, 1)}` : `95-%-Intervall ${share(band, 1)}`}.`,
  fewWhy: 'Die Schwelle ist ein Quantil der Scores der Validierungsbeispiele. Weniger Beispiele haben es nicht.',
  bandWhy: (validation, n) =>
    `${plural(validation, 'Validierungsbeispiel setzt', 'Validierungsbeispiele setzen')} die Schwelle, ${plural(n, 'Testbeispiel prüft', 'Testbeispiele prüfen')} sie: Beide sind zufällig gezogen, also schwankt der Anteil um das Versprechen.`,
  classWhy: (least) =>
    `Jede Klasse hat eine Schwelle aus ihren eigenen Validierungsbeispielen, ${count(least)} bei der kleinsten Klasse; das Intervall ist das von Wilson.`,
  difficultyWhy: (easy, hard) =>
    `Das Versprechen gilt im Mittel: Abgedeckt sind ${percent(easy, 0)} des leichtesten Fünftels und ${percent(hard, 0)} des schwersten.`,
  penaltyWhy: (lambda, kreg) =>
    `Auf der anderen Hälfte der Validierungsbeispiele gewählt: ${decimal(lambda)} für jede Klasse nach ${count(kreg)}.`,
  scoreWhy: (help) => `${help}.`,
  notProbability:
    'Das Versprechen gilt für Mengen über viele Beispiele. Es ist nicht die Wahrscheinlichkeit, dass eine dieser Mengen stimmt.',
  saw: (setting) => `${setting} hat die Validierungsbeispiele schon benutzt, also gilt das Versprechen nicht genau.`,
  next: {
    weaker: 'Stattdessen 50 % versprechen',
    cool: 'Temperatur auf 2 setzen: Gilt das Versprechen noch?',
    eachClass: 'Es für jede Klasse versprechen',
    smallest: 'Die kleinsten Mengen ansehen',
  },
};
