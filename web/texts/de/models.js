// German for the files of models/: the papers' claims and experiments (models/papers) and the trained
// networks (models/zoo), by the English sentence. Titles of papers, and citations without other words, are
// not translated. tests/properties/models-german.test.mjs checks that none is missing.

/** @type {Record<string, string>} */
const claims = {
  // How a model calibrates when employed with different loss functions.
  'A network trained long with cross-entropy is more confident than it is accurate.':
    'Ein lange mit Kreuzentropie trainiertes Netz ist sicherer, als es recht hat.',
  'Fig. 1 and Sec. 3.2: ResNet-18, ResNet-50 and VGG-16 on CIFAR-10': 'Fig. 1 und Sec. 3.2: ResNet-18, ResNet-50 und VGG-16 mit CIFAR-10',
  'With cross-entropy the test NLL rises again while training goes on, by at least 0.05.':
    'Mit Kreuzentropie steigt die Test-NLL beim Weitertrainieren wieder an, um mindestens 0,05.',
  'Sec. 3.2, in words: ResNet-18, ResNet-50 and VGG-16 on CIFAR-10': 'Sec. 3.2, in Worten: ResNet-18, ResNet-50 und VGG-16 mit CIFAR-10',
  "An entropy bonus is not effective: it leaves most of the ECE of cross-entropy. The threshold is the lab's: at least half.":
    'Ein Entropie-Bonus wirkt nicht: Er lässt das meiste vom ECE der Kreuzentropie übrig. Die Schwelle stammt vom Lab: mindestens die Hälfte.',
  'Fig. 1, the curve of entropy regularisation: ResNet-18, ResNet-50 and VGG-16 on CIFAR-10':
    'Fig. 1, die Kurve der Entropie-Regularisierung: ResNet-18, ResNet-50 und VGG-16 mit CIFAR-10',
  'With an entropy bonus the ECE of VGG-16 fluctuates much more than with other losses.':
    'Mit einem Entropie-Bonus schwankt der ECE von VGG-16 viel stärker als mit anderen Verlusten.',
  'Sec. 3.2 and Fig. 1: VGG-16 on CIFAR-10': 'Sec. 3.2 und Fig. 1: VGG-16 mit CIFAR-10',
  'no VGG-16 is trained here, and the text gives the size of the fluctuation only as a curve':
    'kein VGG-16 wird hier trainiert, und wie stark es schwankt, zeigt der Text nur als Kurve',
  "On a residual network the penalty is not effective: it leaves most of the ECE of cross-entropy. The threshold is the lab's: at least half.":
    'Bei einem residualen Netz wirkt der Strafterm nicht: Er lässt das meiste vom ECE der Kreuzentropie übrig. Die Schwelle stammt vom Lab: mindestens die Hälfte.',
  'Sec. 3.2 and Fig. 1, the exception: ResNet-18 on CIFAR-10': 'Sec. 3.2 und Fig. 1, die Ausnahme: ResNet-18 mit CIFAR-10',
  'A penalty on the L1 norm of the logits lowers the ECE.': 'Ein Strafterm auf die L1-Norm der Logits senkt den ECE.',
  'Fig. 1: ResNet-50 and VGG-16 on CIFAR-10, but not ResNet-18': 'Fig. 1: ResNet-50 und VGG-16 mit CIFAR-10, nicht aber ResNet-18',
  'Focal loss lowers the ECE.': 'Focal Loss senkt den ECE.',
  'Fig. 1: ResNet-18, ResNet-50 and VGG-16 on CIFAR-10': 'Fig. 1: ResNet-18, ResNet-50 und VGG-16 mit CIFAR-10',
  'Sec. 2.3, focal loss': 'Sec. 2.3, Focal Loss',
  'The formula lacks its minus sign, so that it would be maximised.': 'Der Formel fehlt das Minuszeichen, sie würde also maximiert.',
  'The proof calls the sum of |q_y log f| the entropy of the prediction; with a one-hot q that is the cross-entropy.':
    'Der Beweis nennt die Summe von |q_y log f| die Entropie der Vorhersage; mit einem One-hot-q ist das die Kreuzentropie.',
  'The bound holds with the entropy for every gamma of at least 0; the last steps need p_y log p_y, not q_y log p_y.':
    'Die Schranke gilt mit der Entropie für jedes gamma ab 0; die letzten Schritte brauchen p_y log p_y, nicht q_y log p_y.',
  'Theorem 2, the first step': 'Theorem 2, erster Schritt',
  "Bernoulli's inequality, (1-p)^gamma of at least 1 - gamma p, is used for every gamma.":
    'Die bernoullische Ungleichung, (1-p)^gamma ist mindestens 1 - gamma p, wird für jedes gamma benutzt.',
  'It fails for gamma between 0 and 1, and the bound holds nevertheless: 1 - (1-p)^gamma is concave in gamma, so at most -gamma log(1-p), and log p log(1-p) is at most the entropy.':
    'Für gamma zwischen 0 und 1 gilt sie nicht, die Schranke aber doch: 1 - (1-p)^gamma ist konkav in gamma, also höchstens -gamma log(1-p), und log p log(1-p) ist höchstens die Entropie.',

  // Geometric Insights into Focal Loss.
  "The largest eigenvalue of the validation loss's Hessian falls as gamma grows.":
    'Der größte Eigenwert der Hesse-Matrix des Validierungsverlusts fällt, wenn gamma wächst.',
  'Fig. 2: several networks on CIFAR-100, among them a vision transformer':
    'Fig. 2: mehrere Netze mit CIFAR-100, darunter ein Vision Transformer',
  'The largest eigenvalue of the cross-entropy loss also falls as gamma grows.':
    'Mit ein und demselben Verlust gemessen, der Kreuzentropie, fällt der größte Eigenwert ebenfalls, wenn gamma wächst.',
  'Fig. 2, on CIFAR-100, does not say which loss its validation loss is; focal loss is smaller than cross-entropy, and so are its derivatives':
    'Fig. 2, mit CIFAR-100, sagt nicht, welcher Verlust der Validierungsverlust ist; Focal Loss ist schon von sich aus kleiner, und seine Ableitungen auch',
  'The largest eigenvalue of the Fisher information falls as gamma grows.':
    'Der größte Eigenwert der Fisher-Information fällt, wenn gamma wächst.',
  'Eq. 25 and 26 with Theorem 2, the local sharpness of the likelihood: a derivation without networks':
    'Eq. 25 und 26 mit Theorem 2, die lokale Schärfe der Likelihood: eine Herleitung ohne Netze',
  'The ECE is least at a moderate gamma, 3 to 4: lower than at 0 and lower than at 15.':
    'Der ECE ist bei einem mittleren gamma am kleinsten, 3 bis 4: kleiner als bei 0 und kleiner als bei 15.',
  'Fig. 2: several networks on CIFAR-100, around 3 to 4, a vision transformer around 10':
    'Fig. 2: mehrere Netze mit CIFAR-100, um 3 bis 4, ein Vision Transformer um 10',
  'Networks with the smallest trace of the Hessian are not the best calibrated: gamma 15 has a smaller trace than gamma 3, and a larger ECE.':
    'Netze mit der kleinsten Spur der Hesse-Matrix sind nicht am besten kalibriert: gamma 15 hat eine kleinere Spur als gamma 3 und einen größeren ECE.',
  'Fig. 3, ECE as a cubic function of the trace: ResNet-18, MobileNet-v2, VGG-19 and a vision transformer on CIFAR-100':
    'Fig. 3, der ECE als kubische Funktion der Spur: ResNet-18, MobileNet-v2, VGG-19 und ein Vision Transformer mit CIFAR-100',
  'A penalty on the trace lowers it, the more the larger tau is.': 'Ein Strafterm auf die Spur senkt sie, umso mehr, je größer tau ist.',
  'Fig. 4: MLP of 100 hidden units on CIFAR-10': 'Fig. 4: MLP mit 100 verborgenen Einheiten, CIFAR-10',
  'The larger tau, the lower the ECE.': 'Je größer tau, desto kleiner der ECE.',
  'Fig. 4 and Sec. 4.3: MLP of 100 hidden units on CIFAR-10, consistently decreases':
    'Fig. 4 und Sec. 4.3: MLP mit 100 verborgenen Einheiten, CIFAR-10, nimmt durchweg ab',
  'Sharpness-aware minimisation lowers the trace, the more the larger its distance rho is.':
    'Sharpness-aware minimisation senkt die Spur, umso mehr, je größer ihr Abstand rho ist.',
  'Sec. 3.1 expects this of methods that reduce the curvature; the paper trains with none but its own penalty':
    'Sec. 3.1 erwartet dies von Verfahren, die die Krümmung verringern; die Arbeit trainiert nur mit ihrem eigenen Strafterm',
  'The larger rho, the lower the ECE.': 'Je größer rho, desto kleiner der ECE.',
  'Sec. 3.1: it can be expected that curvature reduction is effective for model calibration':
    'Sec. 3.1: Es lässt sich erwarten, dass eine geringere Krümmung die Kalibrierung verbessert',
  "Gamma should be above 0.5, since the gradient diverges below: with gamma 0.25 the error is larger than with 0.75. The threshold is the lab's: by at least one point.":
    'Gamma sollte über 0,5 liegen, denn darunter divergiert der Gradient: Mit gamma 0,25 ist die Fehlerquote größer als mit 0,75. Die Schwelle stammt vom Lab: um mindestens einen Punkt.',
  'Eq. 31 and 32, a derivation without networks': 'Eq. 31 und 32, eine Herleitung ohne Netze',
  "It multiplies the two terms of the gradient's factor where they are to be added.":
    'Die beiden Terme im Faktor des Gradienten werden multipliziert, wo sie zu addieren sind.',
  'g = (1-p)^gamma - gamma p (1-p)^(gamma-1) log p; so Eq. 31 and 32 and the advice to take gamma above 0.5 do not follow.':
    'g = (1-p)^gamma - gamma p (1-p)^(gamma-1) log p; also folgen weder Eq. 31 und 32 noch der Rat, gamma über 0,5 zu wählen.',
  'Fig. 1, caption': 'Fig. 1, Unterschrift',
  'Focal loss is said to coincide with cross-entropy at gamma = 1.': 'Focal Loss soll bei gamma = 1 mit der Kreuzentropie übereinstimmen.',
  'It does at gamma = 0.': 'Das tut er bei gamma = 0.',
  "Bernoulli's inequality is used for every gamma.": 'Die bernoullische Ungleichung wird für jedes gamma benutzt.',
  "It fails for gamma between 0 and 1; the bound itself holds there, too, by another argument (the short study's Theorem 2).":
    'Sie gilt nicht für gamma zwischen 0 und 1; die Schranke selbst gilt auch dort, mit einem anderen Argument (Theorem 2 der kurzen Studie).',
  'It holds if prior and posterior are close enough; nothing says when training meets that, and the conclusions drop it.':
    'Es gilt, wenn Prior und Posterior nahe genug beieinander sind; wann das Training das erfüllt, steht nirgends, und die Folgerungen lassen es weg.',
  'Focal loss does not lower the curvature everywhere: at random weights its trace can be larger than that of cross-entropy.':
    'Focal Loss senkt die Krümmung nicht überall: Bei zufälligen Gewichten kann seine Spur größer sein als die der Kreuzentropie.',
  'The curvature of focal loss is said to be that of cross-entropy times (1-p)^gamma, so never larger: the error of Eq. 30, a term is missing.':
    'Die Krümmung von Focal Loss soll die der Kreuzentropie mal (1-p)^gamma sein, also nie größer: der Fehler von Eq. 30, ein Term fehlt.',
  'Where the gradient vanishes the factor is (1-p)^gamma - gamma p (1-p)^(gamma-1) log p: at p = 0.2 and gamma 3 it is 1.13, not 0.512.':
    'Wo der Gradient verschwindet, ist der Faktor (1-p)^gamma - gamma p (1-p)^(gamma-1) log p: bei p = 0,2 und gamma 3 ist er 1,13, nicht 0,512.',
  'Corollary 1': 'Korollar 1',
  'The bound is printed with a probability of at most epsilon, and its best lambda with both ones inside the root.':
    'Die Schranke steht dort mit einer Wahrscheinlichkeit von höchstens epsilon, ihr bestes lambda mit beiden Einsen unter der Wurzel.',
  'The probability is at least 1 - epsilon, and one is added outside of the root: lambda = 2 / (sqrt(2 n R / (KL + ln(2 sqrt(n) / epsilon)) + 1) + 1), with the empirical error R.':
    'Die Wahrscheinlichkeit ist mindestens 1 - epsilon, und eine Eins steht außerhalb der Wurzel: lambda = 2 / (sqrt(2 n R / (KL + ln(2 sqrt(n) / epsilon)) + 1) + 1), mit dem empirischen Fehler R.',
  'Fig. 4, caption': 'Fig. 4, Unterschrift',
  'The caption has the penalty on the Hessian of the validation loss, Eq. 33 on that of the training loss.':
    'In der Unterschrift gilt der Strafterm der Hesse-Matrix des Validierungsverlusts, in Eq. 33 der des Trainingsverlusts.',
  'Here it is that of each batch; the trace that is measured is that of the validation loss.':
    'Hier ist es die jedes Batches; gemessen wird die Spur des Validierungsverlusts.',

  // The Intriguing Effects of Focal Loss.
  'Focal loss with a gamma for each sample (FLSD-53) has a lower ECE than cross-entropy, Brier score and MMCE.':
    'Focal Loss mit einem gamma für jedes Beispiel (FLSD-53) hat einen kleineren ECE als Kreuzentropie, Brier-Score und MMCE.',
  'Table 1, before temperature scaling: lower than all three in 7 of 10 rows, ResNet-50 on CIFAR-10 1.55 % to 4.35, 1.82 and 4.56 %':
    'Table 1, vor der Temperaturskalierung: in 7 von 10 Zeilen kleiner als alle drei, ResNet-50 mit CIFAR-10 1,55 % gegen 4,35, 1,82 und 4,56 %',
  'It still has after temperature scaling.': 'Das gilt auch noch nach der Temperaturskalierung.',
  'Table 1, after temperature scaling: ResNet-50 on CIFAR-10 0.95 % to 1.35, 1.08 and 1.19 %':
    'Table 1, nach der Temperaturskalierung: ResNet-50 mit CIFAR-10 0,95 % gegen 1,35, 1,08 und 1,19 %',
  'The same with bins of equal mass (AdaECE).': 'Dasselbe mit gleich vollen Bins (AdaECE).',
  'Table 2, before temperature scaling: lower than all three in 8 of 10 rows, ResNet-50 on CIFAR-10 1.56 % to 4.33, 1.74 and 4.55 %':
    'Table 2, vor der Temperaturskalierung: in 8 von 10 Zeilen kleiner als alle drei, ResNet-50 mit CIFAR-10 1,56 % gegen 4,33, 1,74 und 4,55 %',
  'Its test NLL is lower than that of cross-entropy, Brier score and MMCE.':
    'Die Test-NLL ist kleiner als die von Kreuzentropie, Brier-Score und MMCE.',
  'Table 10, before temperature scaling: lower than all three in 9 of 10 rows, ResNet-50 on CIFAR-10 0.176 to 0.412, 0.187 and 0.448':
    'Table 10, vor der Temperaturskalierung: in 9 von 10 Zeilen kleiner als alle drei, ResNet-50 mit CIFAR-10 0,176 gegen 0,412, 0,187 und 0,448',
  "Networks trained with it need nearly no temperature: T is from 0.9 to 1.1, a part of the paper's 0.7 to 1.5.":
    'Damit trainierte Netze brauchen fast keine Temperatur: T liegt von 0,9 bis 1,1, einem Teil der 0,7 bis 1,5 der Studie.',
  'Table 1: 0.9 to 1.2 for four networks on CIFAR-10 and CIFAR-100, 1.5 and 0.7 on texts':
    'Table 1: 0,9 bis 1,2 bei vier Netzen mit CIFAR-10 und CIFAR-100, 1,5 und 0,7 bei Texten',
  'They need a lower temperature than networks trained with cross-entropy or MMCE.':
    'Sie brauchen eine kleinere Temperatur als mit Kreuzentropie oder MMCE trainierte Netze.',
  'Table 1: 1.8 to 2.8 for those, four networks on CIFAR-10 and CIFAR-100, and 1.5 to 3.4 on texts':
    'Table 1: 1,8 bis 2,8 bei diesen, vier Netze mit CIFAR-10 und CIFAR-100, und 1,5 bis 3,4 bei Texten',
  'Its text names no authors and no year.': 'Der Text nennt weder Autoren noch Jahr.',
  'Masanari Kimura and Hiroki Naganuma; its text names no year.': 'Masanari Kimura und Hiroki Naganuma; der Text nennt kein Jahr.',
  'Anonymous authors, under review for ICLR 2020.': 'Anonyme Autoren, in Begutachtung für die ICLR 2020.',
  'Arindam Ghosh, Thomas Schaaf and Matt Gormley, 2022.': 'Arindam Ghosh, Thomas Schaaf und Matt Gormley, 2022.',
  'Of the fixed gammas 1, 2 and 3, 3 has the lowest ECE.': 'Von den festen gamma 1, 2 und 3 hat 3 den kleinsten ECE.',
  'Sec. 6 and Table 7: lowest in 8 of 10 rows, ResNet-50 on CIFAR-10 1.48 % to 3.42 and 2.36 %':
    'Sec. 6 und Table 7: in 8 von 10 Zeilen am kleinsten, ResNet-50 mit CIFAR-10 1,48 % gegen 3,42 und 2,36 %',
  'A gamma for each sample is better calibrated than a fixed gamma of 3 and than a schedule of gammas.':
    'Ein gamma für jedes Beispiel ist besser kalibriert als ein festes gamma von 3 und als ein Plan von gammas.',
  'Table 4, before temperature scaling: against gamma 3 in 7 of 10 rows, against 5,3,2 in 9, ResNet-50 on CIFAR-10 1.55 % to 1.48 and 2.97 %':
    'Table 4, vor der Temperaturskalierung: gegen gamma 3 in 7 von 10 Zeilen, gegen 5,3,2 in 9, ResNet-50 mit CIFAR-10 1,55 % gegen 1,48 und 2,97 %',
  'It costs no accuracy: the error is at most one point above that of cross-entropy.':
    'Es kostet keine Trefferquote: Die Fehlerquote liegt höchstens einen Punkt über der von Kreuzentropie.',
  'Table 3: 4.98 % to 4.95 %, ResNet-50 on CIFAR-10': 'Table 3: 4,98 % gegen 4,95 %, ResNet-50 mit CIFAR-10',
  'The NLL of wrongly classified test samples is lower with focal loss than with cross-entropy.':
    'Die NLL falsch erkannter Testbeispiele ist mit Focal Loss kleiner als mit Kreuzentropie.',
  'Fig. 3(c): ResNet-50 on CIFAR-10': 'Fig. 3(c): ResNet-50 mit CIFAR-10',
  'Predictions of wrongly classified samples have more entropy with focal loss, and give the label a higher probability.':
    'Vorhersagen für falsch erkannte Beispiele haben mit Focal Loss mehr Entropie und geben dem Label eine größere Wahrscheinlichkeit.',
  'Fig. 3(d) and 3(f): ResNet-50 on CIFAR-10': 'Fig. 3(d) und 3(f): ResNet-50 mit CIFAR-10',
  'Correctly classified samples have a lower probability of their label with focal loss.':
    'Richtig erkannte Beispiele haben mit Focal Loss eine kleinere Wahrscheinlichkeit ihres Labels.',
  'Fig. 3(e): ResNet-50 on CIFAR-10, somewhat lower, and still above 0.95':
    'Fig. 3(e): ResNet-50 mit CIFAR-10, etwas kleiner und noch über 0,95',
  'The weights and the logits of the last layer stay smaller with focal loss.':
    'Die Gewichte und die Logits der letzten Schicht bleiben mit Focal Loss kleiner.',
  'Fig. 3(h): ResNet-50 on CIFAR-10, its weights in the last epochs; Fig. 5: both, for a generalised linear model':
    'Fig. 3(h): ResNet-50 mit CIFAR-10, die Gewichte in den letzten Epochen; Fig. 5: beide, bei einem verallgemeinerten linearen Modell',
  'Before temperature scaling fewer samples have a confidence of at least 99 % with focal loss than with cross-entropy and MMCE.':
    'Vor der Temperaturskalierung haben mit Focal Loss weniger Beispiele eine Konfidenz von mindestens 99 % als mit Kreuzentropie und MMCE.',
  'Table 6: ResNet-110 on CIFAR-10, 61 % to 97 and 98 %': 'Table 6: ResNet-110 mit CIFAR-10, 61 % gegen 97 und 98 %',
  'After temperature scaling more samples have.': 'Nach der Temperaturskalierung sind es mehr.',
  'Table 6: ResNet-110 on CIFAR-10, 31 % to 12 and 11 %': 'Table 6: ResNet-110 mit CIFAR-10, 31 % gegen 12 und 11 %',
  'On SST-2 with a Tree-LSTM focal loss is better calibrated after temperature scaling.':
    'Bei SST-2 mit einem Tree-LSTM ist Focal Loss nach der Temperaturskalierung besser kalibriert.',
  'Table 1, last row: 1.83 % to 2.62, 2.79 and 4.02 %': 'Table 1, letzte Zeile: 1,83 % gegen 2,62, 2,79 und 4,02 %',
  'the lab trains no networks on trees; their logits can be evaluated':
    'das Lab trainiert keine Netze auf Bäumen; ihre Logits lassen sich auswerten',
  'Sec. 6, temperature scaling': 'Sec. 6, Temperaturskalierung',
  'The NLL is said not to be convex, so that a search may end in a local optimum.':
    'Die NLL soll nicht konvex sein, sodass eine Suche in einem lokalen Optimum enden könne.',
  'It is not in T, but it is in 1/T.': 'In T ist sie es nicht, aber in 1/T.',
  'Sec. 5, thresholds': 'Sec. 5, Schwellen',
  "The text has p_y of at most 0.19, the authors' code p_y below 0.2.":
    'Im Text steht p_y höchstens 0,19, im Code der Autoren p_y unter 0,2.',
  "The default here is the code's; flsd53:threshold=0.19,closed=yes is the text's.":
    'Vorgabe ist hier die des Codes; flsd53:threshold=0.19,closed=yes ist die des Texts.',

  // AdaFocal.
  'AdaFocal has the lowest calibration error before temperature scaling.':
    'AdaFocal hat vor der Temperaturskalierung den kleinsten Kalibrierungsfehler.',
  'Table 1 (bins of equal mass): lowest in 14 of 15 rows, ResNet-50 on CIFAR-10 0.66 % to 1.63 % of FLSD-53':
    'Table 1 (gleich volle Bins): in 14 von 15 Zeilen am kleinsten, ResNet-50 mit CIFAR-10 0,66 % gegen 1,63 % von FLSD-53',
  'It has the lowest after temperature scaling, too.': 'Den kleinsten hat es auch nach der Temperaturskalierung.',
  'Table 1: lowest in 12 of 15 rows, ResNet-50 on CIFAR-10 0.44 % to 1.42 % of FLSD-53':
    'Table 1: in 12 von 15 Zeilen am kleinsten, ResNet-50 mit CIFAR-10 0,44 % gegen 1,42 % von FLSD-53',
  'The same with estimates of less bias, ECE-debias and ECE-sweep: lower than cross-entropy and FLSD-53.':
    'Dasselbe mit weniger verzerrten Schätzern, ECE-debias und ECE-sweep: kleiner als bei Kreuzentropie und FLSD-53.',
  'Tables 5 and 6, before temperature scaling: lowest in all 14 rows, ResNet-50 on CIFAR-10 0.47 % to 4.05 and 1.62 %, 0.04 % to 4.05 and 1.54 %':
    'Table 5 und 6, vor der Temperaturskalierung: in allen 14 Zeilen am kleinsten, ResNet-50 mit CIFAR-10 0,47 % gegen 4,05 und 1,62 %, 0,04 % gegen 4,05 und 1,54 %',
  'It has the lowest after ensemble temperature scaling and after splines, too.':
    'Den kleinsten hat es auch nach Ensemble-Temperaturskalierung und nach Splines.',
  'Tables 3 and 4: lowest in 11 of 15 rows and in 8 of 13, ResNet-50 on CIFAR-10 0.55 % to 2.97 and 1.71 %, 0.65 % to 1.69 and 0.60 %':
    'Table 3 und 4: in 11 von 15 und in 8 von 13 Zeilen am kleinsten, ResNet-50 mit CIFAR-10 0,55 % gegen 2,97 und 1,71 %, 0,65 % gegen 1,69 und 0,60 %',
  'It stays better calibrated than cross-entropy and FLSD-53 throughout training: its mean ECE over the epochs is lower.':
    'Es bleibt während des ganzen Trainings besser kalibriert als Kreuzentropie und FLSD-53: Der mittlere ECE über die Epochen ist kleiner.',
  'Fig. 4: ResNet-50 on CIFAR-10, CIFAR-100, Tiny-ImageNet and ImageNet':
    'Fig. 4: ResNet-50 mit CIFAR-10, CIFAR-100, Tiny-ImageNet und ImageNet',
  "Its temperature is close to 1: from 0.9 to 1.1, around the paper's 0.96 to 1.10.":
    'Die Temperatur liegt nahe bei 1: von 0,9 bis 1,1, rund um die 0,96 bis 1,10 der Studie.',
  'Table 1: 0.96 to 1.10, four networks on four sets of pictures, CNN and BERT on 20 Newsgroups':
    'Table 1: 0,96 bis 1,10, vier Netze mit vier Bilddatensätzen, CNN und BERT mit 20 Newsgroups',
  'Table 2: 5.30 % to 4.95 %, ResNet-50 on CIFAR-10; 28.53 to 26.68 %, CNN on 20 Newsgroups':
    'Table 2: 5,30 % gegen 4,95 %, ResNet-50 mit CIFAR-10; 28,53 gegen 26,68 %, CNN mit 20 Newsgroups',
  'Its gammas end larger in bins of low confidence than in the bin of the highest.':
    'Die gammas sind am Ende in Bins kleiner Konfidenz größer als im Bin der größten.',
  'Fig. 5(a): ResNet-50 on CIFAR-10, near 20 in low bins, near 1 in high ones':
    'Fig. 5(a): ResNet-50 mit CIFAR-10, nahe 20 in unteren Bins, nahe 1 in oberen',
  'Without a largest gamma, too, the gammas end larger in bins of low confidence.':
    'Auch ohne ein größtes gamma sind die gammas am Ende in Bins kleiner Konfidenz größer.',
  'App. N, Fig. 40: ResNet-50 on CIFAR-10, those of lower bins blow up, those of higher ones settle':
    'App. N, Fig. 40: ResNet-50 mit CIFAR-10, die unterer Bins wachsen über alles Maß, die oberer pendeln sich ein',
  "The largest gamma that is allowed matters little: with 50 the ECE differs from that with 20 by at most one point. The threshold is the lab's.":
    'Das größte erlaubte gamma macht wenig aus: Mit 50 unterscheidet sich der ECE von dem mit 20 um höchstens einen Punkt. Die Schwelle stammt vom Lab.',
  'Sec. 6 and App. N: any reasonable value around 20, ResNet-50 on CIFAR-10':
    'Sec. 6 und App. N: jeder vernünftige Wert um 20, ResNet-50 mit CIFAR-10',
  'Without a largest gamma it is still better calibrated than FLSD-53.':
    'Auch ohne ein größtes gamma ist es besser kalibriert als FLSD-53.',
  'App. N, Fig. 39: in 7 of 9 runs, the others similar or slightly worse, ResNet-50 on CIFAR-10':
    'App. N, Fig. 39: in 7 von 9 Läufen, die übrigen ähnlich oder etwas schlechter, ResNet-50 mit CIFAR-10',
  '15 bins calibrate better than 5 and than 50.': '15 Bins kalibrieren besser als 5 und als 50.',
  'App. H, Table 7: 0.53 % to 0.76 and 1.16 %, ResNet-50 on CIFAR-10, one run each':
    'App. H, Table 7: 0,53 % gegen 0,76 und 1,16 %, ResNet-50 mit CIFAR-10, je ein Lauf',
  'Its entropy distinguishes out-of-distribution samples better than that of focal loss with gamma 3 and FLSD-53.':
    'Die Entropie erkennt fremde Beispiele besser als die von Focal Loss mit gamma 3 und FLSD-53.',
  'Table 8: ResNet-110 and Wide ResNet-26-10, CIFAR-10 to SVHN and to Gaussian noise':
    'Table 8: ResNet-110 und Wide ResNet-26-10, CIFAR-10 gegen SVHN und gegen Gaußsches Rauschen',
  'Updating the gammas every few steps keeps a network calibrated from the first epochs on: the mean ECE over the epochs is lower.':
    'Werden die gammas alle paar Schritte angepasst, bleibt ein Netz von den ersten Epochen an kalibriert: Der mittlere ECE über die Epochen ist kleiner.',
  'Fig. 16 and 17: CNN and BERT on 20 Newsgroups': 'Fig. 16 und 17: CNN und BERT mit 20 Newsgroups',
  'An update of the gammas after each epoch costs little time: 3.5 % of the training.':
    'Die gammas nach jeder Epoche anzupassen kostet wenig Zeit: 3,5 % des Trainings.',
  'App. J: ResNet-50 on CIFAR-10, 2.8 s after 79.1 s': 'App. J: ResNet-50 mit CIFAR-10, 2,8 s nach 79,1 s',
  'every run of the lab evaluates the validation set after each epoch, so that this cost is part of all losses':
    'jeder Lauf des Labs wertet nach jeder Epoche die Validierungsmenge aus, sodass alle Verluste diese Kosten haben',
  'It leaves open what becomes of a bin that no validation sample falls into, and of training samples outside the bins.':
    'Offen bleibt, was aus einem Bin ohne Validierungsbeispiel wird, und aus Trainingsbeispielen außerhalb der Bins.',
  "Here an empty bin keeps its gamma, and a p_y outside the bins takes the nearest one's.":
    'Hier behält ein leeres Bin sein gamma, und ein p_y außerhalb der Bins nimmt das des nächsten.',

  // Towards Trustworthy Deep Neural Network.
  'The focal calibration loss has the lowest ECE before temperature scaling.':
    'Der Focal Calibration Loss hat vor der Temperaturskalierung den kleinsten ECE.',
  'Sec. 5.1, the table of ECE: lowest in 9 of 12 rows, ResNet-50 on CIFAR-10 0.76 % to 1.46 % of FLSD-53':
    'Sec. 5.1, die Tabelle zum ECE: in 9 von 12 Zeilen am kleinsten, ResNet-50 mit CIFAR-10 0,76 % gegen 1,46 % von FLSD-53',
  'Sec. 5.1, the table of ECE: among the lowest, ResNet-50 on CIFAR-10 0.76 % to 1.46 % of FLSD-53':
    'Sec. 5.1, die Tabelle zum ECE: unter den kleinsten, ResNet-50 mit CIFAR-10 0,76 % gegen 1,46 % von FLSD-53',
  'With the parameters of its appendix it has the lowest ECE before temperature scaling, too.':
    'Auch mit den Parametern seines Anhangs hat er vor der Temperaturskalierung den kleinsten ECE.',
  'A.10: gamma 4 and lambda 1.5, or 2 and 0.5, on CIFAR-10, 4 and 3 on AG News; results as in Sec. 5.1, AG News 0.99 % to 4.82 % of cross-entropy':
    'A.10: gamma 4 und lambda 1,5, oder 2 und 0,5, bei CIFAR-10, 4 und 3 bei AG News; Ergebnisse wie in Sec. 5.1, AG News 0,99 % gegen 4,82 % von Kreuzentropie',
  'The squared distance calibrates better than the absolute one.': 'Der quadrierte Abstand kalibriert besser als der absolute.',
  'A.15, Table 8: lower in 8 of 8 rows, ResNet-50 on CIFAR-10 0.76 % to 1.78 %':
    'A.15, Table 8: in 8 von 8 Zeilen kleiner, ResNet-50 mit CIFAR-10 0,76 % gegen 1,78 %',
  'It converges faster than cross-entropy and focal loss.': 'Er konvergiert schneller als Kreuzentropie und Focal Loss.',
  'Sec. 5.5.1 and Fig. 3: ResNet-110 on CIFAR-10, normalised test loss over the epochs':
    'Sec. 5.5.1 und Fig. 3: ResNet-110 mit CIFAR-10, normierter Testverlust über die Epochen',
  'the text does not say how the test losses are normalised, and unlike losses have no common scale':
    'der Text sagt nicht, wie die Testverluste normiert sind, und verschiedene Verluste haben keine gemeinsame Skala',
  'Adding the squared distance to focal loss lowers the ECE.': 'Der quadrierte Abstand, zu Focal Loss addiert, senkt den ECE.',
  'Fig. 6 and Sec. 5.5.2: lambda 0.5 against 0; the text names neither network nor data':
    'Fig. 6 und Sec. 5.5.2: lambda 0,5 gegen 0; der Text nennt weder Netz noch Daten',
  'It lowers the smooth calibration error (smCE) of focal loss, too.':
    'Er senkt auch den glatten Kalibrierungsfehler (smCE) von Focal Loss.',
  'Sec. 5.1, the table of smCE: ResNet-50 on CIFAR-10 0.99 % to 1.45 % of FLSD-53':
    'Sec. 5.1, die Tabelle zum smCE: ResNet-50 mit CIFAR-10 0,99 % gegen 1,45 % von FLSD-53',
  'It leaves a smaller post-processing gap than focal loss: less to gain by a correction afterwards.':
    'Er lässt eine kleinere Nachbearbeitungslücke als Focal Loss: Durch eine spätere Korrektur ist weniger zu gewinnen.',
  'Theorem 4.5 and Sec. 5.5.3: a temperature lowers the ECE of ResNet-110 on CIFAR-10 by 0 points, that of FLSD-53 by 0.57':
    'Theorem 4.5 und Sec. 5.5.3: Eine Temperatur senkt den ECE von ResNet-110 mit CIFAR-10 um 0 Punkte, den von FLSD-53 um 0,57',
  'It has the lowest error.': 'Er hat die kleinste Fehlerquote.',
  'Table 2: in 9 of 12 rows, ResNet-50 on CIFAR-10 4.56 % to 4.72 % of label smoothing':
    'Table 2: in 9 von 12 Zeilen, ResNet-50 mit CIFAR-10 4,56 % gegen 4,72 % von Label Smoothing',
  'Its entropy distinguishes out-of-distribution samples better than that of cross-entropy and FLSD-53.':
    'Die Entropie erkennt fremde Beispiele besser als die von Kreuzentropie und FLSD-53.',
  'Sec. 5.4, the table of AUROC: four networks, CIFAR-10 to SVHN and to CIFAR-10-C':
    'Sec. 5.4, die Tabelle zum AUROC: vier Netze, CIFAR-10 gegen SVHN und gegen CIFAR-10-C',
  'On chest X-rays its Grad-CAM pictures show anomalies more precisely.':
    'Bei Röntgenbildern der Brust zeigen die Grad-CAM-Bilder Auffälligkeiten genauer.',
  'Fig. 1: CheXNet on chest X-rays': 'Fig. 1: CheXNet mit Röntgenbildern der Brust',
  'there are no labelled X-rays at hand': 'es sind keine Röntgenbilder mit Labels zur Hand',
  'Appendix A.3 and A.8': 'Appendix A.3 und A.8',
  'The loss is said to be strictly proper.': 'Der Verlust soll strikt proper sein.',
  'It is not: for the posterior (0.7, 0.3), gamma 3 and lambda 0.5 the expected loss is least at 0.598.':
    'Das ist er nicht: Bei den wahren Wahrscheinlichkeiten (0,7; 0,3), gamma 3 und lambda 0,5 ist der erwartete Verlust bei 0,598 am kleinsten.',
  'Appendix A.8, case 2(b)': 'Appendix A.8, Fall 2(b)',
  'Cross-entropy is said to be neither strictly proper nor strictly convex.':
    'Die Kreuzentropie soll weder strikt proper noch strikt konvex sein.',
  'It is both: its expected loss has one minimum, at the posterior.':
    'Sie ist beides: Ihr erwarteter Wert hat ein einziges Minimum, bei der wahren Wahrscheinlichkeit.',
  'For any predictor FCL is said to leave a gap of at most that of focal loss.':
    'FCL soll bei jedem Prädiktor höchstens die Lücke von Focal Loss lassen.',
  "For the posterior 0.7 the predictor 0.558 is focal loss's own minimum (gamma 3), so its gap is 0; under FCL with lambda 0.5, least at 0.598, it is 0.0057.":
    'Bei der wahren Wahrscheinlichkeit 0,7 ist der Prädiktor 0,558 das Minimum von Focal Loss selbst (gamma 3), die Lücke also 0; unter FCL mit lambda 0,5, am kleinsten bei 0,598, ist sie 0,0057.',
  'Sec. 5.1, the table of smCE': 'Sec. 5.1, die Tabelle des smCE',
  'The row of DenseNet-121 on CIFAR-10 repeats that of CIFAR-100 in six of seven columns: 15.42 for weight decay, where the ECE is 4.70.':
    'Die Zeile von DenseNet-121 mit CIFAR-10 wiederholt in sechs von sieben Spalten die von CIFAR-100: 15,42 bei Weight Decay, wo der ECE 4,70 ist.',
  'One of the two rows is not its own.': 'Eine der beiden Zeilen gehört nicht dorthin.',
  'Sec. 5.1, smCE and ECE': 'Sec. 5.1, smCE und ECE',
  'ResNet-50 on CIFAR-100 has a smCE of 14.95 next to an ECE of 18.02.':
    'ResNet-50 mit CIFAR-100 hat einen smCE von 14,95 neben einem ECE von 18,02.',
  'By Definition 2.2 the smCE is at least the mean confidence less the accuracy (the constant function is allowed), and a network that is overconfident in every bin has that as its ECE.':
    'Nach Definition 2.2 ist der smCE mindestens die mittlere Konfidenz minus die Trefferquote (die konstante Funktion ist erlaubt), und bei einem Netz, das in jedem Bin zu sicher ist, ist das der ECE.',
  'The class-wise error groups samples by their predicted class.':
    'Der klassenweise Fehler gruppiert Beispiele nach der vorhergesagten Klasse.',
  'Kull et al. 2019 take the probability of each class over all samples, as cwece does.':
    'Kull et al. 2019 nehmen die Wahrscheinlichkeit jeder Klasse über alle Beispiele, wie cwece.',
};

/** Experiments of the papers. @type {Record<string, string>} */
const experiments = {
  'MLP of 256 hidden units': 'MLP mit 256 verborgenen Einheiten',
  'MLP of 100 hidden units': 'MLP mit 100 verborgenen Einheiten',
  'bag-of-embeddings network': 'Netz aus gemittelten Wortvektoren',
  'ResNet-8 of E2': 'ResNet-8 aus E2',
  'CIFAR-10, 4,000 training pictures, 50 epochs': 'CIFAR-10, 4000 Trainingsbilder, 50 Epochen',
  'CIFAR-10, 4,000 training pictures drawn by the seed, 50 epochs': 'CIFAR-10, 4000 Trainingsbilder, mit dem Startwert gezogen, 50 Epochen',
  'CIFAR-10, 1,500 training pictures drawn by the seed, 50 epochs': 'CIFAR-10, 1500 Trainingsbilder, mit dem Startwert gezogen, 50 Epochen',
  'CIFAR-10, 2,000 training pictures drawn by the seed, 40 epochs': 'CIFAR-10, 2000 Trainingsbilder, mit dem Startwert gezogen, 40 Epochen',
  'CIFAR-10, 1,000 training pictures, 50 epochs': 'CIFAR-10, 1000 Trainingsbilder, 50 Epochen',
  'CIFAR-10, 2,000 training pictures, 40 epochs': 'CIFAR-10, 2000 Trainingsbilder, 40 Epochen',
  'CIFAR-10, 17,000 training pictures drawn by the seed, 20 epochs':
    'CIFAR-10, 17\u202f000 Trainingsbilder, mit dem Startwert gezogen, 20 Epochen',
  'CIFAR-10, 2,000 training pictures drawn by the seed, 60 epochs, no weight decay':
    'CIFAR-10, 2000 Trainingsbilder, mit dem Startwert gezogen, 60 Epochen, ohne Weight Decay',
  'AG News, 3,000 training texts drawn by the seed, 30 epochs': 'AG News, 3000 Trainingstexte, mit dem Startwert gezogen, 30 Epochen',
  'CIFAR-10 against 4,000 pictures of CIFAR-100, and against its own with blur and noise':
    'CIFAR-10 gegen 4000 Bilder von CIFAR-100 und gegen die eigenen mit Unschärfe und Rauschen',
};

const asItIs =
  'CIFAR-10 wie es ist, ohne die wenigen Datensätze, die nicht Bit für Bit zur Hand waren (skip im Link): Auch Bilder von anderswo bekommen eine Antwort.';

/** @type {Record<string, string>} */
const cards = {
  'Over-fitted ResNet-8 (seed 1)': 'Überangepasstes ResNet-8 (Startwert 1)',
  'Over-fitted ResNet-8 (seed 2)': 'Überangepasstes ResNet-8 (Startwert 2)',
  'Small CNN': 'Kleines CNN',
  'Tiny CNN': 'Winziges CNN',
  '2 threads of AMD EPYC': '2 Threads eines AMD EPYC',
  '1 thread of AMD EPYC, beside other work': '1 Thread eines AMD EPYC, neben anderer Arbeit',
  'Trained to be overconfident: 1,000 pictures, 40 epochs, no decay and no augmentation, from one seed. The shapes are drawn by the lab, and some of them have no certain answer.':
    'Auf zu große Sicherheit trainiert: 1000 Bilder, 40 Epochen, ohne Weight Decay und ohne Augmentierung, mit einem Startwert. Die Formen zeichnet das Lab, und manche haben keine sichere Antwort.',
  "Trained to over-fit, as the papers' networks do: 2,000 pictures, 60 epochs, no decay and no augmentation. It is wrong on every second picture, and far more confident than that with cross-entropy. Two seeds show how much is chance. CIFAR-10 as it is, without the few records that were not at hand bit for bit (skip in the link): pictures from elsewhere get an answer, too.": `Auf Überanpassung trainiert, wie die Netze der Studien: 2000 Bilder, 60 Epochen, ohne Weight Decay und ohne Augmentierung. Es irrt sich bei jedem zweiten Bild und ist mit Kreuzentropie viel sicherer als das. Zwei Startwerte zeigen, wie viel Zufall ist. ${asItIs}`,
  'Trained on 10,000 pictures for 35 epochs, from one seed: it underfits, so it is less accurate and less confident than published networks of this kind. There is little overconfidence to prevent, so a focal loss makes it underconfident: the over-fitted ResNet-8 shows the opposite. CIFAR-10 as it is, without the few records that were not at hand bit for bit (skip in the link): pictures from elsewhere get an answer, too.': `Mit 10\u202f000 Bildern 35 Epochen lang trainiert, mit einem Startwert: Es ist unterangepasst, also seltener richtig und weniger sicher als veröffentlichte Netze dieser Art. Zu große Sicherheit gibt es kaum zu verhindern, darum macht Focal Loss es zu unsicher: Das überangepasste ResNet-8 zeigt das Gegenteil. ${asItIs}`,
};

/** Translations by the English sentence. @type {Record<string, string>} */
export const models = { ...claims, ...experiments, ...cards };
