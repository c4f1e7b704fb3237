// What the engine says about itself, in German: registry, entry, field, as `calib describe` prints them, with lists of parameters and
// columns by their names. What is not here is the same in German; tests/properties/describe-german.test.mjs holds that nothing is missing.
import { calibrator, corruption, library } from './describe/calibrator.js';
import { data } from './describe/data.js';
import { layer } from './describe/layer.js';
import { loss, penalty } from './describe/loss.js';
import { metric } from './describe/metric.js';
import { head, model } from './describe/model.js';
import { augment, optimizer, run, schedule } from './describe/training.js';
import { probe, view } from './describe/view.js';

/**
 * @typedef {object} Said an entry's fields, or a parameter's, or a column's
 * @property {string} [label]
 * @property {string} [help]
 * @property {string} [unit]
 * @property {string} [tex]
 * @property {string} [source]
 * @property {Record<string, Said>} [params] by name
 * @property {Record<string, Said>} [columns] by id
 */

/** @type {Record<string, Record<string, Said>>} */
export const describe = {
  ...{ data, model, head, loss, penalty, optimizer, schedule, augment },
  ...{ metric, calibrator, corruption, layer, view, probe, library, run },
};
