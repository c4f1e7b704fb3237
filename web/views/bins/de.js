// German words of the bins view.
import { count, percent, points, signedPoints } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Bins',
  question: 'Wie kam jedes Bin dorthin?',
  show: 'Was von den Bins gezeigt wird',
  gap: 'Lücke',
  common: 'Training, gleiche Kanten',
  own: 'Training, eigene Kanten',
  edges: 'Kanten',
  need: 'Diese Ansicht braucht Diagnosewerte und Validierungsbeispiele; dazu unter Training diagnostics auf yes setzen.',
  number: (b) => `${count(b)}:`,
  pair: (train, val) => (Number.isFinite(train) ? `${percent(train, 0)} / ${percent(val, 0)}` : `– / ${percent(val, 0)}`),
  gapLead: (over, bins) => `In ${count(over)} von ${count(bins)} Bins mehr als durch Zufall zu sicher.`,
  gapSub: (bins, error) =>
    `Konfidenz minus Trefferquote in ${count(bins)} Bins der Validierungsdaten, in jeder Epoche gleich voll. Ihr mittlerer Betrag, der AdaECE, ist ${percent(error)}.`,
  scale: (low, high) => `je von ${signedPoints(low)} bis ${signedPoints(high)} Punkte`,
  edgesLead: (high) => `Das unterste Bin endet bei ${percent(high, 0)}.`,
  edgesSub: (bins) =>
    `Die Kanten von ${count(bins)} Bins mit je gleich vielen Validierungsbeispielen. Wo sie sich drängen, liegen die meisten Konfidenzen.`,
  topEdge: (v) => `größte ${percent(v, 0)}`,
  bottomEdge: (v) => `kleinste ${percent(v, 0)}`,
  pairLead: (distance) => `Trainings- und Validierungsbins liegen ${points(distance)} Punkte auseinander.`,
  commonSub:
    'Trainingsbeispiele zwischen den Kanten der Validierungsbins. Durchgezogen: ihre mittlere Wahrscheinlichkeit des Labels; blass: der vorhergesagten Klasse. Gepunktet: Konfidenz der Validierungsbeispiele; Kreise: ihre Trefferquote. Zahlen: Training / Validierung.',
  ownSub:
    'Trainingsbeispiele in eigenen Bins. Durchgezogen: ihre mittlere Wahrscheinlichkeit des Labels; blass: der vorhergesagten Klasse. Gepunktet: Konfidenz der Validierungsbeispiele; Kreise: ihre Trefferquote. Zahlen: Training / Validierung.',
  inTraining: 'im Training',
  next: {
    learned: 'Ansehen, wann Beispiele gelernt wurden',
  },
};
