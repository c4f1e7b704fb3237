// German texts of the views that draw the engine's tables.
import { count, decimal, percent, points, signedPoints } from '../format.js';
import { plural } from './grammar.js';

/** @type {[RegExp, string][]} */
const refusals = [
  [
    /^probe gradcam: model/,
    'Dieses Netz hat keine Faltungsschicht, die sich zeigen ließe. Bitte eines wählen, das eine hat, etwa cnn-s oder ein ResNet, und es laufen lassen.',
  ],
  [
    /^probe gradients: model/,
    'Diese Ansicht zeigt die Gradienten einer letzten linearen Schicht, und dieses Netz endet nicht mit einer. Bitte ein anderes wählen und laufen lassen.',
  ],
  [
    /^probe \w+: on=\w+ has no samples/,
    'Diese Ansicht braucht Validierungsbeispiele, und der Lauf hat keine. Dazu unter Daten val größer als 0 setzen und neu laufen lassen.',
  ],
];

/** @type {typeof import('../en/tables.js').tableTexts} */
export const tableTexts = {
  before: (/** @type {string} */ letter) => `Gestrichelt: Lauf ${letter}, der davor.`,
  confusionBefore: (/** @type {string} */ letter) =>
    `+ und −: Änderung gegenüber Lauf ${letter}, dem davor. Gestrichelt: wie oft jener richtig lag.`,
  gradcamBefore: (/** @type {string} */ letter) =>
    `Innerhalb der gestrichelten Linie: wo Lauf ${letter}, der davor, mehr als die Hälfte seines eigenen Höchstwerts hat.`,

  confusion: 'Verwechslungen',
  confusionLead: (wrong, label) => `Hält ${label} am häufigsten für ${wrong}.`,
  oneLabel: (others) =>
    `Diese Ansicht ist für Beispiele mit einem Label aus mehreren Klassen; dieser Lauf hat mehrere Labels je Beispiel (seine Ausgaben sind Sigmoide). Was sie zeigt: ${others.join(', ')}.`,
  confusionNone: 'Hält keine Klasse für eine andere.',
  confusionSub: (n, of, says) => `${count(n)} von ${count(of)} Mal, mit ${percent(says, 0)} Konfidenz im Mittel.`,
  confusionRows: 'es ist',
  confusionColumns: 'es sagt',
  whenItSays: ['hat recht,', 'wenn es', 'das sagt'],

  classwise: 'Klasse für Klasse',
  classwiseLead: (name, error) => `Am schlechtesten kalibriert bei ${name}: ${points(error)} Punkte daneben.`,
  classwiseSub: (mean) =>
    `Die Wahrscheinlichkeit jeder Klasse gegen die Häufigkeit, mit der es diese Klasse ist. Klassenweiser ECE ${percent(mean)}.`,
  labelwiseSub: (mean) =>
    `Die Wahrscheinlichkeit jedes Labels gegen die Häufigkeit, mit der es da ist. Mittlerer ECE der Labels ${percent(mean)}.`,
  classwiseWorst: (shown, all) => `Die ${count(shown)} am schlechtesten kalibrierten von ${count(all)} Klassen.`,

  histogram: 'Konfidenz',
  histogramLead: (sure) => `Bei ${percent(sure, 0)} der Beispiele mindestens zu 99 % sicher.`,
  histogramSub: (right) =>
    Number.isFinite(right) ? `Wo es 99 % oder mehr sagt, hat es zu ${percent(right)} recht.` : 'Es sagt nie 99 % oder mehr.',
  meanSays: (says) => `sagt im Mittel ${percent(says)}`,
  meanRight: (right) => `hat zu ${percent(right)} recht`,
  sureKey: (fraction) => `S99: bei ${percent(fraction)} sagt es 99 % oder mehr`,
  rightOnes: 'richtig',
  wrongOnes: 'falsch',

  reliability: 'Zuverlässigkeit',
  binsBy: 'Wie die Konfidenzen gruppiert sind',
  equalWidth: 'Gleich breit',
  equalMass: 'Gleich viele',
  smooth: 'Glatt',
  binned: (label, value) => `${label} ${percent(value)}.`,
  smoothSub: (error, width) => `Glatter ECE ${percent(error)}: anstelle der Bins eine Gaußkurve, ${points(width)} Punkte breit.`,
  interval: ['95-%-Intervall', 'zwischen den Linien'],

  training: 'Trainingsdaten',
  trainingLead: (train, test) => `ECE ${percent(train)} auf den Trainingsdaten, ${percent(test)} auf den Testdaten.`,
  trainingSub: (says, right, testSays, testRight) =>
    `Auf den Trainingsdaten sagt es ${percent(says)} und hat zu ${percent(right)} recht; auf den Testdaten sagt es ${percent(testSays)} und hat zu ${percent(testRight)} recht.`,
  trainingSet: 'Trainingsdaten',
  testSet: 'Testdaten',

  partsLead: 'Woher der Fehler kommt',
  part: (says, right) => `sagt ${percent(says, 0)}, hat zu ${percent(right, 0)} recht`,

  temperatureCurves: 'Temperatur',
  temperatureLead: (t) => `Die Validierungs-NLL ist am kleinsten, wenn die Logits durch ${decimal(t, 2)} geteilt werden.`,
  temperatureHottest: 'Die Validierungs-NLL sinkt noch über T = 10 hinaus, wo die Vorhersagen fast gleichverteilt sind.',
  temperatureColdest: `Die Validierungs-NLL sinkt noch unter T = 0,1, wo die Vorhersagen fast sicher sind.`,
  temperatureOne: 'Die Validierungs-NLL ist mit den Logits, wie sie sind, am kleinsten.',
  temperatureSub: (before, after) => `Mit diesem T geht der Test-ECE von ${percent(before, 2)} auf ${percent(after, 2)}.`,
  temperatureLeast: (least, t) =>
    `Sein Minimum ist ${percent(least, 2)}, bei T = ${decimal(t, 1)}, was nur die Testlabels selbst wählen könnten.`,
  leastOnValidation: (t, value) => `○ Minimum auf den Validierungsdaten bei T = ${t}: ${value} auf den Testdaten.`,
  leastOnTest: (t, value) => `▲ Minimum auf den Testdaten bei T = ${t}: ${value}.`,
  temperatureAlone: 'Ohne Validierungsbeispiele lässt sich keine Temperatur anpassen.',
  temperatureAxis: 'Temperatur T',
  ways: {
    by_nll: 'nach NLL',
    by_nll_grid: 'nach NLL, auf dem Gitter',
    by_ece: 'nach ECE',
    by_adaece: 'nach adaptivem ECE',
  },
  slider: 'jetzt',
  validation: 'Validierung',

  gammas: 'γ pro Bin',
  gammasNeed: 'Diese Ansicht gibt es nur bei Verlusten, die Bins der Validierungsdaten nutzen; AdaFocal ist einer.',
  gammasLead: {
    up: 'Wo das Netz zu sicher ist, steigt γ.',
    gap: 'Wo das Netz zu sicher ist.',
  },
  gammasSub: (bins) => `Der Verlust misst die Lücke in ${count(bins)} Bins der Validierungsdaten und stellt danach das γ jedes Bins ein.`,
  gapSub: (bins) => `Der Verlust misst die Trefferquote in ${count(bins)} Bins der Validierungsdaten.`,
  gammasColumns: { confidence: 'Konfidenz', gap: 'Lücke', gaps: 'Lücke über die Epochen', gamma: 'γ' },
  gammaOver: 'γ des Bins; unter der Linie inverser Focal Loss',

  curvature: 'Krümmung',
  curvatureNeed: 'Dieser Lauf misst seine Krümmung nicht; dazu unter Training curvature größer als 0 setzen.',
  curvatureLead: (trace) => `Die Spur der Hesse-Matrix ist ${decimal(trace, 1)}.`,
  curvatureSub: (max, min) => `Des Validierungsverlusts. Ihre äußersten Eigenwerte sind ${decimal(max, 2)} und ${decimal(min, 2)}.`,
  trace: 'Spur und ihr Standardfehler',
  spectrum: 'äußerste Eigenwerte',
  traceAgainst: (label) => `${label} über der Spur`,

  gradients: 'Gradienten',
  gradientsLead: (mean) => `Der Gradient eines Trainingsbeispiels hat im Mittel die Norm ${decimal(mean, 3)}.`,
  gradientsSub: (fraction) =>
    `Gradienten der letzten Schicht für einzelne Beispiele. ${percent(fraction)} der Normen liegen unter einem Hundertstel des Mittels.`,
  gradientsAxis: 'Norm des Gradienten eines Trainingsbeispiels',
  mean: 'Mittel',

  plainly: (error) => refusals.find(([kind]) => kind.test(error))?.[1] ?? error,

  noState: 'Die Gewichte dieser Epoche sind nicht mehr aufbewahrt; bitte eine andere Epoche wählen oder neu laufen lassen.',

  boundary: 'Grenze',
  boundaryNeed: 'Diese Ansicht gibt es nur für Daten in der Ebene: zwei Monde oder zwei Gaußverteilungen.',
  boundaryShow: 'Was schattiert ist',
  shadeSays: 'Was es sagt',
  shadeGap: 'Gegen die Wahrheit',
  boundaryLead: (sure) => `Sagt auf ${percent(sure, 0)} dieser Ebene 90 % oder mehr.`,
  boundarySub: 'Je satter die Schattierung, desto höher die Konfidenz. An der Linie wechselt die vorhergesagte Klasse.',
  boundaryGapLead: (over) => `Auf ${percent(over, 0)} dieser Ebene zu sicher.`,
  boundaryGapSub: 'Um mehr als 5 Punkte; volle Farbe ab 15 Punkten. Die wahren Wahrscheinlichkeiten sind hier bekannt.',

  landscape: 'Landschaft',
  landscapeLead: (loss) => `Der Verlust ist hier ${decimal(loss, 3)}; so ändert er sich ringsum.`,
  landscapeSub: (n, side) =>
    `Entlang zweier zufälliger, filternormierter Richtungen durch die Gewichte. ${count(n)} Validierungsbeispiele an ${side}\u00a0×\u00a0${side} Punkten, interpoliert.`,
  landscapeSeed: 'Richtungen',
  directions: (seed) => `Ebene ${seed}`,
  lossLabel: 'Verlust',

  gradcam: 'Grad-CAM',
  gradcamNeed: 'Diese Ansicht gibt es nur für Faltungsnetze auf Bildern.',
  gradcamFor: 'Anhaltspunkte für',
  forPredicted: 'Die Vorhersage',
  forLabel: 'Das Label',
  gradcamLead: (name, p) => `Anhaltspunkte für ${name}, ${percent(p, 0)}.`,
  gradcamSub: (label, row) => `Beispiel ${count(row)} hat das Label ${label}. Hell: wo die letzten Faltungen sie finden.`,
  gradcamPick: 'Ein anderes Beispiel lässt sich unter den Bildern auswählen.',

  roc: 'Fremde Daten',
  rocNeed: 'Nur Bilder lassen sich stören, und keine anderen Daten hier haben solche Beispiele.',
  rocBy: 'Was unterschieden werden soll',
  rocOther: 'Andere Daten',
  otherLink: 'Andere Daten, wie ein Link sie nennt',
  otherFiles: (names) => `Ihre Dateien wählen: ${names.join(', ')}`,
  otherKept: (names) => `In diesem Browser: ${names.join(', ')}`,
  severity: 'Stärke',
  rocLead: {
    better: (fraction) => `Unterscheidet gestörte Bilder von sauberen in ${percent(fraction, 0)} der Paare.`,
    chance: () => 'Unterscheidet gestörte Bilder von sauberen nicht besser als eine Münze.',
    worse: () => 'Schlechter als eine Münze: Saubere Bilder bekommen die höheren Werte.',
  },
  rocOtherLead: {
    better: (fraction) => `Unterscheidet die anderen Daten von den eigenen in ${percent(fraction, 0)} der Paare.`,
    chance: () => 'Unterscheidet die anderen Daten von den eigenen nicht besser als eine Münze.',
    worse: () => 'Schlechter als eine Münze: Die eigenen Testbeispiele bekommen die höheren Werte.',
  },
  rocSub: (name, score, fraction) => `${name}; nach: ${score}. AUROC ${percent(fraction)}; eine Münze kommt auf ${percent(0.5, 0)}.`,
  rocScore: 'Maß',
  scores: {
    entropy: 'Entropie',
    confidence: 'Konfidenz',
    energy: 'Energie',
    logit: 'Größtes Logit',
  },
  rocX: (other) => (other ? 'eigene Testbeispiele gemeldet' : 'saubere Bilder gemeldet'),
  rocY: (other) => (other ? 'Beispiele der anderen Daten gemeldet' : 'gestörte Bilder gemeldet'),
  coin: 'eine Münze',

  spectrumDensity: 'Spektrum',
  overEpochs: 'Über die Epochen',
  spectrumShow: 'Was gezeigt wird',
  spectrumLead: (max, min) => `Eigenwerte von ${decimal(min, 2)} bis ${decimal(max, 2)}.`,
  spectrumSub: (trace, se) =>
    `Die Hesse-Matrix des Validierungsverlusts; ihre Spur ist ${decimal(trace, 1)} ± ${decimal(se, 1)}. Dichte auf logarithmischer Skala.`,
  eigenvalue: 'Eigenwert',

  bins: 'Bins',
  binsShow: 'Was von den Bins gezeigt wird',
  binsGap: 'Lücke',
  binsCommon: 'Training, gleiche Kanten',
  binsOwn: 'Training, eigene Kanten',
  binsEdges: 'Kanten',
  binsNeed: 'Diese Ansicht braucht Diagnosewerte und Validierungsbeispiele; dazu unter Training diagnostics auf yes setzen.',
  binNumber: (b) => `${count(b)}:`,
  binPair: (train, val) => (Number.isFinite(train) ? `${percent(train, 0)} / ${percent(val, 0)}` : `– / ${percent(val, 0)}`),
  binsGapLead: (over, bins) => `In ${count(over)} von ${count(bins)} Bins mehr als durch Zufall zu sicher.`,
  binsGapSub: (bins, error) =>
    `Konfidenz minus Trefferquote in ${count(bins)} Bins der Validierungsdaten, in jeder Epoche gleich voll. Ihr mittlerer Betrag, der AdaECE, ist ${percent(error)}.`,
  binsScale: (low, high) => `je von ${signedPoints(low)} bis ${signedPoints(high)} Punkte`,
  binsEdgesLead: (high) => `Das unterste Bin endet bei ${percent(high, 0)}.`,
  binsEdgesSub: (bins) =>
    `Die Kanten von ${count(bins)} Bins mit je gleich vielen Validierungsbeispielen. Wo sie sich drängen, liegen die meisten Konfidenzen.`,
  topEdge: (v) => `größte ${percent(v, 0)}`,
  bottomEdge: (v) => `kleinste ${percent(v, 0)}`,
  binsPairLead: (distance) => `Trainings- und Validierungsbins liegen ${points(distance)} Punkte auseinander.`,
  binsCommonSub:
    'Trainingsbeispiele zwischen den Kanten der Validierungsbins. Durchgezogen: ihre mittlere Wahrscheinlichkeit des Labels; blass: der vorhergesagten Klasse. Gepunktet: Konfidenz der Validierungsbeispiele; Kreise: ihre Trefferquote. Zahlen: Training / Validierung.',
  binsOwnSub:
    'Trainingsbeispiele in eigenen Bins. Durchgezogen: ihre mittlere Wahrscheinlichkeit des Labels; blass: der vorhergesagten Klasse. Gepunktet: Konfidenz der Validierungsbeispiele; Kreise: ihre Trefferquote. Zahlen: Training / Validierung.',
  inTraining: 'im Training',

  learned: 'Wann gelernt',
  learnedNeed: 'Diese Ansicht wird aus Diagnosewerten gezeichnet; dazu unter Training diagnostics auf yes setzen.',
  diagnosticsWait: 'Die Diagnosewerte sind da, wenn der Lauf fertig ist.',
  learnedLead: (early, late) => `Früh gelernt: größtes Logit ${decimal(early, 1)}; spät gelernt: ${decimal(late, 1)}.`,
  learnedOne: (mean) => `Das größte Logit ist im Mittel ${decimal(mean, 1)}.`,
  learnedSub: (never) =>
    `Größte Logits der Trainingsbeispiele nach dem Training, nach der Epoche, seit der sie richtig sind: Median, Quartile, 5-%- und 95-%-Quantile, Mittel als Punkt; darunter die Anzahl. ${never ? `${plural(never, 'Beispiel ist', 'Beispiele sind')} noch falsch.` : 'Am Ende ist keines falsch.'}`,
  quantileColumns: ['q05', 'q25', 'q50', 'q75', 'q95'],
  learnedNever: 'nie',
  learnedAxis: 'Epoche, seit der es richtig ist',
  learnedSays: (groups) =>
    groups
      .map(
        ({ epoch, count: n, quantiles }) =>
          `${epoch === null ? 'nie' : `Epoche ${epoch}`} ${count(n)}, Median ${decimal(quantiles[2] ?? NaN, 1)}`,
      )
      .join('; '),

  ofRun: 'Welche Kurven',
  measured: 'Metriken',
  parts: 'Richtig und falsch',
  partsSub: 'Durchgezogen: richtige Beispiele. Gepunktet: falsche Beispiele. Testdaten.',
  partsWait: 'Ein Lauf mit Diagnosewerten zeigt richtige und falsche Beispiele getrennt.',
  partWords: { test: 'Test', train: 'Training', right: 'richtig', wrong: 'falsch' },
  partNames: {
    nll: 'NLL',
    entropy: 'Entropie',
    p_label: 'Wahrscheinlichkeit des Labels',
    count: 'Beispiele',
    logit_norm: 'Norm der Logits',
    largest_logit: 'Größtes Logit',
    weight_norm: 'Norm der letzten Schicht',
    gradient_mean: 'Mittlere Norm der Gradienten',
  },
};
