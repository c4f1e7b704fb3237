// German for the losses and penalties; some are both.

const entropyAlpha = { help: 'Gewicht der Entropie; 0 lässt die Verlustfunktion, wie sie ist' };
const norm = {
  alpha: { help: 'Gewicht der Norm; 0 lässt die Verlustfunktion, wie sie ist' },
  p: { help: 'welche Norm: 1 summiert Beträge, 2 ist die Länge' },
};
const trace = {
  tau: { help: 'Gewicht der Spur; 0 lässt die Verlustfunktion, wie sie ist' },
  m: { help: 'zufällige Vektoren der Hutchinson-Schätzung in jedem Schritt' },
};
const entropyHelp = 'Entropie-Bonus (Strafterm auf die Konfidenz): zieht alpha-mal die Entropie der Vorhersage ab';
const normHelp = 'Addiert alpha-mal eine Norm der Logits und begrenzt so, wie sicher Vorhersagen werden';
const flatMinima =
  '(Hutchinson-Schätzung), was flache Minima begünstigt: für jeden Batch, während Fig. 4 von Geometric Insights into Focal Loss die Validierungsdaten nennt';

const adaptive = {
  bins: { help: 'Anzahl der Konfidenz-Bins, jedes mit einem gamma; gibt es edges, so legen sie die Anzahl fest', unit: 'Bins' },
  every: { help: 'Schritte von einer Validierung zur nächsten; 0 validiert nach jeder Epoche', unit: 'Schritte' },
  edges: { help: 'Grenzen der Bins am Anfang, aufsteigend; ohne sie gleich breite Bins' },
};
const accuracies = { help: 'Trefferquoten der Bins am Anfang; ohne sie ist gamma vor der ersten Validierung 1' };
const calLambda = { help: 'wie stark gamma der Lücke folgt; 0 ist Focal Loss mit gamma 1' };
const gamma = { help: 'wie stark sichere Beispiele abgewertet werden; 0: gar nicht' };
const closed = { help: 'ob die Schwelle selbst als darunter zählt' };
const flsdHelp =
  'Focal Loss mit größerem gamma, wo die Wahrscheinlichkeit der wahren Klasse klein ist; im Gradienten gilt gamma als konstant';

export const loss = {
  adafocal: {
    help: 'Focal Loss, dessen gamma in Konfidenz-Bins wächst, in denen die Validierung zu sicher ist, und fällt, wo sie zu unsicher ist. Was der Artikel offenlässt: Ein leeres Bin behält sein gamma, und eine Wahrscheinlichkeit der wahren Klasse außerhalb der Bins nimmt das des nächsten',
    params: {
      lambda: { help: 'wie schnell jedes gamma der Kalibrierungslücke seines Bins folgt' },
      gamma_max: { help: 'größtes gamma; 1e17 ist so gut wie keine Grenze' },
      gamma_min: { help: 'kleinstes gamma; unter 0 ist die Verlustfunktion der inverse Focal Loss' },
      s_th: { help: 'ein gamma, dessen Betrag darunter fällt, wechselt das Vorzeichen' },
      start: { help: 'gamma vor der ersten Validierung' },
      ...adaptive,
      gammas: { help: 'gammas am Anfang, eines je Bin; ohne sie haben alle den Wert von start' },
      keep: {
        help: 'in switch=: mit den gammas und Bins des bisherigen AdaFocal weitermachen, um seine anderen Parameter mitten im Lauf zu ändern',
      },
    },
  },
  brier: {
    label: 'Brier-Verlust',
    source: 'Brier 1950; als Verlustfunktion im Training Mukhoti et al. 2020',
    help: 'Quadrierter Abstand zwischen den Wahrscheinlichkeiten und dem One-hot-Label; beschränkt und deshalb bei sicheren Irrtümern milder als Kreuzentropie',
  },
  calfocal1: {
    label: 'CalFocal, je Beispiel',
    help: 'Focal Loss, der ein Beispiel danach abwertet, wie weit die Wahrscheinlichkeit der wahren Klasse über der Trefferquote seines Bins liegt; im Gradienten gilt gamma als konstant',
    params: { lambda: calLambda, ...adaptive, accuracies },
  },
  calfocal2: {
    label: 'CalFocal, je Bin',
    help: 'Focal Loss mit einem gamma für jedes Konfidenz-Bin, das umso größer ist, je mehr die Validierung dort zu sicher ist',
    params: {
      lambda: calLambda,
      ...adaptive,
      confidences: { help: 'Konfidenzen der Bins am Anfang; ohne sie ist gamma vor der ersten Validierung 1' },
      accuracies,
    },
  },
  ce: {
    label: 'Kreuzentropie',
    source: 'Good 1952, der logarithmische Score',
    help: 'Negative Log-Likelihood des Labels; treibt die Wahrscheinlichkeit der wahren Klasse immer weiter gegen 1, sodass Netze, die auswendig lernen können, zu sicher werden',
  },
  dualfocal: {
    label: 'Dualer Focal Loss',
    help: 'Focal Loss, der ein Beispiel nach dem Vorsprung der Wahrscheinlichkeit der wahren Klasse vor der größten kleineren abwertet',
    params: { gamma: { help: 'wie stark Beispiele mit Vorsprung abgewertet werden; 0 ist Kreuzentropie' } },
  },
  entropy: { label: 'Kreuzentropie mit Entropie-Bonus', help: entropyHelp, params: { alpha: entropyAlpha } },
  fcl: {
    label: 'Fokaler Kalibrierungsverlust',
    source: 'Towards Trustworthy Deep Neural Network through Euclidean Distance, der fokale Kalibrierungsverlust',
    help: 'Focal Loss plus lambda-mal der quadrierte Abstand zwischen den Wahrscheinlichkeiten und dem One-hot-Label',
    params: { gamma, lambda: { help: 'Gewicht des quadrierten Abstands zum Label; 0 ist Focal Loss' } },
  },
  'fcl-l1': {
    label: 'Fokaler Kalibrierungsverlust, absolut',
    source: 'Der fokale Kalibrierungsverlust mit dem absoluten Abstand, zum Vergleich',
    help: 'Focal Loss plus lambda-mal der absolute Abstand zwischen den Wahrscheinlichkeiten und dem One-hot-Label',
    params: { gamma, lambda: { help: 'Gewicht des absoluten Abstands zum Label; 0 ist Focal Loss' } },
  },
  flsd53: {
    label: 'Focal Loss, je nach Beispiel 5, 3',
    tex: 'L = -(1 - p_y)^{\\gamma} \\log p_y, \\quad \\gamma = 5 \\text{, falls } p_y < 0.2, \\text{ sonst } 3',
    source:
      'The Intriguing Effects of Focal Loss on the Calibration of Deep Neural Networks, Sec. 4 (Mukhoti et al. 2020); das offene 0,2 des Codes, nicht das geschlossene 0,19 des Textes',
    help: flsdHelp,
    params: { threshold: { help: 'Wahrscheinlichkeit des Labels: 0,2 im Code, 0,19 im Text' }, closed },
  },
  flsd532: {
    label: 'Focal Loss, je nach Beispiel 5, 3, 2',
    tex: 'L = -(1 - p_y)^{\\gamma} \\log p_y, \\quad \\gamma = 5 \\text{, falls } p_y < 0.2, \\; 3 \\text{, falls } p_y < 0.5, \\text{ sonst } 2',
    help: flsdHelp,
    params: {
      threshold: { help: 'Wahrscheinlichkeit des Labels: darunter ist gamma 5' },
      second: { help: 'darunter, aber nicht unter der ersten Schwelle, ist gamma 3' },
      closed,
    },
  },
  focal: {
    label: 'Focal Loss',
    source: 'Lin et al. 2017, Eq. 4; für die Kalibrierung Mukhoti et al. 2020, Sec. 4',
    help: 'Wertet Beispiele ab, deren Label schon eine hohe Wahrscheinlichkeit hat',
    params: { gamma },
  },
  'focal-p0': {
    label: 'Focal Loss, gamma aus einer Wahrscheinlichkeit',
    help: 'Focal Loss mit dem kleinsten gamma, dessen Gradient nicht größer als der von Kreuzentropie ist, wo die Wahrscheinlichkeit der wahren Klasse über p0 liegt',
    params: { p0: { help: 'Wahrscheinlichkeit des Labels, über der Beispiele abgewertet werden' } },
  },
  'focal-schedule': {
    label: 'Focal Loss, nach Zeitplan',
    source: 'Mukhoti et al. 2020, Sec. 4 und Anhang: nach 100 und 250 von 350 Epochen; auch 5/3/1',
    help: 'Focal Loss, dessen gamma während des Laufs fällt: Er wertet sichere Beispiele immer weniger ab',
    params: {
      gammas: { help: 'die gammas, der Reihe nach' },
      at: { help: 'wann jedes gamma nach dem ersten beginnt', unit: 'des Laufs' },
    },
  },
  'inv-focal': {
    label: 'Inverser Focal Loss',
    help: 'Wertet Beispiele auf, deren Label schon eine hohe Wahrscheinlichkeit hat',
    params: { gamma: { help: 'wie stark sichere Beispiele aufgewertet werden; 0 ist Kreuzentropie' } },
  },
  l1norm: {
    label: 'Kreuzentropie mit Strafterm auf die Logit-Norm',
    source: 'Joo and Chung 2020, Normen der Logits',
    help: normHelp,
    params: norm,
  },
  ls: {
    label: 'Label Smoothing',
    help: 'Kreuzentropie gegen ein weiches Label: Ein Anteil eps davon wird gleichmäßig auf alle Klassen verteilt',
    params: {
      eps: { help: 'Anteil des Labels, der auf alle Klassen verteilt wird; 0 ist Kreuzentropie' },
      over: { help: 'alle Klassen oder nur die anderen, jede mit eps / (K - 1)' },
    },
  },
  mmce: {
    label: 'Kreuzentropie mit MMCE',
    source: 'Kumar, Sarawagi and Jain 2018, Eq. 7, quadriert, wie Mukhoti et al. 2020 damit trainieren',
    help: 'Addiert lambda-mal den quadrierten Kernel-Kalibrierungsfehler des Mini-Batches; er koppelt die Beispiele eines Batches',
    params: { lambda: { help: 'Gewicht des Kalibrierungsfehlers; 0 ist Kreuzentropie' } },
  },
  trace: {
    label: 'Kreuzentropie mit Strafterm auf die Hesse-Spur',
    source: 'Hutchinson 1990 für die Schätzung; ein Strafterm auf die Krümmung in den Gewichten',
    help: `Addiert tau-mal die Spur der Hesse-Matrix in den Gewichten ${flatMinima}`,
    params: trace,
  },
};

export const penalty = {
  entropy: { label: 'Entropie-Bonus', help: entropyHelp, params: { alpha: entropyAlpha } },
  l1norm: { label: 'Norm der Logits', source: 'Joo and Chung 2020, Normen der Logits', help: normHelp, params: norm },
  none: { label: 'Keiner', help: 'Kein Strafterm' },
  trace: {
    label: 'Spur der Hesse-Matrix',
    source: 'Hutchinson 1990 für die Schätzung; ein Strafterm auf die Krümmung der Verlustfunktion in den Gewichten',
    help: `Addiert tau-mal die Spur der Hesse-Matrix der Verlustfunktion in den Gewichten ${flatMinima}`,
    params: trace,
  },
};
