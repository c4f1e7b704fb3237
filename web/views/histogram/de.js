// German words of the histogram view.
import { ofSamples, share } from '../../texts/de/grammar.js';
import { count, percent } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Konfidenz',
  question: 'Wie oft ist es wie sicher?',
  lead: (sure) => `Bei ${percent(sure, 0)} der Beispiele mindestens zu 99 % sicher.`,
  sub: (right) =>
    Number.isFinite(right) ? `Wo es 99 % oder mehr sagt, hat es zu ${percent(right)} recht.` : 'Es sagt nie 99 % oder mehr.',
  meanSays: (says) => `sagt im Mittel ${percent(says)}`,
  meanRight: (right) => `hat zu ${percent(right)} recht`,
  sureKey: (fraction) => `S99: bei ${percent(fraction)} sagt es 99 % oder mehr`,

  sureNone: (n) => `Es sagt bei keinem ${ofSamples(n)} 99 % oder mehr, also ist nichts zu beurteilen.`,
  sureOff: (right) =>
    `Wo es 99 % oder mehr sagt, hat es in ${share(right)} der Fälle recht (95-%-Intervall): zu sicher, über den Zufall hinaus.`,
  sureFine: (right) =>
    `Wo es 99 % oder mehr sagt, hat es vielleicht auch so oft recht: Das 95-%-Intervall, ${share(right)}, reicht bis 99 %.`,
  sureWhy: (hits, n) => [
    `${count(hits)} ${ofSamples(n)} mit 99 % oder mehr ${hits === 1 ? 'ist' : 'sind'} richtig. Das Intervall ist das von Wilson.`,
  ],
  next: {
    surelyWrong: 'Die ansehen, bei denen es am sichersten ist und falsch liegt',
  },
};
