// German for the metrics.
import { answeredRisk, bins, certainty, confident, edges, kernel, oodScore } from './shared.js';

const norm = { help: 'Die mittlere Lücke, die Wurzel aus dem Mittel der quadrierten Lücken oder die größte Lücke' };
const score = {
  help: 'Der Score, der zerlegt wird: der quadrierte Abstand oder der Log-Score in Nats, der unendlich ist, wenn ein Ausgang die Wahrscheinlichkeit 0 hatte',
};
const firstOfEqual = 'Von gleich wahrscheinlichen Klassen ist die erste die Vorhersage';
const lowess =
  'Harrell 2015 (rms::val.prob); Austin and Steyerberg 2019; mit lowess geglättet, Spannweite 2/3, ohne robuste Wiederholungen';

export const metric = {
  accuracy: {
    label: 'Trefferquote',
    source: firstOfEqual,
    help: 'Anteil der Beispiele, deren wahrscheinlichste Klasse das Label ist',
  },
  adaece: {
    label: 'Adaptiver Kalibrierungsfehler',
    source: "Nguyen and O'Connor 2015; nach Konfidenz sortiert und geteilt, wie array_split aus numpy es tut",
    help: 'Mittlere Lücke zwischen Konfidenz und Trefferquote über Bins mit gleich vielen Beispielen',
    params: {
      bins,
      edges: {
        help: 'Wie die sortierten Konfidenzen geteilt werden: in Abschnitte gleicher Länge, mit der Rundung anderer Bibliotheken, an Quantilen oder so, dass gleiche zusammenbleiben',
      },
      norm,
    },
  },
  auarc: {
    label: 'Fläche unter der Trefferquoten-Zurückweisungs-Kurve',
    source: 'Nadeem, Zucker and Hanczar 2009; gemittelt über alle Reihenfolgen gleicher Scores',
    help: 'Mittlere Trefferquote der sichersten Beispiele, über alle Anteile beantworteter Beispiele: größer ist besser',
    params: { score: certainty },
  },
  augrc: {
    label: 'Fläche unter der verallgemeinerten Risiko-Abdeckungs-Kurve',
    source: 'Traub et al. 2024; gleiche Scores zählen halb, wie bei der AUROC',
    help: 'Mittlerer Anteil der Beispiele, die falsch beantwortet werden, über alle Anteile beantworteter Beispiele: kleiner ist besser',
    params: { score: certainty },
  },
  aurc: {
    label: 'Fläche unter der Risiko-Abdeckungs-Kurve',
    source: 'Geifman, Uziel and El-Yaniv 2019; gemittelt über alle Reihenfolgen gleicher Scores',
    params: { score: certainty },
    help: 'Mittlerer Fehler der sichersten Beispiele, über alle Anteile beantworteter Beispiele: je kleiner, desto besser sagt die Konfidenz, was man anderen überlässt',
  },
  auroc: {
    label: 'AUROC der Erkennung fremder Daten',
    source: 'Hendrycks and Gimpel 2017; nach Entropie wie Mukhoti et al. 2020, section 5; Energie wie Liu et al. 2020',
    help: 'Wie gut ein Score die Beispiele einer zweiten, fremden Menge von den Testdaten unterscheidet: 50 % ist Zufall, darunter zeigt der Score in die falsche Richtung',
    params: { score: oodScore },
  },
  average_precision: {
    label: 'Mittlere Präzision',
    source:
      'Fläche unter der Precision-Recall-Kurve als Summe über Schwellen, ohne Interpolation (average_precision_score aus scikit-learn)',
    help: 'Mittlere Präzision über die Schwellen, jede gewichtet mit dem Recall, den sie hinzufügt; Raten ergibt die Häufigkeit der positiven Klasse',
  },
  binary_brier: {
    label: 'Brier-Score der positiven Klasse',
    source:
      'Brier 1950, halbiert auf eine Klasse: zwischen 0 und 1; zerlegt wie in Murphy 1973 über gleich breite Bins, mit der Streuung innerhalb der Bins nach Stephenson et al. 2008',
    help: 'Mittlerer quadrierter Abstand zwischen der Wahrscheinlichkeit der positiven Klasse und dem Ausgang: Zuverlässigkeit minus Auflösung plus Unsicherheit',
    params: { bins },
  },
  brier: {
    label: 'Brier-Score',
    source:
      'Brier 1950: über die Klassen summiert, also zwischen 0 und 2; zerlegt wie in DeGroot and Fienberg 1983, mit der Streuung innerhalb der Bins nach Stephenson et al. 2008',
    help: 'Mittlerer quadrierter Abstand zwischen den Wahrscheinlichkeiten und dem One-hot-Label',
    params: { scale: { help: 'Über die Klassen summiert, durch ihre Anzahl geteilt oder durch zwei' }, bins },
  },
  cdl: {
    label: 'Entscheidungsverlust durch Fehlkalibrierung',
    source:
      'Hu and Wu 2024, über alle Entscheidungen mit Auszahlungen u von 0 bis 1; Rekalibrierung durch nicht fallende Abbildungen wie in Gopalan et al. 2025',
    help: 'Die größte Auszahlung, die beim Handeln nach diesen Wahrscheinlichkeiten gegenüber einer isotonen Rekalibrierung derselben Beispiele verloren geht, bei irgendeiner Entscheidung mit Auszahlungen von 0 bis 1',
  },
  citl: {
    label: 'Kalibrierung im Großen',
    source: 'Cox 1958; Steyerberg 2019, chapter 15: der Achsenabschnitt bei fester Steigung 1',
    help: 'Calibration-in-the-large: um wie viel die Log-Odds im Ganzen zu klein sind: 0 ist ideal, unter 0 ist die mittlere Wahrscheinlichkeit höher als die Häufigkeit der positiven Klasse',
  },
  corp: {
    label: 'Fehlkalibrierung (CORP)',
    source:
      'Dimitriadis, Gneiting and Jordan 2021: Der Brier-Score ist MCB - DSC + UNC, mit p durch isotone Regression rekalibriert (pooled adjacent violators)',
    help: 'Um wie viel eine isotone Rekalibrierung dieser Beispiele ihren Brier-Score senken würde; die Kurve ist das Zuverlässigkeitsdiagramm ohne Bins, und bei einem kalibrierten Modell verläuft sie an jeder Wahrscheinlichkeit in 90 von 100 Fällen in ihrem Band',
    params: { score },
  },
  corp_top: {
    label: 'Fehlkalibrierung der Vorhersage (CORP)',
    source:
      'Dimitriadis, Gneiting and Jordan 2021, für die Frage, ob die Vorhersage stimmt: Ihr Score ist MCB - DSC + UNC, mit der Konfidenz durch isotone Regression rekalibriert',
    help: 'Um wie viel eine isotone Rekalibrierung dieser Beispiele das Mittel von (Konfidenz - richtig) im Quadrat senken würde, oder den Log-Score dafür, richtig zu liegen',
    params: { score },
  },
  cox_intercept: {
    label: 'Achsenabschnitt der Kalibrierung',
    source: 'Cox 1958; Steyerberg 2019, chapter 15; zusammen mit der Steigung angepasst',
    help: 'Achsenabschnitt einer logistischen Regression des Ausgangs auf die Log-Odds, zusammen mit ihrer Steigung: 0 ist ideal. Ob Wahrscheinlichkeiten im Ganzen zu hoch oder zu niedrig sind, sagt citl',
  },
  cox_slope: {
    label: 'Steigung der Kalibrierung',
    source: 'Cox 1958; Steyerberg 2019, chapter 15; zusammen mit dem Achsenabschnitt angepasst',
    help: 'Steigung einer logistischen Regression des Ausgangs auf die Log-Odds: 1 ist ideal, unter 1 sind die Wahrscheinlichkeiten zu extrem, über 1 zu zaghaft',
  },
  cwcorp: {
    label: 'Klassenweise Fehlkalibrierung (CORP)',
    source: 'Dimitriadis, Gneiting and Jordan 2021, summiert über jede Klasse gegen alle anderen: Der Brier-Score ist MCB - DSC + UNC',
    help: 'Um wie viel eine isotone Rekalibrierung der Wahrscheinlichkeit jeder Klasse den Brier-Score dieser Beispiele senken würde, oder die Summe der Log-Scores der Klassen, die nicht die NLL ist',
    params: { score },
  },
  cwece: {
    label: 'Klassenweiser Kalibrierungsfehler',
    source: 'Kull et al. 2019, section 2; Nixon et al. 2019 (statischer Kalibrierungsfehler)',
    help: 'Mittel über die Klassen des Kalibrierungsfehlers der Wahrscheinlichkeit jeder Klasse',
    params: {
      bins,
      edges,
      over: { help: 'Das Mittel über die Klassen oder ihre Summe' },
      classes: { help: 'Alle Klassen oder nur die bis zum größten Label in den Daten' },
      of: {
        help: 'Die Wahrscheinlichkeit jeder Klasse für alle Beispiele oder die Konfidenz derer, für die diese Klasse vorhergesagt ist',
      },
    },
  },
  cwks: {
    label: 'Klassenweiser Kolmogorow-Smirnow-Kalibrierungsfehler',
    source:
      'Arrieta-Ibarra et al. 2022 (ECCE-MAD), jede Klasse gegen alle anderen; p-Wert nach Bonferroni, Anzahl der Klassen nach Holm 1979',
    help: 'Der Wert ks der Klasse, die am weitesten über den Zufall hinausgeht. Der p-Wert ist der kleinste mal der Anzahl der Klassen; dazu die Anzahl der Klassen unter 5 % nach Holms Korrektur',
  },
  cwkuiper: {
    label: 'Klassenweiser Kuiper-Kalibrierungsfehler',
    source:
      'Arrieta-Ibarra et al. 2022 (ECCE-R), jede Klasse gegen alle anderen; p-Wert nach Bonferroni, Anzahl der Klassen nach Holm 1979',
    help: 'Der Wert kuiper der Klasse, die am weitesten über den Zufall hinausgeht. Der p-Wert ist der kleinste mal der Anzahl der Klassen; dazu die Anzahl der Klassen unter 5 % nach Holms Korrektur',
  },
  e50: {
    label: 'Median des Kalibrierungsfehlers',
    source: lowess,
    help: 'Median des Abstands zwischen der Wahrscheinlichkeit und dem geglätteten Ausgang (lowess)',
  },
  e90: {
    label: '90. Perzentil des Kalibrierungsfehlers',
    source: lowess,
    help: 'Der Abstand zwischen der Wahrscheinlichkeit und dem geglätteten Ausgang (lowess), den ein Zehntel der Beispiele überschreitet',
  },
  ece: {
    label: 'Erwarteter Kalibrierungsfehler',
    help: 'Mittlere Lücke zwischen Konfidenz und Trefferquote über gleich breite Bins',
    params: {
      bins,
      edges,
      norm,
      against: {
        help: 'Womit die Trefferquote eines Bins verglichen wird: mit der mittleren Konfidenz seiner Beispiele oder mit einer festen Konfidenz, wie in pycalib, dessen Bins von 1/k bis 1 reichen',
      },
    },
  },
  ece_debias: {
    label: 'RMS-Kalibrierungsfehler, ohne Verzerrung',
    source:
      'Kumar, Liang, Ma 2019, definition 4.1; Bins gleicher Masse, die gleiche Konfidenzen zusammenhalten, wie in ihrem Code; Intervall des wahren Fehlers nach beiden Grenzfällen von Sun et al. 2024, verbunden durch eine nichtzentrale Chi-Quadrat-Verteilung',
    help: 'Wurzel aus dem Mittel der quadrierten Lücken (RMS), abzüglich der Verzerrung durch wenige Beispiele in einem Bin. ECE ist ein Mittel absoluter Lücken: Vergleichen Sie ihn mit ece_debias_l1',
    params: {
      bins,
      edges: { help: 'Bins gleicher Masse oder gleicher Breite' },
      norm: {
        help: 'Die Wurzel aus dem Mittel der quadrierten Lücken oder die mittlere Lücke abzüglich der Verzerrung, die neu gezogene Trefferquoten zeigen',
      },
      debias: { help: 'Ob die Verzerrung abgezogen wird' },
    },
  },
  ece_debias_l1: {
    label: 'ECE, ohne Verzerrung',
    source: 'Kumar, Liang, Ma 2019, section 4, mit p = 1 im Grenzfall unendlich vieler neuer Ziehungen; die Bins von ECE',
    help: 'ECE abzüglich seiner Verzerrung, bestimmt durch neues Ziehen der Trefferquoten seiner Bins; ein Mittel absoluter Lücken wie ECE. Wo die Lücken nur Zufall sind, bleibt ein Teil von ihnen übrig',
    params: { bins },
  },
  ece_sweep: {
    label: 'ECE mit monotonen Bins (sweep)',
    tex: "\\mathrm{ECE}_{M^*},\\quad M^* = \\max\\{ M : \\mathrm{acc}_1 \\le \\dots \\le \\mathrm{acc}_{M'} \\ \\text{für alle}\\ M' \\le M \\}",
    source: 'Roelofs et al. 2021, algorithm 1, mit Bins, die wie von array_split aus numpy geteilt sind',
    help: 'Kalibrierungsfehler mit den meisten Bins, bei denen die Trefferquote noch mit der Konfidenz steigt',
    params: {
      edges: { help: 'Bins gleicher Masse, gleicher Breite oder gleicher Masse, wie der Code der Autoren ihre Längen rundet' },
      norm: { help: 'Die mittlere Lücke oder die Wurzel aus dem Mittel der quadrierten Lücken' },
    },
  },
  error: {
    label: 'Fehlerquote',
    source: firstOfEqual,
    help: 'Anteil der Beispiele, deren wahrscheinlichste Klasse nicht das Label ist',
  },
  hosmer_lemeshow: {
    label: 'Hosmer-Lemeshow-Statistik',
    source:
      'Hosmer and Lemeshow 1980; Gruppen an den Quantilen von p, (low, high]. So viele Freiheitsgrade wie Gruppen bei Vorhersagen für neue Daten, zwei weniger für die Daten, an die angepasst wurde',
    help: 'Chi-Quadrat-Statistik der beobachteten gegen die erwarteten Ausgänge in gleich großen Gruppen, mit ihrem p-Wert, außer ein Fall hat mehrere Zeilen; sie hängt von der Anzahl der Gruppen und der Beispiele ab',
    params: {
      groups: { help: 'Anzahl der Gruppen', unit: 'Gruppen' },
      on: { help: 'Neue Daten oder die, an die das Modell angepasst wurde' },
    },
  },
  ici: {
    label: 'Integrierter Kalibrierungsindex',
    source: lowess,
    help: 'Mittlerer Abstand zwischen der Wahrscheinlichkeit und dem geglätteten Ausgang (lowess)',
  },
  ks: {
    label: 'Kolmogorow-Smirnow-Kalibrierungsfehler',
    source:
      'Gupta et al. 2021, equation 4 (der Spline-Artikel); p-Wert nach Arrieta-Ibarra et al. 2022 (ECCE-MAD): geteilt durch sqrt(sum c (1 - c)) / n ist es das Maximum des Betrags einer Brownschen Bewegung',
    help: 'Größte Lücke zwischen der kumulierten Konfidenz und der kumulierten Trefferquote; ohne Bins. Gleiche Konfidenzen zählen als ein Schritt. Der p-Wert ist der eines Modells, dessen Konfidenzen alle stimmen, für großes n, und zu groß, wenn sich wenige Konfidenzen unterscheiden',
  },
  kuiper: {
    label: 'Kuiper-Kalibrierungsfehler',
    source:
      'Arrieta-Ibarra et al. 2022 (ECCE-R), mit p-Wert: geteilt durch sqrt(sum c (1 - c)) / n ist es die Spannweite einer Brownschen Bewegung (Feller 1951). Rossellini et al. 2025 nennen es cutoff calibration error',
    help: 'Größte Lücke zwischen Konfidenz und Trefferquote, summiert über irgendein Intervall von Konfidenzen, als Anteil aller Beispiele; ohne Bins. Gleiche Konfidenzen zählen als ein Schritt. Der p-Wert ist der eines Modells, dessen Konfidenzen alle stimmen, für großes n, und zu groß, wenn sich wenige Konfidenzen unterscheiden',
  },
  mce: {
    label: 'Maximaler Kalibrierungsfehler',
    help: 'Größte Lücke zwischen Konfidenz und Trefferquote eines Bins; ein Bin mit einem einzigen Beispiel kann ihn bestimmen',
    params: { bins, edges },
  },
  mmce: {
    label: 'Maximaler mittlerer Kalibrierungsfehler',
    source: 'Kumar, Sarawagi, Jain 2018, equation 3, mit dem Laplace-Kernel ihres Codes',
    help: 'Kalibrierungsfehler mit einem Laplace-Kernel statt Bins',
    params: {
      width: { help: 'Breite w des Laplace-Kernels' },
      form: { help: 'Die Wurzel oder das Quadrat, wie es in veröffentlichtem Code steht' },
    },
  },
  nll: {
    label: 'Negative Log-Likelihood',
    source: 'Aus dem Log-Softmax der Logits, nicht begrenzt',
    help: 'Mittlere negative Log-Likelihood der Labels, in nats: wächst bei sicheren Irrtümern unbegrenzt',
    params: {
      clip: {
        help: 'Untere Grenze, auf die Wahrscheinlichkeiten des Labels angehoben werden; 0: keine, und ein Label mit Wahrscheinlichkeit 0 macht den Wert unendlich',
      },
    },
  },
  refinement: {
    label: 'Verfeinerung durch Temperatur',
    source: 'Berta, Holzmüller, Jordan and Bach 2025, mit Temperaturskalierung; T von 1/64 bis 64, an dieselben Beispiele angepasst',
    help: 'NLL nach der besten Temperatur, in Nats: was übrig bleibt, wenn ein Netz kalibriert ist. Die NLL abzüglich dieses Werts ist der Kalibrierungsteil',
  },
  roc_auc: {
    label: 'Fläche unter der ROC-Kurve',
    source: 'Hanley and McNeil 1982; Intervall nach DeLong, DeLong and Clarke-Pearson 1988, nahe 0 und 1 nach Newcombe 2006, Methode 5',
    help: 'Wie oft ein positives Beispiel eine höhere Wahrscheinlichkeit bekommt als ein negatives, Gleichstand zählt halb: 50 % ist Raten. Über die Kalibrierung sagt sie nichts',
  },
  cost: {
    label: 'Kosten von Antworten oder Fragen',
    source: 'Chow 1970; eine falsche Antwort kostet 1, Fragen kostet c',
    help: 'Mittlere Kosten, wenn das Modell allein antwortet, wo es seltener zu irren erwartet, als Fragen kostet, und sonst fragt: je kleiner, desto besser',
    params: { ask: { help: 'Kosten einer Frage an einen Menschen, in falschen Antworten' } },
  },
  coverage_at_risk: {
    label: 'Abdeckung bei gegebenem Risiko',
    source:
      'Geifman and El-Yaniv 2017; geschnitten nur zwischen verschiedenen Scores. Intervall: alle Schwellen, die ein 95-%-Band der Fehler möglich lässt',
    help: 'Größter Anteil der Beispiele, der mit höchstens diesem Fehler allein beantwortet werden kann, wie an diesen Beispielen gesehen',
    params: { risk: answeredRisk, score: certainty },
  },
  selective_accuracy: {
    label: 'Trefferquote bei gegebener Abdeckung',
    source:
      'Bei 10 % in HELM (Liang et al. 2023); gemittelt über alle Reihenfolgen gleicher Scores. Intervall: Wilson 1927, verbreitert, da die Schwelle schwankt',
    help: 'Trefferquote der sichersten Beispiele',
    params: { coverage: { help: 'Anteil der beantworteten Beispiele, der sichersten' }, score: certainty },
  },
  net_benefit: {
    label: 'Nettonutzen',
    source: 'Vickers and Elkin 2006; positiv ab p = t',
    help: 'Was Handeln ab einer Schwelle wert ist, in richtig Positiven je Beispiel: ein falsch Positiver kostet t / (1 - t) davon. Niemanden zu behandeln ist 0 wert; die Kurve ist die Entscheidungskurve',
    params: { threshold: { help: 'Wahrscheinlichkeit, ab der man handelt' } },
  },
  s99: {
    label: 'Sehr sichere Beispiele',
    help: 'Anteil der Beispiele mit einer Konfidenz von mindestens 99 % und ihre Trefferquote',
    params: { threshold: confident },
  },
  smce: {
    label: 'Glatter Kalibrierungsfehler',
    source: 'Kakade and Foster 2004; Blasiok et al. 2023, definition 2.2; exakt gelöst',
    help: 'Smooth calibration error: größtes mittleres Produkt der Residuen mit einer 1-Lipschitz-Funktion der Konfidenz; ohne Bins',
  },
  smece: {
    label: 'Geglätteter ECE',
    source:
      'Blasiok and Nakkiran 2023, section 3; K ist an 0 und 1 gespiegelt, sodass jedes Beispiel Masse 1 hat. Ihr Paket relplot halbiert die der Beispiele bei 0 und 1 (kernel=relplot)',
    help: 'Smooth ECE: Kalibrierungsfehler mit einem Gauß-Kernel statt Bins, der so breit ist, wie der Fehler groß ist',
    params: {
      sigma: { help: 'Breite des Gauß-Kernels; 0 sucht die Breite, die gleich dem Fehler ist' },
      kernel,
    },
  },
  spiegelhalter: {
    label: 'Spiegelhalters z',
    source: 'Spiegelhalter 1986; für Fälle mit mehreren Zeilen eine vorsichtige Varianz',
    help: 'Ob der Brier-Score weiter von seinem Erwartungswert entfernt ist, als der Zufall erlaubt, wenn die Wahrscheinlichkeiten stimmen: ein standardnormales z mit zweiseitigem p-Wert. Haben Fälle mehrere Zeilen, mit der größten Varianz, die diese zusammen haben können',
  },
  true_ce: {
    label: 'Wahrer Kalibrierungsfehler',
    source: 'Aus dem bekannten Posterior der Daten, über Bins mit gleich vielen Beispielen',
    help: 'Kalibrierungsfehler gegenüber den wahren Wahrscheinlichkeiten, wenn die Daten welche haben',
    params: { bins },
  },
  truth_gap: {
    label: 'Lücke zur Wahrheit',
    source: 'Aus dem bekannten Posterior der Daten: Kalibrierungsfehler plus Grouping Loss (Perez-Lebel et al. 2023)',
    help: 'Mittlerer absoluter Abstand zwischen der Konfidenz jedes Beispiels und seiner wahren Wahrscheinlichkeit, richtig zu sein',
  },
  truth_kl: {
    label: 'Divergenz von der Wahrheit',
    source: 'Kullback and Leibler 1951, aus dem bekannten Posterior der Daten',
    help: 'Kullback-Leibler-Divergenz der vorhergesagten Wahrscheinlichkeiten von den wahren, in nats',
  },
};
