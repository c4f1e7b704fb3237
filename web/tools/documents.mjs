// Makes the site's documents: a page of HTML for each Markdown file that users read, for `make site`. Links
// between documents stay; links to other files of the repository become plain text.
// node web/tools/documents.mjs FOLDER
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { Marked } from 'marked';

/** Documents by the name of their page, in the order of the list. @type {Record<string, string>} */
export const documents = {
  using: 'web/using.md',
  teaching: 'web/teaching.md',
  embedding: 'web/embedding.md',
  security: 'web/security.md',
  reference: 'src/reference.md',
  'command-line': 'src/cli/README.md',
  networks: 'models/README.md',
  papers: 'models/papers/README.md',
};

/** Makes a heading's id as code hosts do, which the links in the documents follow. @param {string} text */
const slugOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** @param {string} path */
const titleOf = (path) => /^# (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? path;

/**
 * Returns the page and heading that a link of a document leads to, or null.
 * @param {string} from path of the document
 * @param {string} href
 */
function targetOf(from, href) {
  if (/^https:/.test(href)) return href;
  const [file = '', heading] = href.split('#');
  const path = file ? posix.join(dirname(from), file) : from;
  const page = Object.keys(documents).find((name) => [path, posix.join(path, 'README.md')].includes(documents[name] ?? ''));
  return page ? `${page}.html${heading ? `#${heading}` : ''}` : null;
}

/** @param {string} path of the document @returns {string} HTML */
function bodyOf(path) {
  const marked = new Marked();
  let section = '';
  const named = new Set();
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        section = slugOf(text.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&'));
        return `<h${depth} id="${section}">${text}</h${depth}>\n`;
      },
      // The first row of a section that begins with a name in code can be linked: #metrics-ece.
      tablerow({ text }) {
        const [, name] = /^\s*<td><code>([a-z0-9_-]+)/.exec(text) ?? [];
        const id = `${section}-${name}`;
        const isNew = !!name && !named.has(id);
        if (isNew) named.add(id);
        return `<tr${isNew ? ` id="${id}"` : ''}>\n${text}</tr>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = targetOf(path, href);
        return target ? `<a href="${escaped(target)}">${text}</a>` : text;
      },
      image: ({ text }) => escaped(text),
      html: ({ text }) => (text.startsWith('<!--') ? '' : escaped(text)),
    },
  });
  const html = /** @type {string} */ (marked.parse(readFileSync(path, 'utf8')));
  return html.replaceAll('<table>', '<div class="wide"><table>').replaceAll('</table>', '</table></div>');
}

/** @param {string} name */
function pageOf(name) {
  const path = documents[name] ?? '';
  const list = Object.entries(documents).map(
    ([other, from]) => `<a href="${other}.html"${other === name ? ' aria-current="page"' : ''}>${escaped(titleOf(from))}</a>`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <title>${escaped(titleOf(path))} – Calibration Lab</title>
    <link rel="icon" href="../icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="../style/documents.css" />
  </head>
  <body>
    <nav aria-label="Documents"><a class="home" href="../">Calibration Lab</a>${list.join('')}</nav>
    <main>${bodyOf(path)}</main>
  </body>
</html>
`;
}

const [folder] = process.argv.slice(2);
if (folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of Object.keys(documents)) writeFileSync(join(folder, `${name}.html`), pageOf(name));
}
