// The figures that a link's receipt promises.
import { percent } from '../../../texts/format.js';
import { texts } from '../../../texts/index.js';

/**
 * The promised figures of a receipt, for its sentence.
 * @param {import('../../../engine.d.ts').Check['promise']} promise
 */
export const figuresOf = ({ engine = '', error = NaN, ece = NaN, fused = false }) => ({
  engine,
  error: percent(error),
  ece: percent(ece),
  fused,
});

/**
 * Returns the promised figures as a sentence, while nothing of the link is trained here; otherwise empty.
 * @param {import('../../../model/types.js').State} state
 */
export function claimOf({ run, check, exercise }) {
  if (!check?.receipt || exercise || run?.history.length || (run && run.spec !== check.spec)) return '';
  const { ece, error } = figuresOf(check.promise);
  return texts.receipt.claimed(ece, error);
}
