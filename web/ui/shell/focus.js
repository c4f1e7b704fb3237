// Moves the keyboard focus when a redraw removes or hides the focused element. It goes to the menu or
// question around that element, or to the current heading. Otherwise the keyboard would restart at the top.

/** @param {Element | null} element */
const isShown = (element) => !!element?.isConnected && element.checkVisibility();

/** Draws, and keeps the focus on the page. @param {() => void} draw */
export function keepingFocus(draw) {
  const { activeElement: before } = document;
  const menu = before?.closest('details');
  /** @type {HTMLElement | null | undefined} */
  const item = before?.closest('[data-question], [data-run]');
  draw();
  if (!before || before === document.body || isShown(before)) return;
  const { activeElement: now } = document;
  if (now !== before && now !== document.body && isShown(now)) return; // the redraw moved it
  const menuTitle = menu?.querySelector('summary');
  if (menuTitle && isShown(menuTitle)) return menuTitle.focus({ preventScroll: true });
  const headings = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('main h1'));
  const next = item && isShown(item) ? item : [...headings].find(isShown);
  if (!next) return;
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
}
