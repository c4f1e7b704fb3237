// The texts in a JavaScript file of the page: every string and template that stands in its code, found by
// reading it from its beginning.

/**
 * @typedef {object} Literal
 * @property {string} text what it says, each ${...} of a template as %s
 * @property {number} at where it begins
 * @property {string} before the code before it, up to 60 characters, white space as one blank
 * @property {boolean} inside a template's ${...}, whose value it may be
 */

/** After these a slash begins a regular expression. */
const begins = /(?:^|[=(,:;[!&|?{}+\-*%<>~^]|\b(?:return|typeof|case|in|of|yield|await|throw))\s*$/;

const escapes = /** @type {Record<string, string>} */ ({ n: '\n', t: '\t', r: '\r', 0: '\0' });

/** @param {string} source @returns {Literal[]} in the order in which they end */
export function literalsIn(source) {
  /** @type {Literal[]} */
  const found = [];
  let at = 0;

  /** What a backslash stands before. */
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
    let said = '';
    while (at < source.length && source[at] !== quote) {
      if (source[at] === '\\') said += escaped();
      else if (quote === '`' && source.startsWith('${', at)) {
        at += 2;
        code(true);
        said += '%s';
      } else said += source[at++];
    }
    at++;
    const before = source
      .slice(Math.max(0, start - 200), start)
      .replace(/\s+/g, ' ')
      .slice(-60);
    found.push({ text: said, at: start, before, inside });
  }

  function expression() {
    for (let set = false; ++at < source.length && (set || source[at] !== '/'); ) {
      if (source[at] === '\\') at++;
      else if (source[at] === '[') set = true;
      else if (source[at] === ']') set = false;
    }
    at++;
  }

  /** Up to the bracket that closes it. @param {boolean} inside */
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
