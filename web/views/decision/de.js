// German words of the view of decision curves.
import { numbers } from '../../texts/de/grammar.js';
import { count, decimal, percent } from '../../texts/format.js';

const perThousand = (/** @type {number} */ value) => decimal(1000 * value, 0);

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Handeln lohnt',
  question: 'Ab welcher Wahrscheinlichkeit soll man handeln?',
  actOn: 'Handeln bei',
  show: 'Zeigen',
  shows: { benefit: 'Nettonutzen', murphy: 'Murphys Diagramm' },
  threshold: 'Handeln ab',
  axis: 'handeln ab dieser Wahrscheinlichkeit, %',
  axisMurphy: 'Schwelle, die aus den Kosten folgt, %',
  modelKey: 'handeln nach dem Modell',
  allKey: 'handeln bei allen',
  noneKey: 'handeln bei niemandem',
  optimalKey: 'bestmöglich',
  elementaryKey: 'mittlerer elementarer Score',
  outcomes: () => `Von ${count(1000)}`,
  positive: 'positiv',
  absent: 'andere',
  acts: 'gehandelt',
  leaves: 'nicht',
  hits: 'zu Recht',
  alarms: 'unnötig',
  misses: 'übersehen',
  calm: 'zu Recht',

  lead: (threshold, benefit) => `Handeln ab ${percent(threshold, 0)} gewinnt ${perThousand(benefit)} je ${count(1000)}.`,
  sub: (all, threshold) =>
    `Gezählt in richtigen Handlungen, von denen jede unnötige ${decimal(threshold / (1 - threshold), 2)} kostet. Handeln bei allen gewinnt ${perThousand(all)}, bei niemandem 0.`,
  murphy: (threshold, score) =>
    `Bei Kosten, aus denen ${percent(threshold, 0)} folgt, ist der mittlere elementare Score ${decimal(score, 3)}: je kleiner, desto besser.`,

  concludes: (verdict, threshold, [low, high]) =>
    verdict === 'same'
      ? `Bei ${percent(threshold, 0)} handelt das Modell wie jemand, der bei allen oder bei niemandem handelt.`
      : `Bei ${percent(threshold, 0)} ${{ more: 'lohnt sich das Modell', less: 'schadet das Modell', none: 'kann Zufall den Unterschied erklären' }[verdict]}: ${numbers([1000 * low, 1000 * high], 0)} je ${count(1000)} mehr als das Bessere von Handeln bei allen und bei niemandem (95-%-Intervall).`,
  range: (from, to, n) =>
    n
      ? `Über den Zufall hinaus lohnt es sich bei ${count(n)} der 99 Schwellen, zwischen ${percent(from, 0)} und ${percent(to, 0)}.`
      : 'Bei keiner Schwelle lohnt es sich über den Zufall hinaus.',
  optimal: (best) => `Wer die wahren Wahrscheinlichkeiten kennt, gewinnt ${perThousand(best)} je ${count(1000)}.`,
  method: 'Die Intervalle sind 1,96 Standardfehler der Terme der Beispiele. Wo bei wenigen gehandelt wird, sind sie zu schmal.',
  chosen: 'Die Schwelle folgt aus den Kosten eines Übersehens und einer unnötigen Handlung, nicht aus dieser Kurve.',
  brier:
    'Das Modell mit der tieferen Kurve ist für alle Kosten mit dieser Schwelle besser; die Fläche unter der Kurve ist der Brier-Score dieser Klasse.',
  difference: (other, difference, [low, high]) =>
    `Gegenüber ${other}: ${perThousand(difference)} je ${count(1000)} mehr, ${numbers([1000 * low, 1000 * high], 0)} (95-%-Intervall, gepaart).`,
  murphyOther: (other, score) => `Der mittlere elementare Score von ${other} ist ${decimal(score, 3)}.`,
  next: {
    murphy: 'Es für alle Kosten ansehen',
    benefit: 'Den Nettonutzen ansehen',
    reliability: 'Ansehen, ob man den Wahrscheinlichkeiten trauen kann',
  },
};
