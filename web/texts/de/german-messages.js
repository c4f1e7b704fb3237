// What the engine says of what went wrong, and of what it read files as, in German: sentences by the formats that they are printed with.
// tests/properties/messages-german.test.mjs gathers the formats from the engine's sources and holds that none is missing.
import { data } from './engine/data.js';
import { files } from './engine/files.js';
import { formats } from './engine/formats.js';
import { link } from './engine/link.js';
import { report } from './engine/report.js';
import { run } from './engine/run.js';

export { models } from './models.js';

/** @type {Record<string, string>} */
export const messages = { ...link, ...run, ...data, ...formats, ...files, ...report };
