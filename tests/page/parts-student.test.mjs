// Tests the change of students without a browser: what is deleted, what stays, and which tab may still write.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { countLeft, isCurrent, joinStudent, markStudent, onOtherStudent } from '../../web/core/storage/student.js';
import { lockOf, sweepPlaces, writePlace } from '../../web/core/storage/tab.js';
import { rememberRating } from '../../web/model/visit/rating.js';
import { studentTexts as german } from '../../web/texts/de/student.js';
import { recall, remember } from '../../web/ui/class/exercise/progress.js';
import { leftLines } from '../../web/ui/shell/student.js';

/** Replaces a browser's storage; its keys are properties of the object. */
class Storage {
  /** @param {string} key */
  getItem(key) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    this[key] = value;
  }

  /** @param {string} key */
  removeItem(key) {
    delete this[key];
  }
}

const use = (/** @type {object} */ parts) => {
  for (const [name, value] of Object.entries(parts)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
};
/** @type {Storage} */
let shared;
beforeEach(() => {
  shared = new Storage();
  use({ localStorage: shared, sessionStorage: new Storage() });
});

const done = { progress: { name: 'Ada', answers: { a: 1, b: 2 }, runs: {}, own: {} }, numbers: {} };

test('the next student finds no name, answer, rating, place or draft; the settings of the device stay', () => {
  assert.equal(joinStudent(), false);
  remember('h1', done);
  writePlace('t1', { mode: 'bench' });
  rememberRating([0.5, 0.25]);
  sessionStorage.setItem('calib-tab', 't1');
  sessionStorage.setItem('calib-maker', '{}');
  localStorage.setItem('calib-theme', 'dark');
  sessionStorage.setItem('calib-language', 'de');
  const left = countLeft(null);
  assert.deepEqual(left, { names: ['Ada'], answers: 2, exercises: 1, ratings: 2, draft: true });
  assert.deepEqual(leftLines(left, 3, [{ name: 'table.csv' }]), [
    'the name Ada',
    '2 answers to 1 exercise',
    '2 ratings of the first visit',
    'the draft of an exercise',
    '3 runs',
    '1 data file: table.csv',
  ]);
  markStudent();
  assert.equal(isCurrent(), false);
  assert.equal(joinStudent(), true);
  assert.equal(isCurrent(), true);
  assert.equal(recall('h1'), null);
  assert.deepEqual(countLeft(null), { names: [], answers: 0, exercises: 0, ratings: 0, draft: false });
  assert.deepEqual(Object.keys(localStorage).sort(), ['calib-student', 'calib-theme']);
  assert.deepEqual(Object.keys(sessionStorage).sort(), ['calib-language', 'calib-student']);
});

test('a tab of the previous student writes nothing more, and forgets its content when opened again', () => {
  remember('h1', done);
  const old = sessionStorage;
  use({ sessionStorage: new Storage() });
  joinStudent();
  markStudent(); // in the other tab
  joinStudent();
  const next = sessionStorage;
  use({ sessionStorage: old });
  remember('h2', done);
  writePlace('t1', {});
  assert.deepEqual(Object.keys(localStorage), ['calib-student']);
  assert.equal(recall('h1')?.progress.name, 'Ada', 'this tab still has its own copy');
  assert.equal(joinStudent(), true);
  assert.equal(recall('h1'), null);
  use({ sessionStorage: next });
  remember('h2', { ...done, progress: { ...done.progress, name: 'Bob' } });
  assert.deepEqual(countLeft(null).names, ['Bob']);
  use({ sessionStorage: new Storage() });
  assert.equal(joinStudent(), false, 'a new tab had no student before');
});

test('a tab is notified of another student, and of nothing else', () => {
  /** @type {((event: {key: string}) => void)[]} */
  const listeners = [];
  use({
    addEventListener: (/** @type {string} */ _, /** @type {(event: {key: string}) => void} */ listener) => void listeners.push(listener),
  });
  let calls = 0;
  onOtherStudent(() => void calls++);
  const send = (/** @type {string} */ key) => listeners.forEach((listener) => void listener({ key }));
  send('calib-student');
  send('calib-theme');
  assert.equal(calls, 0);
  markStudent();
  send('calib-theme');
  assert.equal(calls, 0);
  send('calib-student');
  assert.equal(calls, 1);
});

test('a browser without storage counts the exercise shown, and works on', () => {
  const closed = {
    get: () => {
      throw new Error('closed');
    },
    configurable: true,
  };
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, closed);
  assert.equal(isCurrent(), true);
  assert.equal(joinStudent(), false);
  markStudent();
  const left = countLeft({ hash: 'h1', progress: done.progress });
  assert.deepEqual(left, { names: ['Ada'], answers: 2, exercises: 1, ratings: 0, draft: false });
  assert.equal(german.answers(1, 2), '1 Antwort zu 2 Übungen');
  assert.equal(german.names(['A', 'B']), 'die Namen A, B');
});

test('a place stays while its tab is open or has runs', async () => {
  for (const tab of ['open', 'runs', 'closed', 'own']) writePlace(tab, { mode: 'bench' });
  localStorage.setItem('calib-theme', 'dark');
  use({ navigator: { locks: { query: async () => ({ held: [{ name: lockOf('open') }, { name: 'another' }] }) } } });
  await sweepPlaces(['own', 'runs']);
  assert.deepEqual(Object.keys(localStorage).sort(), ['calib-theme', ...['open', 'own', 'runs'].map(lockOf)].sort());
});
