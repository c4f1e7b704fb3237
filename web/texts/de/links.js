// German texts about links.
import { points } from '../format.js';
import { plural } from './grammar.js';

/** @type {typeof import('../en/links.js').receiptTexts} */
export const receiptTexts = {
  made: 'Dieser Link kommt mit seinem Ergebnis.',
  promises: ({ engine, error, ece, fused }) =>
    `Fehlerquote ${error}, ECE ${ece}, mit Engine ${engine}${fused ? ', berechnet mit Fused Multiply-Add: anderswo bis auf Rundung gleich, nicht Bit für Bit' : ''}.`,
  claimed: (ece, error) => `Behauptet: ECE ${ece}, Fehlerquote ${error}; hier noch nicht trainiert.`,
  promisesDigest: (digest) => `Seine Prüfsumme ist ${digest}.`,
  replay: 'Noch einmal laufen lassen und vergleichen',
  comparing: 'Wird mit diesem Lauf verglichen, wenn er fertig ist.',
  reproduced: 'Reproduziert, Bit für Bit.',
  allSame: (parameters) => `Alle ${parameters} Gewichte und alle Zahlen stimmen mit dem Link Bit für Bit überein.`,
  digestSame: 'Jedes Gewicht und jede Zahl stimmt mit dem Link überein.',
  close: 'Bis auf Rundung gleich.',
  closeNote:
    'Die Daten sind dieselben. Einer der beiden Läufe wurde mit Fused Multiply-Add berechnet, daher unterscheiden sich die Bits. Auch die Zahlen können sich so weit unterscheiden wie bei zwei Netzen, die verschieden gerundet wurden. Gewichte, Prüfsumme und größte Lücke werden nicht verglichen.',
  far: 'Einer der beiden Läufe wurde mit Fused Multiply-Add berechnet, und die Zahlen liegen weiter auseinander, als es bei zwei verschieden gerundeten Netzen üblich ist.',
  within: 'darf abweichen um',
  compared: 'Was verglichen wurde',
  otherEngineSame: (theirs, mine) => `Der Link stammt von Engine ${theirs}, hier läuft ${mine}.`,
  differs: 'Weicht vom Link ab.',
  otherData: 'Die Daten sind nicht dieselben.',
  sameData: 'Die Daten sind dieselben.',
  sameEngine: (mine) => `Die Engine ist dieselbe, ${mine}: Eines der beiden Ergebnisse ist nicht das, was dieser Link ergibt.`,
  otherEngine: (theirs, mine) => `Die Engines sind verschieden: Der Link stammt von ${theirs}, hier läuft ${mine}.`,
  what: 'Was abweicht',
  inLink: 'im Link',
  here: 'hier',
  digest: 'Prüfsumme, im Link und hier',
  names: {
    data: 'Daten',
    weights: 'Gewichte',
    digest: 'Prüfsumme',
    error: 'Fehlerquote',
    nll: 'NLL',
    brier: 'Brier',
    ece: 'ECE',
    mce: 'Größte Lücke',
  },
};

/** @type {typeof import('../en/links.js').shareTexts} */
export const shareTexts = {
  withResult: 'Er enthält das Ergebnis, sodass andere ihres damit vergleichen können.',
  withWeights: (from) => ` Sie brauchen auch die Gewichte, mit denen er beginnt: die Datei, deren SHA-256 mit ${from} anfängt.`,
  fused: ' Er wurde mit Fused Multiply-Add berechnet: Bei anderen sind die Zahlen bis auf Rundung gleich, nicht Bit für Bit.',
  runFirst: 'Wird der Lauf zuerst ausgeführt, enthält der Link auch das Ergebnis.',
  ofExercise: 'Er öffnet diese Übung am Anfang, ohne irgendwelche Antworten.',
  onlyHere:
    'Diese Adresse gilt nur auf diesem Computer: Das Labor läuft hier. Andere brauchen die Adresse eines Labors auf einem Webserver.',
  qr: 'QR-Code',
  card: {
    save: 'Als Bild speichern',
    over: (gap) => `Mein Netz ist um ${points(gap)} Punkte zu sicher.`,
    under: (gap) => `Mein Netz ist um ${points(-gap)} Punkte zu unsicher.`,
    ece: (ece, chance, n) => `ECE ${ece} auf ${plural(n, 'Testbeispiel', 'Testbeispielen')}; der Zufall allein gibt ${chance}.`,
    reproduce: 'Nachrechnen, Bit für Bit.',
    fused: 'Nachrechnen, bis auf Rundung.',
    tryIt: 'Selbst versuchen.',
  },
  file: 'Als Datei speichern',
  long: (n) => `Er hat ${n} Zeichen, und manche Programme kürzen solche Links: Eine Datei ist sicherer.`,
  tooLong: 'Dieser Link ist zu lang für einen QR-Code. Er lässt sich stattdessen als Datei speichern.',
  noFile: (name) => `In ${name} steht kein Link.`,
};

/** @type {typeof import('../en/links.js').recoverTexts} */
export const recoverTexts = {
  one: 'Ein Zeichen wurde unterwegs verändert. Die Prüfziffern zeigen, welches.',
  fixed: 'Öffnen, wie er geteilt wurde',
  some: 'Was noch lesbar ist:',
  none: 'Nichts davon ist lesbar.',
  open: 'Öffnen, was lesbar ist',
  lost: 'Ausgelassen:',
  missing: (n) => `Am Ende ${n === 1 ? 'fehlt ein Teil' : `fehlen ${n} Teile`}.`,
  preset: 'Fehlende Teile bekommen ihre Standardwerte.',
};

/** @type {typeof import('../en/links.js').noEngineTexts} */
export const noEngineTexts = {
  title: 'In diesem Browser kann nichts trainiert werden.',
  instead:
    'Firefox 89, Chrome und Edge 91, Safari 16.4 und alle späteren Versionen können trainieren. Die Texte der Übungen und die Zahlen der trainierten Netze lassen sich auch hier lesen.',
  link: 'Der geöffnete Link ist nicht verloren. Er lässt sich kopieren und in einem anderen Browser hinter der Adresse dieser Seite öffnen:',
  host: {
    title: 'Hier kann nichts trainiert werden: Die Website wird nicht richtig ausgeliefert.',
    instead:
      'Ein anderer Browser hilft nicht. Wer die Website betreibt, kann das beheben; danach genügt es, neu zu laden. Die Texte der Übungen und die Zahlen der trainierten Netze lassen sich auch hier lesen.',
    link: 'Der geöffnete Link ist nicht verloren. Er lässt sich kopieren und öffnen, sobald die Website in Ordnung ist:',
  },
  exercises: 'Übungen',
  networks: 'Trainierte Netze',
  columns: ['Netz', 'Daten', 'Verlust', 'Fehlerquote', 'ECE', 'ECE nach T', 'T'],
};
