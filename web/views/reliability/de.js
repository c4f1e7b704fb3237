// German words of the reliability view.
import { decimal, percent, points } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Zuverlässigkeit',
  question: 'Hat es so oft recht, wie es sagt?',
  by: 'Wie die Konfidenzen gruppiert sind',
  smoothSub: (error, width) => `Glatter ECE ${percent(error)}: anstelle der Bins eine Gaußkurve, ${points(width)} Punkte breit.`,
  equalWidth: 'Gleich breit',
  equalMass: 'Gleich viele',
  smooth: 'Glatt',
  binned: (label, value) => `${label} ${percent(value)}.`,
  interval: ['95-%-Intervall', 'zwischen den Linien'],
  partsLead: 'Woher der Fehler kommt',
  part: (says, right) => `sagt ${percent(says, 0)}, hat zu ${percent(right, 0)} recht`,

  concludesSmooth: (part) =>
    part > 0
      ? `Die Kurve verlässt die Linie um mehr als ihr 95-%-Intervall, wo ${percent(part, 0)} der Konfidenzen liegen.`
      : 'Die Linie liegt überall im 95-%-Intervall der Kurve.',
  smoothWhy: (parts) => [
    'Das Intervall ist das von Wilson, bei jeder Konfidenz für sich, für so viele Beispiele, wie die Gaußkurve dort wiegt: Der Zufall bringt stellenweise auch die Kurve eines kalibrierten Netzes aus ihm hinaus.',
    ...parts.map(
      ({ low, high, at, gap }) =>
        `Von ${percent(low, 0)} bis ${percent(high, 0)} sagt es zu ${gap > 0 ? 'viel' : 'wenig'}, höchstens um ${decimal(100 * Math.abs(gap), 1)} Punkte, bei ${percent(at, 0)}.`,
    ),
  ],
  next: {
    binSamples: 'Die Beispiele des Bins ansehen, das am weitesten daneben liegt',
    temperature: 'Ansehen, was eine Temperatur bewirkt',
  },
};
