// The options of a menu of losses, in groups.
import { h } from '../../../draw/dom.js';
import { lossFamilies } from '../../../model/losses.js';
import { texts } from '../../../texts/index.js';

/** @param {readonly {id: string, label: string, help: string}[]} entries */
export const lossOptions = (entries) =>
  lossFamilies(entries).map(({ family, losses }) =>
    h(
      'optgroup',
      { label: texts.lossFamilies[family] },
      ...losses.map(({ id, label, help }) => h('option', { value: id, title: help }, label)),
    ),
  );
