// The two patterns that go with the two colours: stripes for overconfidence, dots for underconfidence. With
// them the colours can be read in grey and with any colour vision. A function, because a saved SVG needs its
// own copy.

/** @returns {import('./svg.js').Shape} */
export function patterns() {
  return [
    'defs',
    {},
    [
      [
        'pattern',
        { id: 'over', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
        [
          ['rect', { width: 6, height: 6, class: 'over-soft' }],
          ['rect', { width: 2.4, height: 6, class: 'over' }],
        ],
      ],
      [
        'pattern',
        { id: 'under', width: 6, height: 6, patternUnits: 'userSpaceOnUse' },
        [
          ['rect', { width: 6, height: 6, class: 'under-soft' }],
          ['circle', { cx: 1.5, cy: 1.5, r: 1.15, class: 'under' }],
          ['circle', { cx: 4.5, cy: 4.5, r: 1.15, class: 'under' }],
        ],
      ],
    ],
  ];
}
