// German words of the temperature view.
import { numbers } from '../../texts/de/grammar.js';
import { count, decimal, inWords, percent } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Temperatur',
  question: 'Was ändert eine Temperatur?',
  lead: (t) => `${t > 1 ? 'Weniger' : 'Mehr'} Konfidenz passt besser: Logits durch ${decimal(t, 2)} geteilt (kleinste Validierungs-NLL).`,
  hottest: 'Noch weniger Konfidenz als bei T = 10 würde besser passen, wo die Vorhersagen fast gleichverteilt sind (Validierungs-NLL).',
  coldest: 'Noch mehr Konfidenz als bei T = 0,1 würde besser passen, wo die Vorhersagen fast sicher sind (Validierungs-NLL).',
  one: 'Die Konfidenz passt am besten, wie sie ist (kleinste Validierungs-NLL).',
  sub: (before, after) => `Mit diesem T geht der Test-ECE von ${percent(before, 2)} auf ${percent(after, 2)}.`,
  least: (least, t) => `Sein Minimum ist ${percent(least, 2)}, bei T = ${decimal(t, 1)}, was nur die Testlabels selbst wählen könnten.`,
  leastOnValidation: (t, value) => `○ Minimum auf den Validierungsdaten bei T = ${t}: ${value} auf den Testdaten.`,
  leastOnTest: (t, value) => `▲ Minimum auf den Testdaten bei T = ${t}: ${value}.`,
  alone: 'Ohne Validierungsbeispiele lässt sich keine Temperatur anpassen.',
  axis: 'Temperatur T',
  ways: {
    by_nll: 'nach NLL',
    by_nll_grid: 'nach NLL, auf dem Gitter',
    by_ece: 'nach ECE',
    by_adaece: 'nach adaptivem ECE',
  },
  validation: 'Validierung',

  concludes: (side, t, change) =>
    side === 'same'
      ? `T = ${decimal(t, 2)} ändert die Test-NLL nur im Rahmen des Zufalls: um ${numbers(change, 3)} (95-%-Intervall).`
      : `T = ${decimal(t, 2)} macht die Test-NLL ${side === 'lower' ? 'kleiner' : 'größer'}, über den Zufall hinaus: Sie ändert sich um ${numbers(change, 3)} (95-%-Intervall).`,
  why: (before, after, n) => [
    `Test-NLL ${decimal(before, 3)} bei T = 1 und ${decimal(after, 3)} bei der angepassten Temperatur, auf ${n === 1 ? 'demselben Beispiel' : `denselben ${count(n)} Beispielen`}.`,
    `Das Intervall ist die mittlere Änderung eines Beispiels, ± ${decimal(1.96, 2)} Standardfehler. T wurde an die Validierungsdaten angepasst.`,
  ],
  concludesAlone: 'Es wurde keine Temperatur angepasst, also ist nichts zu beurteilen.',
  aloneWhy: [
    'Eine Temperatur wird an Validierungsbeispiele angepasst, und dieser Lauf behält keine. Dazu unter Daten val größer als 0 setzen.',
  ],
  map: {
    show: 'Zeigen',
    shows: { errors: 'Fehler über T', map: 'Abbildung des Focal Loss' },
    lead: (gamma, before, after, right) =>
      `γ = ${inWords(gamma)} zurückgerechnet: Konfidenz ${percent(after, 0)} statt ${percent(before, 0)}, richtig ${percent(right, 0)}.`,
    same: 'γ = 0 ist Kreuzentropie, und ihre Abbildung ändert keine Konfidenz.',
    sub: (classes) =>
      `Focal Loss ist unter der wahren Wahrscheinlichkeit am kleinsten; seine Abbildung führt zurück.${classes > 2 ? ` In der Kurve haben die ${count(classes - 1)} anderen Klassen gleiche Anteile.` : ''}`,
    axis: 'Konfidenz des Netzes',
    mapped: 'Konfidenz nach der Abbildung',
    keys: {
      focal: (gamma) => `Abbildung des Focal Loss, γ = ${inWords(gamma)}`,
      temperature: (t) => `angepasste Temperatur, T = ${decimal(t, 2)}`,
      same: 'unverändert',
      network: 'mittlere Konfidenz und Trefferquote',
    },
    concludes: (side, after, right, before) =>
      side === 'none'
        ? `Nach der Abbildung sagt es ${percent(after)} und hat in ${percent(right)} recht; das stimmt im Rahmen des Zufalls überein. Davor sagt es ${percent(before)}.`
        : `Nach der Abbildung sagt es ${percent(after)} und hat in ${percent(right)} recht: ${side === 'over' ? 'zu viel' : 'zu wenig'}, über den Zufall hinaus. Davor sagt es ${percent(before)}.`,
    why: ([before = NaN, after = NaN, divided = NaN], t, classes, source) => [
      'Die Abbildung gibt zu jeder Konfidenz die Wahrscheinlichkeit, bei der diese Konfidenz den kleinsten Focal Loss hat. Ein Netz, das Focal Loss genau minimiert, braucht sie.',
      'Ein überangepasstes Netz ist oft zu sicher. Die kleinere Konfidenz des Focal Loss gleicht einen Teil davon aus, und die Abbildung nimmt den Ausgleich weg.',
      `Test-NLL ${decimal(before, 3)} vor der Abbildung und ${decimal(after, 3)} danach${Number.isFinite(t) ? `; ${decimal(divided, 3)} bei T = ${decimal(t, 2)}` : ''}.`,
      classes > 2
        ? 'Eine Abbildung mehrerer Klassen braucht alle Wahrscheinlichkeiten. Die Mittel nehmen die jedes Beispiels, die Kurve nimmt gleiche.'
        : 'Bei zwei Klassen braucht die Abbildung nur die Konfidenz.',
      'Jede Klasse mit Wahrscheinlichkeit q bekommt das Gewicht q (1 − q)^−γ / (1 − γ q ln q / (1 − q)), geteilt durch die Summe aller Gewichte.',
      `Quelle: ${source}. Das Intervall ist das von Wilson.`,
    ],
    next: { errors: 'Seine Fehler über T ansehen' },
  },
  next: {
    setTemperature: (t) => `T = ${decimal(t, 2)} einstellen und noch einmal hinsehen`,
  },
};
