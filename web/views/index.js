// All views, in the order of the sheet where they are chosen. The workbench (diagram, curves, controls) is
// not a view.
import { isSeveral } from '../model/frame.js';
import { texts } from '../texts/index.js';
import { bins } from './bins.js';
import { boundary } from './boundary.js';
import { classwise } from './classwise.js';
import { confusion } from './confusion.js';
import { curvature } from './curvature.js';
import { curves } from './curves.js';
import { diagram } from './diagram.js';
import { gammas } from './gammas.js';
import { gradcam } from './gradcam.js';
import { gradients } from './gradients.js';
import { histogram } from './histogram.js';
import { landscape } from './landscape.js';
import { learned } from './learned.js';
import { pictures } from './pictures.js';
import { roc } from './roc.js';
import { temperatureView } from './temperature.js';
import { training } from './training.js';

/** Groups of the sheet of views. @type {{title: string, views: import('../model/types.js').View[]}[]} */
export const groups = [
  { title: texts.ends.groups.trust, views: [pictures, diagram, histogram, classwise, temperatureView, training] },
  { title: texts.ends.groups.wrong, views: [confusion, boundary, gradcam, roc] },
  { title: texts.ends.groups.learned, views: [curves, bins, gammas, gradients, learned, curvature, landscape] },
];

export const views = groups.flatMap((group) => group.views);

/**
 * Returns true if a view applies to the run; only a few apply to multi-label data.
 * @param {import('../model/types.js').View} view
 * @param {import('../model/types.js').Run | null | undefined} run
 */
export const appliesTo = (view, run) => !run || !isSeveral(run) || !!view.severalToo;

/** @param {string} id */
export const viewOf = (id) => views.find((view) => view.id === id) ?? null;
