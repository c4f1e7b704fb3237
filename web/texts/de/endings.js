// German texts of the views' conclusions.
import { count, decimal, decimalsApart, percent, range } from '../format.js';
import { plural, samples } from './grammar.js';

const thin = '\u202f';

/**
 * Formats a range, "58–66 %", with enough digits to tell its ends apart.
 * @param {[number, number]} ends fractions
 * @param {number} [digits]
 */
function share([low, high], digits = high - low < 0.02 ? 1 : 0) {
  return range(percent(low, digits).split(thin)[0] ?? '', percent(high, digits));
}

/** The expected number, in words. @param {number} n */
const about = (n) => (n < 0.05 ? 'kaum einem' : `etwa ${decimal(n, n < 9.95 ? 1 : 0)}`);

/** @param {[number, number]} ends @param {number} digits */
const numbers = ([low, high], digits) => `${decimal(low, digits)} bis ${decimal(high, digits)}`;

/** Formats an interval as an estimate with its error. @param {[number, number]} ends */
const give = ([low, high]) => `${decimal((low + high) / 2, 1)} ± ${decimal((high - low) / 2, 1)}`;

/** Formats "von 12 Bins". @param {number} n */
const ofBins = (n) => `von ${plural(n, 'Bin', 'Bins')}`;
/** Formats "von 300 Beispielen". @param {number} n @param {string} [kind] */
const ofSamples = (n, kind = '') =>
  `von ${plural(n, `${kind ? `${kind}beispiel` : 'Beispiel'}`, `${kind ? `${kind}beispielen` : 'Beispielen'}`)}`;

/** @type {typeof import('../en/endings.js').endingTexts} */
export const endingTexts = {
  questions: {
    pictures: 'Wo schätzt es sich falsch ein?',
    curves: 'Wie hat es gelernt?',
    reliability: 'Hat es so oft recht, wie es sagt?',
    training: 'Ist es bei Gelerntem sicherer?',
    histogram: 'Wie oft ist es wie sicher?',
    classwise: 'Ist jede Klasse kalibriert?',
    confusion: 'Welche Klassen verwechselt es?',
    temperature: 'Was ändert eine Temperatur?',
    boundary: 'Wo wechselt seine Antwort?',
    roc: 'Bemerkt es ungewohnte Bilder?',
    gradcam: 'Worauf im Bild stützt es sich?',
    gammas: 'Wie behandelt der Verlust jedes Bin?',
    bins: 'Wie kam jedes Bin dorthin?',
    gradients: 'Woraus lernt es noch?',
    learned: 'Wann wurde was gelernt?',
    curvature: 'Wie scharf ist das Minimum?',
    landscape: 'Wie ist der Verlust ringsum?',
  },

  groups: { trust: 'Kann man ihm trauen?', wrong: 'Wo liegt es falsch?', learned: 'Wie hat es gelernt?' },

  embed: 'Zum Einbetten kopieren',
  embedded: 'Code für eine andere Seite kopiert',
  embedByHand: 'Diesen Code kopieren',
  embedNote: 'Ein iframe, der den Lauf dort trainiert, wo er gezeigt wird, und diese Ansicht davon zeigt.',

  why: 'Warum?',
  whatNext: 'Was nun?',
  table: 'Die Zahlen zeigen',

  gap: (side, says, right) =>
    side === 'none'
      ? `Der Zufall erklärt die Lücke: ${percent(says)} liegt im 95-%-Intervall der Trefferquote, ${share(right)}.`
      : `Es sagt ${side === 'over' ? 'mehr' : 'weniger'}, als es recht hat, über den Zufall hinaus: ${percent(says)} gegen ${share(right)}, das 95-%-Intervall der Trefferquote.`,
  gapWhy: (hits, n, says) => [
    `${count(hits)} ${ofSamples(n)} ${hits === 1 ? 'ist' : 'sind'} richtig: ${percent(hits / n)}. Das Intervall ist das von Wilson.`,
    `Die mittlere Konfidenz derselben Beispiele ist ${percent(says)}.`,
  ],

  off: (off, all, expected) =>
    off
      ? `In ${count(off)} ${ofBins(all)} neben der Linie, außerhalb ihrer 95-%-Intervalle; ein kalibriertes Netz wäre es in ${about(expected)}.`
      : `Keines ${ofBins(all)} liegt weiter neben der Linie, als sein 95-%-Intervall offenlässt.`,
  binWhy: ({ says, right, interval, count: n }) =>
    `Sagt ${percent(says, 0)}, hat zu ${percent(right, 0)} recht (${share(interval)}), ${samples(n)}.`,
  offWhy: (evidence) => (evidence.length ? [endingTexts.offMethod, ...evidence.map(endingTexts.binWhy)] : [endingTexts.offNone]),
  offNone: 'In jedem Bin liegt die mittlere Konfidenz im 95-%-Intervall der Trefferquote (Wilson).',
  offMethod:
    'Intervalle der Trefferquote nach Wilson. Wie viele ein kalibriertes Netz verfehlen würde, folgt aus der Binomialverteilung jedes Bins. Am weitesten daneben:',

  left: (part) =>
    part > 0
      ? `Die Kurve verlässt die Linie um mehr als ihr 95-%-Intervall, wo ${percent(part, 0)} der Konfidenzen liegen.`
      : 'Die Linie liegt überall im 95-%-Intervall der Kurve.',
  leftWhy: (parts) => [
    'Das Intervall ist das von Wilson, bei jeder Konfidenz für sich, für so viele Beispiele, wie die Gaußkurve dort wiegt: Der Zufall bringt stellenweise auch die Kurve eines kalibrierten Netzes aus ihm hinaus.',
    ...parts.map(
      ({ low, high, at, gap }) =>
        `Von ${percent(low, 0)} bis ${percent(high, 0)} sagt es zu ${gap > 0 ? 'viel' : 'wenig'}, höchstens um ${decimal(100 * Math.abs(gap), 1)} Punkte, bei ${percent(at, 0)}.`,
    ),
  ],

  training: (side, train, test) =>
    side === 'same'
      ? `Der Zufall kann den Unterschied der Trefferquoten erklären: ${share(train)} auf den Trainingsdaten und ${share(test)} auf den Testdaten überlappen.`
      : `Es hat bei dem, was es gelernt hat, ${side === 'more' ? 'öfter' : 'seltener'} recht, über den Zufall hinaus: ${share(train)} gegen ${share(test)} (95-%-Intervalle).`,
  trainingWhy: (train, n, test, m) => [
    `Trainingsdaten: ${percent(train)} ${ofSamples(n)} richtig. Testdaten: ${percent(test)} von ${count(m)}.`,
    'Die Intervalle sind die von Wilson und gelten als verschieden, wenn sie sich nicht berühren.',
  ],

  sureNone: (n) => `Es sagt bei keinem ${ofSamples(n)} 99 % oder mehr, also ist nichts zu beurteilen.`,
  sureOff: (right) =>
    `Wo es 99 % oder mehr sagt, hat es in ${share(right)} der Fälle recht (95-%-Intervall): zu sicher, über den Zufall hinaus.`,
  sureFine: (right) =>
    `Wo es 99 % oder mehr sagt, hat es vielleicht auch so oft recht: Das 95-%-Intervall, ${share(right)}, reicht bis 99 %.`,
  sureWhy: (hits, n) => [
    `${count(hits)} ${ofSamples(n)} mit 99 % oder mehr ${hits === 1 ? 'ist' : 'sind'} richtig. Das Intervall ist das von Wilson.`,
  ],

  classes: (off, all, expected) =>
    off
      ? `In ${count(off)} ${ofBins(all)} der Klassen daneben, außerhalb ihrer 95-%-Intervalle; ein kalibriertes Netz wäre es in ${about(expected)}.`
      : `Keines ${ofBins(all)} der Klassen liegt weiter daneben, als sein 95-%-Intervall offenlässt.`,
  classesWhy: (name, off, all) => `${name}: ${count(off)} ${ofBins(all)}.`,
  classesMethod:
    'Intervalle der Häufigkeit nach Wilson. Wie viele ein kalibriertes Netz verfehlen würde, folgt aus der Binomialverteilung jedes Bins. Die meisten sind in:',

  confusion: (label, wrong, part, clear, next) =>
    `Hält ${label} in ${share(part)} der Fälle für ${wrong} (95-%-Intervall); ${next}, das nächste Paar, ${clear ? 'liegt darunter' : 'ist vielleicht genauso häufig'}.`,
  confusionOne: (label, wrong, part) =>
    `Hält ${label} in ${share(part)} der Fälle für ${wrong} (95-%-Intervall); kein anderes Paar verwechselt es.`,
  confusionNone: (n, most) =>
    `Keines ${ofSamples(n)} ist falsch; die wahre Fehlerquote kann dennoch bis zu ${percent(most)} betragen (95-%-Intervall).`,
  pair: (label, wrong) => `${label} für ${wrong}`,
  pairWhy: (pair, n, of, part) => `${pair}: ${count(n)} von ${count(of)}, ${share(part)}.`,
  pairMethod:
    'Jeweils mit 95-%-Intervall (Wilson). Ausgewählt sind die größten von vielen Paaren: Andere Testdaten zeigen sie meist seltener.',

  temperature: (side, t, change) =>
    side === 'same'
      ? `T = ${decimal(t, 2)} ändert die Test-NLL nur im Rahmen des Zufalls: um ${numbers(change, 3)} (95-%-Intervall).`
      : `T = ${decimal(t, 2)} macht die Test-NLL ${side === 'lower' ? 'kleiner' : 'größer'}, über den Zufall hinaus: Sie ändert sich um ${numbers(change, 3)} (95-%-Intervall).`,
  temperatureWhy: (before, after, n) => [
    `Test-NLL ${decimal(before, 3)} bei T = 1 und ${decimal(after, 3)} bei der angepassten Temperatur, auf ${n === 1 ? 'demselben Beispiel' : `denselben ${count(n)} Beispielen`}.`,
    `Das Intervall ist die mittlere Änderung eines Beispiels, ± ${decimal(1.96, 2)} Standardfehler. T wurde an die Validierungsdaten angepasst.`,
  ],
  temperatureAlone: 'Es wurde keine Temperatur angepasst, also ist nichts zu beurteilen.',
  temperatureAloneWhy: [
    'Eine Temperatur wird an Validierungsbeispiele angepasst, und dieser Lauf behält keine. Dazu unter Daten val größer als 0 setzen.',
  ],

  boundary: (over, under) =>
    `Die Wahrheit ist hier bekannt, der Zufall spielt also nicht mit: auf ${percent(over, 0)} der Ebene um 5 Punkte oder mehr zu sicher, auf ${percent(under, 0)} zu unsicher.`,
  boundaryWhy: (points, mean, most) => [
    `An ${count(points)} Punkten eines Gitters gefragt: im Mittel um ${percent(mean)} daneben, höchstens um ${percent(most)}.`,
    'Vom Zufall hängt das Netz selbst ab: Ein anderer Startwert zieht eine andere Grenze.',
  ],
  plane: (points) => `Genau an den ${count(points)} gefragten Punkten; die Wahrheit dieser Ebene ist nicht bekannt.`,
  planeWhy: [
    'Das Netz wurde an jedem Punkt eines Gitters gefragt; nichts wurde ausgelost.',
    'Ein anderer Startwert zieht eine andere Grenze.',
  ],

  roc: (side, coin, area) =>
    side === 'chance'
      ? `Im Rahmen des Zufalls: 95 % der Münzen kommen auf ${share(coin, 1)}, und dieses Maß kommt auf ${percent(area)}.`
      : `Über den Zufall hinaus: 95 % der Münzen kommen auf ${share(coin, 1)}, und dieses Maß kommt auf ${percent(area)}.`,
  rocWhy: (n, m, other) => [
    `${
      other
        ? `${plural(n, 'Testbeispiel', 'Testbeispiele')} und ${plural(m, 'fremdes', 'fremde')}`
        : `${plural(n, 'sauberes Bild', 'saubere Bilder')} und ${plural(m, 'gestörtes', 'gestörte')}`
    }. Ohne jeden Unterschied beträgt die Fläche 50 %, plus oder minus ${decimal(1.96, 2)} Standardabweichungen (Mann und Whitney 1947).`,
  ],

  gradcam: (n, says, right) =>
    `Ein Bild beweist wenig: ${n === 1 ? 'Von dem einen Testbeispiel' : `Von den ${count(n)} Testbeispielen`}, bei denen es etwa zu ${percent(says, 0)} sicher ist, sind ${share(right)} richtig (95-%-Intervall).`,
  gradcamWhy: (low, high) => [
    `Das sind die Beispiele im selben Bin wie dieses, von ${percent(low, 0)} bis ${percent(high, 0)}. Das Intervall ist das von Wilson.`,
    'Grad-CAM zeigt, wo die Anhaltspunkte liegen, nicht, ob sie stimmen.',
  ],
  gradcamAlone: 'Ein Bild beweist wenig: Es zeigt, wo die Anhaltspunkte liegen, nicht, wie oft solche Anhaltspunkte stimmen.',

  gammasWhy: (n) =>
    `Die Bins enthalten je etwa ${plural(n, 'Validierungsbeispiel', 'Validierungsbeispiele')}, und danach richten sich die 95-%-Intervalle (Wilson).`,

  gradients: (part) =>
    `Von Trainingsbeispielen wie diesen ziehen ${share(part)} kaum noch: weniger als ein Hundertstel des Mittels (95-%-Intervall).`,
  gradientsWhy: (n, all, mean) => [
    `${count(n)} ${ofSamples(all, 'Trainings')} liegen unter einem Hundertstel der mittleren Norm, ${decimal(mean, 3)}. Das Intervall ist das von Wilson.`,
  ],

  learned: (apart, first, last) =>
    `Die mittleren Hälften des zuerst und des zuletzt Gelernten ${apart ? 'überlappen nicht' : 'überlappen'}: größte Logits von ${numbers(first, decimalsApart([...first, ...last]))} und von ${numbers(last, decimalsApart([...first, ...last]))}.`,
  learnedWhy: (epoch, n, median) => `In Epoche ${count(epoch)} gelernt: ${samples(n)}, Median ${decimal(median, 1)}.`,
  learnedNone: 'In keiner einzelnen Epoche wurden genug Beispiele gelernt, um zu urteilen.',
  learnedOne: (n, half) =>
    `${n === 1 ? 'Das eine Beispiel wurde' : `Alle ${count(n)} Beispiele wurden`} in einer Epoche gelernt; die Hälfte der größten Logits liegt zwischen ${decimal(half[0], decimalsApart(half))} und ${decimal(half[1], decimalsApart(half))}.`,

  spectrum: (trace) => `Die Spur ist ${give(trace)}: das 95-%-Intervall, das ihre zufälligen Probevektoren offenlassen.`,
  spectrumWhy: (trace, se) => [
    `Schätzung ${decimal(trace, 1)}, Standardfehler ${decimal(se, 1)} über die Probevektoren (Hutchinson).`,
    'Die Validierungsbeispiele gelten als gegeben; dass andere eine andere Hesse-Matrix ergäben, ist im Intervall nicht enthalten.',
  ],
  trace: (side, epoch, then, now) =>
    side === 'same'
      ? `Die Spur ist so groß wie in Epoche ${count(epoch)}, soweit ihre Probevektoren das zeigen: damals ${give(then)}, jetzt ${give(now)}.`
      : `Die Spur ist seit Epoche ${count(epoch)} ${side === 'grown' ? 'gewachsen' : 'gefallen'}, mehr als ihre Probevektoren offenlassen: damals ${give(then)}, jetzt ${give(now)}.`,
  traceOne: (now) => `Die Spur ist ${give(now)}, das 95-%-Intervall ihrer Probevektoren.`,
  traceWhy: `Schätzungen ± 1,96 Standardfehler über die Probevektoren (Hutchinson). Zwei gelten als verschieden, wenn ihre Differenz größer ist als die beider zusammen.`,

  landscape: (ring) =>
    `Auf halbem Weg nach außen ist der Verlust ${numbers(ring, 2)}, je nach Richtung; eine andere Ebene hat andere Richtungen.`,
  landscapeWhy: (center, points) => [
    `${plural(points, 'Punkt', 'Punkte')} des Gitters ${points === 1 ? 'liegt' : 'liegen'} etwa auf halbem Weg; in der Mitte ist der Verlust ${decimal(center, 3)}.`,
    'Zwei Richtungen von Tausenden: Eine Ebene zeigt eine Form und beweist keine.',
  ],

  curves: (nll, interval, epoch, least, side) =>
    side === 'best'
      ? `Keine Epoche hat eine kleinere Test-NLL: ${decimal(nll, 3)} (95-%-Intervall ${numbers(interval, 3)}).`
      : side === 'past'
        ? `Über das Beste hinaus: Die Test-NLL war ${decimal(least, 3)} in Epoche ${count(epoch)}, unter dem heutigen 95-%-Intervall, ${numbers(interval, 3)}.`
        : `Etwa so gut wie je: Die kleinste Test-NLL, ${decimal(least, 3)} in Epoche ${count(epoch)}, liegt im heutigen 95-%-Intervall, ${numbers(interval, 3)}.`,
  curvesWhy: (nll, n) => [
    `NLL ${decimal(nll, 3)} über ${plural(n, 'Testbeispiel', 'Testbeispiele')}; das Intervall ist das Mittel ± ${decimal(1.96, 2)} Standardfehler.`,
    'Es gilt für eine Epoche allein. Die Beispiele sind in allen Epochen dieselben, daher trennt zwei Epochen weniger Zufall, als es zeigt.',
  ],
  curvesAlone: 'Die Logits dieser Epoche sind nicht mehr aufbewahrt, daher lässt sich kein Intervall angeben.',

  next: {
    worstBin: 'Das Bin auswählen, das am weitesten daneben liegt',
    wrong: 'Nur die falschen ansehen',
    surelyWrong: 'Die ansehen, bei denen es am sichersten ist und falsch liegt',
    allBins: 'Alle Bins ansehen',
    binSamples: 'Die Beispiele des Bins ansehen, das am weitesten daneben liegt',
    classes: 'Jede Klasse dasselbe fragen',
    temperature: 'Ansehen, was eine Temperatur bewirkt',
    setTemperature: (t) => `T = ${decimal(t, 2)} einstellen und noch einmal hinsehen`,
    focal: 'Stattdessen mit Focal Loss trainieren',
    adafocal: 'AdaFocal wählen',
    diagnostics: 'Diagnostik einschalten',
    convolutional: 'Ein Faltungsnetz wählen',
    curves: 'Ansehen, wann es geschah',
    confused: (name) => `Ansehen, wofür es ${name} hält`,
    truth: 'Mit der Wahrheit vergleichen',
    seed: 'Einen anderen Startwert versuchen',
    severity: (severity) => `Stärker stören: Stärke ${severity}`,
    score: (name) => `Ein anderes Maß versuchen: ${name}`,
    bin: 'Die anderen ansehen, bei denen es so sicher ist',
    testBins: 'Die Bins der Testdaten ansehen',
    learned: 'Ansehen, wann Beispiele gelernt wurden',
    gradients: 'Ansehen, wie stark Beispiele ziehen',
    epochs: 'Über die Epochen ansehen',
    landscape: 'Den Verlust ringsum ansehen',
    plane: (seed) => `Ebene ${seed} ansehen`,
    curvature: 'Die Krümmung messen',
    epoch: (epoch) => `Zu Epoche ${count(epoch)} gehen`,
    training: 'Mit den Trainingsdaten vergleichen',
    pictures: 'Die Beispiele ansehen',
    confusion: 'Ansehen, welche Klassen es verwechselt',
  },
};
