// German words of the pictures view.
import { samples, share } from '../../texts/de/grammar.js';
import { count, percent } from '../../texts/format.js';

/** @param {number} wrong */
const wrongOnes = (wrong) => `${count(wrong)} ${wrong === 1 ? 'ist' : 'sind'} falsch`;

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Bilder',
  question: 'Wo schätzt es sich falsch ein?',
  lead: (confidence, accuracy) => `Sagt ${percent(confidence, 0)}, hat zu ${percent(accuracy, 0)} recht.`,
  ofBin: (n, wrong) => `${samples(n)} in diesem Bin; ${wrongOnes(wrong)}.`,
  ofAll: (n, wrong) => `${samples(n)}; ${wrongOnes(wrong)}. Ein ausgewähltes Bin zeigt nur seine Beispiele.`,
  ofLabels: (n, wrong, bin) =>
    `${count(n)} Labels${bin ? ' in diesem Bin' : ''}; ${count(wrong)} auf der falschen Seite von 50 %.${bin ? '' : ' Ein ausgewähltes Bin zeigt nur seine Labels.'}`,
  sort: 'Reihenfolge',
  misleading: 'Irreführendste zuerst',
  confident: 'Höchste Konfidenz',
  highestLoss: 'Größter Verlust',
  which: 'Welche',
  all: 'Alle',
  wrong: 'Falsch',
  allLabels: 'Alle Labels',
  presentKey: 'vorhanden: bis zum rechten Ende',
  isRight: '✓ richtig',
  isWrong: (label) => `✕ falsch, Label ${label}`,
  truthKey: 'wahre Wahrscheinlichkeit, genau bekannt',
  saysKey: 'was das Netz sagt',
  saysTKey: (t) => `was es bei T = ${t} sagt`,
  share: (part) => `Dieses Beispiel trägt ${percent(part, 2)} zum Kalibrierungsfehler bei.`,
  knows: (first, truth, says) => `Wahre Wahrscheinlichkeit: ${percent(truth, 0)} ${first}. Dieses Netz sagt ${percent(says, 0)}.`,
  klass: 'Klasse',
  logit: 'Logit',

  concludes: (side, says, right) =>
    side === 'none'
      ? `Der Zufall erklärt die Lücke: ${percent(says)} liegt im 95-%-Intervall der Trefferquote, ${share(right)}.`
      : `Es sagt ${side === 'over' ? 'mehr' : 'weniger'}, als es recht hat, über den Zufall hinaus: ${percent(says)} gegen ${share(right)}, das 95-%-Intervall der Trefferquote.`,
  next: {
    worstBin: 'Das Bin auswählen, das am weitesten daneben liegt',
  },
};
