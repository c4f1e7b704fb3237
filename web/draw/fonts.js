// Writes the page's fonts into a picture: an SVG that is drawn as an image loads nothing.

/** @param {string} url @returns {Promise<string>} a data URL */
async function inlined(url) {
  const blob = await (await fetch(url)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/**
 * Lists the @font-face rules, also those in layers.
 * @param {CSSRuleList} rules
 * @returns {CSSFontFaceRule[]}
 */
const facesIn = (rules) =>
  [...rules].flatMap((rule) => {
    if (rule instanceof CSSFontFaceRule) return [rule];
    return rule instanceof CSSGroupingRule ? facesIn(rule.cssRules) : [];
  });

/**
 * Returns @font-face rules that hold the fonts which the page has loaded. A font that cannot be fetched is
 * left out: its text is then in the system's.
 */
export async function fontRules() {
  const loaded = new Set([...document.fonts].flatMap(({ status, unicodeRange }) => (status === 'loaded' ? [unicodeRange] : [])));
  const rules = [...document.styleSheets].flatMap((sheet) =>
    facesIn(sheet.cssRules).map(async ({ style }) => {
      const [family, weight, range] = ['font-family', 'font-weight', 'unicode-range'].map((name) => style.getPropertyValue(name));
      const address = style.getPropertyValue('src').split('"')[1]; // url("...") format("woff2")
      if (!address || !range || !loaded.has(range)) return '';
      const data = await inlined(String(new URL(address, sheet.href ?? document.baseURI))).catch(() => '');
      return data && `@font-face{font-family:${family};font-weight:${weight};unicode-range:${range};src:url("${data}")}`;
    }),
  );
  return (await Promise.all(rules)).join('');
}
