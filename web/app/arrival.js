// Shows the page's first place: its link, the place before a reload, or the first visit.
import { onLink, readLink, writtenLink } from '../core/link.js';
import { isOtherLanguage } from './switch-language.js';

/**
 * @param {import('../model/types.js').Store} store
 * @param {import('./actions.js').App} app
 * @param {() => void} focus focuses the first visit's button
 */
export async function arrive(store, { restore, student, queue, runErrors, open, startOf, welcome, toStart, backToStory }, focus) {
  const link = readLink();
  const place = await restore.load();
  if (link) await open(link, place);
  else {
    await welcome();
    const { check } = store.get();
    if (place?.mode === 'guide' && place.spec === check?.spec && restore.goBack(place, check, startOf)) store.bench.setMode('guide');
    else if (place?.active) runErrors.offer(place.run);
    store.flush();
    focus();
  }
  restore.begin();
  if (place) restore.refill(place, queue);
  student.arrive();
  // Back to an address without a link leads to the first visit, if the page started there.
  onLink((changed) => {
    if (isOtherLanguage(writtenLink())) location.reload();
    else if (backToStory(changed)) return;
    else if (changed) open(changed);
    else if (!link) toStart();
  });
}
