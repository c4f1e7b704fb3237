// What reading an exercise takes, bundled from npm by the build; the page loads it with the first exercise.
export { Lexer, Marked } from 'marked';
export { isMap, isNode, parseDocument, stringify } from 'yaml';
