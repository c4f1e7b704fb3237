// Files dropped anywhere on the page. A veil shows that the page accepts them.
import { droppedFiles } from '../../core/files.js';
import { h, show } from '../../draw/dom.js';
import { texts } from '../../texts/index.js';

/**
 * @param {() => boolean} accepts false: no veil is shown
 * @param {() => boolean} ignores true: the place on show handles its files itself
 * @param {(files: File[]) => Promise<void>} dropped
 */
export function listenToDrops(accepts, ignores, dropped) {
  const veil = h('div', { class: 'veil', hidden: true }, h('p', { class: 'lead' }, texts.dropHere));
  document.body.append(veil);

  let depth = 0;
  window.addEventListener('dragenter', (event) => {
    event.preventDefault();
    if (accepts() && ++depth === 1) show(veil, true);
  });
  window.addEventListener('dragleave', () => {
    if (depth && --depth === 0) show(veil, false);
  });
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('drop', async (event) => {
    event.preventDefault(); // a stray drop must not navigate away from a run
    depth = 0;
    show(veil, false);
    if (event.dataTransfer && !ignores()) await dropped(await droppedFiles(event.dataTransfer));
  });
}
