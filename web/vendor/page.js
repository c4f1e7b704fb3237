// The few library functions that every drawing uses; the build bundles this file from npm.
export { scaleLinear, scaleLog } from 'd3-scale';
export { area, curveMonotoneX, line } from 'd3-shape';
