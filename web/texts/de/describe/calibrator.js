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
  ets: {
    label: 'Ensemble-Temperaturskalierung',
    source: 'Zhang, Kailkhura and Han 2020, section 4.2; T und w durch den mittleren quadratischen Fehler',
    help: 'Mischt die temperaturskalierten Wahrscheinlichkeiten mit den ursprünglichen und mit der Gleichverteilung',
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
    source: `Zadrozny and Elkan 2002; ${eachAgainstAll}`,
    help: 'Bildet die Wahrscheinlichkeit jeder Klasse mit der nicht fallenden Funktion ab, die den kleinsten quadratischen Fehler hat',
  },
  lipschitz: {
    label: 'Beste 1-Lipschitz-Korrektur',
    help: 'Addiert zu jeder Konfidenz die 1-Lipschitz-Korrektur, die ihren quadratischen Fehler am meisten verringert',
  },
  platt: {
    label: 'Platt-Skalierung',
    source: 'Platt 1999, auf den Log-Odds; by_smoothed_nll mit seinen Zielwerten, wie sigmoid in scikit-learn',
    help: 'Nur für zwei Klassen: eine Gerade durch die Log-Odds, durch logistische Regression angepasst',
  },
  spline: {
    source: 'Gupta et al. 2021, section 4.1; interpoliert wie von numpy.interp',
    help: 'Addiert zu jeder Konfidenz die Ableitung eines kubischen Splines, der an den kumulierten Kalibrierungsfehler angepasst ist',
    params: { knots: { help: 'Anzahl der Knoten des Splines, mit beiden Enden', unit: 'Knoten' } },
  },
  temperature: {
    label: 'Temperaturskalierung',
    source: 'Guo et al. 2017, section 4.2; Gitter wie Mukhoti et al. 2020',
    help: 'Teilt alle Logits durch eine Zahl, die an Validierungsbeispiele angepasst ist',
    params: { bins },
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
};
