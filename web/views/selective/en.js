// Words of the view of selective prediction.
import { numbers, plural, share } from '../../texts/en/grammar.js';
import { decimal, percent } from '../../texts/format.js';

export const words = {
  label: 'Alone or ask',
  question: 'When may it decide alone?',
  score: 'Certain by',
  /** @type {Record<string, string>} */
  scores: { confidence: 'Confidence', entropy: 'Low entropy', margin: 'Margin', energy: 'Energy', column: 'Own column' },
  show: 'Show',
  shows: { error: 'Error', cost: 'Cost' },
  order: 'Handed over',
  least: 'Least certain first',
  nearest: 'Nearest to the limit first',
  lead: (/** @type {number} */ coverage, /** @type {number} */ risk) =>
    `Answers ${percent(coverage, 0)} alone and is wrong in ${percent(risk)} of them.`,
  sub: (/** @type {number} */ says, /** @type {number} */ handed, /** @type {number} */ wrong) =>
    `It says ${percent(says, 0)} there on average. ${plural(handed, 'sample goes', 'samples go')} to a person; it would be wrong in ${percent(wrong, 0)} of these.`,
  all: (/** @type {number} */ says, /** @type {number} */ n) =>
    `It says ${percent(says, 0)} on average and asks about none of ${plural(n, 'sample')}.`,
  handed: (/** @type {number} */ n) => (n ? `Goes to a person: ${plural(n, 'sample')}` : 'Nothing goes to a person'),
  axis: 'answered alone, % of the samples, the most certain first',
  riskKey: 'error of those answered',
  expectedKey: 'error that it expects',
  optimalKey: 'least possible error',

  /**
   * @param {number} coverage
   * @param {number} risk
   * @param {[number, number]} interval
   * @param {number} optimal
   */
  concludes: (coverage, risk, interval, optimal) =>
    `At ${percent(coverage, 0)} its error is ${percent(risk)}, ${share(interval, 1)} (95 % interval)${Number.isFinite(optimal) ? `; the least possible error is ${percent(optimal)}` : ''}.`,
  areas: (/** @type {number} */ aurc, /** @type {number} */ augrc) =>
    `Area under this curve (AURC): ${percent(aurc)}. Mean fraction answered wrongly (AUGRC): ${percent(augrc)}.`,
  surest: (/** @type {number} */ accuracy, /** @type {number} */ error) =>
    `Of its surest 10 % it gets ${percent(accuracy)} right; if it answers all, ${percent(error)} are wrong.`,
  coverageAt: (/** @type {number} */ coverage) => `With at most 5 % error it could answer ${percent(coverage)} of these samples.`,
  chosenAfter: 'A limit that was chosen on these samples looks better on them than on new ones. Choose it on validation samples.',
  costQuestion: 'Answer alone, or ask at a price?',
  ask: 'Asking costs',
  costAxis: 'cost of asking, % of a wrong answer',
  costKey: 'answering where it expects that to be cheaper',
  answerKey: 'always answering',
  askKey: 'always asking',
  leastKey: 'least possible cost',
  costLead: (/** @type {number} */ ask, /** @type {number} */ cost) =>
    `If asking costs ${decimal(ask, 2)} of a wrong answer, it costs ${decimal(cost, 3)} on average.`,
  costSub: (/** @type {number} */ answered, /** @type {number} */ always, /** @type {number} */ ask) =>
    `It answers ${percent(answered, 0)} alone. Always answering costs ${decimal(always, 3)}, always asking ${decimal(ask, 2)}.`,
  /**
   * @param {'less' | 'more' | 'none'} verdict
   * @param {number} ask
   * @param {[number, number]} interval
   * @param {number} least
   */
  costConcludes: (verdict, ask, interval, least) =>
    `${{ less: 'Trusting its confidence saves costs', more: 'Trusting its confidence costs more than not to use it', none: 'Chance may explain what its confidence saves or costs' }[verdict]}: ${numbers(interval, 3)} at ${decimal(ask, 2)} (95 % interval)${Number.isFinite(least) ? `; the least possible cost is ${decimal(least, 3)}` : ''}.`,
  /** @param {string} other @param {number} difference @param {[number, number]} interval */
  costDifference: (other, difference, interval) =>
    `Its cost minus that of ${other}: ${decimal(difference, 3)}, ${numbers(interval, 3)} (95 % interval, paired).`,
  rule: 'It answers alone where one minus its confidence is below the cost of asking (Chow 1970). That is cheapest if the confidence is calibrated.',
  next: {
    cost: 'See what asking may cost',
    error: 'See the error of those answered',
    entropy: 'Order by entropy instead',
    cool: 'Change the temperature to 2: does trusting it cost less?',
    sets: 'Let it name several answers instead',
  },
};
