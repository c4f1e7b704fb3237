// German for the scores of conformal prediction.
import { rankPenalty } from './shared.js';

const random = {
  help: 'Ob eine gleichverteilte Zahl je Beispiel in seine Scores eingeht; ohne sie sind Mengen größer, und gleiche Scores erhöhen die Abdeckung',
};

export const conformity = {
  aps: {
    label: 'Adaptive Mengen',
    source: 'Romano, Sesia and Candes 2020; ein u für alle Klassen eines Beispiels, auch beim Kalibrieren',
    help: 'Behält die wahrscheinlichsten Klassen, bis sie genug Wahrscheinlichkeit haben: größere Mengen für schwierigere Beispiele',
    params: { random },
  },
  lac: {
    label: 'Mengen der geringsten Mehrdeutigkeit',
    source: 'Sadinle, Lei and Wasserman 2019; auch THR genannt',
    help: 'Behält jede Klasse, deren Wahrscheinlichkeit hoch genug ist: im Mittel die kleinsten Mengen, von denen manche leer sind',
  },
  raps: {
    label: 'Regularisierte adaptive Mengen',
    source: 'Angelopoulos, Bates, Malik and Jordan 2021; Rang r ab 1',
    help: 'Adaptive Mengen mit einem Strafterm für jede Klasse von niedrigem Rang, gegen lange Schwänze von Klassen',
    params: { ...rankPenalty, random },
  },
  topk: {
    label: 'Wahrscheinlichste Klassen',
    source: 'Die Mengen fester Größe in Angelopoulos, Bates, Malik and Jordan 2021; Rang r ab 1',
    help: 'Behält für jedes Beispiel gleich viele Klassen, ob leicht oder schwierig, bei manchen eine mehr',
    params: { random },
  },
};
