// The page: exercises, files that come from outside, what is kept, what is compared.

const exercises = ['page/parts-exercises'];
const files = ['formats/containers', 'formats/containers-hostile', 'formats/containers-fuzz'];

/** @type {import('../mutate.mjs').Mutation[]} */
export default [
  // ---- exercises
  {
    file: 'web/model/exercise/expression.js',
    find: "[['or'], ['and'],",
    put: "[['and'], ['or'],",
    why: 'and binds looser than or',
    tests: exercises,
  },
  {
    file: 'web/model/exercise/expression.js',
    find: "'<=': (a, b) => Number(a <= b)",
    put: "'<=': (a, b) => Number(a < b)",
    why: 'equal is not at most',
    tests: exercises,
  },
  {
    file: 'web/model/exercise/expression.js',
    find: "left: { kind: 'number', value: 0 }, right: one()",
    put: "left: { kind: 'number', value: 0 }, right: level(3)",
    why: 'a minus before a sum reaches over all of it',
    tests: exercises,
  },
  {
    file: 'web/model/exercise/expression.js',
    find: 'if (++depth > DEPTH)',
    put: 'if (depth > DEPTH)',
    why: 'ten thousand brackets overflow the stack',
    tests: exercises,
  },
  {
    file: 'web/ui/class/teacher/model.js',
    find: "if (!digest) runs[name] = 'missing';",
    put: "if (!digest) runs[name] = 'made';",
    why: 'a run that a student never made is called made',
    tests: exercises,
  },
  {
    file: 'web/ui/class/teacher/model.js',
    find: ".startsWith(digest) ? 'made'",
    put: ".startsWith(digest.slice(0, -1)) ? 'made'",
    why: 'the last digit of a digest in a code does not count',
    tests: exercises,
  },
  {
    file: 'web/ui/class/teacher/model.js',
    find: "=== said.proof ? 'fits' : 'changed'",
    put: "=== said.proof ? 'fits' : 'fits'",
    why: 'answers that were changed afterwards fit',
    tests: exercises,
  },
  // ---- archives and pickles
  {
    file: 'web/core/formats/zip.js',
    find: 'else if (sum !== crc)',
    put: 'else if (sum !== crc && passed < 0)',
    why: 'a damaged file of an archive is taken',
    tests: files,
  },
  {
    file: 'web/core/formats/zip.js',
    find: 'if (from + packed > end)',
    put: 'if (from + packed > blob.size)',
    why: 'files of an archive overlap: a bomb',
    tests: files,
  },
  {
    file: 'web/core/formats/zip.js',
    find: 'if (flags & 1)',
    put: 'if (flags & 2)',
    why: 'an encrypted file is read as numbers',
    tests: files,
  },
  {
    file: 'web/core/formats/zip.js',
    find: 'if (paths.has(path))',
    put: 'if (paths.size > 1e9)',
    why: 'of two files of one path the last one wins silently',
    tests: files,
  },
  { file: 'web/core/formats/zip.js', find: '(sum >>> 8)', put: '(sum >> 8)', why: 'the checksum is another', tests: files },
  {
    file: 'web/core/formats/pickle.js',
    find: 'm.push(m.view.getInt32(m.skip(4), true)), // BININT',
    put: 'm.push(m.view.getUint32(m.skip(4), true)), // BININT',
    why: 'negative whole numbers of a pickle are large',
    tests: files,
  },
  {
    file: 'web/core/formats/pickle.js',
    find: "=== '>' && !target",
    put: "=== '<' && !target",
    why: 'big-endian arrays are read backwards',
    tests: files,
  },
  {
    file: 'web/core/formats/pickle.js',
    find: '[m.pop(), m.pop()].reverse()',
    put: '[m.pop(), m.pop()]',
    why: 'pairs change places',
    tests: files,
  },
  // ---- what is kept
  {
    file: 'web/core/storage/runs-file.js',
    find: 'await reader.atEnd(); // its checksum is checked there',
    put: '',
    why: 'a damaged file of kept runs is restored',
    tests: ['page/kept', 'page/parts'],
  },
  {
    file: 'web/core/storage/runs-file.js',
    find: 'header.big || header.fortran ||',
    put: '',
    why: 'a transposed array is taken as it lies',
    tests: ['page/kept', 'page/parts'],
  },
  {
    file: 'web/sw.js',
    find: 'if ((await hashOf(bytes)) !== FILES[path]) return null;',
    put: '',
    why: 'the service worker keeps a file of another version',
    tests: ['page/offline'],
  },
  {
    file: 'web/sw.js',
    find: 'if (!response) throw new Error(',
    put: 'if (!response) continue; if (!path) throw new Error(',
    why: 'a version with a file missing is called complete',
    tests: ['page/offline'],
  },
  {
    file: 'web/core/link.js',
    find: 'waiting = setTimeout(writeLink, LATER, link);',
    put: "throw new Error('written too often');",
    why: 'a page whose address changed a hundred times stands still in Safari',
    tests: ['page/webkit'],
  },
  {
    file: 'web/core/storage/tab.js',
    find: '{ signal: AbortSignal.timeout(patience) }',
    put: '{ ifAvailable: true }',
    why: 'a page that is loaded again while the one before it still ends has lost its runs',
    tests: ['page/runs'],
  },
  {
    file: 'web/core/storage/tab.js',
    find: 'ids.filter((id) => isText(id))',
    put: 'ids.filter(isText)',
    why: 'of what is removed nothing is remembered, since a place in a list is taken for a length',
    tests: ['page/kept'],
  },
  {
    file: 'web/core/storage/runs.js',
    find: 'gone.has(id)',
    put: 'gone.has(id) && !record',
    why: 'a run that was removed is back after a reload',
    tests: ['page/kept'],
  },
  {
    file: 'web/core/storage/runs.js',
    find: 'transaction.onabort = () => resolve(false);',
    put: 'transaction.onabort = () => resolve(true);',
    why: 'a private window of Safari hangs with the first run that is kept, and every other tab of the lab with it',
    tests: ['page/webkit'],
  },
];
