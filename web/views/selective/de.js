// German words of the view of selective prediction.
import { numbers, plural, share } from '../../texts/de/grammar.js';
import { decimal, percent } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Allein oder fragen',
  question: 'Wann darf es allein entscheiden?',
  score: 'Sicher nach',
  scores: { confidence: 'Konfidenz', entropy: 'Kleiner Entropie', margin: 'Abstand', energy: 'Energie', column: 'Eigene Spalte' },
  show: 'Zeigen',
  shows: { error: 'Fehler', cost: 'Kosten' },
  order: 'Abgegeben',
  least: 'Unsicherste zuerst',
  nearest: 'Nächste an der Grenze zuerst',
  lead: (coverage, risk) => `Beantwortet ${percent(coverage, 0)} allein und irrt bei ${percent(risk)} davon.`,
  sub: (says, handed, wrong) =>
    `Es sagt dort im Mittel ${percent(says, 0)}. ${plural(handed, 'Beispiel geht', 'Beispiele gehen')} an einen Menschen; bei ${percent(wrong, 0)} davon würde es irren.`,
  all: (says, n) => `Es sagt im Mittel ${percent(says, 0)} und fragt bei keinem von ${plural(n, 'Beispiel', 'Beispielen')}.`,
  handed: (n) => (n ? `Geht an einen Menschen: ${plural(n, 'Beispiel', 'Beispiele')}` : 'Nichts geht an einen Menschen'),
  axis: 'allein beantwortet, % der Beispiele, die sichersten zuerst',
  riskKey: 'Fehler der beantworteten',
  expectedKey: 'Fehler, den es erwartet',
  optimalKey: 'kleinster möglicher Fehler',

  concludes: (coverage, risk, interval, optimal) =>
    `Bei ${percent(coverage, 0)} ist sein Fehler ${percent(risk)}, ${share(interval, 1)} (95-%-Intervall)${Number.isFinite(optimal) ? `; der kleinste mögliche Fehler ist ${percent(optimal)}` : ''}.`,
  areas: (aurc, augrc) =>
    `Fläche unter dieser Kurve (AURC): ${percent(aurc)}. Mittlerer Anteil falscher Antworten (AUGRC): ${percent(augrc)}.`,
  surest: (accuracy, error) =>
    `Von seinen sichersten 10 % stimmen ${percent(accuracy)}; beantwortet es alle, sind ${percent(error)} falsch.`,
  coverageAt: (coverage) => `Mit höchstens 5 % Fehler könnte es ${percent(coverage)} dieser Beispiele beantworten.`,
  chosenAfter:
    'Eine Grenze, die an diesen Beispielen gewählt wurde, sieht an ihnen besser aus als an neuen. Sie gehört an Validierungsbeispielen gewählt.',
  costQuestion: 'Allein antworten, oder gegen Kosten fragen?',
  ask: 'Fragen kostet',
  costAxis: 'Kosten einer Frage, % einer falschen Antwort',
  costKey: 'antworten, wo es das für billiger hält',
  answerKey: 'immer antworten',
  askKey: 'immer fragen',
  leastKey: 'kleinste mögliche Kosten',
  costLead: (ask, cost) => `Kostet Fragen ${decimal(ask, 2)} einer falschen Antwort, so kostet es im Mittel ${decimal(cost, 3)}.`,
  costSub: (answered, always, ask) =>
    `Es beantwortet ${percent(answered, 0)} allein. Immer antworten kostet ${decimal(always, 3)}, immer fragen ${decimal(ask, 2)}.`,
  costConcludes: (verdict, ask, interval, least) =>
    `${{ less: 'Seiner Konfidenz zu trauen spart Kosten', more: 'Seiner Konfidenz zu trauen kostet mehr, als es nicht zu benutzen', none: 'Zufall kann erklären, was seine Konfidenz spart oder kostet' }[verdict]}: ${numbers(interval, 3)} bei ${decimal(ask, 2)} (95-%-Intervall)${Number.isFinite(least) ? `; die kleinsten möglichen Kosten sind ${decimal(least, 3)}` : ''}.`,
  costDifference: (other, difference, interval) =>
    `Seine Kosten minus die von ${other}: ${decimal(difference, 3)}, ${numbers(interval, 3)} (95-%-Intervall, gepaart).`,
  rule: 'Es antwortet allein, wo eins minus seine Konfidenz kleiner ist als die Kosten einer Frage (Chow 1970). Das ist am billigsten, wenn die Konfidenz kalibriert ist.',
  next: {
    cost: 'Ansehen, was Fragen kosten darf',
    error: 'Den Fehler der beantworteten ansehen',
    entropy: 'Stattdessen nach Entropie ordnen',
    cool: 'Temperatur auf 2 setzen: Kostet es dann weniger, ihm zu trauen?',
    sets: 'Stattdessen mehrere Antworten nennen lassen',
  },
};
