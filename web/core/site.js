// Where the site's files are. Modules are bundled, so their own addresses say nothing of it; workers' modules lie where they stand here.

/** @param {string} path in the site's folder @returns {URL} for the page, whose document lies in that folder */
export const siteUrl = (path) => new URL(path, document.baseURI);

// All that the page begins besides its own modules. The policy of index.html (Trusted Types) lets nothing else become a worker, and no
// text a script or markup.
const PROGRAMS = /** @type {const} */ (['core/worker/main.js', 'sw.js']);

/** @typedef {{createScriptURL: (path: string) => URL}} Policy */
/** @typedef {{createPolicy: (name: string, rules: {createScriptURL: (path: string) => string}) => Policy}} Factory */
const { trustedTypes } = /** @type {{trustedTypes?: Factory}} */ (/** @type {unknown} */ (globalThis));

/** @param {string} path */
function programUrl(path) {
  if (!PROGRAMS.some((program) => program === path)) throw new Error(`the page begins no ${path}`);
  return siteUrl(path).href;
}

/** Where the browser knows no such policies, the address alone. @type {Policy} */
const policy = trustedTypes?.createPolicy('calibration-lab', { createScriptURL: programUrl }) ?? {
  createScriptURL: (path) => new URL(programUrl(path)),
};

/** @param {typeof PROGRAMS[number]} path @returns {URL} of a worker's program, as the browser takes it */
export const scriptUrl = (path) => policy.createScriptURL(path);
