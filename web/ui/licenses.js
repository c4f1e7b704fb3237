// What the site is made with, and under which licences: a file that the build writes (licenses.mjs).
import { texts } from '../texts.js';
import { h } from './dom.js';

export const licensesNote = () =>
  h('p', { class: 'note licenses' }, `${texts.free} `, h('a', { href: 'licenses.txt', target: '_blank' }, texts.licenses));
