// Tests which classes people's own pictures get: from folders, names of files and tables. Folders of splits
// are never classes, and whatever is guessed or left out has a note.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findEntries } from '../../web/core/importing/entries.js';
import { isIdentifier } from '../../web/core/importing/label-column.js';
import { findSets } from '../../web/core/importing/sets.js';
import { png, zip } from '../support/containers.mjs';
import { root } from '../support/paths.mjs';

/** Opens a zip of files by path, as the page does. @param {Record<string, any>} files */
async function open(files) {
  const { entries, problems } = await findEntries([{ path: 'all.zip', file: new File([zip(files)], 'all.zip') }]);
  const { sets, unused, undecodable } = await findSets(entries, problems);
  const finds = /** @type {any[]} */ (sets.flatMap((set) => set.finds));
  const classes = finds.find(({ name }) => name === 'images-classes.txt');
  const counts = finds.filter(({ form }) => form === 'pictures').map(({ name, shape }) => `${name} ${shape[0]}`);
  return {
    kinds: sets.map(({ data }) => data),
    classes: classes ? (await (await classes.make({})).text()).trim().split('\n') : [],
    counts,
    notes: finds.flatMap(({ notes = [] }) => notes),
    problems: problems.map(({ why }) => why),
    unused,
    undecodable,
  };
}

const picture = png(4, 4, () => [1, 2, 3]);
/** @param {string[]} paths */
const pictures = (...paths) => Object.fromEntries(paths.map((path) => [path, picture]));
/** @param {number} n @param {(i: number) => string} path */
const many = (n, path) => pictures(...Array.from({ length: n }, (_, i) => path(i)));

test('words before the numbers of names are classes, and a test set without classes is left out', async () => {
  const found = await open({
    ...many(6, (i) => `train/cat.${i}.jpg`),
    ...many(6, (i) => `train/dog.${i}.jpg`),
    ...many(3, (i) => `test1/${i + 1}.jpg`),
    'sampleSubmission.csv': 'id,label\n1,0\n2,0\n3,0\n',
  });
  assert.deepEqual([found.kinds, found.classes, found.counts], [['images'], ['cat', 'dog'], ['images.npy 12']]);
  assert.deepEqual(found.notes, [
    "the classes are the words at the beginning of the files' names: cat, dog",
    '3 files have no class and are left out (test1)',
  ]);
  assert.deepEqual(found.unused, ['sampleSubmission.csv']);
  const pets = await open({ ...many(2, (i) => `p/Maine_Coon_${i}.jpg`), ...many(2, (i) => `p/pug (${i}).jpg`) });
  assert.deepEqual(pets.classes, ['Maine_Coon', 'pug']);
});

test('names that a camera gives are no classes, nor are words that pictures do not share', async () => {
  for (const names of [
    many(4, (i) => `all/${['IMG', 'DSC'][i % 2]}_${i}.jpg`),
    pictures('all/cat.1.jpg', 'all/dog.2.jpg', 'all/dog.3.jpg'),
    pictures('all/cat.1.jpg', 'all/cat.2.jpg', 'all/dog.2.jpg', 'all/dog.3.jpg', 'all/notes.jpg'),
    many(4, (i) => `test/${i}.jpg`), // a test set alone
    many(4, (i) => `train/${i}.jpg`),
  ]) {
    const { kinds, problems } = await open(names);
    assert.deepEqual([kinds, problems.length], [[], 1], JSON.stringify(names));
    assert.match(problems[0] ?? '', /no class folders: give a folder with one folder per class, name the files like cat\.0\.jpg/);
  }
});

test('folders named like splits are splits in every place, never classes', async () => {
  const both = (/** @type {string} */ folder) => pictures(`${folder}/cat/1.png`, `${folder}/dog/2.png`);
  const cases = /** @type {[Record<string, any>, string[], string[]][]} */ ([
    [{ ...both('train'), ...both('test') }, ['images.npy 2', 'images-test.npy 2'], []],
    [{ ...both('a/train_images'), ...both('a/Test-Set') }, ['images.npy 2', 'images-test.npy 2'], []],
    [
      { ...both('train2017'), ...both('val2017') },
      ['images.npy 2', 'images-test.npy 2'],
      ['the validation set is the test set, since there is no other'],
    ],
    [
      { ...both('train'), ...pictures('test/unknown/3.png', 'test/unknown/4.png') },
      ['images.npy 2'],
      ['2 files have no class and are left out (unknown)'],
    ],
    [{ ...both('train'), ...pictures('test/5.png') }, ['images.npy 2'], ['1 file has no class and is left out: test/5.png']],
    [pictures('cat/train/1.png', 'cat/test/2.png', 'dog/train/3.png', 'dog/test/4.png'), ['images.npy 2', 'images-test.npy 2'], []],
  ]);
  for (const [files, counts, notes] of cases) {
    const found = await open(files);
    assert.deepEqual([found.classes, found.counts, found.notes], [['cat', 'dog'], counts, notes], Object.keys(files).join());
  }
});

const breeds = ['beagle', 'pug', 'husky'];
const named = many(12, (i) => `train/a${i}f.png`);
/** @param {string} head @param {(i: number) => string} line */
const table = (head, line) => `${head}\n${Array.from({ length: 12 }, (_, i) => line(i)).join('\n')}\n`;

test('a table with one class per picture is read, whether or not it has the ending of the file', async () => {
  for (const [head, line, column] of /** @type {[string, (i: number) => string, string][]} */ ([
    ['id,breed', (i) => `a${i}f,${breeds[i % 3]}`, 'breed'],
    ['filename,label', (i) => `a${i}f.png,${breeds[i % 3]}`, 'label'],
    ['path;kind', (i) => `/data/train/a${i}f.png;${breeds[i % 3]}`, 'kind'],
    ['row,file,is_cropped,label,', (i) => `${i},a${i}f,${i % 2},${breeds[i % 3]},`, 'label'],
  ])) {
    const found = await open({ ...named, 'labels.csv': table(head, line) });
    assert.deepEqual([found.classes, found.counts, found.problems], [['beagle', 'husky', 'pug'], ['images.npy 12'], []], head);
    assert.deepEqual(found.notes, [`the classes are the column ${column} of labels.csv: beagle, husky, pug`]);
  }
});

test('classes that are numbers keep the order of numbers, and missing ones are left out and counted', async () => {
  const found = await open({
    ...named,
    ...many(2, (i) => `test/${i}.png`),
    'l.csv': table('id_code,diagnosis', (i) => `a${i}f,${i ? [0, 2, 10][i % 3] : ''}`),
  });
  assert.deepEqual([found.classes, found.counts], [['0', '2', '10'], ['images.npy 11']]);
  assert.equal(found.notes[1], '3 pictures have no class in a table and are left out');
});

test('a table of the training set means its pictures where those of the test set have the same names', async () => {
  const files = { ...many(4, (i) => `train/${i}.png`), ...many(4, (i) => `test/${i}.png`) };
  const rows = (/** @type {number} */ by) => `id,label\n${[0, 1, 2, 3].map((i) => `${i},${i % by ? 'a' : 'b'}`).join('\n')}\n`;
  const one = await open({ ...files, 'train.csv': rows(2) });
  assert.deepEqual([one.counts, one.notes[1]], [['images.npy 4'], '4 pictures have no class in a table and are left out']);
  const two = await open({ ...files, 'train.csv': rows(2), 'test.csv': rows(3) });
  assert.deepEqual(two.counts, ['images.npy 4', 'images-test.npy 4']);
});

test('columns that could all be the class are a question, and contradictions are refused', async () => {
  const unclear = await open({ ...named, 'm.csv': table('id,dx,place', (i) => `a${i}f,${breeds[i % 3]},${i % 2 ? 'arm' : 'leg'}`) });
  assert.deepEqual(unclear.kinds, []);
  assert.match(unclear.problems[0] ?? '', /m\.csv: its columns dx, place could all be the class of a picture; name the right one "label"/);
  // Two columns named as labels with different classes are refused; with the same classes either is read.
  const both = await open({ ...named, 'm.csv': table('id,species,breed', (i) => `a${i}f,${i % 2 ? 'cat' : 'dog'},${breeds[i % 3]}`) });
  assert.match(
    both.problems[0] ?? '',
    /m\.csv: its columns species, breed could all be the class of a picture; name the right one "label"/,
  );
  const chosen = await open({ ...named, 'm.csv': table('id,species,label', (i) => `a${i}f,${i % 2 ? 'cat' : 'dog'},${breeds[i % 3]}`) });
  assert.match(chosen.notes.join(), /the classes are the column label of m\.csv/);
  const equal = await open({ ...named, 'm.csv': table('id,class_id,breed', (i) => `a${i}f,${i % 3},${breeds[i % 3]}`) });
  assert.match(equal.notes.join(), /the classes are the column \w+ of m\.csv/);
  const lines = (/** @type {number} */ k) => table('id,label', (i) => `a${i}f,${breeds[i % k]}`);
  const twice = await open({ ...named, 'a.csv': lines(3), 'b.csv': lines(2) });
  assert.match(twice.problems[0] ?? '', /b\.csv and another table give train\/a2f\.png different classes/);
  const same = await open({ ...named, 'a.csv': `${lines(3)}a0f,pug\n` });
  assert.match(same.problems[0] ?? '', /a\.csv: rows 2 and 14 both name train\/a0f\.png/);
  const classes = await open({
    ...many(300, (i) => `x/${i}.png`),
    'l.csv': `id,label\n${Array.from({ length: 300 }, (_, i) => `${i},c${i}`).join('\n')}\n`,
  });
  assert.deepEqual(classes.kinds, []);
});

test('several labels per picture stay several labels', async () => {
  const one = await open({ ...named, 'l.csv': table('id,cat,dog', (i) => `a${i}f,${i % 2},${i % 3 ? 0 : 1}`) });
  assert.deepEqual(one.kinds, ['tagged']);
  const two = await open({ ...named, 'l.csv': table('Image Index,Finding Labels', (i) => `a${i}f,${i % 2 ? 'Mass|Edema' : 'Mass'}`) });
  assert.deepEqual(two.kinds, ['tagged']);
});

test('HEIC and TIFF are recognised by content and name, and no reader takes them', async () => {
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(99)]);
  const tiff = Buffer.concat([Buffer.from([0x49, 0x49, 42, 0]), Buffer.alloc(60)]);
  const found = await open({ ...pictures('f/a/1.png', 'f/b/2.png'), 'f/a/x.heic': heic, 'f/a/y.dat': tiff, 'f/b/z.TIF': 'II' });
  assert.deepEqual([found.counts, found.undecodable, found.unused], [['images.npy 2'], ['f/a/x.heic', 'f/a/y.dat', 'f/b/z.TIF'], []]);
  const alone = await open({ 'a/x.heic': heic });
  assert.deepEqual([alone.kinds, alone.undecodable], [[], ['a/x.heic']]);
});

test('identifiers are known by their names or their values', () => {
  for (const name of ['Id', 'ID', 'row_id', 'PassengerId', 'patientID', 'Unnamed: 0', 'index'])
    assert.ok(isIdentifier(name, ['7', '7']), name);
  for (const name of ['covid', 'grid', 'width', 'idle', 'android']) assert.ok(!isIdentifier(name, ['7', '7']), name);
  assert.ok(isIdentifier('x', ['842302', '842303', '842304', '842305', '842306']));
  assert.ok(
    !isIdentifier('x', ['1', '2', '3', '5', '6']) &&
      !isIdentifier('x', ['1', '2', '3']) &&
      !isIdentifier('x', ['.5', '1.5', '2.5', '3.5', '4.5']),
  );
});

test('the guide promises what is read', () => {
  const using = readFileSync(root('web/using.md'), 'utf8').replace(/\s+/g, ' ');
  assert.match(using, /a CSV of one class \(`id,breed`\) or several labels per picture/);
});
