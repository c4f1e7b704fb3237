// German words of the training view.
import { ofSamples, share } from '../../texts/de/grammar.js';
import { count, percent } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Trainingsdaten',
  question: 'Ist es bei Gelerntem sicherer?',
  lead: (train, test) => `ECE ${percent(train)} auf den Trainingsdaten, ${percent(test)} auf den Testdaten.`,
  sub: (says, right, testSays, testRight) =>
    `Auf den Trainingsdaten sagt es ${percent(says)} und hat zu ${percent(right)} recht; auf den Testdaten sagt es ${percent(testSays)} und hat zu ${percent(testRight)} recht.`,
  trainingSet: 'Trainingsdaten',
  testSet: 'Testdaten',
  mean: (says, right) => `sagt ${percent(says)}, hat zu ${percent(right)} recht`,

  concludes: (side, train, test) =>
    side === 'same'
      ? `Der Zufall kann den Unterschied der Trefferquoten erklären: ${share(train)} auf den Trainingsdaten und ${share(test)} auf den Testdaten überlappen.`
      : `Es hat bei dem, was es gelernt hat, ${side === 'more' ? 'öfter' : 'seltener'} recht, über den Zufall hinaus: ${share(train)} gegen ${share(test)} (95-%-Intervalle).`,
  why: (train, n, test, m) => [
    `Trainingsdaten: ${percent(train)} ${ofSamples(n)} richtig. Testdaten: ${percent(test)} von ${count(m)}.`,
    'Die Intervalle sind die von Wilson und gelten als verschieden, wenn sie sich nicht berühren.',
  ],
};
