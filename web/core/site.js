// Where the site's files are. Modules are bundled, so their own addresses say nothing of it; workers' modules lie where they stand here.

/** @param {string} path in the site's folder @returns {URL} for the page, whose document lies in that folder */
export const siteUrl = (path) => new URL(path, document.baseURI);
