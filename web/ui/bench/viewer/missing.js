// Explains why a view has nothing to show, and what would change that.
import { withChoice, withParam } from '../../../model/draft.js';
import { isSeveral } from '../../../model/frame.js';
import { entryIn } from '../../../model/registry.js';
import { mainAction } from '../../../model/runs/actions.js';
import { texts } from '../../../texts/index.js';
import { appliesTo, views } from '../../../views/index.js';

/** @typedef {import('../../../model/types.js').State} State */
/** @typedef {import('../../../model/frame.js').Frame} Frame */
/** @typedef {import('../../../model/types.js').View} View */

/** The run that the settings would create, with the fields that views check. @param {State} state */
function wouldBe({ check, describe }) {
  if (!check) return null;
  const { pixels } = entryIn(describe.data, check.choices.data.id);
  return /** @type {import('../../../model/types.js').Run} */ ({ choices: check.choices, pictures: pixels });
}

/**
 * Why a view has nothing to show, and a button to change that. The current settings may have what the run on
 * show lacks; then the button runs them.
 * @param {View} view
 * @param {State} state
 * @param {Frame | null} frame
 * @returns {{why: string, busy: boolean, button: string}}
 */
export function missing(view, state, frame) {
  const { run, check, describe } = state;
  const words = texts.views;
  const action = mainAction(state);
  const needs = (/** @type {import('../../../model/types.js').Run | null} */ of) =>
    of && !appliesTo(view, of)
      ? words.oneLabel(views.filter((one) => appliesTo(one, of)).map(({ label }) => label))
      : view.needs?.({ frame: of === run ? frame : null, run: of, check, describe });
  const why = (run && needs(run)) || words.plainly(frame?.answer?.error ?? '');
  const stale = !!check && !!run && run.spec !== check.spec;
  if (why) {
    const other = stale ? needs(wouldBe(state)) : why;
    return other
      ? { why: other, busy: false, button: '' }
      : { why: words.otherSettings, busy: false, button: action === 'run' ? texts.runThese : '' };
  }
  if (frame) return { why: '', busy: false, button: '' };
  // its metrics are being computed
  if (run?.history.length && run.state !== 'loading') return { why: '', busy: true, button: '' };
  if (run?.state === 'loading' || run?.state === 'running') return { why: words.firstEpoch, busy: true, button: '' };
  if (run?.state === 'paused') return { why: words.firstPaused, busy: false, button: texts.resume };
  const never = check && needs(wouldBe(state));
  return never
    ? { why: never, busy: false, button: '' }
    : { why: words.nothing, busy: false, button: action === 'again' ? texts.again : texts.run };
}

/**
 * The settings that an empty view proposes, if they differ from the current ones.
 * @param {View} view
 * @param {State} state
 */
export function insteadOf({ instead }, state) {
  const { draft, run, describe, exercise } = state;
  if (!instead || !draft || exercise || (run && isSeveral(run))) return null;
  if (instead.link) return { link: instead.link, draft: null, kind: '' };
  const { kind = '', name, to = '', pictures } = instead;
  if (pictures && !(run ?? wouldBe(state))?.pictures) return null;
  const next = name ? withParam(draft, kind, name, to) : withChoice(describe, draft, kind, to);
  return JSON.stringify(next) === JSON.stringify(draft) ? null : { link: '', draft: next, kind };
}
