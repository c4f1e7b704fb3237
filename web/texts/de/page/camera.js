// Texts of the place of the camera, in German. They load with it.
import { count, decimal, percent } from '../../format.js';
import { plural, share } from '../grammar.js';

/** @type {typeof import('../../en/camera.js').cameraTexts} */
export const cameraTexts = {
  lead: 'Eigene Gegenstände vor der Kamera.',
  sub: 'Einige Gegenstände aufnehmen, ein Netz darauf trainieren und sehen, wie sicher es ist. Kein Bild verlässt diese Seite.',
  how: 'Beim Halten eines Knopfs den Gegenstand bewegen: nah und fern, links und rechts. Stattdessen lassen sich Bilder und Videos auf eine Klasse ziehen. Die Aufnahmen sind weg, wenn diese Seite geschlossen wird; trainierte Netze bleiben bei den aufbewahrten Läufen.',
  stream: {
    title: 'Kamera',
    sees: 'Was die Kamera sieht',
    off: 'Die Kamera ist aus.',
    start: 'Kamera starten',
    stop: 'Kamera ausschalten',
    other: 'Andere Kamera',
    asking: 'Der Browser fragt, ob diese Seite die Kamera benutzen darf.',
    ended: 'Die Kamera ist nicht mehr da. Bitte neu starten oder Bilder oder ein Video auf eine Klasse ziehen.',
    refused:
      'Der Browser gibt dieser Seite die Kamera nicht. Bitte neben der Adresse erlauben oder Bilder oder ein Video auf eine Klasse ziehen.',
    none: 'Der Browser findet keine Kamera. Bitte eine anschließen oder Bilder oder ein Video auf eine Klasse ziehen.',
    insecure:
      'Die Kamera gibt ein Browser nur Seiten mit https-Adresse. Bitte das Labor dort öffnen oder Bilder oder ein Video auf eine Klasse ziehen.',
    fails: (why) => `Die Kamera liefert kein Bild: ${why}. Bitte neu starten oder Bilder oder ein Video auf eine Klasse ziehen.`,
  },

  object: (n) => `Gegenstand ${n}`,
  className: 'Name der Klasse',
  addClass: 'Klasse hinzufügen',
  removeClass: 'Diese Klasse entfernen',
  hold: 'Zum Aufnehmen halten',
  startFirst: 'Erst die Kamera starten',
  files: 'Bilder oder Video hinzufügen',
  clear: 'Alle Aufnahmen entfernen',
  remove: 'Diese Aufnahme entfernen',
  removeFrame: (n, name) => `Aufnahme ${count(n)} von ${name} entfernen`,
  frames: (n) => plural(n, 'Aufnahme', 'Aufnahmen'),
  framesOf: (name) => `Aufnahmen von ${name}`,
  full: (most) => `Eine Klasse fasst höchstens ${count(most)} Aufnahmen: Bitte einige entfernen, um andere aufzunehmen.`,
  reading: 'Die Dateien werden gelesen',
  unreadable: (names) => `Dieser Browser kann ${names.join(', ')} nicht lesen: Bitte Bilder oder Videos geben, die er zeigen kann.`,

  training: 'Trainieren',
  network: 'Netz',
  networks: { cnn: 'kleines CNN', mlp: 'MLP' },
  loss: 'Verlust',
  losses: { ce: 'Kreuzentropie', focal: 'Focal Loss' },
  size: 'Bilder',
  pixels: (side) => `${side} × ${side}`,
  train: 'Trainieren',
  both: (loss) => `Auch mit ${loss}, nebeneinander`,
  few: (least, name, n) => `Jede Klasse braucht mindestens ${count(least)} Aufnahmen, und ${name} hat ${count(n)}.`,
  sameName: (name) => `Zwei Klassen heißen ${name}: Bitte jeder einen eigenen Namen geben.`,
  noName: 'Eine Klasse hat keinen Namen: Bitte ihr einen geben.',
  split: ({ train, val, test }) =>
    `In jeder Klasse nach der Zeit geteilt: Die ältesten ${count(train)} Aufnahmen trainieren, die nächsten ${count(val)} validieren, und die neuesten ${count(test)} testen. Benachbarte Aufnahmen sind fast gleich; zufällig gezogen wären sie in beiden Mengen.`,
  preparing: 'Die Aufnahmen werden vorbereitet',
  pass: (at, of) => `Training: Epoche ${count(Math.min(at, of))} von ${count(of)}.`,
  tested: (right, interval, n) =>
    `Trainiert. Richtig bei ${percent(right, 0)} von ${count(n)} Testaufnahmen; bei so wenigen ist ${share(interval, 0)} möglich.`,
  flatters:
    'Testaufnahmen aus derselben Minute schmeicheln: Licht, Hand und Raum sind die des Trainings. Verlust, Netz und Epochen lassen sich an der Werkbank ändern.',
  diagram: 'Zum Diagramm',

  live: {
    title: 'Was das Netz sagt',
    says: (name, sure) => `Sagt ${name}, ${percent(sure, 0)}.`,
    after: (T, sure) => `Nach der Temperatur T = ${decimal(T, 2)}: ${percent(sure, 0)}.`,
    bound: (T) =>
      T < 1
        ? `An den Validierungsaufnahmen ist nichts anzupassen: T = ${decimal(T, 2)} ist das Ende des Bereichs, denn keine von ihnen ist falsch.`
        : `An den Validierungsaufnahmen ist nichts anzupassen: T = ${decimal(T, 2)} ist das Ende des Bereichs, denn die Ausgaben unterscheiden sie nicht.`,
    bars: 'Wahrscheinlichkeit jeder Klasse',
    time: 'Konfidenz im Lauf der Zeit',
    ends: (seconds) => [`vor ${count(seconds)} s`, 'jetzt'],
    key: 'Breite Balken und Linie: wie trainiert. Schmale Balken und Punkte: nach der Temperatur.',
    picture: 'Stattdessen ein Bild',
    blank: 'Verdeckte Linse',
    back: 'Zurück zur Kamera',
    rate: (n) => `${plural(n, 'Bild', 'Bilder')} pro Sekunde`,
  },
  other: {
    title: 'Etwas, das es nie gesehen hat',
    name: 'Etwas anderes',
    tests: 'Testaufnahmen',
    how: 'Einen anderen Gegenstand aufnehmen, einen leeren Tisch, eine Hand: Aufnahmen, die zu keiner Klasse gehören. Eine wahre Klasse gibt es nicht; was das Netz auch sagt, ist also falsch. Ein gutes Maß ist sich bei ihnen weniger sicher.',
    few: (least) => `Ab ${count(least)} Aufnahmen werden sie mit den Testaufnahmen verglichen.`,
    says: (unknown, known) =>
      `Sagt im Mittel ${percent(unknown, 0)} zu dem, was es nie gesehen hat, und ${percent(known, 0)} zu den Testaufnahmen.`,
    sure: (fraction, m) => `Mindestens ${percent(0.99, 0)} sicher bei ${count(Math.round(fraction * m))} der ${count(m)} Aufnahmen.`,
    histogram: 'Konfidenz bei den Testaufnahmen und bei etwas anderem',
    roc: (score) => `ROC-Kurve für ${score}`,
    axes: ['Testaufnahmen gemeldet', 'anderes erkannt'],
    heads: ['AUROC', 'nach T'],
    chance: (n, m, ends) =>
      `Eine AUROC von ${percent(0.5, 0)} unterscheidet nichts. Bei ${count(n)} Testaufnahmen und ${count(m)} anderen gibt der Zufall allein ${share(ends, 0)}. Aufnahmen einer Minute ähneln sich, die wahre Unsicherheit ist also größer.`,
  },

  after: {
    random: 'Was behauptete eine zufällige Aufteilung?',
    files: 'Aufnahmen als Dateien speichern',
    command: 'In einen Ordner entpackt, trainiert die Kommandozeile dasselbe Netz mit demselben Digest:',
    heads: ['Aufteilung', 'Testaufnahmen mit fast gleicher im Training', 'hat recht', '95-%-Intervall'],
    byTime: 'nach der Zeit',
    byChance: 'zufällig',
    of: (n, all) => `${count(n)} von ${count(all)}`,
    range: (ends) => share(ends, 0),
    more: (n) => `Zufällig gezogen haben ${n} Testaufnahmen mehr eine fast gleiche unter den Trainingsaufnahmen.`,
    note: 'Das Intervall hält Aufnahmen für unabhängig, was Nachbarn nicht sind: Eine zufällige Aufteilung scheint nur besser getestet.',
  },
};
