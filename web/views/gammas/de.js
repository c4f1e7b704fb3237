// German words of the gammas view.
import { plural } from '../../texts/de/grammar.js';
import { count } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'γ pro Bin',
  question: 'Wie behandelt der Verlust jedes Bin?',
  need: 'Diese Ansicht gibt es nur bei Verlusten, die Bins der Validierungsdaten nutzen; AdaFocal ist einer.',
  lead: {
    over: 'Wo das Netz zu sicher ist, steigt γ.',
    under: 'Wo das Netz zu unsicher ist, fällt γ.',
    none: 'Wo die Konfidenz danebenliegt, folgt γ.',
  },
  gapLead: {
    over: 'Wo das Netz zu sicher ist.',
    under: 'Wo das Netz zu unsicher ist.',
    none: 'Wo die Konfidenz danebenliegt.',
  },
  sub: (bins) => `Der Verlust misst die Lücke in ${count(bins)} Bins der Validierungsdaten und stellt danach das γ jedes Bins ein.`,
  gapSub: (bins) => `Der Verlust misst die Trefferquote in ${count(bins)} Bins der Validierungsdaten.`,
  columns: { confidence: 'Konfidenz', gap: 'Lücke', gaps: 'Lücke über die Epochen', gamma: 'γ' },
  gammaOver: 'γ des Bins; unter der Linie inverser Focal Loss',

  why: (n) =>
    `Die Bins enthalten je etwa ${plural(n, 'Validierungsbeispiel', 'Validierungsbeispiele')}, und danach richten sich die 95-%-Intervalle (Wilson).`,
  next: {
    adafocal: 'Mit AdaFocal trainieren',
    testBins: 'Die Bins der Testdaten ansehen',
  },
};
