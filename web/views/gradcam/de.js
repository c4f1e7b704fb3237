// German words of the Grad-CAM view.
import { share } from '../../texts/de/grammar.js';
import { count, percent } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Grad-CAM',
  question: 'Worauf im Bild stützt es sich?',
  past: (/** @type {string} */ letter) =>
    `Innerhalb der gestrichelten Linie: wo Lauf ${letter}, der davor, mehr als die Hälfte seines eigenen Höchstwerts hat.`,
  need: 'Diese Ansicht gibt es nur für Faltungsnetze auf Bildern.',
  evidence: 'Anhaltspunkte für',
  forPredicted: 'Die Vorhersage',
  forLabel: 'Das Label',
  lead: (name, p) => `Anhaltspunkte für ${name}, ${percent(p, 0)}.`,
  sub: (label, row) => `Beispiel ${count(row)} hat das Label ${label}. Hell: wo die letzten Faltungen sie finden.`,
  pick: 'Ein anderes Beispiel lässt sich unter den Bildern auswählen.',

  concludes: (n, says, right) =>
    `Ein Bild beweist wenig: ${n === 1 ? 'Von dem einen Testbeispiel' : `Von den ${count(n)} Testbeispielen`}, bei denen es etwa zu ${percent(says, 0)} sicher ist, sind ${share(right)} richtig (95-%-Intervall).`,
  why: (low, high) => [
    `Das sind die Beispiele im selben Bin wie dieses, von ${percent(low, 0)} bis ${percent(high, 0)}. Das Intervall ist das von Wilson.`,
    'Grad-CAM zeigt, wo die Anhaltspunkte liegen, nicht, ob sie stimmen.',
  ],
  concludesAlone: 'Ein Bild beweist wenig: Es zeigt, wo die Anhaltspunkte liegen, nicht, wie oft solche Anhaltspunkte stimmen.',
  next: {
    convolutional: 'Ein Faltungsnetz trainieren',
    bin: 'Die anderen ansehen, bei denen es so sicher ist',
    pictures: 'Die Beispiele ansehen',
  },
};
