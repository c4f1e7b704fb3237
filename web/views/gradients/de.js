// German words of the gradients view.
import { ofSamples, share } from '../../texts/de/grammar.js';
import { count, decimal, percent } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Gradienten',
  question: 'Woraus lernt es noch?',
  lead: (mean) => `Der Gradient eines Trainingsbeispiels hat im Mittel die Norm ${decimal(mean, 3)}.`,
  sub: (fraction) =>
    `Gradienten der letzten Schicht für einzelne Beispiele. ${percent(fraction)} der Normen liegen unter einem Hundertstel des Mittels.`,
  axis: 'Norm des Gradienten eines Trainingsbeispiels',
  mean: 'Mittel',

  concludes: (part) =>
    `Von Trainingsbeispielen wie diesen ziehen ${share(part)} kaum noch: weniger als ein Hundertstel des Mittels (95-%-Intervall).`,
  why: (n, all, mean) => [
    `${count(n)} ${ofSamples(all, 'Trainings')} liegen unter einem Hundertstel der mittleren Norm, ${decimal(mean, 3)}. Das Intervall ist das von Wilson.`,
  ],
};
