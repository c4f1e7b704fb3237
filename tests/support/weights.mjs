import { join } from 'node:path';
import { calibJson, folder, readNpy } from '../support/calib.mjs';

export const TINY = 'data=shapes10:train=60,val=40,test=50,mean=0.4/0.41/0.42&model=resnet8:width=0.25,shortcut=pad&epochs=1&batch=20';

/** Trains a link and evaluates its weights again from the file. */
export function trained(t, link = TINY) {
  const out = folder(t);
  const report = calibJson('train', link, '--out', out);
  return { out, report, weights: join(out, 'weights.safetensors') };
}
export const logits = (dir, set) => Buffer.from(readNpy(join(dir, `${set}_logits.npy`)).data.buffer);
