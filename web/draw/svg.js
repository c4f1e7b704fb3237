// Creates SVG from plain descriptions. A drawing is a list of shapes; `paint` reuses existing elements, so
// that a redraw during training changes only attributes.

const space = 'http://www.w3.org/2000/svg';

/**
 * [tag, attributes, content]: content is text or more shapes. Attributes that are null are left out.
 * @typedef {[string, Record<string, string | number | null | undefined>, (string | Shape[])?]} Shape
 */

/** @type {WeakMap<Element, Record<string, string | number | null | undefined>>} */
const painted = new WeakMap();

/**
 * @param {Element} element
 * @param {Record<string, string | number | null | undefined>} attributes
 */
function setAttributes(element, attributes) {
  const before = painted.get(element) ?? {};
  for (const name in before) if (attributes[name] == null) element.removeAttribute(name);
  for (const name in attributes) {
    const value = attributes[name];
    if (value != null && value !== before[name]) element.setAttribute(name, rounded(value));
  }
  painted.set(element, attributes);
}

/** Formats a coordinate for a path or a transform. @param {number} value CSS pixels */
export const coordinate = (value) => value.toFixed(1);

/** @param {string | number} value */
function rounded(value) {
  return typeof value === 'number' ? String(Math.round(value * 100) / 100) : value;
}

/**
 * Makes the children of `parent` equal to `shapes`.
 * @param {Element} parent
 * @param {(Shape | null | false)[]} shapes
 */
export function paint(parent, shapes) {
  let child = parent.firstElementChild;
  for (const shape of shapes) {
    if (!shape) continue;
    const [tag, attributes, content] = shape;
    if (!child || child.tagName !== tag) {
      const made = document.createElementNS(space, tag);
      if (child) child.replaceWith(made);
      else parent.append(made);
      child = made;
    }
    setAttributes(child, attributes);
    if (Array.isArray(content)) paint(child, content);
    else if (child.textContent !== (content ?? '')) child.textContent = content ?? '';
    child = child.nextElementSibling;
  }
  while (child) {
    const next = child.nextElementSibling;
    child.remove();
    child = next;
  }
}

/** @type {WeakMap<Element, unknown[]>} */
const drawnFrom = new WeakMap();

/**
 * Returns true if the last call for this element had the same inputs: then there is nothing to redraw.
 * @param {Element} element
 * @param {...unknown} inputs
 */
export function isDrawn(element, ...inputs) {
  const before = drawnFrom.get(element);
  drawnFrom.set(element, inputs);
  return !!before && inputs.every((input, i) => input === before[i]);
}

/**
 * The only <svg> of a view's element, created if missing. Its size is in CSS pixels, so that text keeps its
 * size.
 * @param {Element} element
 * @param {number} width
 * @param {number} height
 * @param {string} label what a screen reader says; empty if the drawing adds nothing to the text
 */
export function surface(element, width, height, label) {
  let svg = element.querySelector(':scope > svg');
  if (!svg) {
    svg = document.createElementNS(space, 'svg');
    element.append(svg);
  }
  setAttributes(svg, {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' }),
  });
  return svg;
}

/**
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {string} kind
 * @returns {Shape}
 */
export const line = (x1, y1, x2, y2, kind) => ['line', { x1, y1, x2, y2, class: kind }];

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} kind
 * @returns {Shape}
 */
export const rect = (x, y, width, height, kind) => ['rect', { x, y, width: Math.max(0, width), height: Math.max(0, height), class: kind }];

/**
 * @param {number} x
 * @param {number} y
 * @param {string} content
 * @param {string} kind
 * @param {'start' | 'middle' | 'end'} [anchor]
 * @returns {Shape}
 */
export const text = (x, y, content, kind, anchor = 'start') => [
  'text',
  { x, y, class: kind, 'text-anchor': anchor === 'start' ? null : anchor },
  content,
];

/** @param {number} cx @param {number} cy @param {number} r @param {string} kind @returns {Shape} */
export const circle = (cx, cy, r, kind) => ['circle', { cx, cy, r, class: kind }];

/** @param {string | null} d @param {string} kind @returns {Shape} */
export const path = (d, kind) => ['path', { d: d ?? '', class: kind }];
