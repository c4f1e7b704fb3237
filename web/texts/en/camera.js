// Texts of the place of the camera. They load with it.
import { count, decimal, percent } from '../format.js';
import { plural, share } from './grammar.js';

export const cameraTexts = {
  lead: 'Your own objects before the camera.',
  sub: 'Record a few objects, train a network on them, and see how sure it is. No picture leaves this page.',
  how: 'Hold a button while you move the object: near and far, left and right. Pictures and videos can be dropped on a class instead. The frames are gone when this page is closed; trained networks stay among the kept runs.',
  stream: {
    title: 'Camera',
    sees: 'What the camera sees',
    off: 'The camera is off.',
    start: 'Start the camera',
    stop: 'Stop the camera',
    other: 'Other camera',
    asking: 'The browser asks whether this page may use the camera.',
    ended: 'The camera was taken away. Start it again, or drop pictures or a video on a class.',
    refused: 'The browser does not let this page use the camera. Allow it beside the address, or drop pictures or a video on a class.',
    none: 'The browser finds no camera. Connect one, or drop pictures or a video on a class.',
    insecure: 'A browser gives the camera only to pages at https addresses. Open the lab there, or drop pictures or a video on a class.',
    fails: (/** @type {string} */ why) => `The camera gives no picture: ${why}. Start it again, or drop pictures or a video on a class.`,
  },

  // Classes.
  object: (/** @type {number} */ n) => `Object ${n}`,
  className: 'Name of the class',
  addClass: 'Add a class',
  removeClass: 'Remove this class',
  hold: 'Hold to record',
  startFirst: 'Start the camera first',
  files: 'Add pictures or a video',
  clear: 'Remove all frames',
  remove: 'Remove this frame',
  removeFrame: (/** @type {number} */ n, /** @type {string} */ name) => `Remove frame ${count(n)} of ${name}`,
  frames: (/** @type {number} */ n) => plural(n, 'frame'),
  framesOf: (/** @type {string} */ name) => `Frames of ${name}`,
  full: (/** @type {number} */ most) => `A class holds at most ${count(most)} frames: remove some to record others.`,
  reading: 'Reading the files',
  unreadable: (/** @type {string[]} */ names) => `This browser cannot read ${names.join(', ')}: give pictures or videos that it can show.`,

  // Training.
  training: 'Training',
  network: 'Network',
  networks: { cnn: 'small CNN', mlp: 'MLP' },
  loss: 'Loss',
  losses: { ce: 'cross-entropy', focal: 'focal loss' },
  size: 'Pictures',
  pixels: (/** @type {number} */ side) => `${side} × ${side}`,
  train: 'Train',
  both: (/** @type {string} */ loss) => `Also with ${loss}, side by side`,
  few: (/** @type {number} */ least, /** @type {string} */ name, /** @type {number} */ n) =>
    `Each class needs at least ${count(least)} frames, and ${name} has ${count(n)}.`,
  sameName: (/** @type {string} */ name) => `Two classes are called ${name}: give each its own name.`,
  noName: 'A class has no name: give it one.',
  split: (/** @type {{train: number, val: number, test: number}} */ { train, val, test }) =>
    `Split by time, in each class: the oldest ${count(train)} frames train, the next ${count(val)} validate, and the newest ${count(test)} test. Neighbouring frames are nearly equal; drawn at random, they would be in both sets.`,
  preparing: 'Preparing the frames',
  pass: (/** @type {number} */ at, /** @type {number} */ of) => `Training: epoch ${count(Math.min(at, of))} of ${count(of)}.`,
  tested: (/** @type {number} */ right, /** @type {[number, number]} */ interval, /** @type {number} */ n) =>
    `Trained. Right on ${percent(right, 0)} of ${count(n)} test frames; so few frames leave ${share(interval, 0)} possible.`,
  flatters:
    'Test frames of the same minute flatter: the light, the hand and the room are those of training. The loss, the network and the epochs can be changed at the workbench.',
  diagram: 'See its diagram',

  // The live view.
  live: {
    title: 'What the network says',
    says: (/** @type {string} */ name, /** @type {number} */ sure) => `Says ${name}, ${percent(sure, 0)}.`,
    after: (/** @type {number} */ T, /** @type {number} */ sure) => `After temperature T = ${decimal(T, 2)}: ${percent(sure, 0)}.`,
    bound: (/** @type {number} */ T) =>
      T < 1
        ? `The validation frames leave nothing to fit: T = ${decimal(T, 2)} is the end of its range, since none of them is wrong.`
        : `The validation frames leave nothing to fit: T = ${decimal(T, 2)} is the end of its range, since the outputs do not tell them apart.`,
    bars: 'Probability of each class',
    time: 'Confidence over time',
    ends: (/** @type {number} */ seconds) => /** @type {[string, string]} */ ([`${count(seconds)} s ago`, 'now']),
    key: 'Wide bars and the line: as trained. Narrow bars and the dots: after temperature.',
    picture: 'A picture instead',
    blank: 'Blank lens',
    back: 'Back to the camera',
    rate: (/** @type {number} */ n) => `${plural(n, 'picture')} a second`,
  },
  // Objects that no class has.
  other: {
    title: 'Something that it has never seen',
    name: 'Something else',
    tests: 'Test frames',
    how: 'Record another object, an empty table, a hand: frames of no class. Their true class does not exist, so whatever the network says is wrong; a good score is less sure of them.',
    few: (/** @type {number} */ least) => `From ${count(least)} frames on they are compared with the test frames.`,
    says: (/** @type {number} */ unknown, /** @type {number} */ known) =>
      `Says ${percent(unknown, 0)} on average of what it has never seen, and ${percent(known, 0)} of the test frames.`,
    sure: (/** @type {number} */ fraction, /** @type {number} */ m) =>
      `At least ${percent(0.99, 0)} sure of ${count(Math.round(fraction * m))} of the ${count(m)} frames.`,
    histogram: 'Confidence on the test frames, and on something else',
    roc: (/** @type {string} */ score) => `ROC curve of the score ${score}`,
    axes: /** @type {[string, string]} */ (['test frames flagged', 'something else detected']),
    heads: ['AUROC', 'after T'],
    chance: (/** @type {number} */ n, /** @type {number} */ m, /** @type {[number, number]} */ ends) =>
      `An AUROC of ${percent(0.5, 0)} tells nothing apart. With ${count(n)} test frames and ${count(m)} others, chance alone gives ${share(ends, 0)}. Frames of one minute are alike, so the true uncertainty is larger.`,
  },

  // After a training.
  after: {
    random: 'What would a random split claim?',
    files: 'Save the frames as files',
    command: 'Unpacked into a folder, the command line trains the same network, with the same digest:',
    heads: ['Split', 'test frames with a near copy in training', 'is right', '95 % interval'],
    byTime: 'by time',
    byChance: 'at random',
    of: (/** @type {number} */ n, /** @type {number} */ all) => `${count(n)} of ${count(all)}`,
    range: (/** @type {[number, number]} */ ends) => share(ends, 0),
    more: (/** @type {string} */ n) => `At random, ${n} more test frames have a near copy among the training frames.`,
    note: 'The interval takes frames for independent, which neighbours are not: a random split only seems better tested.',
  },
};
