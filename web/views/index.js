// The views, in the order of the page's menu. The workbench itself (diagram, curves, controls) is not among them.
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

/** @type {import('../model/types.js').View[]} */
export const views = [
  pictures,
  curves,
  diagram,
  training,
  histogram,
  classwise,
  confusion,
  temperatureView,
  boundary,
  roc,
  gradcam,
  gammas,
  bins,
  gradients,
  learned,
  curvature,
  landscape,
];

/** @param {string} id */
export const viewOf = (id) => views.find((view) => view.id === id) ?? null;
