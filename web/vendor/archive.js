// What reads archives, fetched where somebody brings one; the build bundles this file from npm.
export { createTarDecoder } from 'modern-tar';
