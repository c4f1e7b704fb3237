// Trains one small network in the page in Chromium and compares with the command line: the first test to
// break, for `make quick`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibJson } from '../support/calib.mjs';
import { plain, sentence, settled, TINY, text, until, useSite } from '../support/page.mjs';

const open = useSite({ whole: true });

test('a tiny preset trains in Chromium to the digest of the command line, and shows its sentence', async (t) => {
  const page = await open(t, `${TINY}&run=1`);
  await until(page, 'ended');
  await settled(page);
  const wanted = calibJson('train', TINY);
  const { digest, report } = await page.evaluate(() => ({ digest: globalThis.calib.digest, report: globalThis.calib.report }));
  assert.equal(digest, wanted.digest);
  assert.deepEqual(report.history, wanted.history);
  assert.equal(plain(await text(page, '.bench .lead')), sentence(wanted));
});
