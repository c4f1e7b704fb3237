// German for the calibrators, the corruptions of pictures and the conventions of other libraries.
import { bins, noiseSeed, severity } from './shared.js';

const eachAgainstAll = 'jede Klasse gegen alle anderen wie Guo et al. 2017, section 4.2';
const corrupted = { severity, seed: noiseSeed };

export const calibrator = {
  beta: {
    label: 'Beta-Kalibrierung',
    source: 'Kull, Silva Filho and Flach 2017, section 4, mit a, b >= 0',
    help: 'Nur für zwei Klassen: die Abbildung, die aus betaverteilten Wahrscheinlichkeiten in jeder Klasse folgt; krümmt sich auch dort, wo Platt-Skalierung es nicht kann',
  },
  dirichlet: {
    label: 'Dirichlet-Kalibrierung',
    source: 'Kull et al. 2019, mit ODIR: die mittlere NLL + lambda Mittel von A^2 außerhalb der Diagonale + mu Mittel von b^2',
    help: 'Mischt die Log-Wahrscheinlichkeiten aller Klassen mit einer Matrix, mit einem Strafterm für das Mischen; bis 200 Klassen',
    params: {
      lambda: { help: 'Strafterm auf das mittlere Quadrat der Elemente außerhalb der Diagonale' },
      mu: { help: 'Strafterm auf das mittlere Quadrat der Verschiebungen' },
    },
  },
  ets: {
    label: 'Ensemble-Temperaturskalierung',
    source: 'Zhang, Kailkhura and Han 2020, section 4.2; T und w durch den mittleren quadratischen Fehler',
    help: 'Mischt die temperaturskalierten Wahrscheinlichkeiten mit den ursprünglichen und mit der Gleichverteilung',
  },
  'focal-temperature': {
    label: 'Fokale Temperaturskalierung',
    source:
      'Komisarenko and Kull 2024, der Kehrwert der Ableitung des Fokalverlusts nach einer Temperatur; gamma und T nach der NLL, gamma aus denen ihres Codes über -1',
    help: 'Hebt die Konfidenz, wie der Fokalverlust sie senkt, nach einer Temperatur',
    params: {
      gamma: { help: 'Gamma des Fokalverlusts; 0 passt es zusammen mit T an, denn gamma 0 ist Temperaturskalierung' },
    },
  },
  histogram: {
    label: 'Histogramm-Binning',
    source: `Zadrozny and Elkan 2001; ${eachAgainstAll}; Anteile in der Reihenfolge Klasse, Bin`,
    help: 'Ersetzt jede Wahrscheinlichkeit einer Klasse dadurch, wie oft diese Klasse im selben Wahrscheinlichkeits-Bin das Label war',
    params: { bins },
  },
  isotonic: {
    label: 'Isotone Regression',
    tex: '\\min_{f\\ \\text{nicht fallend}}\\ \\sum_i (f(p_{ij}) - \\mathbf 1[y_i = j])^2',
    source: `Zadrozny and Elkan 2002; ${eachAgainstAll}; zentriert wie Oron and Flournoy 2017`,
    help: 'Bildet die Wahrscheinlichkeit jeder Klasse mit der nicht fallenden Funktion ab, die den kleinsten quadratischen Fehler hat',
    params: { centred: { help: 'Ob jede Stufe zu einem Punkt wird, sodass die Funktion zwischen allen Stufen steigt' } },
  },
  lipschitz: {
    label: 'Beste 1-Lipschitz-Korrektur',
    help: 'Addiert zu jeder Konfidenz die 1-Lipschitz-Korrektur, die ihren quadratischen Fehler am meisten verringert',
  },
  matrix: {
    label: 'Matrixskalierung',
    help: 'Mischt die Logits aller Klassen mit einer Matrix, nach größter Likelihood angepasst; bis 200 Klassen',
  },
  platt: {
    label: 'Platt-Skalierung',
    source: 'Platt 1999, auf den Log-Odds; by_smoothed_nll mit seinen Zielwerten, wie sigmoid in scikit-learn',
    help: 'Nur für zwei Klassen: eine Gerade durch die Log-Odds, durch logistische Regression angepasst',
    params: { by: { help: 'Die Likelihood, die maximiert wird: einfach, oder mit Platts Zielwerten' } },
  },
  sms: {
    label: 'Strukturierte Matrixskalierung',
    source:
      'Berta et al. 2025, Structured Matrix Scaling; Strafterm (k/n)(|b|^2 + |diag A - 1|^2) + (k(k-1)/n)|A außerhalb der Diagonale|^2 auf der mittleren NLL',
    help: 'Mischt nach der Temperaturskalierung die Klassen mit einer Matrix, umso weniger, je weniger Beispiele auf eine Klasse kommen; bis 200 Klassen',
  },
  spline: {
    source: 'Gupta et al. 2021, section 4.1; interpoliert wie von numpy.interp',
    help: 'Addiert zu jeder Konfidenz die Ableitung eines kubischen Splines, der an den kumulierten Kalibrierungsfehler angepasst ist',
    params: { knots: { help: 'Anzahl der Knoten des Splines, mit beiden Enden', unit: 'Knoten' } },
  },
  svs: {
    label: 'Strukturierte Vektorskalierung',
    source: 'Berta et al. 2025, Structured Matrix Scaling; Strafterm (k/n)(|b|^2 + |s - 1|^2) auf der mittleren NLL',
    help: 'Skaliert und verschiebt nach der Temperaturskalierung jede Klasse, umso weniger, je weniger Beispiele auf eine Klasse kommen; bis 1000 Klassen',
  },
  temperature: {
    label: 'Temperaturskalierung',
    source: 'Guo et al. 2017, section 4.2; Gitter wie Mukhoti et al. 2020',
    help: 'Teilt alle Logits durch eine Zahl, die an Validierungsbeispiele angepasst ist',
    params: { bins, by: { help: 'Das Kriterium, das T auf der Validierungsmenge minimiert' } },
  },
  'venn-abers': {
    label: 'Venn-Abers-Vorhersage',
    tex: 'p = \\frac{p_1}{1 - p_0 + p_1},\\quad p_y = f(s),\\ f\\ \\text{isoton auf}\\ \\{(s_i, y_i)\\} \\cup \\{(s, y)\\}',
    source: 'Vovk, Petej and Fedorova 2015, algorithms 1 to 4; nach Log-Verlust zusammengefasst; jede Klasse gegen alle anderen',
    help: 'Passt für jedes Beispiel zweimal isotone Regression an, einmal als gehörte es zur Klasse und einmal als nicht, und fasst beide Wahrscheinlichkeiten zusammen',
  },
  vector: {
    label: 'Vektorskalierung',
    help: 'Skaliert und verschiebt die Logits jeder Klasse, nach größter Likelihood angepasst',
  },
};

export const corruption = {
  blur: {
    label: 'Gauß-Unschärfe',
    help: 'Macht unscharf, mit einer Standardabweichung von 0,4; 0,6; 0,7; 0,8 oder 1 Pixel',
    params: corrupted,
  },
  brightness: { label: 'Helligkeit', help: 'Erhöht die Helligkeit um 5, 10, 15, 20 oder 30 % des Wertebereichs', params: corrupted },
  contrast: {
    label: 'Geringer Kontrast',
    help: 'Verkleinert den Abstand jedes Werts vom Mittelwert seines Kanals auf 75, 50, 40, 30 oder 15 %',
    params: corrupted,
  },
  'gaussian-noise': {
    label: 'Gauß-Rauschen',
    help: 'Addiert Gauß-Rauschen zu jedem Wert, mit einer Standardabweichung von 4, 6, 8, 9 oder 10 % des Wertebereichs',
    params: corrupted,
  },
  pixelate: { label: 'Verpixeln', help: 'Behält in jeder Richtung 95, 90, 85, 75 oder 65 % der Pixel', params: corrupted },
};

export const library = {
  focal_calibration: {
    help: 'Ihre Bins gleicher Masse sind an interpolierten Konfidenzen geteilt, und das unsicherste Beispiel fällt in kein Bin. Der klassenweise ECE lässt Klassen über dem größten Label weg, MMCE ist quadriert, und bei MCE und beim Fehler mit Norm 2 gehört eine Grenze zum oberen Bin.',
  },
  netcal: {
    help: 'Eine Konfidenz auf einer Grenze gehört zum oberen Bin. Bins gleicher Masse beginnen bei n i / M, abgerundet.',
  },
  torchmetrics: {
    help: 'Eine Konfidenz auf einer Grenze gehört zum oberen Bin, und eine Konfidenz von genau 1 bekommt ein eigenes, zusätzliches Bin.',
  },
  caltrain: {
    help: 'Eine Konfidenz auf einer Grenze gehört zum oberen Bin, und Bins gleicher Masse beginnen bei n i / M, aufgerundet. Voreingestellt ist die Wurzel aus dem Mittel der quadrierten Lücken, Norm 2.',
  },
  relplot: {
    help: 'Der geglättete Fehler halbiert die Masse von Beispielen mit Konfidenz 0 oder 1: Die Spiegelung verdoppelt die Endpunkte des Gitters nicht, sodass ein sicheres Netz bis zum 1,5-Fachen des Werts aus dem Artikel bekommt. Beim Fehler mit Bins gehört eine Grenze zum oberen Bin, und eine Konfidenz von genau 1 bekommt ein zusätzliches Bin.',
  },
  verified_calibration: {
    help: 'Bins gleicher Masse trennen nie Beispiele gleicher Konfidenz. Der Brier-Score ist die Hälfte der Summe über die Klassen.',
  },
  fcl: {
    help: 'Der klassenweise Fehler ist das Mittel über die Klassen des ECE der Beispiele, für die diese Klasse vorhergesagt ist. Label Smoothing verteilt eps nur auf die anderen Klassen: ls:over=others.',
  },
  torch_uncertainty: {
    help: "Die Bins sind die von torchmetrics, auch für jede Klasse. Der geglättete Fehler mit kernel_type='reflected' hat die Ränder von relplot; voreingestellt ist dort eine Glättung der Log-Odds, die hier nicht berechnet wird.",
  },
  pycalib: {
    help: 'Zwei Pakete heißen so. Das auf PyPI hat die Bins dieses Labors, und der Brier-Score ist durch die Zahl der Klassen geteilt. In dem von Wenger et al. reichen die Bins von 1/k bis 1, eine Grenze gehört zum oberen Bin, und die Trefferquote wird mit der Mitte eines Bins verglichen.',
  },
};
