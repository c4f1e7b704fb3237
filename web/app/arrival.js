// What the page begins with: its link, where the user was before a reload, or the first visit.
import { onLink, readLink, writtenLink } from '../core/link.js';
import { speaksOther } from './speak.js';

/**
 * @param {import('../model/types.js').Store} store
 * @param {import('./actions.js').App} app
 * @param {() => void} focus on the first visit's button
 */
export async function arrive(store, { restore, student, queue, trouble, open, startOf, welcome, toStart, backToStory }, focus) {
  const link = readLink();
  const place = await restore.load();
  if (link) await open(link, place);
  else {
    await welcome();
    const { check } = store.get();
    if (place?.mode === 'guide' && place.spec === check?.spec && restore.goBack(place, check, startOf)) store.bench.setMode('guide');
    else if (place?.active) trouble.offer(place.run);
    store.flush();
    focus();
  }
  restore.begin();
  if (place) restore.refill(place, queue);
  student.arrive();
  // Back to where no link was: to the first visit, if it began there.
  onLink((changed) => {
    if (speaksOther(writtenLink())) location.reload();
    else if (backToStory(changed)) return;
    else if (changed) open(changed);
    else if (!link) toStart();
  });
}
