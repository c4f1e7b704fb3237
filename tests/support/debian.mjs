// Installs a new Debian 12 in a folder: a machine that has nothing yet, for tests of `make run`. Needs root
// and debootstrap. Programs in it run in separate mount and process namespaces, so that they leave nothing
// behind.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';

/** Returns the package mirror of this machine. */
function mirror() {
  try {
    return /^URIs: (\S+\/debian)$/m.exec(readFileSync('/etc/apt/sources.list.d/debian.sources', 'utf8'))?.[1] ?? MIRROR;
  } catch {
    return MIRROR;
  }
}
const MIRROR = 'http://deb.debian.org/debian';
const LAB = 'srv/lab'; // path of the checkout in it
const CERTIFICATES = process.env.NODE_EXTRA_CA_CERTS; // for a network with private certificates

/**
 * @param {string} folder must not exist
 * @param {string[]} packages in addition to the smallest system
 */
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
 * Copies this machine's node and npm into it, as if unpacked from an archive of nodejs.org.
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
 * Starts a shell script in its checkout.
 * @param {string} folder
 * @param {string} script
 * @param {{offline?: boolean}} [options] offline: with the loopback interface only
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
  const printed = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (printed.out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (printed.err += text));
  const ended = new Promise((resolve) => child.on('close', resolve));
  return { printed, ended, end: () => child.kill('SIGKILL') };
}

/**
 * Runs a shell script in its checkout to the end.
 * @param {string} folder
 * @param {string} script
 * @param {{offline?: boolean}} [options]
 */
export async function run(folder, script, options) {
  const { printed, ended } = begin(folder, script, options);
  return { status: await ended, ...printed };
}
