// models/README.md says what each preset is: its layer text and its number of parameters.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { calib, calibJson } from './support/calib.mjs';
import { root } from './support/paths.mjs';

const rows = [...readFileSync(root('models/README.md'), 'utf8').matchAll(/^\| `model=(\S+)` \| `(.+?)` \| ([\d,]+) \|$/gm)];
const tiny = 'data=shapes10:train=4,val=0,test=1&epochs=1&batch=4';
const parameters = (model) => calibJson('train', `${tiny}&model=${model}`).parameters;

test('the presets are those of the table, with its layer texts and parameters', () => {
  const presets = calibJson('describe').model.filter((entry) => entry.id !== 'layers');
  assert.deepEqual(rows.map(([, model]) => model.split(':')[0]).sort(), presets.map((entry) => entry.id).sort());
  for (const [, model, text, count] of rows) {
    assert.equal(parameters(model), Number(count.replaceAll(',', '')), model);
    assert.equal(presets.find((entry) => entry.id === model.split(':')[0]).layers, text, model);
  }
});

test('zero padding instead of projections gives the published ResNet-20', () => {
  assert.equal(parameters('resnet8:shortcut=pad'), 75290);
  assert.equal(parameters('resnet20:shortcut=pad'), 269722);
});

test('what makes no sense together is refused before the run', () => {
  const { status, err } = calib('train', 'data=moons&augment=crop-flip');
  assert.equal(status, 2);
  assert.match(err, /augment crop-flip needs pictures, and data moons has none/);
});
