// Formulas, loaded with the first one that is shown; the build bundles this file from npm.
export { default as katex, ParseError } from 'katex';
