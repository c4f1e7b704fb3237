// Creates elements from plain descriptions. Styles come from classes only, because the content security
// policy forbids inline styles.

/**
 * Attributes of an element. `on...` are listeners; true sets an attribute without a value; false and null
 * leave it out.
 * @typedef {{[Name in keyof HTMLElementEventMap as `on${Name}`]?: ((event: HTMLElementEventMap[Name]) =>
 *   void) | null}} Listeners
 * @typedef {Listeners & Record<string, string | number | boolean | null | undefined | object>} Attributes
 */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Node | string | null | false)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== false).map((child) => /** @type {Node | string} */ (child)));
  return element;
}

/** Sets the text, but only if it differs. @param {Element} element @param {string} text */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {HTMLElement} element @param {boolean} shown */
export function show(element, shown) {
  if (element.hidden === shown) element.hidden = !shown;
}

/** Scrolls no further than needed until the element is in sight. @param {Element} element */
export const reveal = (element) => element.scrollIntoView({ block: 'nearest' });

/** @param {Element} element @param {string} name @param {string | null} value */
export function attribute(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Makes Escape close a menu, and do nothing else. @param {HTMLDetailsElement} menu */
function closesOnEscape(menu) {
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    event.stopPropagation(); // keeps selections elsewhere on the page
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}

/**
 * Makes a menu of commands close after a choice, on Escape, and when it loses focus.
 * @param {HTMLDetailsElement} menu
 */
export function closesItself(menu) {
  closesOnEscape(menu);
  menu.addEventListener('click', (event) => {
    if (/** @type {Element} */ (event.target).closest('summary')) return;
    const inside = menu.contains(document.activeElement);
    menu.open = false;
    if (inside) menu.querySelector('summary')?.focus({ preventScroll: true });
  });
  menu.addEventListener('focusout', (event) => {
    if (!menu.contains(/** @type {Node | null} */ (event.relatedTarget))) menu.open = false;
  });
}

/**
 * Makes a menu of settings close on Escape or when another element gets the focus. Choices leave it open.
 * @param {HTMLDetailsElement} menu
 */
export function closesLikeMenu(menu) {
  closesOnEscape(menu);
  menu.addEventListener('focusout', (event) => {
    if (event.relatedTarget && !menu.contains(/** @type {Node} */ (event.relatedTarget))) menu.open = false;
  });
}

/** @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id}`);
  return element;
}

/** An icon for a button. @param {string} d @param {number} [size] */
export function icon(d, size = 14) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 14 14');
  svg.setAttribute('width', String(size));
  svg.setAttribute('height', String(size));
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', d);
  svg.append(path);
  return svg;
}

export const icons = {
  run: 'M3 1l9 6-9 6z',
  pause: 'M2 1h3.6v12H2zM8.4 1H12v12H8.4z',
  step: 'M1 1l8 6-8 6zM10 1h2.6v12H10z',
  stepOne: 'M4 3l5.3 4L4 11zM10 3h1.3v8H10z',
  stop: 'M2 2h10v10H2z',
  again: 'M7 2a5 5 0 1 0 5 5h-1.7A3.3 3.3 0 1 1 7 3.7V6l4-3-4-3z',
  undo: 'M5 1v3h3.500a4.500 4.500 0 0 1 0 9H3v-2h5.500a2.500 2.500 0 0 0 0-5H5v3L0.500 5z',
  redo: 'M9 1v3H5.500a4.500 4.500 0 0 0 0 9H11v-2H5.500a2.500 2.500 0 0 1 0-5H9v3L13.500 5z',
  threads: 'M0 2h14v3.5H0zM0 8h14v3.5H0z',
  light:
    'M7 4a3 3 0 1 1 0 6a3 3 0 1 1 0-6M6.4 0h1.2v2.4H6.4zM6.4 11.6h1.2V14H6.4zM0 6.4h2.4v1.2H0zM11.6 6.4H14v1.2h-2.4zM1.6 2.5l.9-.9 1.7 1.7-.9.9zM9.8 10.7l.9-.9 1.7 1.7-.9.9zM1.6 11.5l1.7-1.7.9.9-1.7 1.7zM9.8 3.3l1.7-1.7.9.9-1.7 1.7z',
  dark: 'M8.5.6A6.5 6.5 0 1 0 13.4 9 5.4 5.4 0 0 1 8.5.6z',
  contrast: 'M7 0a7 7 0 1 1 0 14A7 7 0 1 1 7 0M7 1.500V12.500A5.5 5.5 0 0 0 7 1.5',
  pin: 'M4 1h6v1.200l-1 .8v3.500l2 2V10H7.700v4H6.300v-4H3V8.500l2-2V3l-1-.8z',
  more: 'M1 5.600h2.800v2.800H1zM5.6 5.600h2.800v2.800H5.600zM10.2 5.600H13v2.800h-2.800z',
};
