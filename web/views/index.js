// The views, in the order of the page's menu. The workbench itself (diagram, curves, controls) is not among them.
import { curves } from './curves.js';
import { pictures } from './pictures.js';

/** @type {import('../types.js').View[]} */
export const views = [pictures, curves];

/** @param {string} id */
export const viewOf = (id) => views.find((view) => view.id === id) ?? null;
