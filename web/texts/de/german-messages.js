// What the engine, and the page's own readers and workers, say of what went wrong, and of what they read files as, in German: sentences by
// the formats that they are made from. tests/properties/messages-german.test.mjs gathers those from the engine's sources, and
// tests/properties/errors-german.test.mjs those from the page's; each holds that none is missing.
import { data } from './engine/data.js';
import { files } from './engine/files.js';
import { formats } from './engine/formats.js';
import { link } from './engine/link.js';
import { report } from './engine/report.js';
import { run } from './engine/run.js';
import { client } from './page/client.js';
import { exercises } from './page/exercises.js';
import { formats as readers } from './page/formats.js';
import { importing } from './page/importing.js';
import { kept } from './page/kept.js';

export { models } from './models.js';

/** The engine's. @type {Record<string, string>} */
export const messages = { ...link, ...run, ...data, ...formats, ...files, ...report };

/** The page's: of core/ and model/, in which each ${...} of a template is a %s. @type {Record<string, string>} */
export const errors = { ...client, ...readers, ...importing, ...kept, ...exercises };
