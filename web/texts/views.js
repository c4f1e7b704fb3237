// Words of the views.

export const viewTexts = {
  curves: 'Curves',
  curvesLead: 'What each epoch did.',
  curvesSub: 'Solid: test set. Dotted: training set. The line marks the epoch on show.',
  waiting: 'Computing',
  nothing: 'Run a network first; then this view shows what it did.',
  asPicture: 'Show as picture',
  asTable: 'Show as table',
  rowsLeft: (/** @type {string} */ shown, /** @type {string} */ all) => `${shown} of ${all} rows; the CSV has them all.`,
};
