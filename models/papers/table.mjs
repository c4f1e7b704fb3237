// Makes the tables of README.md: every claim with its verdict, and every cell with its figures.
import { names, studyOf } from './gather.mjs';
import { verdicts } from './verdicts.mjs';

/** @param {string[]} head @param {string[][]} rows */
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');

/** @param {number} value */
const percent = (value) => (100 * value).toFixed(1);

/**
 * Formats the mean and half of the 95 % interval: 15.3 ± 0.8; for one seed only the value.
 * @param {any} summary
 * @param {(value: number) => string} say
 */
export function spread(summary, say) {
  if (!summary) return '';
  const { mean, interval } = summary;
  return interval ? `${say(mean)} ± ${say((interval[1] - interval[0]) / 2)}` : say(mean);
}

const FIGURES = /** @type {const} */ ({
  'before.ece': ['ECE %', percent],
  'after.ece': ['after T', percent],
  T: ['T', (/** @type {number} */ value) => value.toFixed(1)],
  'before.adaece': ['AdaECE %', percent],
  'before.error': ['error %', percent],
  'train.error': ['of training', percent],
  'before.nll': ['NLL', (/** @type {number} */ value) => value.toFixed(2)],
  floor: ['floor %', percent],
  'curvature.trace': ['trace', (/** @type {number} */ value) => value.toFixed(0)],
  'curvature.eig_max': ['largest eigenvalue', (/** @type {number} */ value) => value.toFixed(1)],
  'ce_curvature.eig_max': ['of cross-entropy', (/** @type {number} */ value) => value.toFixed(1)],
  'fisher.eig_max': ['of the Fisher information', (/** @type {number} */ value) => value.toFixed(1)],
  'cifar100.auroc': ['AUROC: CIFAR-100 %', percent],
  'gaussian-noise.auroc': ['noise %', percent],
  'blur.auroc': ['blur %', percent],
});

/** Makes the table of an experiment's cells. @param {import('./gather.mjs').Study} study */
export function cellsTable({ cells }) {
  const shown = Object.entries(FIGURES).filter(([name]) => cells.some(({ figures }) => figures[name]));
  const rows = cells.map(({ cell, seeds, figures }) => [
    `\`${cell}\``,
    String(seeds.length),
    ...shown.map(([name, [, say]]) => spread(figures[name], say)),
  ]);
  return table(['cell', 'seeds', ...shown.map(([, [head]]) => head)], rows);
}

/** @param {Record<string, string>} choice */
const choiceText = (choice) => Object.values(choice).join(' ');

/** Names a test's experiment and cells: E1 flsd53 - ce. @param {import('./verdicts.mjs').Tested} test */
const testText = ({ in: study, of, less, kind, along }) =>
  `${study} ${along ? `${kind} over ${along.name} ` : ''}${choiceText(of)}${less ? ` ${kind === 'share' ? '/' : '-'} ${choiceText(less)}` : ''}`;

/**
 * Writes a verdict: held where decided (7 of 15).
 * @param {{verdict: string, decided: number, of: number}} judged
 */
const verdictText = ({ verdict, decided, of }) => (verdict.endsWith('where decided') ? `${verdict} (${decided} of ${of})` : verdict);

/**
 * Lists the tests behind a verdict: held, failed, and open.
 * @param {{verdict: string, why?: string, tests: import('./verdicts.mjs').Tested[]}} judged
 */
export function ground({ verdict, why, tests: all }) {
  const tests = all.filter(({ counted }) => counted !== false);
  if (verdict === 'not tried') return why ?? '';
  const groups = /** @type {const} */ (['held', 'failed', 'open', 'one seed']).map((outcome) => [
    outcome,
    tests.filter((test) => test.outcome === outcome),
  ]);
  return groups
    .filter(([, those]) => those.length)
    .map(([outcome, those]) => `${outcome} ${those.length} of ${tests.length}: ${/** @type {any[]} */ (those).map(testText).join(', ')}`)
    .join('; ');
}

/** @param {[number, number]} ends */
const between = ([low, high]) => (percent(low) === percent(high) ? `${percent(low)} %` : `${percent(low)} to ${percent(high)} %`);

/**
 * Writes where tests were decided: held 2, E1, MLP: 58.0 %, 0.1 %.
 * @param {import('./conditions.mjs').Condition} condition
 */
const conditionText = ({ in: where, model, outcome, tests, error, train_error, memorised }) =>
  `${outcome} ${tests}, ${where}, ${memorised ? 'memorised ' : ''}${model}: ${between(error)}, ${between(train_error)}`;

/**
 * Writes the commands that check a refutation, with what they print.
 * @param {{checks?: {command: string, figure: string, at: number, value: number}[]}} error
 */
const checksText = ({ checks = [] }) =>
  checks.map(({ command, figure, at, value }) => ` \`calib theory ${command}\`: ${figure} is ${value} at ${at}.`).join('');

/** Counts the outcomes of all tests with a vote. @param {any[]} papers */
function tallyText(papers) {
  const all = papers.flatMap(({ claims }) => claims.flatMap((/** @type {any} */ { tests }) => tests));
  const voting = all.filter(({ counted }) => counted !== false);
  const counts = ['held', 'failed', 'open', 'one seed'].map(
    (outcome) => `${voting.filter((test) => test.outcome === outcome).length} ${outcome}`,
  );
  return `${voting.length} tests decide: ${counts.join(', ')}. ${all.length - voting.length} more are shown without a vote.`;
}

export function claimsTable() {
  const papers = verdicts();
  const sections = papers
    .map((/** @type {any} */ { title, claims, wrong }) =>
      [
        `### ${title}`,
        table(
          ['claim', 'the paper', 'verdict', 'on what it stands', 'wrong on test data, on training data'],
          claims.map((/** @type {any} */ judged) => [
            judged.claim,
            judged.shows,
            `**${verdictText(judged)}**`,
            ground(judged),
            judged.conditions.map(conditionText).join('; '),
          ]),
        ),
        'Where its text is wrong:',
        wrong.map((/** @type {any} */ error) => `- ${error.where}: ${error.what} ${error.right}${checksText(error)}`).join('\n'),
      ].join('\n\n'),
    )
    .join('\n\n');
  return `${tallyText(papers)}\n\n${sections}`;
}

export function studiesTable() {
  return names()
    .flatMap((name) => studyOf(name) ?? [])
    .map((study) => {
      const about = study.networks.map(({ model, data }) => `${model}, ${data}`).join('; ');
      return `### ${study.experiment}: ${study.title}\n\n${about}. ${study.runs.length} of ${study.planned} runs.\n\n${cellsTable(study)}`;
    })
    .join('\n\n');
}
