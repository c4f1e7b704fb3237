// Runs to start from, in one click. Each is a link like any other.
export const presets = [
  {
    id: 'mlp',
    label: 'Boasting MLP',
    link: 'v=1&data=shapes10:train=2000,test=2000&optimizer=sgd:lr=0.05,decay=0&epochs=60',
    seconds: 10,
  },
  {
    id: 'cnn',
    label: 'Boasting CNN',
    link: 'v=1&data=shapes10:val=300&model=cnn-s&optimizer=sgd:lr=0.05,decay=0&epochs=80&batch=32',
    seconds: 70,
  },
  {
    id: 'focal',
    label: 'Focal',
    link: 'v=1&data=shapes10:train=2000,test=2000&loss=focal&optimizer=sgd:lr=0.05,decay=0&epochs=60',
    seconds: 10,
  },
];
