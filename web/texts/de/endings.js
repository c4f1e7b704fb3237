// German texts of conclusions that several views share.
import { count, percent } from '../format.js';
import { about, ofBins, ofSamples, samples, share } from './grammar.js';

/** @type {typeof import('../en/endings.js').endingTexts} */
export const endingTexts = {
  groups: { trust: 'Kann man ihm trauen?', wrong: 'Wo liegt es falsch?', learned: 'Wie hat es gelernt?' },
  embed: 'Zum Einbetten kopieren',
  embedded: 'Code für eine andere Seite kopiert',
  embedByHand: 'Diesen Code kopieren',
  embedNote: 'Ein iframe, der den Lauf dort trainiert, wo er gezeigt wird, und diese Ansicht davon zeigt.',
  why: 'Warum?',
  whatNext: 'Was nun?',
  table: 'Die Zahlen zeigen',
  gapWhy: (hits, n, says) => [
    `${count(hits)} ${ofSamples(n)} ${hits === 1 ? 'ist' : 'sind'} richtig: ${percent(hits / n)}. Das Intervall ist das von Wilson.`,
    `Die mittlere Konfidenz derselben Beispiele ist ${percent(says)}.`,
  ],
  off: (off, all, expected) =>
    off
      ? `In ${count(off)} ${ofBins(all)} neben der Linie, außerhalb ihrer 95-%-Intervalle; ein kalibriertes Netz wäre es in ${about(expected)}.`
      : `Keines ${ofBins(all)} liegt weiter neben der Linie, als sein 95-%-Intervall offenlässt.`,
  binWhy: ({ says, right, interval, count: n }) =>
    `Sagt ${percent(says, 0)}, hat zu ${percent(right, 0)} recht (${share(interval)}), ${samples(n)}.`,
  offWhy: (evidence) => (evidence.length ? [endingTexts.offMethod, ...evidence.map(endingTexts.binWhy)] : [endingTexts.offNone]),
  offNone: 'In jedem Bin liegt die mittlere Konfidenz im 95-%-Intervall der Trefferquote (Wilson).',
  offMethod:
    'Intervalle der Trefferquote nach Wilson. Wie viele ein kalibriertes Netz verfehlen würde, folgt aus der Binomialverteilung jedes Bins. Am weitesten daneben:',
  logitsGone: 'Die Logits dieser Epoche sind nicht mehr aufbewahrt, daher lässt sich kein Intervall angeben.',

  // Next steps.
  next: {
    wrong: 'Nur die falschen ansehen',
    allBins: 'Alle Bins ansehen',
    classes: 'Jede Klasse dasselbe fragen',
    focal: 'Stattdessen mit Focal Loss trainieren',
    diagnostics: 'Mit Diagnostik trainieren',
    curves: 'Ansehen, wann es geschah',
    confusion: 'Ansehen, welche Klassen es verwechselt',
  },
};
