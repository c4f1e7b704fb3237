// Links to the file of licences, which the build writes (licenses.mjs).

import { h } from '../../draw/dom.js';
import { texts } from '../../texts/index.js';

export const licensesNote = () =>
  h('p', { class: 'note licenses' }, `${texts.free} `, h('a', { href: 'licenses.txt', target: '_blank' }, texts.licenses));
