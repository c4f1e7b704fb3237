// German for the views, with the columns of their tables, and for the probes of a network.
import { answeredRisk, bins, certainty, confident, edges, kernel, noiseSeed, oodScore, rankPenalty, severity } from './shared.js';

const named = (/** @type {Record<string, string>} */ labels) =>
  Object.fromEntries(Object.entries(labels).map(([id, label]) => [id, { label }]));

const bounds = { low: 'Von', high: 'Bis' };
const interval = { interval_low: '95 % von', interval_high: '95 % bis' };
const classes = { label: 'Wahre Klasse', predicted: 'Vorhergesagte Klasse' };
const points = (/** @type {string} */ help) => ({ help, unit: 'Punkte' });
const firstSamples = { help: 'Anzahl der Beispiele, von vorn gezählt', unit: 'Beispiele' };

export const view = {
  classwise: {
    label: 'Zuverlässigkeit jeder Klasse',
    source: 'Kull et al. 2019, section 2; Nixon et al. 2019 (statischer Kalibrierungsfehler)',
    help: 'Für jede Klasse, oder jedes von mehreren Labels: Bins der Wahrscheinlichkeit gegen die Häufigkeit, mit der sie das Label ist, oder mit der es da ist',
    params: { bins, edges },
    columns: {
      class: { label: 'Klasse' },
      ...named({
        ...bounds,
        count: 'Beispiele',
        confidence: 'Mittlere Wahrscheinlichkeit der Klasse',
        frequency: 'Anteil aus der Klasse',
        ...interval,
        class_ece: 'Kalibrierungsfehler der Klasse',
      }),
    },
  },
  confusion: {
    label: 'Konfusionsmatrix',
    source: 'Zeilen sind wahre Klassen, Spalten vorhergesagte',
    help: 'Wie oft jede Klasse als jede andere vorhergesagt wird und mit welcher Konfidenz',
    columns: named({ ...classes, count: 'Beispiele', share: 'Anteil an der wahren Klasse', confidence: 'Mittlere Konfidenz' }),
  },
  cost: {
    label: 'Kosten von Antworten oder Fragen',
    source: 'Chow 1970; die kleinsten Kosten nach der wahren Posterior',
    help: 'Mittlere Kosten über den Kosten c einer Frage, wenn eine falsche Antwort 1 kostet und das Modell allein antwortet, wo es das für billiger hält',
    params: { points: points('Kosten einer Frage, gleichmäßig zwischen 0 und 1') },
    columns: named({
      ask: 'Kosten einer Frage',
      cost: 'Mittlere Kosten',
      low: '95 % von',
      high: '95 % bis',
      answered: 'Allein beantwortet',
      wrong: 'Falsch beantwortet',
      always_answer: 'Kosten, wenn es immer antwortet',
      least: 'Kleinste mögliche Kosten, nach der wahren Posterior',
      other: 'Mittlere Kosten des anderen Modells',
      difference: 'Unterschied dazu',
      difference_low: 'Unterschied, 95 % von',
      difference_high: 'Unterschied, 95 % bis',
    }),
  },
  class_tests: {
    label: 'Tests jeder Klasse',
    source: 'Arrieta-Ibarra et al. 2022; für alle Klassen korrigiert nach Holm 1979',
    help: 'Für jede Klasse die größten kumulierten Differenzen ihrer Wahrscheinlichkeit, mit den p-Werten von ks und kuiper',
    columns: named({
      class: 'Klasse',
      share: 'Anteil der Beispiele',
      ks: 'Größte kumulierte Differenz',
      ks_p: 'Ihr p-Wert',
      ks_holm: 'Ihr p-Wert unter allen Klassen',
      kuiper: 'Spanne der kumulierten Differenzen',
      kuiper_p: 'p-Wert der Spanne',
      kuiper_holm: 'p-Wert der Spanne unter allen Klassen',
    }),
  },
  cumulative: {
    label: 'Kumulierte Differenzen',
    source: 'Arrieta-Ibarra et al. 2022; die Zerlegung nach Dimitriadis, Gneiting and Jordan 2021',
    help: 'Ausgänge minus Konfidenzen, von der kleinsten Konfidenz an summiert, mit den Tests ks und kuiper und der Zerlegung des Brier-Scores der Treffer',
    columns: named({ share: 'Bisherige Beispiele', confidence: 'Konfidenz', difference: 'Kumulierte Differenz' }),
  },
  decision: {
    label: 'Entscheidungskurve',
    source: 'Vickers and Elkin 2006; van Calster et al. 2018; Murphys Diagramm: Ehm et al. 2016',
    help: 'Was Handeln bei einer Klasse ab einer Schwelle wert ist, neben Handeln bei allen und bei keinem Beispiel (das ist 0 wert), mit den vier Ausgängen',
    params: {
      class: { help: 'Die Klasse, oder das Label, bei der man handelt; bei zwei Klassen ist 1 die positive' },
      points: points('Schwellen, gleichmäßig zwischen 0 und 1'),
    },
    columns: named({
      threshold: 'Handelt ab',
      net_benefit: 'Nettonutzen',
      low: '95 % von',
      high: '95 % bis',
      treat_all: 'Nettonutzen bei allen',
      gain_low: 'Mehr als das Bessere von allen und keinem, 95 % von',
      gain_high: 'Mehr als das Bessere von allen und keinem, 95 % bis',
      true_positives: 'Zu Recht gehandelt',
      false_positives: 'Zu Unrecht gehandelt',
      false_negatives: 'Übersehen',
      true_negatives: 'Zu Recht nicht gehandelt',
      elementary: 'Elementarer Score in Murphys Diagramm',
      optimal: 'Größter möglicher Nettonutzen, nach der wahren Posterior',
      other: 'Nettonutzen des anderen Modells',
      difference: 'Unterschied dazu',
      difference_low: 'Unterschied, 95 % von',
      difference_high: 'Unterschied, 95 % bis',
      other_elementary: 'Elementarer Score des anderen Modells',
    }),
  },
  focal_map: {
    label: 'Konfidenzabbildung des Focal Loss',
    source: 'Komisarenko and Kull 2024; die anderen Klassen teilen sich den Rest gleichmäßig',
    help: 'Die Wahrscheinlichkeit, bei der jede Konfidenz den kleinsten Focal Loss hat, und die Konfidenz bei der angepassten Temperatur',
    params: {
      gamma: { help: 'Wie stark sichere Beispiele abgewertet werden; 0: gar nicht' },
      points: points('Konfidenzen von 1/k bis 1, bei denen die Abbildungen berechnet werden'),
    },
    columns: named({
      confidence: 'Konfidenz',
      focal: 'Konfidenz nach der Abbildung',
      temperature: 'Konfidenz bei der angepassten Temperatur',
    }),
  },
  histogram: {
    label: 'Histogramm der Konfidenz',
    source: 'Guo et al. 2017, figure 1; sehr sichere Beispiele wie Mukhoti et al. 2020, table 3 (S99)',
    help: 'Anzahl richtiger und falscher Beispiele in jedem Konfidenz-Bin',
    params: { bins, threshold: confident },
    columns: named({
      ...bounds,
      count: 'Beispiele',
      share: 'Anteil an allen',
      right: 'Richtig',
      wrong: 'Falsch',
      accuracy: 'Anteil richtiger',
    }),
  },
  reliability: {
    label: 'Zuverlässigkeitsdiagramm',
    help: 'Die Bins einer Metrik: Konfidenz und Trefferquote in jedem und die Trefferquote, die allein der Zufall ergäbe',
    params: {
      metric: { help: 'Metrik, deren Bins gezeigt werden: die von ece sind gleich breit, die von adaece haben gleiche Masse' },
      bins,
    },
    columns: named({
      ...bounds,
      count: 'Beispiele',
      confidence: 'Sagt',
      accuracy: 'Hat recht',
      gap: 'Lücke',
      ...interval,
      chance_low: 'Zufall von',
      chance_high: 'Zufall bis',
      chance_gap: 'Lücke durch Zufall',
      part: 'Beitrag zum Fehler',
    }),
  },
  roc: {
    label: 'ROC der Erkennung fremder Daten',
    source: 'Hendrycks and Gimpel 2017; Energie wie Liu et al. 2020',
    help: 'Anteil der fremden Beispiele, die jede Schwelle erkennt, und Anteil der eigenen, die sie irrtümlich meldet',
    params: { score: oodScore },
    columns: named({ false_positives: 'Eigene Beispiele gemeldet', true_positives: 'Fremde Beispiele erkannt' }),
  },
  samples: {
    label: 'Beispiele',
    source: 'Der Beitrag jedes Beispiels zum Kalibrierungsfehler hat das Vorzeichen der Lücke seines Bins; alle Beiträge zusammen sind 1',
    help: 'Jedes Beispiel: seine Klasse, seine Vorhersage und sein Beitrag zum Kalibrierungsfehler; bei mehreren Labels jedes bekannte, mit der Wahrscheinlichkeit, dass es vorhanden ist',
    params: { bins },
    columns: named({
      row: 'Zeile',
      label: 'Wahre Klasse, oder das Label',
      predicted: 'Vorhergesagte Klasse, oder ob es vorhanden sein soll',
      right: 'Richtig',
      before: 'Konfidenz vor T',
      confidence: 'Konfidenz',
      p_label: 'Wahrscheinlichkeit der wahren Klasse',
      part: 'Beitrag zum Kalibrierungsfehler',
      truth: 'Wahre Wahrscheinlichkeit der Antwort, oder dass es vorhanden ist',
    }),
  },
  selective: {
    label: 'Risiko über Abdeckung',
    source: 'El-Yaniv and Wiener 2010; die bestmögliche Kurve nach der wahren Posterior: Chow 1970',
    help: 'Die Beispiele nach ihrer Sicherheit, mit dem Fehler jedes Beispiels und aller sichereren',
    params: { score: certainty, risk: answeredRisk },
    columns: named({
      row: 'Zeile',
      ...classes,
      right: 'Richtig',
      score: 'Sicherheit',
      coverage: 'Beantwortet',
      risk: 'Fehler der beantworteten',
      confidence: 'Ihre mittlere Konfidenz',
      optimal: 'Kleinster möglicher Fehler, nach der wahren Posterior',
    }),
  },
  sets: {
    label: 'Konforme Mengen',
    source: 'Vovk, Gammerman and Shafer 2005; das Quantil ist der ceil((n + 1)(1 - alpha))-kleinste Score von n Validierungsbeispielen',
    help: 'Die Klassen, die für jedes Beispiel noch möglich sind, bei versprochener Abdeckung',
    params: {
      score: { help: 'Wie schlecht eine Klasse zu einem Beispiel passt' },
      alpha: { help: 'Anteil der Mengen, denen die wahre Klasse fehlen darf' },
      by: { help: 'Ein Quantil für alle Beispiele, oder eines je Klasse' },
      empty: { help: 'Ob eine Menge leer sein darf, oder die wahrscheinlichste Klasse bekommt' },
      seed: { help: 'Startwert der Zufallszahlen' },
      ...rankPenalty,
    },
    columns: named({
      row: 'Zeile',
      label: 'Wahre Klasse',
      size: 'Klassen in der Menge',
      covered: 'Die Menge enthält die wahre Klasse',
      set: 'Die Menge, als Summe von 2^Klasse',
      ambiguity: 'Wahrscheinlichkeit, dass die wahrscheinlichste Klasse falsch ist',
    }),
  },
  smooth: {
    label: 'Glatte Zuverlässigkeit',
    source: 'Blasiok and Nakkiran 2023, section 3; K ist an 0 und 1 gespiegelt',
    help: 'Die Trefferquote als glatte Funktion der Konfidenz, ohne Bins',
    params: {
      points: points('Konfidenzen von 0 bis 1, an denen die Kurve berechnet wird'),
      sigma: { help: 'Breite des Gauß-Kernels; 0 nimmt die von smooth ECE' },
      kernel,
    },
    columns: named({
      confidence: 'Konfidenz',
      accuracy: 'Geglättete Trefferquote',
      ...interval,
      density: 'Dichte der Konfidenzen',
      samples: 'Beispiele, die hier zählen',
    }),
  },
  temperature: {
    label: 'Fehler je Temperatur',
    source: 'Guo et al. 2017, section 4.2; Gitter wie Mukhoti et al. 2020',
    help: 'Likelihood und Kalibrierungsfehler bei jeder Temperatur und welche die Validierung wählen würde',
    params: { bins },
    columns: named({
      T: 'Temperatur',
      adaece: 'Adaptiver ECE',
      val_nll: 'NLL auf Validierungsdaten',
      val_ece: 'ECE auf Validierungsdaten',
      val_adaece: 'Adaptiver ECE auf Validierungsdaten',
    }),
  },
};

export const probe = {
  boundary: {
    label: 'Entscheidungsgrenze',
    source:
      'Die Wahrscheinlichkeiten des Netzes auf einem gleichmäßigen Gitter, das die Beispiele aller drei Mengen abdeckt; die wahren Wahrscheinlichkeiten sind die der Daten',
    help: 'Die Wahrscheinlichkeiten des Netzes an jedem Punkt der Ebene und die wahren',
    params: {
      grid: points('Punkte entlang jeder Seite'),
      margin: { help: 'Rand um die Beispiele', unit: 'ihrer Ausdehnung' },
    },
  },
  curvature: {
    label: 'Krümmung',
    source:
      'Hutchinson 1990; Ghorbani, Krishnan and Xiao 2019: die Dichte der Ritz-Werte, jeder eine Gauß-Kurve, deren Standardabweichung 1 % ihrer Spannweite ist; die Fisher-Information: Amari 1998',
    help: 'Die Krümmung der Verlustfunktion an den Gewichten: Spektrum, Spur und äußere Eigenwerte der Hesse-Matrix',
    params: {
      matrix: {
        help: 'Die Hesse-Matrix der Verlustfunktion oder die Fisher-Information der Wahrscheinlichkeiten des Netzes selbst, die keine Labels liest',
      },
      vectors: { help: 'Zufallsvektoren für die Spur', unit: 'Vektoren' },
      steps: { help: 'Schritte des Lanczos-Verfahrens für das Spektrum', unit: 'Schritte' },
      on: { help: 'Die Menge der Beispiele: Validierung, Test oder Training' },
      samples: firstSamples,
      seed: { help: 'Startwert der Zufallsvektoren' },
    },
  },
  gradcam: {
    source: 'Selvaraju et al. 2017, Eq. 1 und 2, der letzten Merkmalskarte vor dem Pooling',
    help: 'Die Gegenden eines Bilds, in denen die letzte Merkmalskarte für eine Klasse spricht',
    params: {
      sample: { help: 'Beispiel der Menge, ab 0' },
      class: { help: 'Die Klasse, die erklärt wird; -1 ist die vorhergesagte' },
      on: { help: 'Die Menge des Beispiels: Validierung, Test oder Training' },
    },
  },
  gradients: {
    label: 'Normen der Gradienten',
    source: 'Mukhoti et al. 2020, Sec. 4: der letzten linearen Schicht, für jedes Beispiel',
    help: 'Histogramm der Normen der Gradienten einzelner Beispiele nach dem Gewicht der letzten Schicht',
    params: { on: { help: 'Die Menge der Beispiele: Training, Validierung oder Test' }, samples: firstSamples },
  },
  landscape: {
    label: 'Verlustlandschaft',
    source:
      'Li et al. 2018, Visualizing the Loss Landscape of Neural Nets, Eq. 1 und Sec. 4: filterweise normierte zufällige Richtungen; Biases und Normalisierungen bleiben weg, wie dort',
    help: 'Der Verlust in einer Ebene oder auf einer Geraden zufälliger Richtungen durch die Gewichte',
    params: {
      grid: points('Punkte entlang jeder Richtung; bei einer ungeraden Zahl ist das Netz selbst der mittlere'),
      range: { help: 'Größte Entfernung, in Normen der Gewichte' },
      axes: { help: 'Eine Gerade oder eine Ebene' },
      on: { help: 'Die Menge der Beispiele: Validierung, Test oder Training' },
      samples: firstSamples,
      seed: { help: 'Startwert der zufälligen Richtungen' },
    },
  },
  logits: {
    source: 'Die Ausgaben des Netzes vor dem Softmax; Verfälschungen wie in Hendrycks and Dietterich 2019',
    help: 'Die Logits des Netzes für die Beispiele einer Menge, sauber oder verfälscht, oder für andere Daten',
    params: {
      on: { help: 'Die Menge der Beispiele: Test, Validierung oder Training' },
      corruption: { help: 'Verfälschung der Bilder' },
      severity,
      seed: noiseSeed,
    },
  },
  normalisation: {
    label: 'Normalisierung',
    source: 'Die Mittelwerte und Standardabweichungen von CIFAR-10 und ImageNet in den Beispielen von PyTorch',
    help: 'Trefferquote auf den Testdaten mit jeder der üblichen Normalisierungen: Pixel von 0 bis 1 (0), 0 bis 255 (1), -1 bis 1 (2), Mittelwert und Standardabweichung von CIFAR-10 (3), von ImageNet (4), die des Links (5)',
  },
};
