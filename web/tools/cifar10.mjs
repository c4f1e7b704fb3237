// Fetches CIFAR-10 for `make cifar10`: downloads the official archive (resumable), checks its MD5 and makes a
// subset for the site. A class with a slow line then loads 25 MB from its own host instead of 170 MB from
// afar.
//
//  node web/tools/cifar10.mjs [--url URL] [--md5 DIGITS] [--records N,M] FOLDER
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';

const OFFICIAL = 'https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz';
const MD5 = 'c32a1d4ab5d03f1284b67883e8d87530'; // from the data set's page
const [RECORD, CLASSES] = [3073, 10];
const TRIES = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: OFFICIAL },
    md5: { type: 'string', default: MD5 },
    records: { type: 'string', default: '6000,2000' }, // counts of the first training batch and the test batch
  },
});
const folder = positionals[0];

/** @param {string} why @returns {never} */
function refuse(why) {
  console.error(why);
  process.exit(1);
}

/** @param {string} file @param {string} kind */
async function digest(file, kind) {
  const hash = createHash(kind);
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Tries once to download the rest of a file, if the server supports ranges.
 * @param {string} url
 * @param {string} part
 */
async function fetchOnce(url, part) {
  const have = existsSync(part) ? statSync(part).size : 0;
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'identity', ...(have ? { Range: `bytes=${have}-` } : {}) } });
  if (response.status === 416) return; // already complete
  if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
  const goesOn = response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${have}-`);
  const from = goesOn ? have : 0;
  const whole = Number(response.headers.get('content-length')) + from;
  let [done, printedAt] = [from, 0];
  const out = openSync(part, goesOn ? 'a' : 'w');
  try {
    for await (const chunk of response.body) {
      writeSync(out, chunk); // synchronously, so that a cut connection loses nothing
      done += chunk.length;
      if (!process.stderr.isTTY || Date.now() - printedAt < 500) continue;
      printedAt = Date.now();
      process.stderr.write(`\r${Math.round(done / 1e6)}${whole ? ` of ${Math.round(whole / 1e6)}` : ''} MB `);
    }
  } finally {
    closeSync(out);
  }
  if (process.stderr.isTTY) process.stderr.write('\r');
  if (whole && done < whole) throw new Error('the connection was cut');
}

/** @param {string} url @param {string} md5 @param {string} file */
async function download(url, md5, file) {
  if (existsSync(file) && (await digest(file, 'md5')) === md5) return;
  const part = `${file}.part`;
  for (let attempt = 1; ; attempt++) {
    try {
      await fetchOnce(url, part);
      break;
    } catch (/** @type {any} */ wrong) {
      const why = wrong.cause?.message || wrong.message;
      if (attempt === TRIES)
        refuse(`${url} cannot be fetched (${why}); what came is kept in ${part}, and the same command goes on from there`);
      console.error(`cut off (${why}), going on`);
    }
  }
  const found = await digest(part, 'md5');
  if (found !== md5) {
    rmSync(part);
    refuse(`${url} has the MD5 ${found}, not ${md5}: it is another file, or was changed on the way`);
  }
  renameSync(part, file);
}

/**
 * Takes the first records of a batch, with equal counts per class.
 * @param {Buffer} batch
 * @param {number} count
 * @param {string} name
 */
function subset(batch, count, name) {
  if (!batch.length || batch.length % RECORD) refuse(`${name} is no batch of CIFAR-10: ${batch.length} bytes are no whole records`);
  const left = Array(CLASSES).fill(count / CLASSES);
  const records = [];
  for (let at = 0; at < batch.length; at += RECORD) if (left[batch[at]]-- > 0) records.push(batch.subarray(at, at + RECORD));
  if (records.length < count) refuse(`${name} has too few records of a class for ${count}`);
  return Buffer.concat(records);
}

const counts = values.records.split(',').map(Number);
if (!folder || counts.length !== 2 || counts.some((count) => !(count > 0 && count <= 10_000 && count % CLASSES === 0)))
  refuse('use: node web/tools/cifar10.mjs [--url URL] [--md5 DIGITS] [--records N,M] FOLDER, with N and M multiples of 10 up to 10000');
mkdirSync(folder, { recursive: true });
const archive = join(folder, basename(new URL(values.url).pathname));
await download(values.url, values.md5, archive);

const site = join(folder, 'site');
rmSync(site, { recursive: true, force: true });
mkdirSync(site);
const files = ['data_batch_1.bin', 'test_batch.bin'].map((name, i) => {
  const member = `cifar-10-batches-bin/${name}`;
  const batch = execFileSync('tar', ['-xzOf', archive, member], { maxBuffer: 1 << 26 });
  const bytes = subset(batch, counts[i], name);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const path = `${sha256.slice(0, 16)}.bin`;
  writeFileSync(join(site, path), bytes);
  return { name, path, sha256, size: bytes.length };
});
const val = Math.min(1000, counts[0] / 2);
const link = `data=cifar10:train=${counts[0] - val},val=${val},test=${counts[1]},batches=1`;
writeFileSync(join(site, 'index.json'), `${JSON.stringify({ sets: [{ data: 'cifar10', link, files }] }, null, 1)}\n`);
console.log(
  `CIFAR-10: ${counts[0]} pictures to learn from and ${counts[1]} to test on are offered by the site, ${Math.round(files.reduce((all, { size }) => all + size, 0) / 1e6)} MB`,
);
