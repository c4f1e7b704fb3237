// Predefined runs, by group. Each is an ordinary link. icon: the view whose icon stands for it, if one does.
import { texts } from '../texts/index.js';

export const presets = [
  {
    id: 'mlp',
    icon: '',
    group: /** @type {const} */ ('trust'),
    ...texts.presets.mlp,
    link: 'v=1&data=shapes10:train=2000,test=2000&optimizer=sgd:lr=0.05,decay=0&epochs=60',
  },
  {
    id: 'temperature',
    icon: 'temperature',
    group: /** @type {const} */ ('trust'),
    ...texts.presets.temperature,
    link: 'v=1&data=shapes10:train=2000,test=2000&optimizer=sgd:lr=0.05,decay=0&epochs=60&view=temperature',
  },
  {
    id: 'focal',
    icon: '',
    group: /** @type {const} */ ('losses'),
    ...texts.presets.focal,
    link: 'v=1&data=shapes10:train=2000,test=2000&loss=focal&optimizer=sgd:lr=0.05,decay=0&epochs=60',
  },
  {
    id: 'adafocal',
    icon: 'gammas',
    group: /** @type {const} */ ('losses'),
    ...texts.presets.adafocal,
    link: 'v=1&data=shapes10:train=2000,test=2000&loss=adafocal&optimizer=sgd:lr=0.02,decay=0&schedule=constant&epochs=60&view=gammas',
  },
  {
    id: 'adafocal-summed',
    icon: 'gammas',
    group: /** @type {const} */ ('losses'),
    ...texts.presets['adafocal-summed'],
    link: 'v=1&data=shapes10:train=2000,test=2000&loss=adafocal&optimizer=sgd:lr=0.1&schedule=step:at=0.43/0.71&epochs=60&reduction=sum&clip=2&view=gammas',
  },
  {
    id: 'smoothing',
    icon: '',
    group: /** @type {const} */ ('losses'),
    ...texts.presets.smoothing,
    link: 'v=1&data=shapes10:train=2000,test=2000&loss=ls&optimizer=sgd:lr=0.05,decay=0&epochs=60',
  },
  {
    id: 'moons',
    icon: 'boundary',
    group: /** @type {const} */ ('trust'),
    ...texts.presets.moons,
    link: 'v=1&data=moons:train=200,val=200,test=1000&model=mlp:hidden=64&optimizer=sgd:lr=0.1,decay=0&epochs=200&batch=20&view=boundary',
  },
  {
    id: 'gradients',
    icon: 'gradients',
    group: /** @type {const} */ ('inside'),
    ...texts.presets.gradients,
    link: 'v=1&data=shapes10:train=1000,test=1000&optimizer=sgd:lr=0.05,decay=0&epochs=30&diagnostics=yes&view=gradients',
  },
  {
    id: 'curvature',
    icon: 'curvature',
    group: /** @type {const} */ ('inside'),
    ...texts.presets.curvature,
    link: 'v=1&data=moons:train=200,val=200,test=1000&model=mlp:hidden=64&optimizer=sgd:lr=0.1,decay=0&epochs=80&batch=20&curvature=20&view=curvature',
  },
  {
    id: 'short-study',
    icon: 'curves',
    group: /** @type {const} */ ('losses'),
    ...texts.presets['short-study'],
    link: 'v=1&data=shapes10:train=1000,test=2000&optimizer=sgd:lr=0.05,decay=0&epochs=40&view=compare',
  },
  {
    id: 'cnn',
    icon: '',
    group: /** @type {const} */ ('trust'),
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
