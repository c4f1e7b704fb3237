// German words of the confusion view.
import { ofSamples, share } from '../../texts/de/grammar.js';
import { count, percent } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Verwechslungen',
  question: 'Welche Klassen verwechselt es?',
  past: (/** @type {string} */ letter) => `+ und −: Änderung gegenüber Lauf ${letter}, dem davor. Gestrichelt: wie oft jener richtig lag.`,
  lead: (wrong, label) => `Hält ${label} am häufigsten für ${wrong}.`,
  none: 'Hält keine Klasse für eine andere.',
  sub: (n, of, says) => `${count(n)} von ${count(of)} Mal, mit ${percent(says, 0)} Konfidenz im Mittel.`,
  rows: 'es ist',
  columns: 'es sagt',
  framed: 'Umrandet: der häufigste Fehler.',
  scale: (most) => `Die dunkelsten Fehler sind ${percent(most, 0)} ihrer Klasse.`,
  whenItSays: ['hat recht,', 'wenn es', 'das sagt'],

  concludes: (label, wrong, part, clear, next) =>
    `Hält ${label} in ${share(part)} der Fälle für ${wrong} (95-%-Intervall); ${next}, das nächste Paar, ${clear ? 'liegt darunter' : 'ist vielleicht genauso häufig'}.`,
  concludesOne: (label, wrong, part) =>
    `Hält ${label} in ${share(part)} der Fälle für ${wrong} (95-%-Intervall); kein anderes Paar verwechselt es.`,
  concludesNone: (n, most) =>
    `Keines ${ofSamples(n)} ist falsch; die wahre Fehlerquote kann dennoch bis zu ${percent(most)} betragen (95-%-Intervall).`,
  pair: (label, wrong) => `${label} für ${wrong}`,
  pairWhy: (pair, n, of, part) => `${pair}: ${count(n)} von ${count(of)}, ${share(part)}.`,
  pairMethod:
    'Jeweils mit 95-%-Intervall (Wilson). Ausgewählt sind die größten von vielen Paaren: Andere Testdaten zeigen sie meist seltener.',
};
