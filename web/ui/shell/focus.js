// Moves the keyboard focus when a redraw removes or hides the focused element: to the menu that it was in, or
// to the current heading. Otherwise the keyboard would restart at the top of the page.

/** @param {Element | null} element */
const isShown = (element) => !!element?.isConnected && element.checkVisibility();

/** Draws, and keeps the focus on the page. @param {() => void} draw */
export function keepingFocus(draw) {
  const { activeElement: before } = document;
  const menu = before?.closest('details');
  draw();
  if (!before || before === document.body || isShown(before)) return;
  const { activeElement: now } = document;
  if (now !== before && now !== document.body && isShown(now)) return; // the redraw moved it
  const menuTitle = menu?.querySelector('summary');
  if (menuTitle && isShown(menuTitle)) return menuTitle.focus({ preventScroll: true });
  const heading = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('main h1'))].find(isShown);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
