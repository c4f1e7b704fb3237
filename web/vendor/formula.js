// Formulas, loaded with the first one that is shown; the build bundles this file from npm.
export { render } from 'katex';
