// German texts of the first visit. model/visit/guide.js chooses the ones that are true.
import { count, decimal, percent, points } from '../format.js';
import { nbsp, plural, shapes } from './grammar.js';

const stays = 'Nur die Konfidenz ändert sich, nicht die Antworten.';
const limit = 'Eine Zahl korrigiert den Mittelwert, nicht, wo das Netz zweifelt.';
const limitsTitle = 'Die Frage ist, auf wie vielen Bildern gemessen wurde.';

const nounOf = (/** @type {string} */ name) => shapes[name] ?? ['ein', name, name];
const one = (/** @type {string} */ name) => nounOf(name)[1];
const several = (/** @type {string} */ name) => nounOf(name)[2];
const these = { einen: 'diesen', eine: 'diese', ein: 'dieses' };
const nominative = { einen: 'ein', eine: 'eine', ein: 'ein' };
const dative = { einen: 'einem', eine: 'einer', ein: 'einem' };
const pictures = (/** @type {number} */ n) => plural(n, 'Bild', 'Bildern');
const unseen = (/** @type {number} */ n) => `auf ${pictures(n)}, ${n === 1 ? 'das' : 'die'} es nie gesehen hat`;

const pointsOf = (/** @type {number} */ gap) => `${points(gap, 0)} ${points(gap, 0) === '1' ? 'Punkt' : 'Punkte'}`;

/** @param {number} t */
const at = (t) => `Temperatur${nbsp}${decimal(t, 2)}`;

/**
 * Instructions with their titles, for bars that do not meet the line.
 * @type {Record<'over' | 'under', Record<'still' | 'nearer' | 'wrong' | 'beyond', [string, string]>>}
 */
const moves = {
  over: {
    still: ['Jetzt wird es abgekühlt.', `Nach rechts ziehen bis zur Linie. ${stays}`],
    nearer: ['Kühler, aber es sagt noch zu viel.', `Weiter nach rechts ziehen. ${stays}`],
    wrong: ['Jetzt sagt es noch mehr.', `Andersherum: nach rechts ziehen. ${stays}`],
    beyond: ['Zu weit: Jetzt sagt es zu viel.', 'Zurück nach rechts.'],
  },
  under: {
    still: ['Jetzt darf es sich mehr zutrauen.', `Nach links ziehen bis zur Linie. ${stays}`],
    nearer: ['Mutiger, aber es sagt noch zu wenig.', `Weiter nach links ziehen. ${stays}`],
    wrong: ['Jetzt sagt es noch weniger.', `Andersherum: nach links ziehen. ${stays}`],
    beyond: ['Zu weit: Jetzt sagt es zu wenig.', 'Zurück nach links.'],
  },
};

/** @type {typeof import('../en/guide.js').guideTexts} */
export const guideTexts = {
  hero: (a, b) => [
    `${these[nounOf(a)[0]].replace('d', 'D')} ${one(a)} in ${nounOf(b)[0]} ${one(b)} ziehen.`,
    'Weiß ein Netz, wann es zweifeln sollte?',
  ],
  fromTo: (a, b) => `Von ${one(a)} zu ${one(b)}`,
  blendOf: (a, b) => `Eine Mischung aus ${dative[nounOf(a)[0]]} ${one(a)} und ${dative[nounOf(b)[0]]} ${one(b)}`,
  ofHundred: (p, name) => `Von 100 Bildern wie diesem sind ${Math.round(100 * p)} ${several(name)}.`,
  networkSays: (answer, says) => `Das Netz: „${one(answer)}“. ${says}`,
  outOf: (name) => `${several(name)} unter 100 Bildern wie diesem`,
  rateFirst: 'Erst selbst sagen, wie sicher Sie sind',
  rateHero: (a, b) => `${one(a)} oder ${one(b)}? Wie sicher sind Sie?`,
  rateHow: 'Einmal ziehen und loslassen. Oder die Pfeiltasten, dann Enter.',
  rateOf: (i, n) => `Bild ${i} von ${n}`,
  surely: (name) => `sicher ${nominative[nounOf(name)[0]]} ${one(name)}`,
  even: 'keine Ahnung',
  youSay: (name, p) => (p === 0.5 ? 'Sie sagen: keine Ahnung, 50 zu 50.' : `Sie sagen: ${one(name)}, ${percent(p, 0)}.`),
  rateNext: 'So sagen',
  rateSkip: 'Überspringen und eines trainieren',
  seeBoth: 'Beide ansehen',
  yourRating: (says, right) => `Sagen ${percent(says, 0)}, richtig: ${percent(right, 0)}.`,
  you: 'Sie',
  youAndNetwork: 'Sie und das Netz',
  network: 'Das Netz',
  ratingsNote: (n) =>
    `${n} Bilder. Ein Punkt: wie sicher eine Antwort ist, wie oft sie stimmt. Sie wählten aus zwei Formen, das Netz aus zehn. Ihre Antworten bleiben hier.`,
  nearer: (you, network) =>
    Math.abs(you - network) < 0.005
      ? 'Sie und das Netz liegen gleich weit daneben.'
      : you < network
        ? `Sie sind näher an der Wahrheit: um ${pointsOf(you)} daneben, das Netz um ${points(network, 0)}.`
        : `Das Netz ist näher an der Wahrheit: um ${pointsOf(network)} daneben, Sie um ${points(you, 0)}.`,
  trainOne: 'Eines trainieren und sehen',
  promise: (time, measured) =>
    measured
      ? `Etwa ${time} auf diesem Computer. Nichts verlässt ihn.`
      : `Etwa ${time} auf den meisten Computern. Nichts verlässt den Ihren.`,
  toBench: 'Die Werkbank öffnen',
  skip: 'Gleich zur Werkbank',

  steps: (first) => [
    'Trainieren',
    ...(first === 'over'
      ? ['Es ist zu sicher', 'Es abkühlen']
      : first === 'under'
        ? ['Es ist zu unsicher', 'Ihm mehr zutrauen']
        : first
          ? ['Es ist kalibriert', 'So lassen']
          : ['Beim Wort nehmen', 'Richtigstellen']),
    'Den Verlust wechseln',
    'Die Grenzen kennen',
  ],
  soFar: (n) => `Bisher, ${unseen(n)}.`,
  onUnseen: (n) => `${unseen(n)}.`,
  level: (gap, n) => `${points(gap)} Punkte auseinander ${unseen(n)}: nicht mehr, als der Zufall erklärt.`,
  stripKey: ['Punkte: was es sagt', 'Linie: die Wahrheit'],
  sure: (says, allowed, n) =>
    `Bei ${count(says)} dieser ${count(n)} ist es mindestens zu ${percent(0.9, 0)} sicher. Die Wahrheit erlaubt das bei ${count(allowed)}.`,

  pass: (epoch, epochs) => `Durchgang ${epoch} von ${epochs}`,
  stoppedAt: (epoch, epochs) => `Nach Durchgang ${epoch} von ${epochs} gestoppt.`,
  notBegun: 'Gestoppt, bevor der erste Durchgang vorbei war.',
  learnFrom: (n) => `${plural(n, 'Bild', 'Bilder')} zum Lernen`,

  move({ first, side, moved, nearer }) {
    const now = moves[side === 'under' ? 'under' : 'over'];
    if (!moved) return now.still;
    if (first === side) return nearer ? now.nearer : now.wrong;
    return now.beyond;
  },

  reached({ end, side, moved }, { temperature, ece, chance, before }) {
    const alone = `der Zufall allein gibt ${percent(chance)}`;
    const last = moved ? limit : 'Ziehen zeigt, was eine Temperatur bewirkt.';
    if (end === 'calibrated')
      return [
        'Das ist Kalibrierung.',
        `${at(temperature)}. Die Balken verfehlen die Linie noch um ${percent(ece)} im Mittel (ECE), und ${alone}. ${last}`,
      ];
    if (end === 'level')
      return [
        'Im Mittel richtig.',
        `${at(temperature)}. Die Balken sind noch neben der Linie, im Mittel um ${percent(ece)} (ECE), und ${alone}. ${last}`,
      ];
    const words = side === 'over' ? 'zu viel' : 'zu wenig';
    if (end === 'fitted')
      return [
        'Das ist die angepasste Temperatur.',
        `Im Mittel verfehlten die Balken die Linie um ${percent(before)}, jetzt um ${percent(ece)} (ECE); ${alone}. Im Mittel sagt es noch ${words}. ${limit}`,
      ];
    return [
      'So weit, wie der Regler reicht.',
      `${at(temperature)}, und es sagt immer noch ${words}. Für dieses Netz reicht eine Zahl nicht aus.`,
    ];
  },
  waysOn: 'Und jetzt?',
  ways: [
    ['teacher', 'Ich unterrichte'],
    ['evaluate', 'Ich habe eigene Vorhersagen'],
    ['camera', 'Ich habe eine Kamera'],
    ['play', 'Ich will ausprobieren'],
  ],
  bench: 'Alles in der Werkbank ansehen',
  toChapter: {
    focal: 'Weiter: mit einem anderen Verlust trainieren',
    limits: 'Weiter: Wie weit darf man dem trauen?',
    end: 'Zuletzt: alles in einem Bild',
  },
  chapterTraining: {
    focal: 'Dasselbe Netz und dieselben Bilder, mit Focal Loss: Bilder, die es schon kann, bekommen weniger Gewicht.',
  },
  fit: {
    curve: 'Abweichung auf zurückgelegten Bildern (NLL)',
    best: ', passt am besten (kleinste NLL)',
    isBest: 'Passt am besten (kleinste NLL).',
  },
  key: 'Streifen: zu sicher. Punkte: zu unsicher. Blass: Zufall allein.',
  drawAgain: 'Noch einmal ziehen',
  drawMany: (n) => `${n}-mal ziehen`,
  stopDrawing: 'Anhalten',
  onAll: (n, ece) => `alle ${count(n)}: ${percent(ece)}`,
  eceOf: (n) => `ECE auf ${pictures(n)}, %`,
  drawnRange: (n, low, high) => `${plural(n, 'Ziehung', 'Ziehungen')}: ECE von ${percent(low)} bis ${percent(high)}`,
  asTrained: 'Wie trainiert',
  afterT: (t) => `Nach Temperatur ${decimal(t, 2)}`,
  withFocal: 'Mit Focal Loss',

  focal: (side, nearer, { ece, chance }, first) => [
    side === 'none'
      ? 'Im Mittel richtig, ohne Temperatur.'
      : side === 'under'
        ? 'Jetzt zweifelt es zu viel.'
        : nearer
          ? 'Weniger sicher und näher an der Wahrheit.'
          : 'Ein anderer Verlust, und immer noch zu sicher.',
    `Die Balken des ersten Netzes verfehlten die Linie im Mittel um ${percent(first.ece)} (ECE). Mit Focal Loss sind es ${percent(ece)}; der Zufall allein gibt ${percent(chance)}. Das ist ein Lauf: Ein anderer Startwert gibt andere Zahlen.`,
  ],

  limitsTitle,

  limits: (now, first, eces) => [
    limitsTitle,
    `Auf ${count(now.n)} seiner ${pictures(first.n)} hat das erste Netz einen ECE von ${percent(now.ece)}; der Zufall allein gibt ${percent(now.chance)}. Auf allen: ${percent(first.ece)}, Zufall ${percent(first.chance)}.${eces.length > 1 ? ` In ${count(eces.length)} Ziehungen: von ${percent(Math.min(...eces))} bis ${percent(Math.max(...eces))}.` : ''}`,
  ],

  end: (first, fitted) => [
    fitted < first.ece ? `Von ${percent(first.ece)} auf ${percent(fitted)}, mit einer Zahl.` : 'Alles in einem Bild.',
    `ECE, auf denselben ${pictures(first.n)}.`,
  ],
};
