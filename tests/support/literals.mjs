// Finds every string and template in the code of a JavaScript file, by reading the file from its beginning.

/**
 * @typedef {object} Literal
 * @property {string} text with each ${...} of a template as %s
 * @property {number} at offset of its first character
 * @property {string} before the code before it, up to 60 characters, with runs of white space as one blank
 * @property {boolean} inside true within a template's ${...}
 */

/** Matches code after which a slash begins a regular expression. */
const begins = /(?:^|[=(,:;[!&|?{}+\-*%<>~^]|\b(?:return|typeof|case|in|of|yield|await|throw))\s*$/;

const escapes = /** @type {Record<string, string>} */ ({ n: '\n', t: '\t', r: '\r', 0: '\0' });

/** @param {string} source @returns {Literal[]} in the order of their ends */
export function literalsIn(source) {
  /** @type {Literal[]} */
  const found = [];
  let at = 0;

  /** Reads the character after a backslash. */
  function escaped() {
    const next = source[++at] ?? '';
    if (next === 'u' || next === 'x') {
      const [whole, braced, plain = braced] = /^u\{(\w+)\}|^[ux](\w{4}|\w{2})/.exec(source.slice(at)) ?? ['', '0'];
      at += whole.length;
      return String.fromCodePoint(Number.parseInt(plain ?? '0', 16));
    }
    at++;
    return escapes[next] ?? next;
  }

  /** @param {string} quote @param {boolean} inside */
  function text(quote, inside) {
    const start = at++;
    let words = '';
    while (at < source.length && source[at] !== quote) {
      if (source[at] === '\\') words += escaped();
      else if (quote === '`' && source.startsWith('${', at)) {
        at += 2;
        code(true);
        words += '%s';
      } else words += source[at++];
    }
    at++;
    const before = source
      .slice(Math.max(0, start - 200), start)
      .replace(/\s+/g, ' ')
      .slice(-60);
    found.push({ text: words, at: start, before, inside });
  }

  function expression() {
    for (let set = false; ++at < source.length && (set || source[at] !== '/'); ) {
      if (source[at] === '\\') at++;
      else if (source[at] === '[') set = true;
      else if (source[at] === ']') set = false;
    }
    at++;
  }

  /** Reads code up to the closing bracket. @param {boolean} inside */
  function code(inside) {
    const start = at;
    for (let depth = 0; at < source.length; ) {
      const one = source[at] ?? '';
      if (source.startsWith('//', at)) at = (source.indexOf('\n', at) + 1 || source.length + 1) - 1;
      else if (source.startsWith('/*', at)) at = source.indexOf('*/', at) + 2;
      else if (/['"`]/.test(one)) text(one, inside);
      else if (one === '/' && begins.test(source.slice(Math.max(start, at - 12), at))) expression();
      else {
        at++;
        if (one === '{') depth++;
        else if (one === '}' && depth-- === 0) return;
      }
    }
  }

  code(false);
  return found;
}
