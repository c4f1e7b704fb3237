// Glossary and notes of the help dialog, which fetches them when it first opens.

export const glossary = {
  title: 'Words',
  /** Each term with one sentence. @type {[string, string][]} */
  terms: [
    ['Confidence', 'The probability that the network gives to its own answer.'],
    ['Accuracy', 'The fraction of answers that are right.'],
    ['Overconfident', 'The mean confidence is higher than the accuracy: the network is too sure.'],
    ['Underconfident', 'The mean confidence is lower than the accuracy: the network is too unsure.'],
    ['ECE', 'Expected calibration error: the average gap between confidence and accuracy over bins of similar confidence.'],
    ['NLL', 'Negative log-likelihood: a loss that is low if the right answers get high probabilities.'],
    ['Temperature', 'One number that divides the logits: above 1 it lowers the confidence, below 1 it raises it, and every answer stays.'],
    ['Chance alone', 'The calibration error that a calibrated network would show on this many samples.'],
    ['Stripes', 'The part of a bar by which the network is too sure.'],
    ['Dots', 'The part of a bar by which the network is too unsure.'],
    ['Pale', 'The part of a gap that chance alone explains.'],
    ['Receipt', 'The results that a link promises; the page trains the run again and compares them.'],
  ],
  present: 'Presenting',
  presentNote:
    'Press P: the drawing fills the screen, large enough for the last row. Arrow keys or a remote go from view to view, and Escape leads back.',
  documents: 'Documents',
  /** Pages of documents/ with their titles. @type {[string, string][]} */
  pages: [
    ['using', 'What the page can do'],
    ['teaching', 'For teachers'],
    ['reference', 'Reference: every definition, link and file'],
    ['command-line', 'Command line'],
    ['networks', 'The trained networks'],
    ['papers', 'Papers: experiments and verdicts'],
    ['embedding', 'Embedding'],
    ['security', 'Security and privacy'],
  ],
};
