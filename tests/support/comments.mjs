// Finds the comments of a source file and splits them into sentences, for the tests of their language.

/**
 * A block of adjacent comment lines; trailing: it follows code on its line.
 * @typedef {{line: number, text: string, trailing: boolean}} Comment
 */

/** The kinds of files whose comments are read, by ending, and how a comment begins there. */
const MARKERS = /** @type {const} */ ({
  ...{ c: 'slashes', h: 'slashes', inc: 'slashes', js: 'slashes', mjs: 'slashes', ts: 'slashes', css: 'blocks', html: 'tags' },
  ...{ Makefile: 'hashes', run: 'hashes', py: 'hashes', awk: 'hashes' },
});

/** How a file marks its comments, or undefined for files without comments. @param {string} path */
export const markerOf = (path) => MARKERS[/** @type {keyof typeof MARKERS} */ (path.split(/[./]/).at(-1) ?? '')];

/**
 * Splits a line into its code and its comment.
 * @param {string} line
 * @param {string} marker
 * @returns {[string, string | undefined]}
 */
function split(line, marker) {
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? '';
    if (quote) {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (`"'\``.includes(character) && marker === '//') quote = character;
    else if (line.startsWith(marker, at) && (at === 0 || /\s/.test(line[at - 1] ?? ''))) {
      // An apostrophe in a regular expression opens no string, so the rest of the line may be code.
      return [line.slice(0, at), line.slice(at + marker.length)];
    }
  }
  return [line, undefined];
}

/** @param {string} text @param {string} open @param {string} close @returns {Comment[]} */
function blocksOf(text, open, close) {
  const found = [];
  const code = text.replace(/(["'`])(?:\\.|(?!\1)[^\\\n])*\1|(?:^|\s)\/\/[^\n]*/g, (all) => all.replace(/[^\n]/g, ' '));
  for (let at = code.indexOf(open); at >= 0; at = code.indexOf(open, at)) {
    const end = text.indexOf(close, at + open.length);
    const body = text.slice(at + open.length, end < 0 ? text.length : end);
    const line = text.slice(0, at).split('\n').length;
    found.push({ line, text: body.replace(/^\s*\*+ ?/gm, ''), trailing: /\S[ \t]*$/.test(text.slice(text.lastIndexOf('\n', at) + 1, at)) });
    at = end < 0 ? text.length : end + close.length;
  }
  return found;
}

/**
 * Joins whole comment lines to blocks; trailing comments stay single.
 * @param {string} text
 * @param {string} marker
 * @returns {Comment[]}
 */
function linesOf(text, marker) {
  /** @type {Comment[]} */
  const found = [];
  let open = false; // the line before was a comment of the same block
  for (const [index, line] of text.split('\n').entries()) {
    const [code, comment] = split(line, marker);
    const last = found.at(-1);
    const bare = comment !== undefined && !code.trim();
    if (comment === undefined || /^#!/.test(line)) open = false;
    else if (bare && open && last) last.text += `\n${comment}`;
    else {
      found.push({ line: index + 1, text: comment, trailing: !bare });
      open = bare;
    }
  }
  return found;
}

/** Every comment of a file. @param {string} path @param {string} text @returns {Comment[]} */
export function commentsOf(path, text) {
  switch (markerOf(path)) {
    case 'slashes': {
      const lines = linesOf(text, '//');
      return [
        ...lines,
        ...blocksOf(
          text.replace(/(^|\s)\/\/[^\n]*/g, (all) => ' '.repeat(all.length)),
          '/*',
          '*/',
        ),
      ];
    }
    case 'blocks':
      return blocksOf(text, '/*', '*/');
    case 'tags':
      return blocksOf(text, '<!--', '-->');
    case 'hashes':
      return linesOf(text, '#');
    default:
      return [];
  }
}

/**
 * Splits a comment into sentences, one line each. A list entry, a tag (`@param`)
 * and an empty line begin a new one.
 * @param {string} comment
 * @returns {string[]}
 */
export function sentencesOf(comment) {
  const parts = comment.split(/\n\s*\n|\n(?=\s*(?:[-*@]|\d+\.)\s*\S)|(?=@(?:param|returns|property|typedef|template|type)\b)/);
  return parts
    .map((part) =>
      part
        .replace(/^\s*@\w+\s*/, '')
        .replace(/^\s*(?:[-*]|\d+\.)\s+/, '')
        .replace(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .flatMap((part) => part.split(/(?<=[.!?]["'’)]*)\s+(?=[A-Z("'`])|;\s+(?=[A-Z])/))
    .filter((sentence) => /[a-z]{2}/i.test(sentence));
}

/** Words, without numbers, operators and `code`. @param {string} sentence */
export const wordsOf = (sentence) => sentence.replace(/`[^`]*`/g, 'code').match(/[A-Za-z][A-Za-z'’-]*/g) ?? [];
