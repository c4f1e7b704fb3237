// German for the engine's catalog: registry, entry, field, as `calib describe` prints them, with parameters
// and columns by name. Fields that are missing here are the same in German.
// tests/properties/describe-german.test.mjs checks that nothing else is missing.
import { calibrator, corruption, library } from './calibrator.js';
import { conformity } from './conformity.js';
import { data } from './data.js';
import { layer } from './layer.js';
import { loss, penalty } from './loss.js';
import { metric } from './metric.js';
import { head, model } from './model.js';
import { augment, optimizer, run, schedule } from './training.js';
import { probe, view } from './view.js';

/**
 * Translated fields of an entry, a parameter or a column.
 * @typedef {object} Translated
 * @property {string} [label]
 * @property {string} [help]
 * @property {string} [unit]
 * @property {string} [tex]
 * @property {string} [source]
 * @property {Record<string, Translated>} [params] by name
 * @property {Record<string, Translated>} [columns] by id
 */

/** @type {Record<string, Record<string, Translated>>} */
export const describe = {
  ...{ data, model, head, loss, penalty, optimizer, schedule, augment },
  ...{ metric, calibrator, corruption, conformity, layer, view, probe, library, run },
};
