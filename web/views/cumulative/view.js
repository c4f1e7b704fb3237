// Cumulative differences between outcomes and confidences with the band of chance, and the parts of the Brier
// score.

import { rowsOf } from '../../draw/csv.js';
import { circle, line, paint, path, rect, surface } from '../../draw/svg.js';
import { answerOf, pastOf } from '../../model/table.js';
import { texts } from '../../texts/index.js';
import { concludesOf, drawBoth, saysOf, whyOf } from './draw.js';

const words = texts.view.cumulative;

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'cumulative',
  label: words.label,
  question: words.question,
  group: 'trust',
  order: 10,
  thumbnail: [
    rect(6, 14, 58, 20, 'floor'),
    line(6, 24, 64, 24, 'axis'),
    path('M6 24C16 18 24 8 36 8S52 20 64 22', 'curve'),
    circle(36, 8, 3, 'nothing'),
  ],
  severalToo: true,
  asks: () => ({ id: 'cumulative' }),

  says: (frame) => saysOf(answerOf(frame), frame.n),

  concludes: (frame) => ({
    says: concludesOf(answerOf(frame)),
    why: whyOf(answerOf(frame)),
    next: [
      { label: words.next.reliability, view: 'reliability' },
      ...(frame.temperature === 1 && !frame.binary ? [{ label: words.next.cool, temperature: 2 }] : []),
    ],
  }),

  draw(element, frame, options) {
    const { width, height } = options;
    const drawn = drawBoth(answerOf(frame), pastOf(frame), { width, height, binary: frame.binary });
    paint(surface(element, width, drawn.height, view.describe(frame, options)), drawn.shapes);
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    return `${lead} ${sub}`;
  },
};
