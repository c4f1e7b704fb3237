// Drives Debian's WebKitGTK through its WebDriver, in a private X server, since puppeteer drives no WebKit.
// Its pages have the part of puppeteer's interface that tests use. A driven MiniBrowser keeps nothing on
// disk, as a private window of Safari.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const WAIT = 180_000; // long, for a busy machine
// Features that Safari has and WebKitGTK leaves off by default.
const SAFARI = { env: { JSC_useSharedArrayBuffer: '1' }, args: ['--features=+StorageAPI,+StorageAPIEstimate,+FileSystem'] };
const GNOME = { env: {}, args: [] };

/** Runs in a page and returns a value, or the error. */
const CALL = (/** @type {string} */ body) => `
  const done = arguments[arguments.length - 1];
  const args = [...arguments].slice(0, -1);
  Promise.resolve().then(() => (${body})(...args)).then(
    (value) => done({ value }), (error) => done({ error: String(error?.stack ? error + '\\n' + error.stack : error) }));`;

/**
 * Listens on a free port of this machine.
 * @param {import('node:http').Server} server
 * @returns {Promise<number>}
 */
async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

/** Finds a free port. */
async function freePort() {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A page with puppeteer's method names. */
class WebkitPage {
  /**
   * @param {Session} session
   * @param {string} handle
   * @param {string[]} outside requests of its browser to other hosts
   */
  constructor(session, handle, outside) {
    this.session = session;
    this.handle = handle;
    this.outside = outside;
    this.timeout = WAIT;
    /** @type {string[]} */
    this.first = [];
  }

  /** @param {string} method @param {string} path @param {object} [body] */
  ask(method, path, body) {
    return this.session.in(this.handle, method, path, body);
  }

  /** @param {number} ms */
  setDefaultTimeout(ms) {
    this.timeout = ms;
  }

  /**
   * Runs once the page is loaded, since the driver has nothing that runs before a page's own scripts. For
   * earlier, see scriptBefore() in serve.mjs.
   * @param {Function} fn
   */
  async evaluateOnNewDocument(fn) {
    this.first.push(String(fn));
  }

  async begun() {
    for (const one of this.first) await this.call(one, []);
  }

  /** @param {string} url */
  async goto(url) {
    await this.ask('POST', '/url', { url });
    await this.begun();
  }

  async reload() {
    await this.ask('POST', '/refresh', {});
    await this.begun();
  }

  /** @param {string} body @param {any[]} args */
  async call(body, args) {
    const { value, error } = await this.ask('POST', '/execute/async', { script: CALL(body), args });
    if (error) throw new Error(error);
    return value;
  }

  /** @param {Function} fn @param {...any} args @returns {Promise<any>} */
  evaluate(fn, ...args) {
    return this.call(String(fn), args);
  }

  /** @param {Function} fn @param {{timeout?: number, polling?: number}} [options] @param {...any} args */
  waitForFunction(fn, { timeout = this.timeout, polling = 30 } = {}, ...args) {
    const body = `async (timeout, polling, ...args) => {
      const end = performance.now() + timeout;
      for (;;) {
        if (await (${fn})(...args)) return;
        if (performance.now() > end) throw new Error('waited ' + timeout + ' ms for ' + ${JSON.stringify(String(fn))} + ' with ' + JSON.stringify(args));
        await new Promise((resolve) => setTimeout(resolve, polling));
      }
    }`;
    return this.call(body, [timeout, polling, ...args]);
  }

  /** @param {string} selector @param {{visible?: boolean, timeout?: number}} [options] */
  waitForSelector(selector, { visible = false, timeout } = {}) {
    return this.waitForFunction(
      (selector, visible) => {
        const one = document.querySelector(selector);
        return one && (!visible || one.checkVisibility());
      },
      { timeout },
      selector,
      visible,
    );
  }

  /** @param {string} selector @param {Function} fn @param {...any} args @returns {Promise<any>} */
  $eval(selector, fn, ...args) {
    const body = `(selector, ...args) => {
      const one = document.querySelector(selector);
      if (!one) throw new Error('there is no ' + selector);
      return (${fn})(one, ...args);
    }`;
    return this.call(body, [selector, ...args]);
  }

  /** @param {string} selector @param {Function} fn @param {...any} args @returns {Promise<any>} */
  $$eval(selector, fn, ...args) {
    return this.call(`(selector, ...args) => (${fn})([...document.querySelectorAll(selector)], ...args)`, [selector, ...args]);
  }

  /** Clicks as a user does, at a visible place of the element. @param {string} selector */
  async click(selector) {
    const [id] = Object.values(await this.ask('POST', '/element', { using: 'css selector', value: selector }));
    await this.ask('POST', `/element/${id}/click`, {});
  }

  /** Types into the focused element. @param {string} text */
  async type(text) {
    const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
    await this.ask('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  /** @param {{width: number, height: number}} size */
  async setViewport({ width, height }) {
    await this.ask('POST', '/window/rect', { width, height });
  }

  /** @param {{path: string}} where */
  async screenshot({ path }) {
    writeFileSync(path, Buffer.from(await this.ask('GET', '/screenshot'), 'base64'));
  }

  /** Returns no frames: tests need none in WebKit. */
  frames() {
    return [this];
  }

  parentFrame() {
    return null;
  }

  on() {}

  async close() {
    await this.ask('DELETE', '/window');
    this.session.current = '';
  }
}

/** Sends the driver's commands one at a time. */
class Session {
  /** @param {string} url */
  constructor(url) {
    this.url = url;
    this.path = '';
    this.current = '';
    this.last = Promise.resolve();
  }

  /** @param {string} method @param {string} path @param {object} [body] */
  async ask(method, path, body) {
    const response = await fetch(`${this.url}${this.path}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`WebKit: ${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  /**
   * Sends a command to a window.
   * @param {string} handle
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  in(handle, method, path, body) {
    const request = this.last.then(async () => {
      if (this.current !== handle) await this.ask('POST', '/window', { handle });
      this.current = handle;
      return this.ask(method, path, body);
    });
    this.last = request.catch(() => {});
    return request;
  }
}

/**
 * @param {{safari?: boolean}} [options] safari: with shared memory and the storage API, as Safari has them;
 *   else as WebKitGTK's browsers come, without
 * @returns what opens pages; `outside` lists what was asked of other hosts than this machine
 */
export async function launchWebkit({ safari = false } = {}) {
  const { env, args } = safari ? SAFARI : GNOME;
  const folder = mkdtempSync(join(tmpdir(), 'calib-webkit-')); // with mode 0700, as XDG_RUNTIME_DIR requires
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(/** @type {import('node:stream').Readable} */ (display.stdio[3]), 'data');
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', ['-p', String(port)], {
    stdio: 'ignore',
    env: { ...process.env, ...env, DISPLAY: `:${String(number).trim()}`, XDG_RUNTIME_DIR: folder, HOME: folder, GTK_A11Y: 'none' },
  });
  /** @type {string[]} */
  const outside = [];
  const proxy = createServer(({ url }, response) => (outside.push(String(url)), response.writeHead(403).end()));
  proxy.on('connect', ({ url }, socket) => (outside.push(String(url)), socket.end()));
  const proxied = `127.0.0.1:${await listen(proxy)}`;

  const session = new Session(`http://127.0.0.1:${port}`);
  for (let i = 0; !(await session.ask('GET', '/status').catch(() => null)); i++) {
    if (i * 30 > WAIT || driver.exitCode !== null) throw new Error('WebKitWebDriver does not answer');
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  const { sessionId } = await session.ask('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        proxy: { proxyType: 'manual', httpProxy: proxied, sslProxy: proxied, noProxy: ['127.0.0.1'] },
        timeouts: { script: 280_000, pageLoad: WAIT, implicit: 0 },
        'webkitgtk:browserOptions': { args: ['--automation', '--javascript-can-open-windows-automatically=true', ...args] },
      },
    },
  });
  session.path = `/session/${sessionId}`;
  const home = new WebkitPage(session, await session.ask('GET', '/window'), outside);

  /**
   * Opens a window without a bar, which can be as small as requested.
   * @param {{width?: number, height?: number}} [size]
   */
  async function newPage({ width = 1440, height = 900 } = {}) {
    const before = await home.ask('GET', '/window/handles');
    await home.evaluate((size) => void window.open('about:blank', '_blank', `popup,${size}`), `width=${width},height=${height}`);
    for (;;) {
      const handle = (await home.ask('GET', '/window/handles')).find((/** @type {string} */ one) => !before.includes(one));
      if (handle) return new WebkitPage(session, handle, outside);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  return {
    outside,
    newPage,

    /** Returns the only context: all pages share their storage. */
    createBrowserContext: async () => ({ newPage, close: async () => {} }),

    async close() {
      await session.ask('DELETE', '').catch(() => {});
      for (const child of [driver, display]) {
        child.kill();
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
      proxy.close();
      proxy.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
