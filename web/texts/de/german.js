// Every word that the page says itself, in German: the shape is that of the English texts, which the types hold it to.

import { texts as english } from '../en/english.js';
import { dataTexts } from './data.js';
import { describe } from './describe.js';
import { keptTexts } from './kept.js';
import { receiptTexts, recoverTexts, shareTexts, withoutTexts } from './links.js';
import { presetTexts } from './presets.js';
import { viewTexts } from './views.js';

/** @type {typeof english} */
export const texts = {
  ...english,
  views: { ...english.views, ...viewTexts },
  data: dataTexts,
  presets: presetTexts,
  receipt: receiptTexts,
  sharing: shareTexts,
  kept: keptTexts,
  recover: recoverTexts,
  without: withoutTexts,
};

/** What the engine says of its registries. */
export const registries = describe;
