// Recognises a file of stored runs by the name of its first entry.

export const INDEX = 'calib-runs.json';

/** Returns true if a file begins like one. @param {Blob} file */
export const isRunsFile = async (file) => (await file.slice(30, 30 + INDEX.length).text()) === INDEX;
