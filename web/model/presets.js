// Runs to start from, in one click. Each is a link like any other.
export const presets = [
  {
    id: 'mlp',
    label: 'Why is my network overconfident?',
    about: 'It memorises its pictures and becomes too confident.',
    link: 'v=1&data=shapes10:train=2000,test=2000&optimizer=sgd:lr=0.05,decay=0&epochs=60',
  },
  {
    id: 'temperature',
    label: 'Temperature',
    about: 'One number, fitted on pictures set aside, corrects the average.',
    link: 'v=1&data=shapes10:train=2000,test=2000&optimizer=sgd:lr=0.05,decay=0&epochs=60&view=temperature',
  },
  {
    id: 'focal',
    label: 'Focal loss',
    about: 'The same network, with pictures that it already knows down-weighted.',
    link: 'v=1&data=shapes10:train=2000,test=2000&loss=focal&optimizer=sgd:lr=0.05,decay=0&epochs=60',
  },
  {
    id: 'adafocal',
    label: 'AdaFocal at work',
    about: 'Every bin of confidence gets its own γ, set by its gap.',
    link: 'v=1&data=shapes10:train=2000,test=2000&loss=adafocal&optimizer=sgd:lr=0.02,decay=0&schedule=constant&epochs=60&view=gammas',
  },
  {
    id: 'adafocal-summed',
    label: 'AdaFocal as its authors train it',
    about: 'The loss summed over the batch, gradients clipped at norm 2, and a learning rate of 0.1 that falls twice.',
    link: 'v=1&data=shapes10:train=2000,test=2000&loss=adafocal&optimizer=sgd:lr=0.1&schedule=step:at=0.43/0.71&epochs=60&reduction=sum&clip=2&view=gammas',
  },
  {
    id: 'smoothing',
    label: 'Label smoothing',
    about: 'Labels that leave some probability to the other classes.',
    link: 'v=1&data=shapes10:train=2000,test=2000&loss=ls&optimizer=sgd:lr=0.05,decay=0&epochs=60',
  },
  {
    id: 'moons',
    label: 'Two moons',
    about: 'Two numbers in, two classes out: small enough to see all of it.',
    link: 'v=1&data=moons:train=200,val=200,test=1000&model=mlp:hidden=64&optimizer=sgd:lr=0.1,decay=0&epochs=200&batch=20&view=boundary',
  },
  {
    id: 'gradients',
    label: 'What right and wrong answers do',
    about: 'Loss, entropy and gradients of the samples it gets right, and of those it gets wrong.',
    link: 'v=1&data=shapes10:train=1000,test=1000&optimizer=sgd:lr=0.05,decay=0&epochs=30&diagnostics=yes&view=gradients',
  },
  {
    id: 'curvature',
    label: 'Curvature and confidence',
    about: 'How sharp the minimum is that training ends in, epoch by epoch.',
    link: 'v=1&data=moons:train=200,val=200,test=1000&model=mlp:hidden=64&optimizer=sgd:lr=0.1,decay=0&epochs=80&batch=20&curvature=20&view=curvature',
  },
  {
    id: 'short-study',
    label: 'Four losses, epoch by epoch',
    about: 'ECE with cross-entropy, an L1 norm, an entropy bonus and focal loss: Figure 1 of the short study.',
    link: 'v=1&data=shapes10:train=1000,test=2000&optimizer=sgd:lr=0.05,decay=0&epochs=40&view=compare',
  },
  {
    id: 'cnn',
    label: 'A convolutional network is overconfident, too',
    about: 'cnn-s, trained until it has memorised its pictures.',
    link: 'v=1&data=shapes10:val=300&model=cnn-s&optimizer=sgd:lr=0.05,decay=0&epochs=80&batch=32',
  },
];

/** @param {string} id */
export const presetOf = (id) => /** @type {typeof presets[0]} */ (presets.find((preset) => preset.id === id));
