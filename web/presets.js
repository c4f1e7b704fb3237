// Runs to start from, in one click. Each is a link like any other.
export const presets = [
  {
    id: 'mlp',
    label: 'A boasting MLP',
    link: 'v=1&data=shapes10:train=2000&epochs=20',
    seconds: 20,
  },
  {
    id: 'cnn',
    label: 'A boasting CNN',
    link: 'v=1&model=cnn-s&epochs=63&batch=32',
    seconds: 60,
  },
  {
    id: 'focal',
    label: 'Focal loss',
    link: 'v=1&data=shapes10:train=2000&loss=focal&epochs=20',
    seconds: 20,
  },
];
