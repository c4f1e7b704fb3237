// Names of the runs to start from (model/presets.js), and what they show.

export const presetTexts = {
  mlp: { label: 'Why is my network overconfident?', about: 'It memorises its pictures and becomes too confident.' },
  temperature: { label: 'Temperature', about: 'One number, fitted on pictures set aside, corrects the average.' },
  focal: { label: 'Focal loss', about: 'The same network, with pictures that it already knows down-weighted.' },
  adafocal: { label: 'AdaFocal at work', about: 'Every bin of confidence gets its own γ, set by its gap.' },
  'adafocal-summed': {
    label: 'AdaFocal as its authors train it',
    about: 'The loss summed over the batch, gradients clipped at norm 2, and a learning rate of 0.1 that falls twice.',
  },
  smoothing: { label: 'Label smoothing', about: 'Labels that leave some probability to the other classes.' },
  moons: { label: 'Two moons', about: 'Two numbers in, two classes out: small enough to see all of it.' },
  gradients: {
    label: 'What right and wrong answers do',
    about: 'Loss, entropy and gradients of the samples it gets right, and of those it gets wrong.',
  },
  curvature: { label: 'Curvature and confidence', about: 'How sharp the minimum is that training ends in, epoch by epoch.' },
  'short-study': {
    label: 'Four losses, epoch by epoch',
    about: 'ECE with cross-entropy, an L1 norm, an entropy bonus and focal loss: Figure 1 of the short study.',
  },
  cnn: { label: 'A convolutional network is overconfident, too', about: 'cnn-s, trained until it has memorised its pictures.' },
};
