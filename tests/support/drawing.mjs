// Replaces the parts of a browser's document that web/draw and web/ui use, so that tests need no browser.
// Elements are plain objects: a test reads their words, attributes and pixels, and calls their listeners.

/** Replaces an element of HTML or SVG. */
export class Sheet {
  /** @param {string} tagName */
  constructor(tagName) {
    this.tagName = tagName;
    /** @type {Record<string, string>} */
    this.attributes = {};
    /** @type {(Sheet | string)[]} */
    this.content = [];
    /** @type {Sheet | null} */
    this.parent = null;
    /** @type {Record<string, ((event: any) => void)[]>} */
    this.listeners = {};
    /** @type {Record<string, string>} */
    this.dataset = {};
    this.style = { setProperty: () => {} };
    this.hidden = false;
    this.disabled = false;
    this.value = '';
    this.checked = false;
    this.clientWidth = 1000;
    /** @type {{data: Uint8ClampedArray, width: number, height: number} | null} */
    this.pixels = null;
  }

  get children() {
    return /** @type {Sheet[]} */ (this.content.filter((one) => typeof one !== 'string'));
  }

  get childElementCount() {
    return this.children.length;
  }

  get firstElementChild() {
    return this.children[0] ?? null;
  }

  get lastChild() {
    return this.children.at(-1) ?? null;
  }

  get parentElement() {
    return this.parent;
  }

  get nextElementSibling() {
    const siblings = this.parent?.children ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  get className() {
    return this.attributes.class ?? '';
  }

  set className(name) {
    this.attributes.class = name;
  }

  get id() {
    return this.attributes.id ?? '';
  }

  /** @returns {string} */
  get textContent() {
    return this.content.map((one) => (typeof one === 'string' ? one : one.textContent)).join('');
  }

  set textContent(words) {
    this.content = words ? [words] : [];
  }

  /** Returns the text of the element, without the text of its children. */
  get words() {
    return this.content.filter((one) => typeof one === 'string').join('');
  }

  /** @param {...(Sheet | string)} more */
  append(...more) {
    for (const one of more) if (one instanceof Sheet) one.parent = this;
    this.content.push(...more);
  }

  /** @param {...(Sheet | string)} others */
  replaceChildren(...others) {
    this.content = [];
    this.append(...others);
  }

  /** @param {Sheet} other */
  replaceWith(other) {
    const { content } = /** @type {Sheet} */ (this.parent);
    other.parent = this.parent;
    content[content.indexOf(this)] = other;
  }

  remove() {
    const { content } = /** @type {Sheet} */ (this.parent);
    content.splice(content.indexOf(this), 1);
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes[name] = String(value);
    if (name === 'hidden') this.hidden = true;
    if (name === 'value') this.value = String(value);
    if (name === 'checked') this.checked = true;
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes[name] ?? null;
  }

  /** @param {string} name */
  removeAttribute(name) {
    delete this.attributes[name];
  }

  toggleAttribute() {}

  /** @param {string} type @param {(event: any) => void} listener */
  addEventListener(type, listener) {
    (this.listeners[type] ??= []).push(listener);
  }

  /** Calls the listeners of an event. @param {string} type @param {object} [event] */
  fire(type, event = {}) {
    const full = { target: this, preventDefault: () => {}, stopPropagation: () => {}, ...event };
    for (const listener of this.listeners[type] ?? []) listener(full);
  }

  focus() {}

  click() {
    this.fire('click');
  }

  /** Finds the first element of the last tag in a selector. @param {string} selector */
  querySelector(selector) {
    const tag = selector.split(' ').at(-1);
    return this.all().find(({ tagName }) => tagName === tag) ?? null;
  }

  /** Finds nothing: the page looks here for places on a screen. */
  querySelectorAll() {
    return [];
  }

  /** Compares the tag with those of a list of selectors. @param {string} selector */
  matches(selector) {
    return selector.split(', ').some((one) => one.split(':')[0] === this.tagName);
  }

  contains() {
    return false;
  }

  getContext() {
    return { putImageData: (/** @type {NonNullable<Sheet['pixels']>} */ image) => void (this.pixels = image) };
  }

  toDataURL() {
    return 'data:,';
  }

  /** Lists all elements below this one, in the order of drawing. @returns {Sheet[]} */
  all() {
    return this.children.flatMap((child) => [child, ...child.all()]);
  }

  /** Lists the texts below this element. @returns {string[]} */
  texts() {
    return this.all().flatMap(({ words }) => (words ? [plain(words)] : []));
  }

  /** Lists the elements of a class, such as "gap-over". @param {string} kind */
  ofKind(kind) {
    return this.all().filter(({ attributes }) => attributes.class?.split(' ').includes(kind));
  }

  /** Finds the only element with an attribute. @param {string} name @param {string} value @returns {Sheet} */
  the(name, value) {
    const found = this.all().filter(({ attributes }) => attributes[name] === value);
    if (found.length !== 1) throw new RangeError(`${found.length} elements have ${name}="${value}"`);
    return /** @type {Sheet} */ (found[0]);
  }
}

/** Replaces narrow and fixed spaces by usual ones. @param {string} text */
export const plain = (text) => text.replace(/[\u202f\u00a0]/g, ' ');

/** @type {Sheet[]} all canvases, in the order of their creation */
export const canvases = [];

const made = (/** @type {string} */ tagName) => {
  const sheet = new Sheet(tagName);
  if (tagName === 'canvas') canvases.push(sheet);
  return sheet;
};

/** Installs the document until the process ends. @returns the window, whose listeners a test can call */
export function useDrawing() {
  const [body, window] = [made('body'), made('window')];
  Object.assign(globalThis, {
    window,
    document: {
      body,
      createElement: made,
      createTextNode: (/** @type {string} */ text) => text,
      createElementNS: (/** @type {string} */ _, /** @type {string} */ tagName) => made(tagName),
    },
    matchMedia: () => ({ matches: false, addEventListener: () => {} }),
    requestAnimationFrame: () => 0,
    cancelAnimationFrame: () => {},
    ResizeObserver: class {
      observe() {}
    },
    Element: Sheet,
    HTMLElement: Sheet,
    ImageData: class {
      /** @param {number} width @param {number} height */
      constructor(width, height) {
        Object.assign(this, { width, height, data: new Uint8ClampedArray(4 * width * height) });
      }
    },
  });
  return window;
}
