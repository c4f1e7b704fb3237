// Figures of a run as a teacher finds them: by their names, not by how an exercise's file writes them.

import { texts } from '../../../texts/index.js';

/** @typedef {{path: string, label: string, unit: string}} Figure path: after the run's name */

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

/** As it stands in a sentence of the text. @param {string} run @param {Figure} figure */
export const inText = (run, { path, unit }) => `{{${run}.${path} ${unit === '%' || unit === 'points' ? '%' : ':2'}}}`;
