// The temperatures that the slider reaches, on a log scale.

export const coldest = 0.25;
export const hottest = 10;

/** Place on the track, 0 to 1. @param {number} t */
export const placeOf = (t) => Math.log(Math.min(hottest, Math.max(coldest, t)) / coldest) / Math.log(hottest / coldest);
/** @param {number} place */
export const temperatureAt = (place) => coldest * (hottest / coldest) ** place;
