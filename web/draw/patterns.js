// The two patterns that go with the two colours: stripes where the network says more than it is right, dots
// where it says less. They make the colours readable in grey and by every eye. An SVG that is saved alone
// needs its own copy, hence a function.

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
