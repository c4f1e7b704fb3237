// How a file of kept runs is known: by the name of the first file in it.

export const INDEX = 'calib-runs.json';

/** Does it begin like one? @param {Blob} file */
export const isRunsFile = async (file) => (await file.slice(30, 30 + INDEX.length).text()) === INDEX;
