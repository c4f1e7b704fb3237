// German words of the learned view.
import { numbers, plural, samples } from '../../texts/de/grammar.js';
import { count, decimal, decimalsApart } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Wann gelernt',
  question: 'Wann wurde was gelernt?',
  need: 'Diese Ansicht wird aus Diagnosewerten gezeichnet; dazu unter Training diagnostics auf yes setzen.',
  lead: (early, late) => `Früh gelernt: größtes Logit ${decimal(early, 1)}; spät gelernt: ${decimal(late, 1)}.`,
  one: (mean) => `Das größte Logit ist im Mittel ${decimal(mean, 1)}.`,
  sub: (never) =>
    `Größte Logits der Trainingsbeispiele nach dem Training, nach der Epoche, seit der sie richtig sind: Median, Quartile, 5-%- und 95-%-Quantile, Mittel als Punkt; darunter die Anzahl. ${never ? `${plural(never, 'Beispiel ist', 'Beispiele sind')} noch falsch.` : 'Am Ende ist keines falsch.'}`,

  concludes: (apart, first, last) =>
    `Die mittleren Hälften des zuerst und des zuletzt Gelernten ${apart ? 'überlappen nicht' : 'überlappen'}: größte Logits von ${numbers(first, decimalsApart([...first, ...last]))} und von ${numbers(last, decimalsApart([...first, ...last]))}.`,
  why: (epoch, n, median) => `In Epoche ${count(epoch)} gelernt: ${samples(n)}, Median ${decimal(median, 1)}.`,
  concludesNone: 'In keiner einzelnen Epoche wurden genug Beispiele gelernt, um zu urteilen.',
  concludesOne: (n, half) =>
    `${n === 1 ? 'Das eine Beispiel wurde' : `Alle ${count(n)} Beispiele wurden`} in einer Epoche gelernt; die Hälfte der größten Logits liegt zwischen ${decimal(half[0], decimalsApart(half))} und ${decimal(half[1], decimalsApart(half))}.`,
  next: {
    gradients: 'Ansehen, wie stark Beispiele ziehen',
  },
};
