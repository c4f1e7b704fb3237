// Shows a link as a QR code on the whole screen, for projecting in a classroom. The library is loaded when
// needed.

import { onlyHere } from '../../core/link.js';
import { h } from '../../draw/dom.js';
import { texts } from '../../texts/index.js';
import { encodeQR } from '../../vendor/qr.js';

/**
 * Draws a QR code. Throws if the text is too long.
 * @param {string} text
 * @param {number} [width] CSS pixels, for a picture that is saved: its paths are in pixels
 */
export function codeOf(text, width) {
  // A border of four white modules, as the standard requires.
  const modules = encodeQR(text, 'raw', { ecc: text.length < 700 ? 'medium' : 'low', border: 4 });
  const size = width ?? modules.length;
  const scale = size / modules.length;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  let d = '';
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const from = x;
      while (row[x]) x++;
      if (x > from) d += `M${from * scale} ${y * scale}h${(x - from) * scale}v${scale}H${from * scale}z`;
    }
  });
  path.setAttribute('d', d);
  const ground = document.createElementNS(svg.namespaceURI, 'rect');
  for (const side of ['width', 'height']) ground.setAttribute(side, String(size));
  ground.setAttribute('class', 'code-ground');
  path.setAttribute('class', 'code-ink');
  if (width) for (const side of ['width', 'height']) svg.setAttribute(side, String(width));
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', texts.sharing.qr);
  svg.append(ground, path);
  return svg;
}

/** @param {string} link the whole address, or an answer code; throws if it is too long */
export function showCode(link) {
  const code = codeOf(link);
  const dialog = h(
    'dialog',
    { class: 'wall', 'aria-label': texts.sharing.qr },
    code,
    h('p', { class: 'address-text' }, link),
    link.includes('#') && onlyHere() ? h('p', null, texts.sharing.onlyHere) : '',
    h('button', { class: 'button', onclick: () => dialog.close() }, texts.close),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
