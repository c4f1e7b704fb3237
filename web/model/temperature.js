// Range of the temperature slider, on a log scale.

export const coldest = 0.25;
export const hottest = 10;

/** Converts a temperature to a position on the track, 0 to 1. @param {number} t */
export const placeOf = (t) => Math.log(Math.min(hottest, Math.max(coldest, t)) / coldest) / Math.log(hottest / coldest);
/** @param {number} place */
export const temperatureAt = (place) => coldest * (hottest / coldest) ** place;
