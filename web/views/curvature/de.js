// German words of the curvature view.
import { give } from '../../texts/de/grammar.js';
import { count, decimal } from '../../texts/format.js';

/** @type {typeof import('./en.js').words} */
export const words = {
  label: 'Krümmung',
  question: 'Wie scharf ist das Minimum?',
  need: 'Dieser Lauf misst seine Krümmung nicht; dazu unter Training curvature größer als 0 setzen.',
  lead: (trace) => `Die Spur der Hesse-Matrix ist ${decimal(trace, 1)}.`,
  sub: (max, min) => `Des Validierungsverlusts. Ihre äußersten Eigenwerte sind ${decimal(max, 2)} und ${decimal(min, 2)}.`,
  trace: 'Spur und ihr 95-%-Intervall',
  spectrum: 'äußerste Eigenwerte',
  traceAgainst: (label) => `${label} über der Spur`,
  density: 'Spektrum',
  fisher: 'Fisher-Information',
  overEpochs: 'Über die Epochen',
  show: 'Was gezeigt wird',
  spectrumLead: (max, min) => `Eigenwerte von ${decimal(min, 2)} bis ${decimal(max, 2)}.`,
  spectrumSub: (trace) => `Die Hesse-Matrix des Validierungsverlusts; ihre Spur ist ${give(trace)}. Dichte auf logarithmischer Skala.`,
  fisherLead: (max) => `Der größte Eigenwert der Fisher-Information ist ${decimal(max, 2)}.`,
  fisherSub: (trace) =>
    `Wie sehr die Wahrscheinlichkeiten des Netzes von seinen Gewichten abhängen; die Spur ist ${give(trace)}. Dichte auf logarithmischer Skala.`,
  fisherWhy:
    'Die Fisher-Information ist die mittlere Hesse-Matrix von −log p, wenn die Labels aus den Wahrscheinlichkeiten des Netzes selbst gezogen sind. Wo diese stimmen, ist sie gleich der Hesse-Matrix der Kreuzentropie.',
  eigenvalue: 'Eigenwert',

  concludesSpectrum: (trace) => `Die Spur ist ${give(trace)}: So viel lassen ihre zufälligen Probevektoren offen.`,
  spectrumWhy: [
    'Die Schätzung ist der Mittelwert über die Probevektoren (Hutchinson); das Intervall reicht zu jeder Seite 1,96 Standardfehler weit.',
    'Die Validierungsbeispiele gelten als gegeben; dass andere eine andere Hesse-Matrix ergäben, ist im Intervall nicht enthalten.',
  ],
  concludesTrace: (side, epoch, then, now) =>
    side === 'same'
      ? `Die Spur ist so groß wie in Epoche ${count(epoch)}, soweit ihre Probevektoren das zeigen: damals ${give(then)}, jetzt ${give(now)}.`
      : `Die Spur ist seit Epoche ${count(epoch)} ${side === 'grown' ? 'gewachsen' : 'gefallen'}, mehr als ihre Probevektoren offenlassen: damals ${give(then)}, jetzt ${give(now)}.`,
  concludesOne: (now) => `Die Spur ist ${give(now)}, nach ihren Probevektoren.`,
  traceWhy: `Schätzungen ± 1,96 Standardfehler über die Probevektoren (Hutchinson). Zwei gelten als verschieden, wenn ihre Differenz größer ist als die beider zusammen.`,
  next: {
    fisher: 'Die Fisher-Information ansehen',
    spectrum: 'Die Hesse-Matrix des Verlusts ansehen',
    epochs: 'Über die Epochen ansehen',
    landscape: 'Den Verlust ringsum ansehen',
  },
};
