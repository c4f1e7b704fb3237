// Predefined runs. Each is an ordinary link.
import { texts } from '../texts/index.js';

export const presets = [
  {
    id: 'mlp',
    ...texts.presets.mlp,
    link: 'v=1&data=shapes10:train=2000,test=2000&optimizer=sgd:lr=0.05,decay=0&epochs=60',
  },
  {
    id: 'temperature',
    ...texts.presets.temperature,
    link: 'v=1&data=shapes10:train=2000,test=2000&optimizer=sgd:lr=0.05,decay=0&epochs=60&view=temperature',
  },
  {
    id: 'focal',
    ...texts.presets.focal,
    link: 'v=1&data=shapes10:train=2000,test=2000&loss=focal&optimizer=sgd:lr=0.05,decay=0&epochs=60',
  },
  {
    id: 'adafocal',
    ...texts.presets.adafocal,
    link: 'v=1&data=shapes10:train=2000,test=2000&loss=adafocal&optimizer=sgd:lr=0.02,decay=0&schedule=constant&epochs=60&view=gammas',
  },
  {
    id: 'adafocal-summed',
    ...texts.presets['adafocal-summed'],
    link: 'v=1&data=shapes10:train=2000,test=2000&loss=adafocal&optimizer=sgd:lr=0.1&schedule=step:at=0.43/0.71&epochs=60&reduction=sum&clip=2&view=gammas',
  },
  {
    id: 'smoothing',
    ...texts.presets.smoothing,
    link: 'v=1&data=shapes10:train=2000,test=2000&loss=ls&optimizer=sgd:lr=0.05,decay=0&epochs=60',
  },
  {
    id: 'moons',
    ...texts.presets.moons,
    link: 'v=1&data=moons:train=200,val=200,test=1000&model=mlp:hidden=64&optimizer=sgd:lr=0.1,decay=0&epochs=200&batch=20&view=boundary',
  },
  {
    id: 'gradients',
    ...texts.presets.gradients,
    link: 'v=1&data=shapes10:train=1000,test=1000&optimizer=sgd:lr=0.05,decay=0&epochs=30&diagnostics=yes&view=gradients',
  },
  {
    id: 'curvature',
    ...texts.presets.curvature,
    link: 'v=1&data=moons:train=200,val=200,test=1000&model=mlp:hidden=64&optimizer=sgd:lr=0.1,decay=0&epochs=80&batch=20&curvature=20&view=curvature',
  },
  {
    id: 'short-study',
    ...texts.presets['short-study'],
    link: 'v=1&data=shapes10:train=1000,test=2000&optimizer=sgd:lr=0.05,decay=0&epochs=40&view=compare',
  },
  {
    id: 'cnn',
    ...texts.presets.cnn,
    link: 'v=1&data=shapes10:val=300&model=cnn-s&optimizer=sgd:lr=0.05,decay=0&epochs=80&batch=32',
  },
];

/**
 * Points in the plane and a network that trains within a second: changes show immediately, even on a slow
 * computer.
 */
export const playground =
  'v=1&data=moons:train=200,val=200,test=1000&model=mlp:hidden=16&optimizer=sgd:lr=0.1,decay=0&epochs=60&batch=20&view=boundary';

/** @param {string} id */
export const presetOf = (id) => /** @type {typeof presets[0]} */ (presets.find((preset) => preset.id === id));
