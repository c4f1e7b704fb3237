// German texts about the runs that this browser keeps.
import { bytes, count, percent } from '../format.js';
import { plural, runs } from './grammar.js';

const named = (/** @type {string} */ letter) => (letter ? `Lauf ${letter}` : 'der Lauf');

/** @type {Record<string, string>} */
const unchecked = { figures: 'Kennzahlen', data: 'Daten', history: 'Trainingsverlauf', digest: 'Digest' };

/** @type {typeof import('../en/kept.js').keptTexts} */
export const keptTexts = {
  place: 'Aufbewahrte Läufe',
  lead: (n, size) => `${runs(n)} in diesem Browser aufbewahrt, ${bytes(size)}.`,
  none: 'In diesem Browser ist noch kein Lauf aufbewahrt.',
  sub: 'Nach einem Neuladen, einem Absturz oder mit wieder geladenem Akku sind sie noch da. In einem privaten Fenster bleiben sie, bis es geschlossen wird.',
  quota: (used, quota) =>
    `Mit den Daten und der Seite selbst belegt diese Website etwa ${bytes(used)} von den ${bytes(quota)}, die der Browser ihr einräumt.`,
  persist: 'Den Browser bitten, sie nicht zu löschen',
  persistNot:
    'Der Browser hat nicht zugestimmt. Er räumt eine Website auf, wenn das Gerät voll ist; Safari auch nach sieben Tagen ohne Besuch. Eine Datei ist sicher.',
  persistDone: 'Der Browser löscht sie nicht von sich aus.',
  saveAll: 'Alle als eine Datei speichern',
  saveThere: 'Alle Läufe hier sind in einem anderen Tab offen; bitte dort speichern.',
  open: 'Eine Datei mit Läufen öffnen',
  drop: 'oder auf der Seite ablegen',
  saving: 'Die Datei wird geschrieben',
  saved: (n, size, name) => `${runs(n)} in ${name}, ${bytes(size)}.`,
  left: (n) =>
    ` ${runs(n)} aus anderen offenen Tabs ${n === 1 ? 'ist' : 'sind'} nicht dabei: ${n === 1 ? 'ihn' : 'sie'} bitte dort speichern.`,
  reading: (name, n) => `${name} wird gelesen, Lauf ${count(n)}`,
  read: ({ taken, here, other }) =>
    [
      taken ? `${runs(taken)} hinzugefügt.` : 'Nichts Neues darin.',
      here ? `${runs(here)} ${here === 1 ? 'war' : 'waren'} schon hier.` : '',
      other ? `${runs(other)} ausgelassen: Derselbe Link steht hier mit einem anderen Ergebnis. Zuerst dieses entfernen.` : '',
    ]
      .filter(Boolean)
      .join(' '),

  // The table.
  heads: { run: 'Lauf', epochs: 'Epochen', time: 'Zuletzt geschrieben', size: 'Größe' },
  epochs: (done, all) => (done === all ? count(all) : `${count(done)} von ${count(all)}`),
  result: (ece, accuracy) => `ECE ${percent(ece)}, Trefferquote ${percent(accuracy)}`,
  ended: 'vorzeitig beendet',
  interrupted: 'kann weitergehen',
  training: 'wird trainiert',
  notKept: 'nicht aufbewahrt',
  elsewhere: 'in einem anderen Tab',
  openRun: 'Öffnen',
  remove: 'Entfernen',
  removeSure: 'Endgültig entfernen',
  removeOf: (name) => `${name} entfernen`,
  openOf: (name) => `${name} öffnen`,
  gone: 'Dieser Lauf ist jetzt in einem anderen Tab geöffnet.',

  // Storage is full or not available.
  not: 'Dieser Browser bewahrt für diese Seite nichts auf: Läufe bleiben, bis sie geschlossen wird. Wer sie behalten will, speichert sie als Datei.',
  full: (letter) => `Auf diesem Gerät ist kein Platz mehr: ${named(letter)} kann nicht aufbewahrt werden.`,
  fullNote: 'Aufbewahrte Läufe bleiben, wie sie sind, und der Lauf selbst geht weiter.',
  toList: 'Auswählen, was entfernt wird',
  removeOldest: (letter, size) => `Den ältesten entfernen (${letter || 'ein Lauf'}, ${bytes(size)})`,
  decline: 'Weiter, ohne aufzubewahren',
  declined: 'Neue Läufe werden nicht aufbewahrt: Sie bleiben, bis die Seite geschlossen wird.',
  again: 'Noch einmal versuchen',
  retry: 'Läufe wieder aufbewahren',
  damaged: (n) =>
    `${plural(n, 'aufbewahrter Lauf', 'aufbewahrte Läufe')} ${n === 1 ? 'war' : 'waren'} nicht lesbar und ${n === 1 ? 'wurde' : 'wurden'} verworfen.`,

  // Runs from a file: parts that nothing here checked.
  notChecked: (what) => (what.length ? `aus einer Datei, nicht geprüft: ${what.map((id) => unchecked[id] ?? id).join(', ')}` : ''),
  recomputed: (engine, first, others) =>
    `${first}${others ? ` und ${plural(others, 'weitere Kennzahl', 'weitere Kennzahlen')}` : ''} ${others ? 'wichen' : 'wich'} von der Datei ab und ${others ? 'wurden' : 'wurde'} hier neu berechnet; ${engine ? `die Datei stammt von Engine ${engine}` : 'die Datei stammt vielleicht von einem anderen Build dieser Engine'}`,
  mark: (what, recomputed) => {
    if (!what.length) return '';
    const parts = what.includes('figures') ? ['Kennzahlen nicht geprüft'] : ['Training nicht geprüft'];
    return ['aus einer Datei', ...(recomputed ? ['Kennzahlen hier neu berechnet'] : []), ...parts].join(', ');
  },
  notShared: (what) =>
    what.includes('digest')
      ? 'Das Ergebnis von hier steht nicht im Link: Es kam aus einer Datei, und sein Digest wurde nicht geprüft.'
      : '',
  notCompared: (what) =>
    what.includes('digest') ? 'Der Lauf hier kam aus einer Datei: Sein Digest ist nicht geprüft, bis er hier trainiert wird.' : '',
};
