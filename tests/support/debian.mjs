// Debian 12 as it is installed anew, in a folder: what `make run` meets on a machine that has nothing yet.
// Takes root and debootstrap. Whatever runs in it has namespaces of its own for mounts and processes, so that
// nothing is left of it when it ends.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';

/** Where this machine has its packages from. */
function mirror() {
  try {
    return /^URIs: (\S+\/debian)$/m.exec(readFileSync('/etc/apt/sources.list.d/debian.sources', 'utf8'))?.[1] ?? MIRROR;
  } catch {
    return MIRROR;
  }
}
const MIRROR = 'http://deb.debian.org/debian';
const LAB = 'srv/lab'; // the checkout there
const CERTIFICATES = process.env.NODE_EXTRA_CA_CERTS; // of a network that has its own

/** @param {string} folder that does not exist @param {string[]} packages beside the smallest system */
export function install(folder, packages = []) {
  const include = ['make', ...packages].join(',');
  execFileSync('debootstrap', ['--variant=minbase', `--include=${include}`, 'bookworm', folder, mirror()], { stdio: 'pipe' });
  const suites = ['bookworm', 'bookworm-updates'].map((suite) => `deb ${mirror()} ${suite} main`);
  writeFileSync(join(folder, 'etc/apt/sources.list'), `${suites.join('\n')}\n`);
  copyFileSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'));
  if (CERTIFICATES) copyFileSync(CERTIFICATES, join(folder, 'etc/certificates.pem'));
  const lab = join(folder, LAB);
  mkdirSync(lab, { recursive: true });
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root('.') });
  execFileSync('tar', ['-x', '-C', lab], {
    input: execFileSync('tar', ['-c', '--null', '-T', '-'], { cwd: root('.'), input: files, maxBuffer: 1 << 30 }),
  });
}

/**
 * This machine's node and npm, as somebody has them who unpacked an archive of nodejs.org.
 * @param {string} folder
 */
export function takeNode(folder) {
  const local = join(folder, 'usr/local');
  copyFileSync(process.execPath, join(local, 'bin/node'));
  const npm = dirname(dirname(realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim())));
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
}

/**
 * Begins a shell script there, in the checkout.
 * @param {string} folder
 * @param {string} script
 * @param {{offline?: boolean}} [options] offline: with nothing but the computer itself to speak to
 */
export function begin(folder, script, { offline = false } = {}) {
  const inside = [
    `chroot`,
    folder,
    '/usr/bin/env',
    '-i',
    'HOME=/root',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  ];
  if (CERTIFICATES) inside.push('NODE_EXTRA_CA_CERTS=/etc/certificates.pem');
  const prepare = `mount -t proc proc '${folder}/proc' && ${offline ? 'ip link set lo up && ' : ''}exec "$@"`;
  const child = spawn(
    'unshare',
    [
      ...['--mount', '--pid', '--fork', '--kill-child', ...(offline ? ['--net'] : []), 'sh', '-c', prepare, 'sh'],
      ...[...inside, 'sh', '-c', `cd /${LAB} && ${script}`],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const told = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (told.out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (told.err += text));
  const ended = new Promise((resolve) => child.on('close', resolve));
  return { told, ended, end: () => child.kill('SIGKILL') };
}

/**
 * The same to its end.
 * @param {string} folder
 * @param {string} script
 * @param {{offline?: boolean}} [options]
 */
export async function run(folder, script, options) {
  const { told, ended } = begin(folder, script, options);
  return { status: await ended, ...told };
}
