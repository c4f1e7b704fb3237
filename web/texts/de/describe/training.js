// German for optimisers, learning rate schedules, augmentation, and the other settings of a run.

const ofRun = (/** @type {string} */ help) => ({ help, unit: 'des Laufs' });
const epochs = (/** @type {string} */ help) => ({ help, unit: 'Epochen' });

const lr = { help: 'Lernrate, die der Zeitplan skaliert' };
const decay = { help: 'Gewichtsabnahme (weight decay), zum Gradienten addiert' };
const decay_on = { help: 'was abnimmt: alle Parameter oder Gewichte ohne Biases und Normalisierungsparameter' };
const moments = {
  beta1: { help: 'Abnahme des ersten Moments, des laufenden Mittels des Gradienten' },
  beta2: { help: 'Abnahme des zweiten Moments, des laufenden Mittels seines Quadrats' },
  eps: { help: 'zur Wurzel des zweiten Moments addiert' },
};
const warmup = ofRun('lineares Aufwärmen, als Anteil des Laufs');

export const optimizer = {
  adagrad: {
    source: 'Duchi et al. 2011; torch.optim.Adagrad aus PyTorch',
    help: 'Teilt die Lernrate jedes Gewichts durch die Wurzel aus der Summe seiner quadrierten Gradienten',
    params: { lr, eps: { help: 'zur Wurzel aus der Quadratsumme addiert' }, decay, decay_on },
  },
  adam: {
    source: 'Kingma and Ba 2015, Algorithm 1; torch.optim.Adam aus PyTorch',
    help: 'Etwa gleich große Schritte für jedes Gewicht, aus laufenden Mitteln des Gradienten und seines Quadrats',
    params: { lr, ...moments, decay, decay_on },
  },
  adamw: {
    source: 'Loshchilov and Hutter 2019, Algorithm 2; torch.optim.AdamW aus PyTorch',
    help: 'Adam mit entkoppelter Gewichtsabnahme',
    params: { lr, ...moments, decay: { help: 'Abnahme der Gewichte selbst (weight decay), mal der Lernrate' }, decay_on },
  },
  sgd: {
    source: 'Sutskever et al. 2013; torch.optim.SGD aus PyTorch',
    help: 'Stochastischer Gradientenabstieg mit Momentum und Gewichtsabnahme',
    params: {
      lr,
      momentum: { help: 'Momentum-Koeffizient: Anteil des vorigen Schritts, der addiert wird' },
      nesterov: { help: 'Nesterov-Momentum: Der Gradient wirkt auf den vorausgenommenen Schritt' },
      decay,
      decay_on,
    },
  },
};

export const schedule = {
  constant: { label: 'Konstant', help: 'Die Lernrate ändert sich nie', params: { warmup } },
  cosine: {
    label: 'Kosinus',
    source: 'Loshchilov and Hutter 2017, Eq. 5, ohne Neustarts; t ist der Anteil des Laufs',
    help: 'Die Lernrate fällt sanft auf null',
    params: { warmup },
  },
  exponential: {
    label: 'Exponentiell',
    source: 't ist der Anteil des Laufs: ExponentialLR aus PyTorch mit gamma = f^(1/steps)',
    help: 'Die Lernrate fällt in jedem Schritt um denselben Faktor',
    params: { final: { help: 'Anteil von lr am Ende des Laufs' }, warmup },
  },
  'one-cycle': {
    label: 'Ein Zyklus',
    source: 'Smith and Topin 2018, wie OneCycleLR aus PyTorch; das Momentum bleibt dabei fest (cycle_momentum=False)',
    help: 'Die Lernrate steigt auf die lr des Optimierers und fällt dann fast auf null; das Momentum bleibt dabei fest',
    params: {
      rise: ofRun('wann die Lernrate am größten ist'),
      start: { help: 'Lernrate am Anfang: lr, geteilt durch diese Zahl' },
      final: { help: 'Lernrate am Ende: die am Anfang, geteilt durch diese Zahl' },
      shape: { help: 'jeder Abschnitt folgt einem halben Kosinus oder einer Geraden' },
    },
  },
  plateau: {
    label: 'Auf einem Plateau',
    source: 'ReduceLROnPlateau aus PyTorch mit eps=0, nach jeder Epoche',
    help: 'Die Lernrate sinkt, wenn sich eine Größe einige Epochen lang nicht verbessert hat',
    params: {
      by: { help: 'die Größe, die beobachtet wird' },
      on: { help: 'auf welchen Daten; die Größen der Trainingsdaten sind die der Mini-Batches, während mit ihnen trainiert wurde' },
      patience: epochs('Anzahl der Epochen ohne Verbesserung, die geduldet werden'),
      factor: { help: 'die Lernrate wird damit multipliziert' },
      threshold: { help: 'eine Größe hat sich verbessert, wenn sie sich um mehr als das geändert hat' },
      threshold_mode: { help: 'ob die Schwelle ein Anteil der besten Größe oder eine Differenz zu ihr ist' },
      cooldown: epochs('Epochen nach einer Senkung, in denen ausbleibende Verbesserung nicht zählt'),
      least: { help: 'kleinste Lernrate, als Anteil von lr' },
      warmup,
    },
  },
  polynomial: {
    label: 'Polynom',
    source: 'Chen et al. 2018, DeepLab, Sec. 4.1 (p = 0,9); t ist der Anteil des Laufs',
    help: 'Die Lernrate fällt auf null: mit power 1 linear, mit größeren Potenzen früher',
    params: { power: { help: '1 ist eine Gerade, 2 eine Parabel' }, warmup },
  },
  step: {
    label: 'Stufen',
    source: 'He et al. 2016, Sec. 4.2: nach der Hälfte und drei Vierteln des Laufs',
    help: 'Die Lernrate sinkt an festgelegten Stellen des Laufs',
    params: {
      at: ofRun('wann die Lernrate sinkt'),
      factor: { help: 'die Lernrate wird jedes Mal damit multipliziert' },
      warmup,
    },
  },
};

export const augment = {
  'crop-flip': {
    label: 'Verschieben und spiegeln',
    help: 'Verschiebt in jeder Epoche jedes Bild zufällig und spiegelt die Hälfte (random crop und horizontal flip)',
    params: {
      pad: { help: 'größte Verschiebung in jede Richtung', unit: 'Pixel' },
      flip: { help: 'ob jedes Bild mit Wahrscheinlichkeit 1/2 gespiegelt wird' },
    },
  },
  none: { label: 'Keine', help: 'Keine Augmentierung: Jede Epoche nimmt dieselben Bilder' },
};

export const run = {
  epochs: { help: 'Durchgänge durch die Trainingsdaten', unit: 'Durchgänge' },
  batch: { help: 'Größe eines Mini-Batches: Beispiele in einem Schritt des Optimierers', unit: 'Beispiele' },
  seed: { help: 'Startwert aller Zufallszahlen des Laufs' },
  switch: epochs(
    'Wechselt nach einer Epoche zu einer anderen Verlustfunktion: Mit 10:focal:gamma=3 sind die ersten 10 Epochen die des Laufs ohne sie',
  ),
  init: { help: 'Anfangswerte der Gewichte: die Voreinstellungen von PyTorch oder He oder Xavier mit Biases von null' },
  reduction: { help: 'Zusammenfassung der Verluste eines Mini-Batches: ihr Mittelwert oder ihre Summe' },
  clip: { help: 'Begrenzung des Gradienten: größte Norm des ganzen Gradienten eines Schritts; 0 begrenzt nicht' },
  sam: {
    help: 'Sharpness-aware minimisation: Abstand des Punktes, an dem der Gradient eines Schritts berechnet wird, bergauf von den Gewichten; 0 berechnet ihn an den Gewichten',
  },
  by: { help: 'Metrik der Validierungsdaten, die für patience und keep entscheidet, welche Epoche die beste ist' },
  patience: epochs('Frühes Beenden: Der Lauf endet nach so vielen Epochen in Folge ohne neuen Bestwert; 0 beendet nie früher'),
  keep: { help: 'Mit welchen Gewichten der Lauf endet: denen der letzten oder denen der besten Epoche' },
  bins: { help: 'Konfidenz-Bins der Kalibrierungsmetriken', unit: 'Bins' },
  curvature: {
    help: 'Zufallsvektoren für die Krümmung der Verlustfunktion auf den Validierungsdaten nach jeder Epoche; 0 lässt sie weg',
    unit: 'Vektoren',
  },
  curvature_at: { help: 'Nach welchen Epochen die Krümmung gemessen wird: nach jeder oder nur nach der letzten' },
  diagnostics: {
    help: 'Ob jede Epoche Diagnosen aufzeichnet: richtige und falsche Beispiele getrennt, Normen, Gradienten und Bins',
  },
};
