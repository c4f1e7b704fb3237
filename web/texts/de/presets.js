// German names of the runs to start from.

/** @type {typeof import('../en/presets.js').presetTexts} */
export const presetTexts = {
  mlp: { label: 'Warum ist mein Netz zu sicher?', about: 'Es lernt seine Bilder auswendig und wird zu sicher.' },
  temperature: { label: 'Temperatur', about: 'Eine Zahl, an zurückgelegten Bildern angepasst, korrigiert den Mittelwert.' },
  focal: { label: 'Focal Loss', about: 'Dasselbe Netz; Bilder, die es schon kann, zählen weniger.' },
  adafocal: { label: 'AdaFocal bei der Arbeit', about: 'Jedes Bin der Konfidenz bekommt sein eigenes γ, je nach seiner Lücke.' },
  'adafocal-summed': {
    label: 'AdaFocal, wie seine Autoren es trainieren',
    about: 'Der Verlust über den Batch summiert, Gradienten bei Norm 2 gekappt, und eine Lernrate von 0,1, die zweimal sinkt.',
  },
  smoothing: { label: 'Label Smoothing', about: 'Labels, die den anderen Klassen etwas Wahrscheinlichkeit lassen.' },
  moons: { label: 'Zwei Monde', about: 'Zwei Zahlen hinein, zwei Klassen heraus: klein genug, um alles zu sehen.' },
  gradients: {
    label: 'Was richtige und falsche Antworten tun',
    about: 'Verlust, Entropie und Gradienten der Beispiele, die es richtig hat, und derer, die es falsch hat.',
  },
  curvature: { label: 'Krümmung und Konfidenz', about: 'Wie scharf das Minimum ist, in dem das Training endet, Epoche für Epoche.' },
  'short-study': {
    label: 'Vier Verluste, Epoche für Epoche',
    about: 'ECE mit Kreuzentropie, L1-Norm, Entropie-Bonus und Focal Loss: Abbildung 1 der kurzen Studie.',
  },
  cnn: { label: 'Auch ein Faltungsnetz ist zu sicher', about: 'cnn-s, trainiert, bis es seine Bilder auswendig kann.' },
};
