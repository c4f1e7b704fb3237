// Addresses of the site's files. The page's modules are bundled, so their own addresses do not help. Modules
// of workers keep their paths.

/**
 * @param {string} path path in the site's folder
 * @returns {URL} address for the page, whose document is in that folder
 */
export const siteUrl = (path) => new URL(path, document.baseURI);

// The programs that the page starts in addition to its modules. The policy of index.html (Trusted Types)
// allows no other worker, and never a text as script or markup.
const PROGRAMS = /** @type {const} */ (['core/worker/main.js', 'sw.js']);

/** @typedef {{createScriptURL: (path: string) => URL}} Policy */
/**
 * @typedef {{createPolicy: (name: string, rules: {createScriptURL: (path: string) => string}) => Policy}}
 *   Factory
 */
const { trustedTypes } = /** @type {{trustedTypes?: Factory}} */ (/** @type {unknown} */ (globalThis));

/** @param {string} path */
function programUrl(path) {
  if (!PROGRAMS.some((program) => program === path)) throw new Error(`the page begins no ${path}`);
  return siteUrl(path).href;
}

/** A browser without Trusted Types uses plain addresses. @type {Policy} */
const policy = trustedTypes?.createPolicy('calibration-lab', { createScriptURL: programUrl }) ?? {
  createScriptURL: (path) => new URL(programUrl(path)),
};

/**
 * @param {typeof PROGRAMS[number]} path
 * @returns {URL} address of a worker's program, as the browser accepts it
 */
export const scriptUrl = (path) => policy.createScriptURL(path);
