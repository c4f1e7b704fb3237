// German errors and notes of the engine and of the page's own readers and workers, by the formats that they
// are printed with. Two tests collect these formats from the sources and check that none is missing:
// tests/properties/messages-german.test.mjs and errors-german.test.mjs.
import { calibration } from './engine/calibration.js';
import { conformal } from './engine/conformal.js';
import { data } from './engine/data.js';
import { files } from './engine/files.js';
import { formats } from './engine/formats.js';
import { link } from './engine/link.js';
import { questions } from './engine/questions.js';
import { report } from './engine/report.js';
import { run } from './engine/run.js';
import { client } from './page/client.js';
import { exercises } from './page/exercises.js';
import { formats as readers } from './page/formats.js';
import { importing } from './page/importing.js';
import { kept } from './page/kept.js';

export { models } from './models.js';

/** Messages of the engine. @type {Record<string, string>} */
export const messages = { ...link, ...run, ...data, ...formats, ...files, ...questions, ...report, ...calibration, ...conformal };

/** Messages of core/ and model/; each ${...} of a template is a %s here. @type {Record<string, string>} */
export const errors = { ...client, ...readers, ...importing, ...kept, ...exercises };
