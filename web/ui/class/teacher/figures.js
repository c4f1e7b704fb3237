// A run's numbers with names for teachers, in place of the expressions in an exercise's file.

import { texts } from '../../../texts/index.js';

/**
 * A number of a run; path: expression after the run's name.
 * @typedef {{path: string, label: string, unit: string}} Figure
 */

const words = texts.teacher;
const usual = ['ece', 'error', 'nll', 'brier', 'adaece', 'true_ce'];

/** @param {import('../../../engine.d.ts').Describe} describe @returns {Figure[]} */
export const figuresIn = (describe) => [
  ...usual.flatMap((id) => {
    const entry = describe.metric.find((one) => one.id === id);
    return entry ? [{ path: id, label: entry.label, unit: entry.unit ?? '' }] : [];
  }),
  { path: 'confidence', label: words.meanConfidence, unit: '%' },
  { path: 'gap', label: words.meanGap, unit: 'points' },
  { path: 'right(0.9)', label: words.rightAt, unit: '%' },
  { path: 'by_nll.T', label: words.fittedT, unit: '' },
  { path: 'by_nll.ece', label: words.eceAfterT, unit: '%' },
];

/** The number as an expression inside a sentence. @param {string} run @param {Figure} figure */
export const inText = (run, { path, unit }) => `{{${run}.${path} ${unit === '%' || unit === 'points' ? '%' : ':2'}}}`;
