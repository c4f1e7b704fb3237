// All views, in the order of the sheet where they are chosen. The build lists the folders here that have a
// view.js. The workbench (diagram, curves, controls) is not a view.
import * as listed from '../../build/gen/views/view.js';
import { isSeveral } from '../model/frame.js';
import { texts } from '../texts/index.js';

/** @type {import('../model/types.js').View[]} */
const all = Object.values(listed);
const titles = texts.ends.groups;

/** Groups of the sheet of views. */
export const groups = /** @type {(keyof typeof titles)[]} */ (Object.keys(titles)).map((group) => ({
  title: titles[group],
  views: all.filter((view) => view.group === group).sort((a, b) => a.order - b.order),
}));

export const views = groups.flatMap((group) => group.views);

/**
 * Returns true if a view applies to the run; only a few apply to multi-label data.
 * @param {import('../model/types.js').View} view
 * @param {import('../model/types.js').Run | null | undefined} run
 */
export const appliesTo = (view, run) => !run || !isSeveral(run) || !!view.severalToo;

/** @param {string} id */
export const viewOf = (id) => views.find((view) => view.id === id) ?? null;
