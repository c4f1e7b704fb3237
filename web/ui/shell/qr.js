// Shows a link as a QR code on the whole screen, for projecting in a classroom. The library is loaded when
// needed.

import { onlyHere } from '../../core/link.js';
import { h } from '../../draw/dom.js';
import { texts } from '../../texts/index.js';
import { encodeQR } from '../../vendor/qr.js';

/** @param {boolean[][]} modules */
function drawing(modules) {
  const size = modules.length;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  let d = '';
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const from = x;
      while (row[x]) x++;
      if (x > from) d += `M${from} ${y}h${x - from}v1H${from}z`;
    }
  });
  path.setAttribute('d', d);
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', texts.sharing.qr);
  svg.append(path);
  return svg;
}

/** @param {string} link the whole address, or an answer code; throws if it is too long */
export function showCode(link) {
  // A border of four white modules, as the standard requires.
  const code = drawing(encodeQR(link, 'raw', { ecc: link.length < 700 ? 'medium' : 'low', border: 4 }));
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
