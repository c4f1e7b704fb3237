// German words of the landscape view.
import { numbers, plural } from '../../texts/de/grammar.js';
import { count, decimal } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Landschaft',
  question: 'Wie ist der Verlust ringsum?',
  lead: (loss) => `Der Verlust ist hier ${decimal(loss, 3)}; so ändert er sich ringsum.`,
  sub: (n, side) =>
    `Entlang zweier zufälliger, filternormierter Richtungen durch die Gewichte. ${count(n)} Validierungsbeispiele an ${side}\u00a0×\u00a0${side} Punkten, interpoliert.`,
  seed: 'Richtungen',
  directions: (seed) => `Ebene ${seed}`,
  loss: 'Verlust',
  slices: 'Verlust entlang jeder Richtung',
  direction: (which) => `Richtung ${which}`,

  concludes: (ring) =>
    `Auf halbem Weg nach außen ist der Verlust ${numbers(ring, 2)}, je nach Richtung; eine andere Ebene hat andere Richtungen.`,
  why: (center, points) => [
    `${plural(points, 'Punkt', 'Punkte')} des Gitters ${points === 1 ? 'liegt' : 'liegen'} etwa auf halbem Weg; in der Mitte ist der Verlust ${decimal(center, 3)}.`,
    'Zwei Richtungen von Tausenden: Eine Ebene zeigt eine Form und beweist keine.',
  ],
  next: {
    plane: (seed) => `Ebene ${seed} ansehen`,
    curvature: 'Die Krümmung messen',
  },
};
