// Words of the view of selective prediction.
import { plural, share } from '../../texts/en/grammar.js';
import { percent } from '../../texts/format.js';

export const words = {
  label: 'Alone or ask',
  question: 'When may it decide alone?',
  score: 'Certain by',
  /** @type {Record<string, string>} */
  scores: { confidence: 'Confidence', entropy: 'Low entropy', margin: 'Margin', energy: 'Energy' },
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
  next: {
    entropy: 'Order by entropy instead',
    sets: 'Let it name several answers instead',
  },
};
