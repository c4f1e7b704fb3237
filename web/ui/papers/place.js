// The place of the papers: each claim with its verdict, the intervals that decide it, and the runs behind it,
// which open by their links.

import { sentence as reasonOf } from '../../core/formats/error.js';
import { choicesOf, figureOf, loadDrawn, loadPapers, loadStudy, runsOf } from '../../core/papers.js';
import { drawInterval, extentOf } from '../../draw/charts/interval.js';
import { h, say, show } from '../../draw/dom.js';
import { forPrograms } from '../../texts/format.js';
import { sentence, texts, translated } from '../../texts/index.js';
import { save } from '../shell/controls/menu.js';
import { drawnOf } from './drawn.js';
import { matrixOf } from './matrix.js';
import { byExperiment, cellName, conditionTexts, scaleOf, whatOf } from './names.js';
import { toHtml, toTex } from './save.js';

/** @typedef {import('../../core/papers.js').Claim} Claim */
/** @typedef {import('../../core/papers.js').Tested} Tested */

const words = texts.papers;
const SIZE = { width: 220, height: 22 };
const drawnPapers = new Set(['short', 'geometry', 'adafocal', 'fcl']); // with figures that the runs can draw

/**
 * Translates a paper's file to the page's language; its title stays.
 * @param {import('../../core/papers.js').Paper} paper
 */
const inWordsOfPage = (paper) => ({
  ...paper,
  by: translated(paper.by),
  claims: paper.claims.map((one) => ({
    ...one,
    claim: translated(one.claim),
    shows: translated(one.shows),
    ...(one.why && { why: translated(one.why) }),
  })),
  wrong: paper.wrong.map(({ where, what, right, checks }) => ({
    where: translated(where),
    what: translated(what),
    ...(right && { right: translated(right) }),
    ...(checks && { checks }),
  })),
});

/**
 * Describes an experiment: "E1: MLP of 256 hidden units, CIFAR-10, …."
 * @param {string} name
 * @param {{model: string, data: string}[]} networks
 */
const aboutOf = (name, networks) =>
  `${name}: ${networks.map(({ model, data }) => `${translated(model)}, ${translated(data)}`).join('; ')}.`;

/** @param {Tested[]} tests @param {(name: string) => string} about describes an experiment */
function measured(tests, about) {
  const scales = new Map(tests.map((test) => [scaleOf(test), extentOf(tests.filter((other) => scaleOf(other) === scaleOf(test)))]));
  const rowOf = (/** @type {Tested} */ test) => {
    const picture = h('td', { class: 'interval' });
    drawInterval(picture, test, { ...SIZE, extent: scales.get(scaleOf(test)) ?? [0, 1] });
    return h(
      'tr',
      { 'data-outcome': test.outcome, 'data-counted': test.counted === false ? 'no' : null },
      h('th', { scope: 'row' }, whatOf(test)),
      picture,
      h('td', null, words.result(test)),
      h('td', null, words.chance(test)),
      h('td', null, words.outcomeOf(test)),
    );
  };
  const rows = byExperiment(tests).flatMap(([name, those]) => [
    h(
      'tr',
      { class: 'experiment' },
      h('th', { scope: 'rowgroup', colspan: '5' }, `${about(name)} `, h('span', null, words.outcome(those))),
    ),
    ...those.map(rowOf),
  ]);
  return h('table', { class: 'claim-table' }, heads(words.columns), h('tbody', null, ...rows));
}

/** @param {string[]} names */
const heads = (names) => h('thead', null, h('tr', null, ...names.map((name) => (name ? h('th', { scope: 'col' }, name) : h('td')))));

/**
 * @param {HTMLElement} stage
 * @param {{open: (link: string) => void, cubic: (points: {x: number[], y: number[]}) => Promise<object>}} on
 */
export function createPapers(stage, on) {
  const lead = h('h1', { class: 'lead' }, words.reading);
  const error = h('p', { class: 'error', role: 'alert', hidden: true });
  const list = h('div');
  const saveHtml = async () =>
    save('papers.html', new Blob([await toHtml(papers, location.href.split('#')[0] ?? '', experiments)], { type: 'text/html' }));
  const saveTex = () => save('papers.tex', new Blob([forPrograms(() => toTex(papers))], { type: 'application/x-tex' }));
  const saving = h(
    'p',
    { class: 'row saving', hidden: true },
    h('button', { class: 'plain', 'data-save': 'html', onclick: () => saveHtml().catch(fail) }, words.save.html),
    h('button', { class: 'plain', 'data-save': 'tex', onclick: saveTex }, words.save.tex),
  );
  const intro = [h('p', { class: 'sub' }, words.sub), h('p', { class: 'note' }, words.scale)];
  const element = h('div', { class: 'compare papers', hidden: true }, lead, ...intro, saving, error, list);
  stage.append(element);

  /** @type {import('../../core/papers.js').Paper[]} */
  let papers = [];
  /** @type {Map<string, string>} */
  let experiments = new Map();
  const about = (/** @type {string} */ name) => experiments.get(name) ?? name;

  /** @param {unknown} wrong */
  function fail(wrong) {
    say(error, sentence(reasonOf(wrong)));
    show(error, true);
  }

  /** @param {Tested} test */
  async function runsOfTest(test) {
    const study = await loadStudy(test.in);
    return choicesOf(test).flatMap((choice) => runsOf(study, choice).map((run) => ({ run, figure: test.figure, study })));
  }

  /** @param {Claim} claim @param {HTMLElement} into */
  async function fillRuns({ tests }, into) {
    const found = (await Promise.all(tests.map(runsOfTest))).flat();
    const seen = new Set();
    const rows = found.flatMap(({ run, figure, study }) => {
      const key = `${run.id} ${figure}`;
      if (seen.has(key)) return [];
      seen.add(key);
      const open = h(
        'button',
        { class: 'plain', 'aria-label': words.openRun(cellName(study, run.cell), run.seed), onclick: () => on.open(run.link) },
        words.open,
      );
      const name = h('th', { scope: 'row', title: aboutOf(study.experiment, study.networks) }, cellName(study, run.cell));
      const value = `${words.figure(figure)} ${words.value(figure, figureOf(run.figures, figure))}`;
      return [h('tr', { 'data-run': run.id }, name, h('td', null, String(run.seed)), h('td', null, value), h('td', null, open))];
    });
    into.replaceChildren(
      h('p', { class: 'note' }, words.needs),
      h('table', { class: 'claim-table' }, heads(words.runColumns), h('tbody', null, ...rows)),
    );
  }

  /** @param {Claim} claim */
  function claimOf(claim) {
    const { id, claim: text, shows, verdict, decided, of, why, tests } = claim;
    const runs = h('div');
    const fold = h('details', { class: 'runs' }, h('summary', null, words.runs), runs);
    fold.addEventListener('toggle', () => fold.open && !runs.firstChild && fillRuns(claim, runs).catch(fail));
    return h(
      'article',
      { class: 'claim', 'data-claim': id },
      h(
        'h3',
        { tabindex: '-1' },
        h('span', { class: 'verdict', 'data-verdict': verdict }, words.verdict(verdict, decided, of)),
        ` ${text}`,
      ),
      h('p', { class: 'note' }, words.paper(shows), why ? ` ${words.why(why)}` : ''),
      claim.conditions.length > 0 && h('ul', { class: 'note conditions' }, ...conditionTexts(claim).map((text) => h('li', null, text))),
      tests.length > 0 &&
        h(
          'details',
          { class: 'values' },
          h('summary', null, words.measured(tests.length)),
          h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': text }, measured(tests, about)),
          fold,
        ),
    );
  }

  /** Unfolds a claim, and shows and focuses it. @param {string} id */
  function openClaim(id) {
    const article = list.querySelector(`[data-claim="${id}"]`);
    if (!article) return;
    const values = /** @type {HTMLDetailsElement | null} */ (article.querySelector('.values'));
    if (values) values.open = true;
    article.scrollIntoView({ block: 'start' });
    article.querySelector('h3')?.focus({ preventScroll: true });
  }

  /** @param {import('../../core/papers.js').Paper} paper */
  function sectionOf({ id, title, by, claims, wrong }) {
    const errors = wrong.map(({ where, what, right, checks = [] }) =>
      h(
        'li',
        null,
        h('strong', null, `${where}: `),
        what,
        right ? ` ${words.instead}: ${right}` : '',
        ...checks.flatMap((check) => [' ', h('code', null, `calib theory ${check.command}`), `: ${words.check(check)}`]),
      ),
    );
    return h(
      'section',
      { 'aria-label': title },
      h('h2', null, title),
      h('p', { class: 'note by' }, by),
      h('p', { class: 'note tally' }, words.tally(claims.map(({ verdict }) => verdict))),
      ...claims.map(claimOf),
      drawnPapers.has(id) && drawnOf(id, loadDrawn, { open: on.open, cubic: on.cubic, fail, about }),
      errors.length > 0 && h('details', { class: 'wrong' }, h('summary', null, words.wrong(errors.length)), h('ul', null, ...errors)),
    );
  }

  async function fill() {
    try {
      const found = await loadPapers();
      papers = found.papers.map(inWordsOfPage);
      experiments = new Map(found.experiments.map(({ experiment, networks }) => [experiment, aboutOf(experiment, networks)]));
      show(saving, true);
      say(lead, words.lead);
      list.replaceChildren(
        matrixOf(papers, found.experiments, { about, open: openClaim }),
        h('p', { class: 'note' }, words.region),
        ...papers.map(sectionOf),
      );
    } catch (wrong) {
      say(lead, words.none);
      fail(wrong);
    }
  }

  // Values of claims and errors in a paper are unfolded for printing.
  /** @type {HTMLDetailsElement[]} */
  let unfolded = [];
  addEventListener('beforeprint', () => {
    unfolded = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (list.querySelectorAll(':is(.wrong, .values):not([open])'))];
    for (const one of unfolded) one.open = true;
  });
  addEventListener('afterprint', () => {
    for (const one of unfolded) one.open = false;
  });

  let filled = false;
  return {
    /** @param {boolean} visible */
    show(visible) {
      show(element, visible);
      if (!visible || filled) return;
      filled = true;
      fill();
    },
  };
}
