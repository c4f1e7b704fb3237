// Watches for what must never happen in a page: an injected script, a request to another origin, a violation
// of its policy.
import assert from 'node:assert/strict';

/** Names that would act if the page inserted them as markup or an address: they would set `hit`. */
export const NAMES = [
  '<img src=x onerror=hit=1>',
  '<script>hit=2</script>',
  '"><svg onload=hit=3>',
  '<a href=javascript:hit=4>a</a>',
  '</script><!--<script>hit=5',
  '<iframe srcdoc="<script>parent.hit=6</script>">',
  '<link rel=stylesheet href=//elsewhere.invalid/7>',
  '__proto__',
];

/**
 * Call it before the page opens. Watches its frames, too.
 * @param {import('puppeteer-core').Page} page
 * @param {{csp?: boolean}} [options] csp: also watch for violations of the policy (default)
 */
export async function watch(page, { csp = true } = {}) {
  /** @type {string[]} */
  const wrong = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?|ftp):$/.test(url.protocol) && !['127.0.0.1', 'localhost'].includes(url.hostname))
      wrong.push(`request to ${url.href}`);
  });
  page.on('dialog', (dialog) => (wrong.push(`dialog ${dialog.message()}`), void dialog.dismiss()));
  page.on('pageerror', (error) => wrong.push(`uncaught: ${/** @type {Error} */ (error).message}`));
  page.on('error', (error) => wrong.push(`crashed: ${error.message}`));
  await page.evaluateOnNewDocument(() => {
    const all = /** @type {any} */ (globalThis);
    all.violations = [];
    addEventListener('error', ({ message }) => all.violations.push(`uncaught: ${message}`));
    addEventListener('unhandledrejection', ({ reason }) => all.violations.push(`rejected: ${reason}`));
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      all.violations.push(`${effectiveDirective} ${blockedURI} ${sample}`.trim()),
    );
  });
  return {
    /** Asserts that the page answers and that nothing of it has happened. @param {string} where */
    async unharmed(where) {
      for (const frame of page.frames()) {
        const found = await frame.evaluate(() => {
          const { hit, violations = [] } = /** @type {any} */ (globalThis);
          const markup = [...document.querySelectorAll('body script:not([type="application/json"]), iframe[srcdoc], [onerror], [onload]')];
          const addresses = [...document.querySelectorAll('[href], [src], [action], [formaction]')].flatMap((one) =>
            ['href', 'src', 'action', 'formaction'].map((name) => one.getAttribute(name) ?? ''),
          );
          return {
            hit: String(hit),
            violations: [...violations],
            markup: markup.map(({ outerHTML }) => outerHTML),
            addresses: addresses.filter((one) => /^\s*(javascript|vbscript|data:text)/i.test(one)),
            polluted: Object.keys(Object.prototype),
          };
        });
        if (!csp || frame.parentFrame() === null) Object.assign(found, csp ? {} : { violations: [] });
        assert.deepEqual(found, { hit: 'undefined', violations: [], markup: [], addresses: [], polluted: [] }, where);
      }
      // WebKit's driver reports no requests: those to other hosts reach a proxy, which lists them.
      assert.deepEqual([...wrong, .../** @type {any} */ (page.outside ?? [])], [], where);
    },
  };
}
