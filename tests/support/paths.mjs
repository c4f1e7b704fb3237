// Finds the repository's files and the reference data from any working directory.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the absolute path of a file in the repository. @param {string} path */
export const root = (path) => join(ROOT, path);

// Reference data that is not part of the repository: real images and texts, other people's networks and
// logits.
const SHARED = resolve(process.env.CAL_SHARED ?? join(ROOT, '..', 'shared'));

/** Returns the absolute path of reference data. @param {string} path */
export const shared = (path) => join(SHARED, path);

/**
 * Returns a reason to skip a test if its reference data is absent, else false: `test(name,
 * { skip: needs('data/cifar10') }, ...)`.
 * @param {string} path
 */
export const needs = (path) => !existsSync(shared(path)) && `${path} is not in ${SHARED} (set CAL_SHARED)`;
