// German words of the boundary view.
import { count, percent } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Grenze',
  question: 'Wo wechselt seine Antwort?',
  need: (titles) => `Diese Ansicht gibt es nur für Daten in der Ebene: ${titles.join(', ')}.`,
  show: 'Was schattiert ist',
  shadeSays: 'Was es sagt',
  shadeGap: 'Gegen die Wahrheit',
  lead: (sure) => `Sagt auf ${percent(sure, 0)} dieser Ebene 90 % oder mehr.`,
  sub: 'Je satter die Schattierung, desto höher die Konfidenz. An der Linie wechselt die vorhergesagte Klasse.',
  gapLead: (over) => `Auf ${percent(over, 0)} dieser Ebene zu sicher.`,
  gapSub: 'Um mehr als 5 Punkte; volle Farbe ab 15 Punkten. Die wahren Wahrscheinlichkeiten sind hier bekannt.',

  concludes: (over, under) =>
    `Die Wahrheit ist hier bekannt, der Zufall spielt also nicht mit: auf ${percent(over, 0)} der Ebene um 5 Punkte oder mehr zu sicher, auf ${percent(under, 0)} zu unsicher.`,
  why: (points, mean, most) => [
    `An ${count(points)} Punkten eines Gitters gefragt: im Mittel um ${percent(mean)} daneben, höchstens um ${percent(most)}.`,
    'Vom Zufall hängt das Netz selbst ab: Ein anderer Startwert zieht eine andere Grenze.',
  ],
  concludesPlane: (points) => `Genau an den ${count(points)} gefragten Punkten; die Wahrheit dieser Ebene ist nicht bekannt.`,
  planeWhy: [
    'Das Netz wurde an jedem Punkt eines Gitters gefragt; nichts wurde ausgelost.',
    'Ein anderer Startwert zieht eine andere Grenze.',
  ],
  next: {
    plane: 'Mit Daten in der Ebene trainieren',
    truth: 'Mit der Wahrheit vergleichen',
    seed: 'Einen anderen Startwert versuchen',
  },
};
